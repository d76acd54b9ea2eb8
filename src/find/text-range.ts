/** Finds ranges of the dictionary's texts by how they begin. */
import { lowerBound } from './lower-bound.ts';
import type { Names } from './names.ts';

/** Numbers of texts (or of places in another order of them), the end not included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The number of the text that is exactly this; undefined when there is none. */
export function findText(names: Names, text: string): number | undefined {
  const first = lowerBound(0, names.textCount, (index) => compareTo(names, index, 0, text) < 0);
  return first < names.textCount && isText(names, first, text) ? first : undefined;
}

/** The texts that begin with this. */
export function textsFrom(names: Names, start: string): Range {
  const from = lowerBound(0, names.textCount, (index) => compareTo(names, index, 0, start) < 0);
  const to = lowerBound(from, names.textCount, (index) => compareTo(names, index, 0, start) <= 0);
  return { from, to };
}

/** Words other than the first of a text, from which on the text goes on as this: a range of `names.wordTexts`. */
export function wordsFrom(names: Names, start: string): Range {
  const side = (index: number): number =>
    compareTo(names, names.wordTexts[index] ?? 0, names.wordOffsets[index] ?? 0, start);
  const count = names.wordTexts.length;
  const from = lowerBound(0, count, (index) => side(index) < 0);
  return { from, to: lowerBound(from, count, (index) => side(index) <= 0) };
}

/** Negative when the text from an offset on stands before all that begins with `start`, 0 when it begins so. */
function compareTo(names: Names, text: number, offset: number, start: string): number {
  const at = (names.textStarts[text] ?? 0) + offset;
  const length = (names.textStarts[text + 1] ?? 0) - at;
  for (let index = 0; index < start.length; index += 1) {
    if (index >= length) return -1;
    const difference = (names.units[at + index] ?? 0) - start.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return 0;
}

function isText(names: Names, text: number, wanted: string): boolean {
  const length = (names.textStarts[text + 1] ?? 0) - (names.textStarts[text] ?? 0);
  return length === wanted.length && compareTo(names, text, 0, wanted) === 0;
}
