/** What a country's row says that other things said of a place are checked against. */
import type { FindIndex } from '../find/find-index.ts';
import { canonicalZone } from './zones.ts';

export interface CountryFacts {
  readonly iso2: string;
  /** ISO 4217; null where the data has none. */
  readonly currency: string | null;
  /** Canonical IANA names; none where the data has none. */
  readonly zones: ReadonlySet<string>;
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
    const zones = new Set(zonesOf(text(timezones)));
    facts.set(place, { iso2: String(iso2), currency: text(currency), zones });
  }
  return facts;
}

/** The importer lets nothing in but arrays; what stands in them may be anything. */
function zonesOf(json: string | null): string[] {
  const entries = (json === null ? [] : JSON.parse(json)) as readonly ({ readonly zoneName?: unknown } | null)[];
  return entries.flatMap((entry) => (typeof entry?.zoneName === 'string' ? (canonicalZone(entry.zoneName) ?? []) : []));
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
