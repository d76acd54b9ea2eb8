/** What a city's cell says besides the city: "Paris, TX", "Paris (Texas)", "10115 Berlin", 神奈川県横浜市. */
import type { Candidates } from './candidates.ts';
import { isFiller } from './fillers.ts';
import { mayLieIn } from './lies-in.ts';
import { NO_PLACE, type Places, type PlaceType } from './places.ts';
import type { ReconcileRow } from './reconcile.ts';
import { partsBySigns } from './signs.ts';
import { withoutPostcode } from './typed-postcode.ts';

export interface TakenApart {
  readonly row: ReconcileRow;
  /** Whether a place lies where the cell itself says; undefined where it says nothing of that. */
  readonly isSaid: ((place: number) => boolean) | undefined;
}

/** Behind these a cell goes on with where the place lies, or with its other name. */
const SEPARATOR = /([,;(/])/;
/** Behind it nobody writes codes. */
const SLASH = '/';
const MOST_PARTS = 3;

interface Part {
  readonly text: string;
  readonly isBehindSlash: boolean;
}

interface Cell {
  readonly head: string;
  readonly parts: readonly Part[];
  readonly postcode: string | undefined;
}

/** A cell that is a name as a whole is nothing else. */
export function takeApart(row: ReconcileRow, candidates: Candidates, places: Places): TakenApart {
  const { city } = row;
  if (city === undefined || isFiller(city) || candidates.named('city', city).length > 0) {
    return { row, isSaid: undefined };
  }
  const whole = cellOf(city);
  const cells = withoutPostcode(city, false).map(({ rest, postcode }) => cellOf(rest, postcode));
  const isNamed = ({ head }: Cell): boolean => candidates.named('city', head).length > 0;
  const isPlace = ({ text }: Part): boolean =>
    candidates.named('state', text).length + candidates.named('country', text).length > 0;
  const signed = cellsBySigns(city).filter(({ parts }) => parts.every(isPlace));
  // "Pilsen, 324" names a state.
  const isKnown = isNamed(whole) && whole.parts.every(isPlace);
  const named = isKnown ? whole : [...signed, ...cells, whole].find(isNamed);
  const { head, parts, postcode } = named ?? signed[0] ?? cells.at(-1) ?? whole;
  const tests: ((place: number) => boolean)[] = [];
  let { state, country } = row;
  for (const { text, isBehindSlash } of parts) {
    const called = (type: PlaceType): number[] =>
      candidates.named(type, text).flatMap(({ place, isCode }) => (isBehindSlash && isCode ? [] : place));
    const [states, countries] = [called('state'), new Set(called('country'))];
    if (states.length + countries.size === 0) continue;
    const inStates = mayLieIn(places, states);
    const inCountries = (place: number): boolean => countries.has(places.countries[place] ?? NO_PLACE);
    tests.push((place) => inStates(place) || inCountries(place));
    // "Tbilisi, Georgia" and "Atlanta, Georgia".
    const cities = candidates.named('city', head);
    const isCountry =
      states.length === 0 ||
      (cities.some(({ place }) => inCountries(place)) && !cities.some(({ place }) => inStates(place)));
    if (isCountry) country ??= text;
    else state ??= text;
  }
  const isSaid = tests.length === 0 ? undefined : (place: number) => tests.every((test) => test(place));
  return { row: { ...row, city: head, state, country, postcode: row.postcode ?? postcode }, isSaid };
}

function cellOf(text: string, postcode?: string): Cell {
  // Separators stand at odd places.
  const pieces = text.split(SEPARATOR, 2 * MOST_PARTS + 3).map((piece) => piece.replace(')', '').trim());
  const [head, ...parts] = pieces
    .map((piece, at) => ({ text: piece, isBehindSlash: pieces[at - 1] === SLASH, isText: at % 2 === 0 }))
    .filter((piece) => piece.isText && piece.text !== '');
  return { head: head?.text ?? '', parts: parts.slice(0, MOST_PARTS), postcode };
}

/** The last part is the city, or a part of the city that stands before it. */
function cellsBySigns(text: string): Cell[] {
  const parts = (partsBySigns(text) ?? []).map((part) => ({ text: part, isBehindSlash: false }));
  return parts.map(({ text: head }, at) => ({ head, parts: parts.slice(0, at), postcode: undefined })).reverse();
}
