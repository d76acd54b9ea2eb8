/** What a city's cell says besides the city: "Paris, TX", "Paris (Texas)", "10115 Berlin", 神奈川県横浜市, "Houston TX", "TP. Đà Nẵng". */
import type { Candidates } from './candidates.ts';
import { isFiller } from './fillers.ts';
import { fold } from './fold.ts';
import { mayLieIn } from './lies-in.ts';
import { isTitle } from './kinds.ts';
import { lieAsInCountry } from './nations.ts';
import { NO_PLACE, type Places, type PlaceType } from './places.ts';
import type { ReconcileRow } from './reconcile.ts';
import { stopsSpaced } from './shortened.ts';
import { partsBySigns } from './signs.ts';
import { withoutPostcode } from './typed-postcode.ts';
import { withoutWording } from './wordings.ts';

export interface TakenApart {
  readonly row: ReconcileRow;
  /** Whether a place lies where the cell itself says; undefined where it says nothing of that. */
  readonly isSaid: ((place: number) => boolean) | undefined;
}

/** Behind these a cell goes on with where the place lies, or with its other name. */
const SEPARATOR = /([,;(/>|]|\s[-–—]\s)/;
/** Behind it a code counts where such a city lies there: "Campinas/SP". */
const SLASH = '/';
const MOST_PARTS = 3;
/** A cell of more words is a sentence. */
const MOST_WORDS = 8;
const MOST_WORDS_BEHIND = 3;
/** "Paris 8e", "Praha 5", "Lyon CEDEX 03", "Paris 16e arrondissement". */
const DISTRICT = /^(?:cedex|arr(?:ondissement)?\.?|bezirk|\d{1,2}(?:e|er|eme|ème|\.)?)$/i;

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
  const said = (part: Part, head: string) => saidBy(part, head, candidates, places);
  const isTitled = ({ head }: Cell): boolean =>
    candidates.named('city', head).length + candidates.named('state', head).length > 0;
  const liesThere = ({ head, parts }: Cell): boolean =>
    candidates.named('city', head).some(({ place }) => parts.every((part) => said(part, head).isHere(place)));
  const isThere = ({ head, parts: [part] }: Cell): boolean => {
    const called = candidates.named('city', head);
    if (part === undefined || called.length === 0) return false;
    const { isHere } = said(part, head);
    // "Pago Pago" is not Paide in Paide, which some call Pago.
    const isNothing =
      fold(head) === fold(part.text) && candidates.named('state', part.text).every(({ fit }) => fit === 'alias');
    return !isNothing && called.some(({ place }) => isHere(place));
  };
  const turned = whole.parts.length > 0 && !liesThere(whole) ? turnedRound(whole) : undefined;
  const titled = [...cells, whole].flatMap((cell) => withoutTitle(cell, places));
  const named =
    turned !== undefined && liesThere(turned)
      ? turned
      : isKnown
        ? whole
        : ([...signed, ...cells, whole].find(isNamed) ?? titled.find(isTitled));
  const others = named === undefined ? [...cells, whole] : [];
  const spaced = others.flatMap(cellsByBlanks).find(isThere) ?? others.map(withoutDistrict).find(isNamed);
  const { head, parts, postcode } = named ?? spaced ?? signed[0] ?? cells.at(-1) ?? whole;
  const tests: ((place: number) => boolean)[] = [];
  let { state, country } = row;
  for (const part of parts) {
    const { hasStates, isNowhere, isHere, inStates, inCountries } = said(part, head);
    if (isNowhere) continue;
    tests.push(isHere);
    // "Tbilisi, Georgia" and "Atlanta, Georgia".
    const isCountry = !hasStates || lieAsInCountry(candidates.named('city', head), inCountries, inStates);
    if (isCountry) country ??= part.text;
    else state ??= part.text;
  }
  const isSaid = tests.length === 0 ? undefined : (place: number) => tests.every((test) => test(place));
  return { row: { ...row, city: head, state, country, postcode: row.postcode ?? postcode }, isSaid };
}

/** Where a part says that the place, which is called `head`, lies: in one of the states, or countries, that are called so. */
function saidBy({ text, isBehindSlash }: Part, head: string, candidates: Candidates, places: Places) {
  const cities = isBehindSlash ? candidates.named('city', head).filter(({ fit }) => fit !== 'alias') : [];
  const hasCity = (state: number): boolean => cities.some(({ place }) => places.states[place] === state);
  const called = (type: PlaceType): number[] =>
    candidates
      .named(type, text)
      .flatMap(({ place, isCode }) => (isBehindSlash && isCode && !hasCity(place) ? [] : place));
  const [states, countries] = [called('state'), new Set(called('country'))];
  const inStates = mayLieIn(places, states);
  const inCountries = (place: number): boolean => countries.has(places.countries[place] ?? NO_PLACE);
  return {
    hasStates: states.length > 0,
    isNowhere: states.length + countries.size === 0,
    isHere: (place: number): boolean => inStates(place) || inCountries(place),
    inStates,
    inCountries,
  };
}

function cellOf(text: string, postcode?: string): Cell {
  // Separators stand at odd places.
  const pieces = text.split(SEPARATOR, 2 * MOST_PARTS + 3).map((piece) => piece.replace(')', '').trim());
  const [head, ...parts] = pieces
    .map((piece, at) => ({ text: piece, isBehindSlash: pieces[at - 1] === SLASH, isText: at % 2 === 0 }))
    .filter((piece) => piece.isText && piece.text !== '');
  return { head: head?.text ?? '', parts: parts.slice(0, MOST_PARTS), postcode };
}

/** "France, Paris", "USA > Georgia > Atlanta". */
function turnedRound({ head, parts, postcode }: Cell): Cell {
  const [city, ...around] = [{ text: head, isBehindSlash: false }, ...parts].reverse();
  return { head: city?.text ?? '', parts: around, postcode };
}

function withoutTitle({ head, ...rest }: Cell, places: Places): Cell[] {
  const worded = withoutWording(stopsSpaced(head), places.kinds).filter(({ kind }) => isTitle(kind));
  return worded.map((bare) => ({ ...rest, head: bare.rest }));
}

/** The last part is the city, or a part of the city that stands before it. */
function cellsBySigns(text: string): Cell[] {
  const parts = (partsBySigns(text) ?? []).map((part) => ({ text: part, isBehindSlash: false }));
  return parts.map(({ text: head }, at) => ({ head, parts: parts.slice(0, at), postcode: undefined })).reverse();
}

/** The last words as what says where the place lies, the fewest first. */
function cellsByBlanks({ head, parts, postcode }: Cell): Cell[] {
  const words = head.split(/\s+/, MOST_WORDS + 1);
  // "Paris 08" is no place in the département of that number.
  if (words.length > MOST_WORDS || DISTRICT.test(words.at(-1) ?? '')) return [];
  return words.slice(1, MOST_WORDS_BEHIND + 1).map((_, at) => {
    const behind = { text: words.slice(-at - 1).join(' '), isBehindSlash: false };
    return { head: words.slice(0, -at - 1).join(' '), parts: [behind, ...parts], postcode };
  });
}

/** Without the number of a part of the city, or of its post office. */
function withoutDistrict({ head, parts, postcode }: Cell): Cell {
  const words = head.split(/\s+/, MOST_WORDS);
  const name = words.slice(0, words.findLastIndex((word) => !DISTRICT.test(word)) + 1);
  return { head: name.join(' '), parts, postcode };
}
