/** Whether places may lie in states that somebody names: states are parts of states, and the data does not tell all of that. */
import { authoritiesOf } from './counties.ts';
import { fold } from './fold.ts';
import { distanceKm } from './near.ts';
import { NO_PLACE, type Places } from './places.ts';
import { countryOfState } from './territories.ts';

/** What lies so far from a state's point lies in another one: few that have no cities in the data are as large as a desert's. */
const FAR_KM = 400;
/** Indonesia's "geographical units", Sumatra and the like, as folded kinds are. */
const GROUP_OF_ISLANDS = 'geographical unit';
const FAR_IN_GROUP_KM = 1_200;

/**
 * A test of places by their numbers. A place may lie in a state that is its own, or one above that, or a part of it. Of a state that has
 * neither cities nor parts nothing is told: what lies in the same state above it may lie in it, or in its country and not far away. One that has parts may have
 * more of them: states beside those, of which is not told what they are parts of. In a state that is a country as well lies what lies in that.
 */
export function mayLieIn(places: Places, states: Iterable<number>): (place: number) => boolean {
  const { parentOf, mayBePart, hasCities, hasParts, countries } = places;
  /** Whatever has one of these for its state or above it. */
  const around = new Set<number>();
  /** What has one of these for its state. */
  const above = new Set<number>();
  const wholes = new Set<number>();
  /** Of which nothing is told. */
  const alone: number[] = [];
  /** Countries of those that have parts and no cities. */
  const inParts = new Set<number>();
  for (const state of states) {
    around.add(state);
    for (const authority of authoritiesOf(places, state)) around.add(authority);
    const territory = countryOfState(places, state);
    if (territory !== NO_PLACE) wholes.add(territory);
    const parent = parentOf(state);
    for (const each of wholesAbove(places, state)) above.add(each);
    if (hasCities(state) || territory !== NO_PLACE) continue;
    if (hasParts(state)) inParts.add(countries[state] ?? NO_PLACE);
    else if (parent === NO_PLACE) alone.push(state);
    else around.add(parent);
  }
  return (place) => {
    const country = countries[place] ?? NO_PLACE;
    const own = places.states[place] ?? NO_PLACE;
    if (wholes.has(country) || above.has(own)) return true;
    if (alone.some((state) => countries[state] === country && !isFar(places, place, state))) return true;
    for (let state = own; state !== NO_PLACE; state = parentOf(state)) if (around.has(state)) return true;
    return inParts.has(country) && own !== NO_PLACE && mayBePart(own) && !hasParts(own);
  };
}

/** What a state is a part of, what that is a part of, and so on. */
export function wholesAbove({ parentOf }: Places, state: number): readonly number[] {
  const wholes: number[] = [];
  for (let whole = parentOf(state); whole !== NO_PLACE; whole = parentOf(whole)) wholes.push(whole);
  return wholes;
}

/** False where one of them has no point. */
function isFar({ latitudes, longitudes, kindOf }: Places, place: number, state: number): boolean {
  const pointOf = (each: number) => [latitudes[each] ?? Number.NaN, longitudes[each] ?? Number.NaN] as const;
  return (
    distanceKm(...pointOf(place), ...pointOf(state)) > (kindOf(state) === GROUP_OF_ISLANDS ? FAR_IN_GROUP_KM : FAR_KM)
  );
}

/**
 * Whether a city and its state are called the same: the state says no more than the city then, since the data has London in a borough
 * and Manchester in the district next to that of its name.
 */
export function isNamedTwice(city: string | undefined, state: string | undefined): boolean {
  return city !== undefined && state !== undefined && fold(city) === fold(state);
}
