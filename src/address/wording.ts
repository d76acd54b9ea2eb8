/** Places as findings write them. */
import type { PlaceIndex } from '../find/place-index.ts';

/** More of them tell nobody anything. */
const MOST_NAMED = 3;

/** `Germany (DE)`, `Bavaria (DE-BY)`, `Munich`. */
export function worded({ places, labels }: PlaceIndex, place: number): string {
  const { text } = labels.nameOf(place);
  const code = codeOf(places, place);
  return places.typeOf(place) === 'city' || code === undefined ? text : `${text} (${code})`;
}

export function allWorded(index: PlaceIndex, places: readonly number[]): string {
  const some = places.slice(0, MOST_NAMED).map((place) => worded(index, place));
  const left = places.length - some.length;
  return left > 0 ? `${some.join(', ')} and ${left} more` : some.join(' or ');
}

/** ISO 3166-1 alpha-2 of a country, ISO 3166-2 of a state or of a city's state; undefined where it has none. */
export function codeOf(places: PlaceIndex['places'], place: number): string | undefined {
  return places.typeOf(place) === 'country' ? places.countryCode(place) : places.subdivisionCode(place);
}
