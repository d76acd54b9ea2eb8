/** Finds the texts of the dictionary that are one or two edits away from a word, by a walk over the sorted texts. */
import { lowerBound } from './lower-bound.ts';
import type { Names } from './names.ts';
import { findText, type Range } from './text-range.ts';

/** What one walk may look at: beyond it the answer goes without the rest, so that no question can stall a turn. */
const MOST_STEPS = 4_000;

/** From this length on two edits are forgiven. */
const TWO_EDITS_FROM = 7;
const ONE_EDIT_FROM = 4;

/** Fewer letters with one of them wrong begin too much to say anything. */
const BEGINNING_FROM = 5;

const END_OF_LATIN = 0x250;

/**
 * Text → edits (insertion, deletion, another letter, two letters swapped), for texts at 1 or 2 edits. Either the first
 * half is nearly right or the second half is: the walk from the front gives the first half at most half of the edits,
 * the walk from the back gives the second half none.
 */
export function textsWithTypos(names: Names, word: string): Map<number, number> {
  const found = new Map<number, number>();
  if (word.length < ONE_EDIT_FROM) return found;
  const edits = word.length >= TWO_EDITS_FROM ? 2 : 1;
  const half = word.length >> 1;
  const noteIn =
    (textAt: (index: number) => number): Note =>
    (from, _, depth, used) => {
      const text = textAt(from);
      if (lengthOf(names, text) === depth) found.set(text, Math.min(used, found.get(text) ?? used));
    };
  new Walk(
    names,
    word,
    false,
    edits,
    edits - 1,
    half,
    noteIn((index) => index),
  ).run();
  new Walk(
    names,
    word,
    true,
    edits,
    0,
    word.length - half,
    noteIn((index) => names.reversed[index] ?? 0),
  ).run();
  // Two edits may undo each other.
  const own = findText(names, word);
  if (own !== undefined) found.delete(own);
  return found;
}

/** Texts of which the first `length` letters are one edit away from a word. */
export interface Beginning extends Range {
  readonly length: number;
}

/** By an edit behind the first letter, or of the first two. Only for words that no text begins with: its own beginnings are among those found. */
export function beginningsWithTypo(names: Names, word: string): Beginning[] {
  const found: Beginning[] = [];
  if (word.length < BEGINNING_FROM) return found;
  new Walk(names, word, false, 1, 0, 1, (from, to, length) => {
    found.push({ from, to, length });
  }).run();
  return found;
}

/** Told of texts that agree in their first letters (from the back: their last), which match all of the word; the shortest stands first. */
type Note = (from: number, to: number, depth: number, edits: number) => void;

class Walk {
  readonly #names: Names;
  readonly #word: Uint16Array;
  readonly #fromBack: boolean;
  readonly #edits: number;
  /** Edits allowed before `#half` letters of the word are used up. */
  readonly #early: number;
  readonly #half: number;
  readonly #note: Note;
  /** Letters outside the word's alphabet are never tried: scripts are not mixed up. */
  readonly #alphabet: readonly [low: number, high: number];
  #steps = MOST_STEPS;

  constructor(names: Names, word: string, fromBack: boolean, edits: number, early: number, half: number, note: Note) {
    this.#names = names;
    const units = Uint16Array.from({ length: word.length }, (_, index) => word.charCodeAt(index));
    this.#word = fromBack ? units.reverse() : units;
    this.#fromBack = fromBack;
    this.#edits = edits;
    this.#early = early;
    this.#half = half;
    this.#note = note;
    this.#alphabet = alphabetOf(units);
  }

  run(): void {
    this.#step(0, this.#names.textCount, 0, 0, 0);
  }

  /** The texts of a range agree in their first `depth` letters, which match the word's first `used` with `edits`. */
  #step(from: number, to: number, depth: number, used: number, edits: number): void {
    if (from >= to || this.#steps-- <= 0) return;
    const word = this.#word;
    if (used === word.length) {
      if (edits > 0) this.#note(from, to, depth, edits);
    } else {
      const next = this.#child(from, to, depth, word[used] ?? 0);
      this.#step(next.from, next.to, depth + 1, used + 1, edits);
    }
    // Two letters that are swapped across the middle belong to its second half.
    if (edits < this.#allowed(used + 1) && used + 1 < word.length) this.#swapped(from, to, depth, used, edits);
    if (edits >= this.#allowed(used)) return;
    if (used < word.length) this.#step(from, to, depth, used + 1, edits + 1);
    this.#others(from, to, depth, used, edits);
  }

  #allowed(used: number): number {
    return used < this.#half ? this.#early : this.#edits;
  }

  #swapped(from: number, to: number, depth: number, used: number, edits: number): void {
    const [one = 0, other = 0] = this.#word.subarray(used, used + 2);
    if (one === other) return;
    const first = this.#child(from, to, depth, other);
    const second = this.#child(first.from, first.to, depth + 1, one);
    this.#step(second.from, second.to, depth + 2, used + 2, edits + 1);
  }

  /** Another letter instead of the word's next one, or before it. */
  #others(from: number, to: number, depth: number, used: number, edits: number): void {
    const [low, high] = this.#alphabet;
    let at = lowerBound(from, to, (index) => this.#unit(index, depth) < low);
    while (at < to && this.#steps-- > 0) {
      const letter = this.#unit(at, depth);
      if (letter > high) return;
      const end = this.#endOf(at, to, depth, letter);
      if (used < this.#word.length && letter !== this.#word[used]) this.#step(at, end, depth + 1, used + 1, edits + 1);
      this.#step(at, end, depth + 1, used, edits + 1);
      at = end;
    }
  }

  #child(from: number, to: number, depth: number, letter: number): { from: number; to: number } {
    const start = lowerBound(from, to, (index) => this.#unit(index, depth) < letter);
    if (start >= to || this.#unit(start, depth) !== letter) return { from: start, to: start };
    return { from: start, to: this.#endOf(start, to, depth, letter) };
  }

  /** Ranges of one letter are mostly short: the end is looked for in growing strides. */
  #endOf(from: number, to: number, depth: number, letter: number): number {
    let stride = 1;
    while (from + stride < to && this.#unit(from + stride, depth) === letter) stride *= 2;
    return lowerBound(
      from + (stride >> 1),
      Math.min(to, from + stride),
      (index) => this.#unit(index, depth) === letter,
    );
  }

  #textAt(index: number): number {
    return this.#fromBack ? (this.#names.reversed[index] ?? 0) : index;
  }

  /** The letter of a text at a depth, -1 behind its end. */
  #unit(index: number, depth: number): number {
    const text = this.#textAt(index);
    const start = this.#names.textStarts[text] ?? 0;
    const end = this.#names.textStarts[text + 1] ?? 0;
    if (start + depth >= end) return -1;
    return this.#names.units[this.#fromBack ? end - 1 - depth : start + depth] ?? -1;
  }
}

/** Letters of a text. */
export function lengthOf({ textStarts }: Names, text: number): number {
  return (textStarts[text + 1] ?? 0) - (textStarts[text] ?? 0);
}

/**
 * From the lowest to the highest letter of the blocks that the word's letters are in, the blank aside; none for a word
 * that mixes Latin letters with others.
 */
function alphabetOf(units: Uint16Array): readonly [number, number] {
  const letters = units.filter((unit) => unit > 0x39);
  const lowest = Math.min(...letters);
  const highest = Math.max(...letters);
  if (highest < END_OF_LATIN) return [0x20, END_OF_LATIN - 1];
  return lowest < END_OF_LATIN ? [1, 0] : [lowest & ~0xff, highest | 0xff];
}
