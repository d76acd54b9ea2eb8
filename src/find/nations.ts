/** Parts of a country that people write where the country's name belongs: "England", or by mistake "Texas". */
import type { Candidate, Candidates } from './candidates.ts';
import { fold } from './fold.ts';
import { isKindAlone } from './kinds.ts';
import { mayLieIn } from './lies-in.ts';
import { NO_PLACE, type Places, type PlaceType } from './places.ts';
import type { ReconcileRow } from './reconcile.ts';
import { wholeOf } from './territories.ts';

/** Codes of such states, by the country's. */
const NATIONS: Readonly<Record<string, readonly string[]>> = { GB: ['ENG', 'NIR', 'SCT', 'WLS'] };

/** The states of that kind that are called so, where no country is; their country is meant. */
export function nationsNamed(text: string, candidates: Candidates, places: Places): readonly Candidate[] {
  return statesNamed(text, candidates).filter(({ place }) => isNation(places, place));
}

/** The same, or where there are none the states of any kind that have the text for their own name: written there by mistake. */
export function partsNamed(text: string, candidates: Candidates, places: Places): readonly Candidate[] {
  const nations = nationsNamed(text, candidates, places);
  return nations.length > 0 ? nations : statesNamed(text, candidates).filter(({ fit }) => fit !== 'alias');
}

function statesNamed(text: string, candidates: Candidates): readonly Candidate[] {
  if (candidates.named('country', text).length > 0) return [];
  return candidates.named('state', text).filter(({ isCode }) => !isCode);
}

/**
 * The row with what stands in another column than its own: a state in the country's, where that of the state is empty ("Texas"), or the other
 * way ("Canada", or "Georgia" beside Tbilisi), or both ("Texas", "USA"). A nation is no state that cities are said to lie in.
 */
export function inColumns(row: ReconcileRow, candidates: Candidates, places: Places): ReconcileRow {
  const { country, state } = row;
  if (state === undefined && country !== undefined) {
    const [part] = partsNamed(country, candidates, places);
    return part === undefined || isNation(places, part.place) ? row : { ...row, state: country };
  }
  if (country !== undefined && state !== undefined) {
    return swapped(row, candidates, places) ?? withoutCountryAsState(row, candidates, places);
  }
  if (country !== undefined || state === undefined) return row;
  const isCountry = candidates.named('country', state).some(({ isCode }) => !isCode);
  const isState = candidates.named('state', state).length > 0;
  const isMeant = isCountry && (!isState || hasCityAsCountry(row, candidates, places));
  return isMeant ? { ...row, country: state, state: undefined } : row;
}

function hasCityAsCountry({ state = '', city = '' }: ReconcileRow, candidates: Candidates, places: Places): boolean {
  const called = (type: PlaceType): number[] => candidates.named(type, state).map(({ place }) => place);
  const countries = new Set(called('country'));
  const inCountries = (place: number): boolean => countries.has(places.countries[place] ?? NO_PLACE);
  return lieAsInCountry(candidates.named('city', city), inCountries, mayLieIn(places, called('state')));
}

/** Of a name that a country and a state have: whether the country is meant beside these cities, "Georgia" beside Tbilisi and not Atlanta. */
export function lieAsInCountry(
  cities: readonly Candidate[],
  inCountries: (place: number) => boolean,
  inStates: (place: number) => boolean,
): boolean {
  return cities.some(({ place }) => inCountries(place)) && !cities.some(({ place }) => inStates(place));
}

/** The row with its columns of country and state taken for each other, where just so they go together: "Texas", "USA". */
export function swapped<Row extends Pick<ReconcileRow, PlaceType>>(
  row: Row,
  candidates: Candidates,
  places: Places,
): Row | undefined {
  const { country, state } = row;
  if (country === undefined || state === undefined) return undefined;
  const wholes = new Set(candidates.named('country', state).map(({ place }) => place));
  const parts = partsNamed(country, candidates, places);
  const isSwapped = parts.some(
    ({ place }) => !isNation(places, place) && wholes.has(places.countries[place] ?? NO_PLACE),
  );
  return isSwapped ? { ...row, country: state, state: country } : undefined;
}

/**
 * The row without a state that is none. A country in the column of its own states says nothing more, nor does a word for what states are
 * ("Kanton"); and one that belongs to the country is meant rather than that: Bermuda in the United Kingdom.
 */
export function withoutCountryAsState<Row extends Pick<ReconcileRow, PlaceType>>(
  row: Row,
  candidates: Candidates,
  places: Places,
): Row {
  const { country, state } = row;
  if (country === undefined || state === undefined) return row;
  const nations = nationsNamed(country, candidates, places).map(({ place }) => places.countries[place] ?? NO_PLACE);
  const own = new Set([...candidates.named('country', country).map(({ place }) => place), ...nations]);
  if (candidates.named('state', state).some(({ place }) => own.has(places.countries[place] ?? NO_PLACE))) return row;
  if (own.size > 0 && isKindAlone(fold(state), places.kinds)) return { ...row, state: undefined };
  const called = candidates.named('country', state);
  const wholes = new Set([...own].map((place) => wholeOf(places, place)));
  if (called.some(({ place }) => own.has(place) || wholes.has(place))) return { ...row, state: undefined };
  const isTerritory = called.some(({ place }) => own.has(wholeOf(places, place)));
  return isTerritory ? { ...row, country: state, state: undefined } : row;
}

function isNation(places: Places, state: number): boolean {
  return NATIONS[places.countryCode(state)]?.includes(places.stateCode(state) ?? '') ?? false;
}
