/** Says where a thing is instead of where a row has it. */
import type { Places } from './places.ts';

/** Where a city is, beside the state or else the country that was named. */
export function whereCity(
  places: Places,
  city: number,
  state: number | undefined,
  country: number | undefined,
): string {
  if (state !== undefined) return `city is in ${codeOf(places, city)}, not ${codeOf(places, state)}`;
  return `city is in ${places.countryCode(city)}, not ${country === undefined ? '' : codeOf(places, country)}`;
}

/** ISO 3166-2 of a state or a city's state, as far as the data has one; else that of the country. */
export function codeOf(places: Places, place: number): string {
  return places.subdivisionCode(place) ?? places.countryCode(place);
}
