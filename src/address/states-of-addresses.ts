/** Which of our states the subdivisions are that addresses name: by code, else by name. */
import { Candidates } from '../find/candidates.ts';
import type { PlaceIndex } from '../find/place-index.ts';
import type { Subdivision } from './address-data.ts';

type Joined = readonly (number | undefined)[];

/** What was joined of a data set: index → country → states. It is forgotten with the index. */
const known = new WeakMap<PlaceIndex, Map<number, Joined>>();

/**
 * Numbers of states in the order of the subdivisions, undefined where none is the same; a state stands for one of them.
 * `subdivisions` are those of the country's address data, which are the same for the life of the process.
 */
export function statesOfAddresses(index: PlaceIndex, country: number, subdivisions: readonly Subdivision[]): Joined {
  const countries = known.get(index) ?? new Map<number, Joined>();
  known.set(index, countries);
  const joined = countries.get(country) ?? join(index, country, subdivisions);
  countries.set(country, joined);
  return joined;
}

function join({ places, names }: PlaceIndex, country: number, subdivisions: readonly Subdivision[]): Joined {
  const own = statesOf(places, country);
  const byCode = new Map(own.map((state) => [places.stateCode(state) ?? '', state]));
  const candidates = new Candidates(places, names);
  const byName = (text: string): number | undefined =>
    candidates.named('state', text).find(({ place, isCode }) => !isCode && places.countries[place] === country)?.place;
  const ways: readonly ((of: Subdivision) => number | undefined)[] = [
    ({ isoCode, key }) => byCode.get(isoCode ?? key),
    ({ latinName, name, key }) => byName(latinName ?? name) ?? byName(name) ?? byName(key),
  ];
  const joined = new Array<number | undefined>(subdivisions.length).fill(undefined);
  const taken = new Set<number>();
  for (const way of ways) {
    for (const [at, subdivision] of subdivisions.entries()) {
      const state = joined[at] === undefined ? way(subdivision) : undefined;
      if (state === undefined || taken.has(state)) continue;
      joined[at] = state;
      taken.add(state);
    }
  }
  return joined;
}

/** The numbers of a country's states, by id. */
export function statesOf({ countries, firstState, firstCity }: PlaceIndex['places'], country: number): number[] {
  const found: number[] = [];
  for (let state = firstState; state < firstCity; state += 1) if (countries[state] === country) found.push(state);
  return found;
}
