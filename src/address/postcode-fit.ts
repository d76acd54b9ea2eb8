/** How well postcodes fit places: what a batch of rows asks again is not reckoned again. */
import type { PlaceIndex } from '../find/place-index.ts';
import { NO_PLACE, type Places } from '../find/places.ts';
import type { PostcodeFit } from '../find/typed-postcode.ts';
import { type AddressData, addressData } from './address-data.ts';
import { barePostcode, mayBePostcode, subdivisionsWith } from './postcode.ts';
import { statesOfAddresses } from './states-of-addresses.ts';

/**
 * Of a country whose states' postcodes are not told apart, or of a country itself: nearly as good, since most countries' look alike
 * (75001 is Paris's, and one of Texas).
 */
const OF_COUNTRY = 0.9;
const MOST_KNOWN = 5_000;
/** Countries whose postcodes begin with the state's number in ISO 3166-2, which the address data does not tell: wilayas, départements. */
const BY_STATE_NUMBER: ReadonlySet<string> = new Set(['DZ', 'FR']);
/** Corsica was one département, and its postcodes have stayed. */
const CORSICA: Readonly<Record<string, string>> = { '2A': '20', '2B': '20' };

/** The states that a postcode may be of; undefined where the country's do not tell, null where it is none of the country. */
type KnownStates = { readonly states: ReadonlySet<number>; readonly told: ReadonlySet<number> } | undefined | null;

/** 1 for a place in a state whose postcodes begin so, less where only its country's look so. One for each batch of rows or question: it remembers what was asked, and what people type is kept by nothing that lives longer. */
export function createPostcodeFit(index: PlaceIndex): PostcodeFit {
  const { countries, states } = index.places;
  const joins = new Map<number, readonly (number | undefined)[]>();
  const known = new Map<string, KnownStates>();

  function find(postcode: string, country: number): KnownStates {
    const iso2 = index.places.countryCode(country);
    const data = addressData(iso2);
    if (data.postcodePattern === undefined) return null;
    const bare = barePostcode(postcode, iso2, data);
    if (!mayBePostcode(bare, data)) return null;
    const having = subdivisionsWith(bare, data);
    if (having === undefined)
      return BY_STATE_NUMBER.has(iso2) ? statesByNumber(index.places, country, bare) : undefined;
    const joined = joins.get(country) ?? statesOfAddresses(index, country, data.subdivisions);
    joins.set(country, joined);
    return { states: new Set(having.flatMap((at) => joined[at] ?? [])), told: toldStates(joined, data) };
  }

  return (postcode, place) => {
    const country = countries[place] ?? NO_PLACE;
    const key = `${country} ${postcode}`;
    const found = known.has(key) ? known.get(key) : find(postcode, country);
    if (!known.has(key) && known.size < MOST_KNOWN) known.set(key, found);
    if (found === null) return 0;
    const state = states[place] ?? NO_PLACE;
    if (found?.states.has(state)) return 1;
    return found?.told.has(state) ? 0 : OF_COUNTRY;
  };
}

function statesByNumber(places: Places, country: number, postcode: string): KnownStates {
  const found = new Set<number>();
  const told = new Set<number>();
  for (let state = places.firstState; state < places.firstCity; state += 1) {
    const code = places.countries[state] === country ? (places.stateCode(state) ?? '') : '';
    const number = CORSICA[code] ?? /^\d{2,3}/.exec(code)?.[0];
    if (number === undefined) continue;
    told.add(state);
    if (postcode.startsWith(number)) found.add(state);
  }
  return { states: found, told };
}

/** States of which it is known what their postcodes begin with. */
function toldStates(joined: readonly (number | undefined)[], { subdivisions }: AddressData): ReadonlySet<number> {
  return new Set(
    joined.filter((state, at) => state !== undefined && subdivisions[at]?.postcodes !== undefined),
  ) as Set<number>;
}
