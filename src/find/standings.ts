/** How large a city is likely to be, where the rows of a data set contradict each other. Used for ranking only. */
import { fold } from './fold.ts';
import type { GeonamesJoin, GeonamesPlace } from './geonames.ts';
import { distanceKm } from './near.ts';
import type { SourceCity, SourceState } from './source-rows.ts';

/** Rows of one name that lie no farther apart are one place that the data has twice. */
const SAME_PLACE_KM = 12;
/** A city so far from the point of its state does not lie there, where another state's is several times nearer. */
const OUT_OF_STATE_KM = 300;
const TIMES_NEARER = 3;

export interface Standing {
  /** People; 0 where nobody counted them. */
  readonly size: number;
  /** What GeoNames knows of the place: by the row itself, or by the other row of the same place. */
  readonly geonames: GeonamesPlace | undefined;
  /** The other row of the same place is the larger one: this one stands behind it. */
  readonly isSecond: boolean;
}

/** So many times the people that the row has are somebody else's in the row: Shenzhen with its 17 million has 5,712. */
const MISCOUNTED = 30;
/** A prefecture has up to so many times the people of the city that it is named after, by what the rows of China have of them. */
const OF_PREFECTURE = 8;
/** The count of a city of so many stands in a row of its name even where its own row has another. */
const CITY = 500_000;

/** The standing of a city. It is worked out when it is asked for, and kept only of cities whose rows contradict others: they are few. */
export type Standings = (city: SourceCity) => Standing;

/**
 * Where several rows of a country have the same name and the same population to the digit, the source has written one city's count into
 * all of them. One row at most keeps it: the largest by GeoNames, unless that is too small or too large for it, else the first that
 * GeoNames does not count. All others have the count of GeoNames, or none. Nor does a row keep what fits a large city of its name only, or
 * what a city beside it has.
 *
 * Of two rows of a place the one that lies in its state is the place: Nanjing is in Jiangsu and, in another row, in Taiwan. Where they are
 * of two countries, as those of Puerto Rico are, the one that GeoNames has stands first.
 */
export function standingsOf(
  cities: readonly SourceCity[],
  geonames: GeonamesJoin,
  states: readonly SourceState[],
): Standings {
  const twins = twinsOf(cities, geonames);
  const size = sizesOf(cities, geonames, twins);
  const kmToState = distancesToStates(states);
  const twinned = new Map<number, Standing>();
  const standing = (city: SourceCity): Standing =>
    twinned.get(city.id) ?? { size: size(city), geonames: geonames.get(city.id), isSecond: false };
  for (const [city, other] of twins) {
    const known = geonames.get(other.id);
    const isAbroad = city.countryCode !== other.countryCode;
    // A point that is another town's of the name: San Sebastián's of Puerto Rico is in Spain.
    if (isAbroad && isOutOfState(kmToState(city), kmToState(other))) continue;
    const larger = Math.max(size(city), size(other));
    if (isOutOfState(kmToState(other), kmToState(city))) {
      twinned.set(city.id, { size: larger, geonames: known, isSecond: false });
      twinned.set(other.id, { size: 0, geonames: undefined, isSecond: true });
      continue;
    }
    const isSecond = isAbroad || size(city) <= size(other);
    twinned.set(city.id, { size: larger, geonames: known, isSecond });
    if (!standing(other).isSecond) twinned.set(other.id, { size: larger, geonames: known, isSecond: !isSecond });
  }
  return standing;
}

/** False where one of them is not known. */
function isOutOfState(km: number, kmOfOther: number): boolean {
  return km > OUT_OF_STATE_KM && km > TIMES_NEARER * kmOfOther;
}

/** How far cities lie from the points of their states; NaN where one has none. */
function distancesToStates(states: readonly SourceState[]): (city: SourceCity) => number {
  const byId = new Map(states.map((state) => [state.id, state]));
  return (city) => {
    const state = byId.get(city.stateId);
    return state === undefined ? Number.NaN : kmBetween(city, state);
  };
}

function sizesOf(
  cities: readonly SourceCity[],
  geonames: GeonamesJoin,
  twins: ReadonlyMap<SourceCity, SourceCity>,
): (city: SourceCity) => number {
  const counted = (city: SourceCity): number => geonames.get(city.id)?.population ?? 0;
  const countedAsPlace = (city: SourceCity): number => counted(twins.get(city) ?? city);
  const most = (rows: readonly SourceCity[]): number =>
    rows.reduce((found, city) => Math.max(found, countedAsPlace(city)), 0);
  /** Whose of the rows of one name and one count it is, if one's of them; `mostOfName` is what GeoNames counts at most of the name. */
  function ownerOf(people: number, group: readonly SourceCity[], mostOfName: number): SourceCity | undefined {
    const own = most(group);
    if (isOfPrefecture(people, own)) return group.find((city) => countedAsPlace(city) === own);
    if (mostOfName >= CITY && isOfPrefecture(people, mostOfName)) return undefined;
    return group.length === 1 ? group[0] : group.find((city) => counted(city) === 0);
  }
  /** Those that do not have the count of their rows. */
  const without = new Set<number>();
  const inOrder = cities.toSorted((one, other) => one.id - other.id);
  for (const named of Map.groupBy(inOrder, ({ countryCode, name }) => `${countryCode} ${fold(name)}`).values()) {
    if (named.length === 1) continue;
    const mostOfName = most(named);
    for (const [people, group] of Map.groupBy(named, ({ population }) => population ?? 0)) {
      const owner = ownerOf(people, group, mostOfName);
      for (const city of group) if (city !== owner) without.add(city.id);
    }
  }
  for (const { id } of districtsOf(cities, counted)) without.add(id);
  const isMiscounted = (city: SourceCity): boolean => counted(city) >= MISCOUNTED * (city.population ?? 0);
  return (city) => (without.has(city.id) || isMiscounted(city) ? counted(city) : (city.population ?? 0));
}

/**
 * Rows that GeoNames does not count and that have, to the digit, the people of a city beside them: Victoria Island has the fifteen millions of
 * Lagos, Hai Bà Trưng those of Hanoi. They are districts of it.
 */
function districtsOf(cities: readonly SourceCity[], counted: (city: SourceCity) => number): SourceCity[] {
  const keyOf = (city: SourceCity, people: number) => `${city.countryCode} ${people}`;
  const uncounted = cities.filter((city) => city.population && counted(city) === 0);
  const asked = new Set(uncounted.map((city) => keyOf(city, city.population ?? 0)));
  const byCount = Map.groupBy(
    cities.filter((city) => asked.has(keyOf(city, counted(city)))),
    (city) => keyOf(city, counted(city)),
  );
  return uncounted.filter((city) =>
    byCount.get(keyOf(city, city.population ?? 0))?.some((other) => kmBetween(city, other) <= SAME_PLACE_KM),
  );
}

/** Whether so many people may be a city of so many with what belongs to it. */
function isOfPrefecture(people: number, ofCity: number): boolean {
  return ofCity <= people && people <= OF_PREFECTURE * ofCity;
}

/** Row that GeoNames was not joined to → the nearest row of the same place that it was, of its country where there is one. */
function twinsOf(cities: readonly SourceCity[], geonames: GeonamesJoin): Map<SourceCity, SourceCity> {
  const nameOf = (city: SourceCity): string => fold(city.name);
  const lone = cities.filter(({ id }) => !geonames.has(id));
  // Of a million names hardly any is looked for.
  const joinedByName = new Map<string, SourceCity[]>(lone.map((city) => [nameOf(city), []]));
  for (const city of cities) {
    for (const name of allNames(city, geonames.get(city.id))) joinedByName.get(name)?.push(city);
  }
  const twins = new Map<SourceCity, SourceCity>();
  for (const city of lone) {
    const named = joinedByName.get(nameOf(city)) ?? [];
    const isAbroad = (other: SourceCity): number => Number(other.countryCode !== city.countryCode);
    const [nearest] = named
      .map((other) => ({ other, km: kmBetween(city, other) }))
      .filter(({ km }) => km <= SAME_PLACE_KM)
      .sort((a, b) => isAbroad(a.other) - isAbroad(b.other) || a.km - b.km || a.other.id - b.other.id);
    if (nearest !== undefined) twins.set(city, nearest.other);
  }
  return twins;
}

/** None of a row that GeoNames was not joined to. */
function allNames({ name }: SourceCity, place: GeonamesPlace | undefined): Set<string> {
  const names = place === undefined ? [] : [name, place.name, ...place.alternateNames];
  return new Set(names.map(fold));
}

type Point = Pick<SourceCity, 'latitude' | 'longitude'>;

/** NaN where one of them has no point. */
export function kmBetween(one: Point, other: Point): number {
  return distanceKm(one.latitude, one.longitude, other.latitude, other.longitude);
}
