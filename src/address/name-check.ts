/** Whether the names of a country, a state and a city go together, and where in the world they leave the place. */
import { type Candidate, Candidates } from '../find/candidates.ts';
import { fold } from '../find/fold.ts';
import { isNamedTwice, mayLieIn } from '../find/lies-in.ts';
import type { PlaceIndex } from '../find/place-index.ts';
import { NO_PLACE, PLACE_TYPES } from '../find/places.ts';
import { swapped, withoutCountryAsState } from '../find/nations.ts';
import { countryOfState, wholeOf } from '../find/territories.ts';
import type { Checked, Finding } from './findings.ts';
import { type NamesGiven, nearlyNamed, readNames, stateCalled } from './reading.ts';
import { allWorded, codeOf, worded } from './wording.ts';

export interface NamedPlaces {
  readonly findings: readonly Finding[];
  /** Numbers of the countries that the place may lie in; none where no name tells. */
  readonly countries: ReadonlySet<number>;
  /** Numbers of the states that it may lie in. */
  readonly states: ReadonlySet<number>;
  /** What told the countries. */
  readonly fields: readonly Checked[];
}

/** `isSaid`: whether a city lies where its own text says; one that does is meant. */
export function checkNames(
  said: NamesGiven,
  index: PlaceIndex,
  candidates = new Candidates(index.places, index.names),
  isSaid?: (place: number) => boolean,
): NamedPlaces {
  const { countries: countryOf, states: stateOf } = index.places;
  const turned = swapped(said, candidates, index.places);
  const given = turned ?? withoutCountryAsState(said, candidates, index.places);
  const { country: wholes = [], state: parts = [], city: named = [] } = readNames(index, candidates, given);
  const points =
    isSaid && named.some(({ place }) => isSaid(place)) ? named.filter(({ place }) => isSaid(place)) : named;
  const countries = new Set(wholes.map(({ place }) => place));
  const isHere = (place: number): boolean => countries.size === 0 || countries.has(countryOf[place] ?? NO_PLACE);
  const mayBeHere = (place: number): boolean => isHere(place) || countries.has(wholeOf(index.places, place));
  const hereFirst = (all: readonly number[]): readonly number[] => {
    const here = all.filter(isHere);
    return here.length > 0 ? here : all.filter(mayBeHere);
  };
  const states = hereFirst(parts.map(({ place }) => place));
  const near = points.map(({ place }) => place).filter(mayBeHere);
  const inStates = states.length === 0 ? near : within(near, states, index);
  const possible = inStates.length === 0 && isNamedTwice(given.city, given.state) ? near : inStates;
  const cities = hereFirst(possible);
  const isNoCity =
    cities.length === 0 &&
    (near.length === 0
      ? isThereAsNoCity(given.city, countries, index, candidates)
      : isCalledAs(given.city, states, candidates));
  const isKnown = { country: wholes.length > 0, state: parts.length > 0, city: points.length > 0 || isNoCity };
  const isElsewhere = isSaid !== undefined && cities.length > 0 && !cities.some(isSaid);
  const findings = [
    ...(isElsewhere ? notAsSaid(index, cities[0] ?? NO_PLACE) : []),
    ...(turned === undefined ? [] : countryIsState(said, index, candidates)),
    ...unknownNames(given, index, candidates, isKnown, countries),
    ...(states.length === 0 ? stateElsewhere(index, parts, countries) : []),
    ...(cities.length === 0 && !isNoCity ? cityElsewhere(index, points, near, states, countries) : []),
    ...(isNoCity ? stateBeside(given.city, states, countries, index, candidates) : []),
  ];
  const lowest = (cities.length > 0 ? cities : states).map((each) => countryOf[each]);
  const territories = states.map((state) => countryOfState(index.places, state));
  const isTerritory = states.length > 0 && !territories.includes(NO_PLACE);
  // Fort-de-France is in France, but keeps the time of its own country; a state that is a country as well says that itself.
  const told = isTerritory ? territories : [...countries, ...(countries.size === 0 || cities.length > 0 ? lowest : [])];
  const isByState = isTerritory || given.country !== said.country || (countries.size === 0 && states.length > 0);
  const fields: Checked[] = isByState ? ['state'] : countries.size > 0 ? ['country'] : ['city'];
  return {
    findings,
    countries: new Set(told.map((each) => each ?? NO_PLACE)),
    states: new Set(states.length > 0 ? states : cities.map((city) => stateOf[city] ?? NO_PLACE)),
    fields: countries.size === 0 && states.length > 0 && cities.length > 0 ? ['state', 'city'] : fields,
  };
}

/** Of the cities those that may lie in one of the states; where some lie in just that one, no others. */
function within(cities: readonly number[], states: readonly number[], { places }: PlaceIndex): number[] {
  const asked = new Set(states);
  const own = cities.filter((city) => asked.has(places.states[city] ?? NO_PLACE));
  return own.length > 0 ? own : cities.filter(mayLieIn(places, asked));
}

/** Whether the countries have what the data has as no city of theirs: a state that is one (Buenos Aires, Belgrade), or their capital. */
function isThereAsNoCity(
  city: string | undefined,
  countries: ReadonlySet<number>,
  { places }: PlaceIndex,
  candidates: Candidates,
): boolean {
  if (city === undefined || countries.size === 0) return false;
  if ([...countries].some((country) => places.isCapital(country, city))) return true;
  const called = candidates.named('state', city);
  return called.some(({ place, isCode }) => !isCode && countries.has(places.countries[place] ?? NO_PLACE));
}

/** Whether one of the states is called so: Shanghai in Shanghai is no smaller city elsewhere that some language calls so. */
function isCalledAs(city: string | undefined, states: readonly number[], candidates: Candidates): boolean {
  const called = city === undefined ? [] : candidates.named('state', city);
  return called.some(({ place, isCode }) => !isCode && states.includes(place));
}

function stateElsewhere(index: PlaceIndex, parts: readonly Candidate[], countries: ReadonlySet<number>): Finding[] {
  const [first] = parts;
  if (first === undefined) return [];
  const here = allWorded(index, [...countries]);
  // A code that several states have is nobody's outside of its country.
  const named = parts.find(({ isCode }) => !isCode) ?? (parts.length === 1 ? first : undefined);
  const country = named && index.places.countries[named.place];
  const message =
    named === undefined || country === undefined
      ? `No state of ${here} has that code.`
      : `${worded(index, named.place)} is in ${worded(index, country)}, not in ${here}.`;
  const expected = country === undefined ? undefined : index.places.countryCode(country);
  return [{ code: 'STATE_NOT_IN_COUNTRY', fields: ['state', 'country'], message, expected }];
}

function cityElsewhere(
  index: PlaceIndex,
  points: readonly Candidate[],
  near: readonly number[],
  states: readonly number[],
  countries: ReadonlySet<number>,
): Finding[] {
  const largest = near[0] ?? points[0]?.place;
  if (largest === undefined) return [];
  const { places } = index;
  const inState = states.length > 0 && (near.length > 0 || countries.size === 0);
  const [above = NO_PLACE] = [inState ? places.states[largest] : places.countries[largest]];
  const here = allWorded(index, inState ? states : [...countries]);
  const where = above < places.size ? `${worded(index, largest)} is in ${worded(index, above)}` : 'It is elsewhere';
  return [
    {
      code: inState ? 'CITY_NOT_IN_STATE' : 'CITY_NOT_IN_COUNTRY',
      fields: ['city', inState ? 'state' : 'country'],
      message: `${where}, not in ${here}.`,
      expected: above < places.size ? codeOf(places, above) : undefined,
    },
  ];
}

function isPartOf(name: string, whole: string): boolean {
  return ` ${fold(whole)} `.includes(` ${fold(name)} `);
}

/** Berlin in Germany, where its own text goes on with France. */
function notAsSaid(index: PlaceIndex, city: number): Finding[] {
  const { countries, states } = index.places;
  const above = states[city] === NO_PLACE ? countries[city] : states[city];
  const message = `${worded(index, city)} is in ${worded(index, above ?? NO_PLACE)}, which is not what the text of the city says.`;
  return [{ code: 'CITY_NOT_IN_STATE', fields: ['city'], message }];
}

/** What is said of a state that is a city, where another one is named: Buenos Aires is not in Córdoba. */
function stateBeside(
  city: string | undefined,
  states: readonly number[],
  countries: ReadonlySet<number>,
  index: PlaceIndex,
  candidates: Candidates,
): Finding[] {
  const { places } = index;
  const called = city === undefined || states.length === 0 ? [] : candidates.named('state', city);
  const own = called.filter(({ place, isCode, fit }) => {
    return !isCode && fit !== 'alias' && countries.has(places.countries[place] ?? NO_PLACE);
  });
  const liesIn = mayLieIn(places, states);
  // The Autonomous City of Buenos Aires has a part of its name.
  if (states.some((state) => isPartOf(city ?? '', index.labels.nameOf(state).text))) return [];
  const [first] = own;
  if (first === undefined || own.some(({ place }) => states.includes(place) || liesIn(place))) return [];
  const message = `${worded(index, first.place)} is a state of its own, not in ${allWorded(index, states)}.`;
  return [{ code: 'CITY_NOT_IN_STATE', fields: ['city', 'state'], message, expected: codeOf(places, first.place) }];
}

function unknownNames(
  given: NamesGiven,
  index: PlaceIndex,
  candidates: Candidates,
  isKnown: Readonly<Record<(typeof PLACE_TYPES)[number], boolean>>,
  countries: ReadonlySet<number>,
): Finding[] {
  return PLACE_TYPES.flatMap((type): Finding[] => {
    const text = given[type];
    if (text === undefined || isKnown[type]) return [];
    const isState = type === 'country' ? countryIsState(given, index, candidates) : [];
    if (isState.length > 0) return isState;
    const nearest = nearlyNamed(index, candidates, type, text, type === 'country' ? new Set() : countries);
    const message = `The data has no ${type} of that name${nearest === undefined ? '' : `; ${worded(index, nearest)} is the nearest`}.`;
    const expected = nearest === undefined ? undefined : index.labels.nameOf(nearest).text;
    return [{ code: 'UNKNOWN_VALUE', fields: [type], message, expected }];
  });
}

/** What is said of a country that is a state; nothing where it is none. */
function countryIsState({ country: text }: NamesGiven, index: PlaceIndex, candidates: Candidates): Finding[] {
  const part = text === undefined ? undefined : stateCalled(index, candidates, text);
  if (part === undefined) return [];
  const message = `${worded(index, part)} is a state, not a country.`;
  const country = index.places.countries[part] ?? NO_PLACE;
  return [{ code: 'UNKNOWN_VALUE', fields: ['country'], message, expected: index.labels.nameOf(country).text }];
}
