/** What a country's row says that other things said of a place are checked against. */
import type { FindIndex } from '../find/find-index.ts';
import { canonicalZone } from './zones.ts';

export interface CountryFacts {
  readonly iso2: string;
  /** ISO 4217; null where the data has none. */
  readonly currency: string | null;
  /** The data's IANA names by the canonical ones; none where the data has none. */
  readonly zones: ReadonlyMap<string, string>;
}

const known = new WeakMap<FindIndex, ReadonlyMap<number, CountryFacts>>();

/** By the country's number: of all countries, taken once from the rows that the index holds. */
export function countryFacts(index: FindIndex): ReadonlyMap<number, CountryFacts> {
  const facts = known.get(index) ?? readFacts(index);
  known.set(index, facts);
  return facts;
}

const READ = ['iso2', 'currency', 'timezones'];

function readFacts({ records, places }: FindIndex): ReadonlyMap<number, CountryFacts> {
  const facts = new Map<number, CountryFacts>();
  for (const row of records.rows('countries', READ)?.toRows() ?? []) {
    const { iso2, currency, timezones } = row as Record<string, unknown>;
    const place = places.country(String(iso2));
    if (place === undefined) continue;
    facts.set(place, factsOf(String(iso2), text(currency), text(timezones)));
  }
  return facts;
}

/** Zones are read when they are asked for: those of all countries take a turn of some 20 ms. */
function factsOf(iso2: string, currency: string | null, timezones: string | null): CountryFacts {
  let zones: ReadonlyMap<string, string> | undefined;
  return {
    iso2,
    currency,
    get zones() {
      zones ??= new Map(zonesOf(timezones));
      return zones;
    },
  };
}

/** The importer lets nothing in but arrays; what stands in them may be anything. */
function zonesOf(json: string | null): [canonical: string, name: string][] {
  const entries = (json === null ? [] : JSON.parse(json)) as readonly ({ readonly zoneName?: unknown } | null)[];
  return entries.flatMap((entry): [string, string][] => {
    const name = entry?.zoneName;
    const canonical = typeof name === 'string' ? canonicalZone(name) : undefined;
    return typeof name === 'string' && canonical !== undefined ? [[canonical, name]] : [];
  });
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
