/** Makes the columns of all places from their rows. */
import { capitalKey, statesThatAreCapitals } from './capitals.ts';
import { fold } from './fold.ts';
import type { GeonamesJoin } from './geonames.ts';
import { CAPITAL_OF_COUNTRY, CAPITAL_OF_STATE, NO_PLACE, seatRank, UNTOLD } from './places.ts';
import type { Sections } from './sections.ts';
import type { SourceCity, SourceCountry, SourceRows, SourceState } from './source-rows.ts';
import { wholesOf } from './wholes.ts';

export interface OrderedRows {
  readonly countries: readonly SourceCountry[];
  readonly states: readonly SourceState[];
  readonly cities: readonly SourceCity[];
}

/** The rows in the order of the places' numbers. */
export function inOrder(rows: SourceRows): OrderedRows {
  const byId = (one: { id: number }, other: { id: number }): number => one.id - other.id;
  return {
    countries: rows.countries.toSorted(byId),
    states: rows.states.toSorted(byId),
    cities: rows.cities.toSorted(byId),
  };
}

/** What GeoNames knows of a city stands in where its row says nothing of size and rank. */
export function buildPlaces(rows: SourceRows, geonames?: GeonamesJoin): Sections {
  const { countries, states, cities } = inOrder(rows);
  const all = [...countries, ...states, ...cities];
  const countryByCode = new Map(countries.map(({ iso2 }, place) => [iso2, place]));
  const stateById = new Map(states.map(({ id }, index) => [id, countries.length + index]));
  const countryOf = (row: { countryCode: string }): number => countryByCode.get(row.countryCode) ?? NO_PLACE;
  const capitals = statesThatAreCapitals(rows);
  const populations = all.map(({ population }) => population ?? 0);
  for (const [index, { id }] of cities.entries()) {
    populations[countries.length + states.length + index] ||= geonames?.get(id)?.population ?? 0;
  }
  return {
    'places.counts': Uint32Array.of(countries.length, states.length, cities.length),
    'places.codes': Uint16Array.from(countries, ({ iso2 }) => packedCode(iso2)),
    'places.capitalKeys': Buffer.from(countries.map(({ capital }) => capitalKey(capital ?? '')).join('\0')),
    'places.stateCodes': Buffer.from(states.map(({ iso2 }) => iso2 ?? '').join('\0')),
    ...kindSections(states),
    'places.ids': Uint32Array.from(all, ({ id }) => id),
    'places.countries': Uint32Array.from([...countries.keys(), ...states.map(countryOf), ...cities.map(countryOf)]),
    'places.states': Uint32Array.from([
      ...countries.map(() => NO_PLACE),
      ...states.map((_, index) => countries.length + index),
      ...cities.map(({ stateId }) => stateById.get(stateId) ?? NO_PLACE),
    ]),
    'places.parents': parentsOf(states, countries.length, stateById, geonames && wholesOf(states, cities, geonames)),
    'places.populations': Uint32Array.from(populations, (population) => Math.min(population, 0xffff_ffff)),
    'places.latitudes': Float64Array.from(all, (row) => (isNowhere(row) ? Number.NaN : row.latitude)),
    'places.longitudes': Float64Array.from(all, (row) => (isNowhere(row) ? Number.NaN : row.longitude)),
    'places.capitals': Uint8Array.from([
      ...countries.map(() => 0),
      ...states.map((state) => (capitals.has(state) ? CAPITAL_OF_COUNTRY : 0)),
      ...cities.map((city) =>
        Math.max(capitalRank(city, countries[countryOf(city)]), seatRank(geonames?.get(city.id)?.featureCode)),
      ),
    ]),
  };
}

/** Each kind once, and which of them each state is; the first is none. */
function kindSections(states: readonly SourceState[]): Sections {
  const folded = states.map(({ type }) => fold(type ?? ''));
  const names = [...new Set(['', ...folded])];
  const numbers = new Map(names.map((name, number) => [name, number]));
  return {
    'places.kinds': Uint16Array.from(folded, (kind) => numbers.get(kind) ?? 0),
    'places.kindNames': Buffer.from(names.join('\0')),
  };
}

/** A state whose parents come back to it is nobody's part; those below such a circle stay parts of it. */
function parentsOf(
  states: readonly SourceState[],
  firstState: number,
  stateById: ReadonlyMap<number, number>,
  wholes: ReadonlyMap<number, number | null> = new Map(),
): Uint32Array {
  const told = ({ id, parentId }: SourceState): number => {
    const whole = wholes.get(id);
    return whole === null ? NO_PLACE : (stateById.get(whole ?? parentId ?? -1) ?? UNTOLD);
  };
  const parents = Uint32Array.from(states, told);
  const parentOf = (state: number): number => parents[state - firstState] ?? UNTOLD;
  for (const index of states.keys()) {
    const own = firstState + index;
    const above = new Set<number>();
    let parent = parentOf(own);
    while (parent < UNTOLD && parent !== own && !above.has(parent)) {
      above.add(parent);
      parent = parentOf(parent);
    }
    if (parent === own) parents[index] = UNTOLD;
  }
  return parents;
}

/** The default data set has no types: there the name that the country's row gives is all that tells its capital. */
function capitalRank(city: SourceCity, country: SourceCountry | undefined): number {
  if (city.type === 'capital' || city.name === country?.capital) return CAPITAL_OF_COUNTRY;
  return city.type === 'adm1' ? CAPITAL_OF_STATE : 0;
}

/** Nobody lives at 0, 0, in the Gulf of Guinea: it stands where the source does not know. */
function isNowhere({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }): boolean {
  return !latitude && !longitude;
}

function packedCode(iso2: string): number {
  return (iso2.charCodeAt(0) << 8) | iso2.charCodeAt(1);
}
