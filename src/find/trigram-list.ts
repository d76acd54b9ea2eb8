/** The texts that have one trigram, as a search goes over them. */
import { lowerBoundIn } from './lower-bound.ts';

/** From a number up to another, which is not included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export const NO_BITMAP = -1;

/**
 * The texts that have a trigram, ascending, which is by size. Sizes are looked at outward from one of them, so each part begins
 * or ends where one before it ended or began, or beyond that.
 */
export class TrigramList implements Range {
  /** The part that was looked up last, in the numbers of all lists. */
  from = 0;
  to = 0;
  /** Where its bitmap begins among all of them; {@link NO_BITMAP} for the list of a trigram that few texts have. */
  readonly bitmap: number;
  readonly #texts: Uint32Array;
  readonly #start: number;
  readonly #end: number;
  /** What has been looked at: the texts from `first` to `last`, which lie from `lowest` to `highest`. */
  #first = 0;
  #last = 0;
  #lowest = -1;
  #highest = -1;

  constructor(texts: Uint32Array, start: number, end: number, bitmap: number) {
    this.bitmap = bitmap;
    this.#texts = texts;
    this.#start = start;
    this.#end = end;
  }

  get length(): number {
    return this.#end - this.#start;
  }

  /** Looks up the part that has these texts, all of which lie before or behind those that have been looked at. */
  lookUp({ from, to }: Range): void {
    const texts = this.#texts;
    if (this.#lowest === -1) {
      this.from = this.#lowest = lowerBoundIn(texts, from, this.#start, this.#end);
      this.to = this.#highest = lowerBoundIn(texts, to, this.from, this.#end);
      this.#first = from;
      this.#last = to;
    } else if (from >= this.#last) {
      this.from = from === this.#last ? this.#highest : lowerBoundIn(texts, from, this.#highest, this.#end);
      this.to = this.#highest = lowerBoundIn(texts, to, this.from, this.#end);
      this.#last = to;
    } else {
      this.to = to === this.#first ? this.#lowest : lowerBoundIn(texts, to, this.#start, this.#lowest);
      this.from = this.#lowest = lowerBoundIn(texts, from, this.#start, this.to);
      this.#first = from;
    }
  }
}
