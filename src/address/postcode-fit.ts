/** How well postcodes fit places: what a batch of rows asks again is not reckoned again. */
import type { PlaceIndex } from '../find/place-index.ts';
import { NO_PLACE } from '../find/places.ts';
import type { PostcodeFit } from '../find/typed-postcode.ts';
import { addressData } from './address-data.ts';
import { barePostcode, mayBePostcode } from './postcode.ts';
import { type PostcodeStates, statesOfPostcode } from './postcode-states.ts';

/**
 * Of a country whose states' postcodes are not told apart, or of a country itself: nearly as good, since most countries' look alike
 * (75001 is Paris's, and one of Texas).
 */
const OF_COUNTRY = 0.9;
const MOST_KNOWN = 5_000;

/** The states that a postcode may be of; undefined where the country's do not tell, null where it is none of the country. */
type KnownStates = PostcodeStates | undefined | null;

/** 1 for a place in a state whose postcodes begin so, less where only its country's look so. One for each batch of rows or question: it remembers what was asked, and what people type is kept by nothing that lives longer. */
export function createPostcodeFit(index: PlaceIndex): PostcodeFit {
  const { countries, states } = index.places;
  const known = new Map<string, KnownStates>();

  function find(postcode: string, country: number): KnownStates {
    const iso2 = index.places.countryCode(country);
    const data = addressData(iso2);
    if (data.postcodePattern === undefined) return null;
    const bare = barePostcode(postcode, iso2, data);
    return mayBePostcode(bare, data) ? statesOfPostcode(index, country, bare) : null;
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
