/** How large a city is likely to be, where the rows of a data set contradict each other. Used for ranking only. */
import { fold } from './fold.ts';
import type { GeonamesJoin, GeonamesPlace } from './geonames.ts';
import { distanceKm } from './near.ts';
import type { SourceCity } from './source-rows.ts';

/** Rows of one name that lie no farther apart are one place that the data has twice. */
const SAME_PLACE_KM = 12;

export interface Standing {
  /** People; 0 where nobody counted them. */
  readonly size: number;
  /** What GeoNames knows of the place: by the row itself, or by the other row of the same place. */
  readonly geonames: GeonamesPlace | undefined;
  /** The other row of the same place is the larger one: this one stands behind it. */
  readonly isSecond: boolean;
}

/**
 * City id → its standing. Rows of one name in a country that have one population to the digit share a count that
 * is one's at most: GeoNames' count stands in where it has one, and of the others the first keeps it.
 */
export function standingsOf(cities: readonly SourceCity[], geonames: GeonamesJoin): Map<number, Standing> {
  const sizes = sizesOf(cities, geonames);
  const size = (id: number): number => sizes.get(id) ?? 0;
  const standings = new Map<number, Standing>(
    cities.map(({ id }) => [id, { size: size(id), geonames: geonames.get(id), isSecond: false }]),
  );
  for (const [id, other] of twinsOf(cities, geonames)) {
    const known = geonames.get(other);
    const larger = Math.max(size(id), size(other));
    const isSecond = size(id) <= size(other);
    standings.set(id, { size: larger, geonames: known, isSecond });
    if (standings.get(other)?.isSecond === false)
      standings.set(other, { size: larger, geonames: known, isSecond: !isSecond });
  }
  return standings;
}

function sizesOf(cities: readonly SourceCity[], geonames: GeonamesJoin): Map<number, number> {
  const counted = (city: SourceCity): number => geonames.get(city.id)?.population ?? 0;
  const sizes = new Map(cities.map((city) => [city.id, city.population || counted(city)]));
  const shared = Map.groupBy(
    cities.filter(({ population }) => population),
    ({ countryCode, population, name }) => `${countryCode} ${population} ${fold(name)}`,
  );
  for (const group of shared.values()) {
    if (group.length === 1) continue;
    const [first] = group.filter((city) => counted(city) === 0).sort((one, other) => one.id - other.id);
    const isTaken = group.some((city) => counted(city) === city.population);
    for (const city of group) if (city !== first || isTaken) sizes.set(city.id, counted(city));
  }
  return sizes;
}

/** Row that GeoNames was not joined to → the nearest row of the same place that it was. */
function twinsOf(cities: readonly SourceCity[], geonames: GeonamesJoin): Map<number, number> {
  const nameOf = (city: SourceCity): string => `${city.countryCode} ${fold(city.name)}`;
  const lone = cities.filter(({ id }) => !geonames.has(id));
  // Of a million names hardly any is looked for.
  const joinedByName = new Map<string, SourceCity[]>(lone.map((city) => [nameOf(city), []]));
  for (const city of cities) {
    for (const name of namesInCountry(city, geonames.get(city.id))) joinedByName.get(name)?.push(city);
  }
  const twins = new Map<number, number>();
  for (const city of lone) {
    const named = joinedByName.get(nameOf(city)) ?? [];
    const [nearest] = named
      .map((other) => ({ other, km: kmBetween(city, other) }))
      .filter(({ km }) => km <= SAME_PLACE_KM)
      .sort((one, other) => one.km - other.km || one.other.id - other.other.id);
    if (nearest !== undefined) twins.set(city.id, nearest.other.id);
  }
  return twins;
}

/** None of a row that GeoNames was not joined to. */
function namesInCountry({ name, countryCode }: SourceCity, place: GeonamesPlace | undefined): Set<string> {
  const names = place === undefined ? [] : [name, place.name, ...place.alternateNames];
  return new Set(names.map((each) => `${countryCode} ${fold(each)}`));
}

/** NaN where one of them has no point. */
export function kmBetween(one: SourceCity, other: SourceCity): number {
  const [latitude, longitude] = [Number(one.latitude ?? Number.NaN), Number(one.longitude ?? Number.NaN)];
  return distanceKm(latitude, longitude, Number(other.latitude ?? Number.NaN), Number(other.longitude ?? Number.NaN));
}
