/** Of which states of a country a postcode may be, by what it begins with. */
import type { PlaceIndex } from '../find/place-index.ts';
import type { Places } from '../find/places.ts';
import { addressData } from './address-data.ts';
import { subdivisionsWith } from './postcode.ts';
import { statesOfAddresses } from './states-of-addresses.ts';

export interface PostcodeStates {
  readonly states: ReadonlySet<number>;
  /** Those of which it is known what their postcodes begin with. */
  readonly told: ReadonlySet<number>;
  /** Whether only states' numbers tell it, which holds for most places and not for all: enough to prefer one, and not to call one wrong. */
  readonly isByNumber: boolean;
}

/** Countries whose postcodes begin with the state's number in ISO 3166-2, which the address data does not tell: wilayas, départements. */
const BY_STATE_NUMBER: ReadonlySet<string> = new Set(['DZ', 'FR']);
/** Corsica was one département, and its postcodes have stayed. */
const CORSICA: Readonly<Record<string, string>> = { '2A': '20', '2B': '20' };

/** `bare` as {@link barePostcode} gives it; undefined where nothing tells the states of the country apart. */
export function statesOfPostcode(index: PlaceIndex, country: number, bare: string): PostcodeStates | undefined {
  const iso2 = index.places.countryCode(country);
  const data = addressData(iso2);
  const having = subdivisionsWith(bare, data);
  if (having === undefined) return BY_STATE_NUMBER.has(iso2) ? statesByNumber(index.places, country, bare) : undefined;
  const joined = statesOfAddresses(index, country, data.subdivisions);
  const told = joined.flatMap((state, at) =>
    state === undefined || data.subdivisions[at]?.postcodes === undefined ? [] : [state],
  );
  return { states: new Set(having.flatMap((at) => joined[at] ?? [])), told: new Set(told), isByNumber: false };
}

function statesByNumber(places: Places, country: number, bare: string): PostcodeStates {
  const found = new Set<number>();
  const told = new Set<number>();
  for (let state = places.firstState; state < places.firstCity; state += 1) {
    const code = places.countries[state] === country ? (places.stateCode(state) ?? '') : '';
    const number = CORSICA[code] ?? /^\d{2,3}/.exec(code)?.[0];
    if (number === undefined) continue;
    told.add(state);
    if (bare.startsWith(number)) found.add(state);
  }
  return { states: found, told, isByNumber: true };
}
