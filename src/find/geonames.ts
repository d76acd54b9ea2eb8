/** Joins cities of a data set with places of GeoNames: same country, a name in common, near, one to one. */
import { fold } from './fold.ts';
import { joinAlone } from './geonames-alone.ts';
import { distanceKm } from './near.ts';
import type { SourceCity } from './source-rows.ts';

/** A place as GeoNames' `cities500` lists it. */
export interface GeonamesPlace {
  readonly id: number;
  readonly name: string;
  /** In any script, without `name`. */
  readonly alternateNames: readonly string[];
  readonly latitude: number;
  readonly longitude: number;
  readonly countryCode: string;
  /** The first-level subdivision, by a code of GeoNames' own; empty where it has none. */
  readonly adminCode: string;
  /** `PPLC` is a country's capital, `PPLA` the seat of a first-level subdivision. */
  readonly featureCode: string;
  /** 0 where it is not known. */
  readonly population: number;
}

/** City id → what GeoNames knows of it. */
export type GeonamesJoin = ReadonlyMap<number, GeonamesPlace>;

/**
 * The rounds of the join, strictest first; what one joined, the next leaves alone. Places of 15,000 people and more
 * may lie farther from their row, and may be written with more words there ("León de los Aldama", "Jaipur District"). A last one is for
 * those that lie farther yet ({@link joinAlone}).
 */
const ROUNDS = [
  { withinKm: 10, fromPopulation: 0, wholeName: true },
  { withinKm: 40, fromPopulation: 15_000, wholeName: true },
  { withinKm: 12, fromPopulation: 15_000, wholeName: false },
] as const;
type Round = (typeof ROUNDS)[number];

interface Pair {
  readonly city: SourceCity;
  readonly place: GeonamesPlace;
  readonly km: number;
  /** Whether another place within reach, a large one, has the very name of this, whose people nobody counted: a second entry of it. */
  readonly isDouble: boolean;
}

/** How much of both sides the join brought together. */
export interface GeonamesReport {
  readonly joined: number;
  /** ISO 3166-1 alpha-2 → rows joined, and rows in all. */
  readonly byCountry: Readonly<Record<string, readonly [joined: number, rows: number]>>;
  /** Places of {@link LARGE} people and more that no row was found for. */
  readonly largeWithoutRow: number;
}

/** As GeoNames counts them. */
const LARGE = 15_000;

export function reportGeonames(
  cities: readonly SourceCity[],
  places: readonly GeonamesPlace[],
  join: GeonamesJoin,
): GeonamesReport {
  const taken = new Set([...join.values()].map(({ id }) => id));
  const byCountry = [...Map.groupBy(cities, ({ countryCode }) => countryCode)]
    .map(([code, rows]) => [code, [rows.filter(({ id }) => join.has(id)).length, rows.length]] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    joined: join.size,
    byCountry: Object.fromEntries(byCountry),
    largeWithoutRow: places.filter(({ id, population }) => population >= LARGE && !taken.has(id)).length,
  };
}

export function joinGeonames(cities: readonly SourceCity[], places: readonly GeonamesPlace[]): GeonamesJoin {
  const join = new Map<number, GeonamesPlace>();
  const citiesByCountry = Map.groupBy(cities, ({ countryCode }) => countryCode);
  for (const [country, listed] of Map.groupBy(places, ({ countryCode }) => countryCode)) {
    const own = citiesByCountry.get(country);
    // What a million names have in common with none is not worth folding them.
    if (own !== undefined) joinCountry(own, listed, join);
  }
  return join;
}

function joinCountry(
  cities: readonly SourceCity[],
  places: readonly GeonamesPlace[],
  join: Map<number, GeonamesPlace>,
): void {
  const taken = new Set<GeonamesPlace>();
  for (const round of ROUNDS) {
    const open = places.filter((place) => place.population >= round.fromPopulation && !taken.has(place));
    const pairs = pairsOf(
      cities.filter(({ id }) => !join.has(id)),
      open,
      round,
    );
    pairs.sort(
      (one, other) =>
        Number(one.isDouble) - Number(other.isDouble) ||
        one.km - other.km ||
        one.place.id - other.place.id ||
        one.city.id - other.city.id,
    );
    for (const { city, place } of pairs) {
      if (join.has(city.id) || taken.has(place)) continue;
      join.set(city.id, place);
      taken.add(place);
    }
  }
  joinAlone(cities, places, join, taken);
}

function pairsOf(cities: readonly SourceCity[], places: readonly GeonamesPlace[], round: Round): Pair[] {
  const byName = new Map<string, GeonamesPlace[]>();
  for (const place of places) {
    for (const key of new Set([place.name, ...place.alternateNames].map((name) => keyOf(name, round)))) {
      const same = byName.get(key);
      if (same === undefined) byName.set(key, [place]);
      else same.push(place);
    }
  }
  return cities.flatMap((city) => {
    const { latitude, longitude } = city;
    if (Number.isNaN(latitude) || Number.isNaN(longitude)) return [];
    const keys = new Set([city.name, city.native ?? ''].map((name) => keyOf(name, round)));
    const found = new Set([...keys].flatMap((key) => (key === '' ? [] : (byName.get(key) ?? []))));
    const near = [...found]
      .map((place) => ({ city, place, km: distanceKm(latitude, longitude, place.latitude, place.longitude) }))
      .filter(({ place, km }) => km <= round.withinKm && (round.wholeName || goesOnAs(city, place)));
    return near.map((pair) => ({ ...pair, isDouble: near.some(({ place }) => isDoubleOf(pair.place, place)) }));
  });
}

/** GeoNames has Fuzhou twice: once with its people, and once, nearer to where our row lies, with none. */
function isDoubleOf(place: GeonamesPlace, other: GeonamesPlace): boolean {
  return place.population === 0 && other.population >= LARGE && fold(other.name) === fold(place.name);
}

/** Where names need not be whole they begin with the same word, long enough to mean something. */
function keyOf(name: string, round: Round): string {
  const folded = fold(name);
  return round.wholeName ? folded : (folded.split(' ', 1)[0] ?? '');
}

/** "León" and "León de los Aldama", but not "Santa Clara" and "Santa María". */
function goesOnAs(city: SourceCity, place: GeonamesPlace): boolean {
  const [one, other] = [`${fold(city.name)} `, `${fold(place.name)} `];
  return one.startsWith(other) || other.startsWith(one);
}
