/** Ways to cut the text of a city's cell into the city's name and what stands beside it; whether one is meant, its places tell. */
import { isTitle } from './kinds.ts';
import { stopsSpaced } from './shortened.ts';
import { partsBySigns } from './signs.ts';
import { withoutPostcode } from './typed-postcode.ts';
import { withoutWording } from './wordings.ts';

export interface Part {
  readonly text: string;
  /** What stands before it, where that is a single sign. */
  readonly sign: string;
}

export interface Cell {
  readonly head: string;
  readonly parts: readonly Part[];
  readonly postcode: string | undefined;
}

/** Behind these a cell goes on with where the place lies, or with its other name. */
const SEPARATOR = /([,;(/>|]|\s[-–—]\s)/;
const MOST_PARTS = 3;
/** A cell of more words is a sentence. */
const MOST_WORDS = 8;
const MOST_WORDS_BEHIND = 3;
/** "Paris 8e", "Praha 5", "Lyon CEDEX 03", "Paris 16e arrondissement". */
const DISTRICT = /^(?:cedex|arr(?:ondissement)?\.?|bezirk|\d{1,2}(?:e|er|eme|ème|\.)?)$/i;
/** Shorter ones are Iceland's, Taiwan's and few others'. */
const LEAST_POSTAL = 4;
/** "Bangalore-560001" */
const BEFORE_DIGITS = /(?<=\p{L}{4})-(?=\d{4})/u;

export function cellOf(text: string, postcode?: string): Cell {
  // Separators stand at odd places.
  const pieces = text.split(SEPARATOR, 2 * MOST_PARTS + 3).map((piece) => piece.replace(')', '').trim());
  const [head, ...parts] = pieces
    .map((piece, at) => ({ text: piece, sign: pieces[at - 1] ?? '', isText: at % 2 === 0 }))
    .filter((piece) => piece.isText && piece.text !== '');
  return { head: head?.text ?? '', parts: parts.slice(0, MOST_PARTS), postcode };
}

/** Without a postcode. */
export function cellsWithoutPostcode(text: string): Cell[] {
  const spaced = text.replace(BEFORE_DIGITS, ' ');
  return withoutPostcode(spaced, false).map(({ rest, postcode }) => cellOf(rest, postcode));
}

/** Whether its postcode is more than the number of a house or a street. */
export function isPostal({ postcode = '' }: Cell): boolean {
  return postcode.length >= LEAST_POSTAL;
}

/** At its commas alone: names have slashes and brackets of their own. */
export function cellByCommas(text: string): Cell {
  const [head = '', ...parts] = text.split(',', MOST_PARTS + 1).map((part) => part.trim());
  return { head, parts: parts.map((part) => ({ text: part, sign: ',' })), postcode: undefined };
}

/** The last part is the city, or a part of the city that stands before it. */
export function cellsBySigns(text: string): Cell[] {
  const parts = (partsBySigns(text) ?? []).map((part) => ({ text: part, sign: '' }));
  return parts.map(({ text: head }, at) => ({ head, parts: parts.slice(0, at), postcode: undefined })).reverse();
}

/** "France, Paris", "USA > Georgia > Atlanta". */
export function turnedRound({ head, parts, postcode }: Cell): Cell {
  const [city, ...around] = [{ text: head, sign: '' }, ...parts].reverse();
  return { head: city?.text ?? '', parts: around, postcode };
}

/** Without a word that stands before names of cities and is a part of none: "TP. Đà Nẵng", "г. Казань". */
export function withoutTitle({ head, ...rest }: Cell, kinds: ReadonlySet<string>): Cell[] {
  const worded = withoutWording(stopsSpaced(head), kinds).filter(({ kind }) => isTitle(kind));
  return worded.map((bare) => ({ ...rest, head: bare.rest }));
}

/** The last words as what says where the place lies, the fewest first. */
export function cellsByBlanks({ head, parts, postcode }: Cell): Cell[] {
  const words = head.split(/\s+/, MOST_WORDS + 1);
  // "Paris 08" is no place in the département of that number.
  if (words.length > MOST_WORDS || DISTRICT.test(words.at(-1) ?? '')) return [];
  return words.slice(1, MOST_WORDS_BEHIND + 1).map((_, at) => {
    const behind = { text: words.slice(-at - 1).join(' '), sign: '' };
    return { head: words.slice(0, -at - 1).join(' '), parts: [behind, ...parts], postcode };
  });
}

/** "Curitiba-PR" */
export function cellsByHyphen({ head, parts, postcode }: Cell): Cell[] {
  const at = head.lastIndexOf('-');
  if (at <= 0 || at === head.length - 1) return [];
  return [{ head: head.slice(0, at), parts: [{ text: head.slice(at + 1), sign: '-' }, ...parts], postcode }];
}

/** Without the number of a part of the city, or of its post office. */
export function withoutDistrict({ head, parts, postcode }: Cell): Cell {
  const words = head.split(/\s+/, MOST_WORDS);
  const name = words.slice(0, words.findLastIndex((word) => !DISTRICT.test(word)) + 1);
  return { head: name.join(' '), parts, postcode };
}
