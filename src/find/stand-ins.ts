/** What stands for a place where its row lacks it: the size of a state, the initials of a city. */
import { fold } from './fold.ts';
import { NO_PLACE, type Places } from './places.ts';
import type { SourceCity, SourceState } from './source-rows.ts';
import type { Standing, Standings } from './standings.ts';

/** Of smaller cities nobody writes the initials alone. */
const KNOWN_BY_INITIALS = 1_000_000;

/** LA is Los Angeles. */
export function initialsOf({ name }: SourceCity, { size }: Standing): string[] {
  const words = name.split(' ');
  if (size < KNOWN_BY_INITIALS || words.length < 2 || words.length > 4) return [];
  return [words.map((word) => word.charAt(0)).join('')];
}

/**
 * People in the cities of each state, those of its parts included, by the state's number: 0 where a city of the country
 * is called as the state is, since who types the name means the city.
 */
export function sizesOfStates(
  places: Places,
  states: readonly SourceState[],
  cities: readonly SourceCity[],
  standingOf: Standings,
): Float64Array {
  const sizes = new Float64Array(places.firstCity);
  const called = new Set<string>();
  for (const [at, city] of cities.entries()) {
    called.add(`${city.countryCode} ${fold(city.name)}`);
    const { size, isSecond } = standingOf(city);
    let state = places.states[places.firstCity + at] ?? NO_PLACE;
    for (; state !== NO_PLACE && !isSecond; state = places.parentOf(state)) sizes[state] = (sizes[state] ?? 0) + size;
  }
  for (const [at, { name, countryCode }] of states.entries()) {
    if (called.has(`${countryCode} ${fold(name)}`)) sizes[places.firstState + at] = 0;
  }
  return sizes;
}
