/**
 * The last round of the join with GeoNames: rows that the data has in the middle of a district, or on another of its towns. Lanzhou lies 47 km
 * from where its row is, Jodhpur 59, Khulna 91. Who alone has the name for far and wide is meant by it all the same.
 */
import { fold } from './fold.ts';
import type { GeonamesPlace } from './geonames.ts';
import { distanceKm } from './near.ts';
import type { SourceCity } from './source-rows.ts';

const WITHIN_KM = 200;
const FROM_POPULATION = 15_000;
/** So many times farther lies the next of the name. */
const TIMES_FARTHER = 3;

type Point = Pick<SourceCity, 'latitude' | 'longitude'>;

/** Joins rows and places of one country that no earlier round has: `join` has its rows, by city id, `taken` its places. */
export function joinAlone(
  cities: readonly SourceCity[],
  places: readonly GeonamesPlace[],
  join: Map<number, GeonamesPlace>,
  taken: ReadonlySet<GeonamesPlace>,
): void {
  const large = places.filter(({ population }) => population >= FROM_POPULATION);
  const names = new Set(large.filter((place) => !taken.has(place)).map(({ name }) => fold(name)));
  const rowsOf = Map.groupBy(cities, ({ name }) => fold(name));
  const placesOf = Map.groupBy(large, ({ name }) => fold(name));
  const codeOf = usualCodes(cities, join);
  for (const name of names) {
    const [rows, namesakes] = [rowsOf.get(name) ?? [], placesOf.get(name) ?? []];
    for (const place of namesakes) {
      const city = aloneNear(place, rows);
      if (taken.has(place) || city === undefined || join.has(city.id)) continue;
      if (aloneNear(city, namesakes) !== place) continue;
      // Another town of the name, whose own place GeoNames has under another one: Tanza of Manila and Tanza in Cavite.
      const code = codeOf.get(city.stateId);
      if (code !== undefined && code !== place.adminCode) continue;
      join.set(city.id, place);
    }
  }
}

/** The nearest of them, if no other is nearly as near. */
function aloneNear<T extends Point>(point: Point, others: readonly T[]): T | undefined {
  const byDistance = others
    .map((other) => ({ other, km: distanceKm(point.latitude, point.longitude, other.latitude, other.longitude) }))
    .filter(({ km }) => km <= TIMES_FARTHER * WITHIN_KM)
    .sort((one, other) => one.km - other.km);
  const [first, second] = byDistance;
  if (first === undefined || first.km > WITHIN_KM) return undefined;
  return second === undefined || second.km >= TIMES_FARTHER * first.km ? first.other : undefined;
}

/** State id → the first-level subdivision that GeoNames has most of its cities in. */
function usualCodes(
  cities: readonly SourceCity[],
  join: ReadonlyMap<number, GeonamesPlace>,
): ReadonlyMap<number, string> {
  const counts = new Map<number, Map<string, number>>();
  for (const { id, stateId } of cities) {
    const code = join.get(id)?.adminCode;
    if (!code) continue;
    const ofState = counts.get(stateId) ?? new Map<string, number>();
    counts.set(stateId, ofState.set(code, (ofState.get(code) ?? 0) + 1));
  }
  return new Map(
    [...counts].map(([stateId, ofState]) => {
      const [[most] = ['']] = [...ofState].sort(([, one], [, other]) => other - one);
      return [stateId, most];
    }),
  );
}
