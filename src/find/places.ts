/** The columns of all places of a data set: what suggest, near and locate need of a row without asking the database. */
import { capitalKey } from './capitals.ts';
import { lowerBoundIn } from './lower-bound.ts';
import { type Sections, section } from './sections.ts';

export type PlaceType = 'country' | 'state' | 'city';

/** In the order of the places' numbers: all countries, all states, all cities, each by id. */
export const PLACE_TYPES: readonly PlaceType[] = ['country', 'state', 'city'];

/** Stands where a place has no country or state. */
export const NO_PLACE = 0xffff_ffff;
/** Stands where nothing tells which state a state is a part of, or that it is none's. */
export const UNTOLD = 0xffff_fffe;

export const CAPITAL_OF_COUNTRY = 2;
export const CAPITAL_OF_STATE = 1;

/** Places are numbered from 0; the number is what the other indexes keep. */
export interface Places {
  readonly size: number;
  /** The first number that is a state's, and the first that is a city's. */
  readonly firstState: number;
  readonly firstCity: number;
  readonly ids: Uint32Array;
  /** The number of each place's country; a country's is its own. */
  readonly countries: Uint32Array;
  /** The number of each place's state; a state's is its own, a country has {@link NO_PLACE}. */
  readonly states: Uint32Array;
  /** 0 where it is not known. */
  readonly populations: Uint32Array;
  /** Degrees; NaN where the data has none. */
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** {@link CAPITAL_OF_COUNTRY}, {@link CAPITAL_OF_STATE} or 0; of states of those that stand for a city only. */
  readonly capitals: Uint8Array;
  /** What the states are, folded: "prefecture", "autonomous region". */
  readonly kinds: ReadonlySet<string>;
  /** Which of the kinds a state is; undefined where the data does not say, and for places of other types. */
  kindOf(state: number): string | undefined;
  /** The number of the state that a state is a part of; {@link NO_PLACE} where it is none's. */
  parentOf(state: number): number;
  /** Whether it may be a part of one without our knowing of which. */
  mayBePart(state: number): boolean;
  /** Whether cities lie in the state itself. Where a country has two levels of states they lie in those of one. */
  hasCities(state: number): boolean;
  /** Whether other states are parts of it. */
  hasParts(state: number): boolean;
  /** Whether it is the upper one of two levels of states: it has parts, or no cities. */
  isUpper(state: number): boolean;
  /** The numbers of a country's cities, by the country's number. */
  citiesOf(country: number): readonly number[];
  typeOf(place: number): PlaceType;
  /** Whether a country's row calls its capital so, which the data may have as no city. */
  isCapital(country: number, name: string): boolean;
  /** The ISO 3166-1 alpha-2 code of a place's country. */
  countryCode(place: number): string;
  /** The last part of the ISO 3166-2 code of a place's state; undefined where it has none. */
  stateCode(place: number): string | undefined;
  /** ISO 3166-2 of a place's state, or of a state: `US-CA`; undefined where it has none. */
  subdivisionCode(place: number): string | undefined;
  /** The number of the place with an id; undefined where there is none. */
  placeOf(type: PlaceType, id: number): number | undefined;
  /** The number of the country with an ISO 3166-1 alpha-2 code in capitals. */
  country(iso2: string): number | undefined;
}

export function openPlaces(sections: Sections): Places {
  const ids = section(sections, 'places.ids', Uint32Array);
  const countries = section(sections, 'places.countries', Uint32Array);
  const codes = section(sections, 'places.codes', Uint16Array);
  const [firstState = 0, stateCount = 0] = section(sections, 'places.counts', Uint32Array);
  const firstCity = firstState + stateCount;
  const textsOf = (name: string): string[] =>
    Buffer.from(section(sections, name, Uint8Array))
      .toString()
      .split('\0');
  const stateCodes = textsOf('places.stateCodes');
  const capitalKeys = textsOf('places.capitalKeys');
  const states = section(sections, 'places.states', Uint32Array);
  const kindNames = textsOf('places.kindNames');
  const kinds = section(sections, 'places.kinds', Uint16Array);
  const latitudes = section(sections, 'places.latitudes', Float64Array);
  const longitudes = section(sections, 'places.longitudes', Float64Array);
  const parents = section(sections, 'places.parents', Uint32Array);
  const parentOf = (state: number): number => {
    const parent = parents[state - firstState] ?? UNTOLD;
    return parent === UNTOLD ? NO_PLACE : parent;
  };
  const withCities = new Set(states.subarray(firstCity));
  const withParts = new Set(parents);
  const names = Array.from(codes, unpackedCode);
  const byCode = new Map(names.map((code, place) => [code, place]));
  const cities: number[][] = names.map(() => []);
  for (let place = firstCity; place < ids.length; place += 1) cities[countries[place] ?? NO_PLACE]?.push(place);
  const countryCode = (place: number): string => names[countries[place] ?? NO_PLACE] ?? '';
  const stateCode = (place: number): string | undefined =>
    stateCodes[(states[place] ?? NO_PLACE) - firstState] || undefined;
  return {
    size: ids.length,
    firstState,
    firstCity,
    ids,
    countries,
    states,
    populations: section(sections, 'places.populations', Uint32Array),
    latitudes,
    longitudes,
    capitals: section(sections, 'places.capitals', Uint8Array),
    kinds: new Set(kindNames.slice(1)),
    kindOf: (state) => kindNames[kinds[state - firstState] ?? 0] || undefined,
    parentOf,
    mayBePart: (state) => parents[state - firstState] === UNTOLD,
    hasCities: (state) => withCities.has(state),
    hasParts: (state) => withParts.has(state),
    isUpper: (state) => withParts.has(state) || !withCities.has(state),
    citiesOf: (country) => cities[country] ?? [],
    isCapital: (country, name) => (capitalKeys[country] ?? '') !== '' && capitalKeys[country] === capitalKey(name),
    typeOf: (place) => (place < firstState ? 'country' : place < firstCity ? 'state' : 'city'),
    countryCode,
    stateCode,
    subdivisionCode(place) {
      const code = stateCode(place);
      return code === undefined ? undefined : `${countryCode(place)}-${code}`;
    },
    country: (iso2) => byCode.get(iso2),
    placeOf(type, id) {
      const from = { country: 0, state: firstState, city: firstCity }[type];
      const to = { country: firstState, state: firstCity, city: ids.length }[type];
      return indexOfId(ids, id, from, to);
    },
  };
}

/** Ids rise within a type. */
function indexOfId(ids: Uint32Array, id: number, from: number, to: number): number | undefined {
  const at = lowerBoundIn(ids, id, from, to);
  return at < to && ids[at] === id ? at : undefined;
}

/** What a feature code of GeoNames says of a city. */
export function seatRank(featureCode: string | undefined): number {
  if (featureCode === 'PPLC') return CAPITAL_OF_COUNTRY;
  return featureCode === 'PPLA' ? CAPITAL_OF_STATE : 0;
}

function unpackedCode(code: number): string {
  return String.fromCharCode(code >> 8, code & 0xff);
}
