/** The texts that have one trigram, as a search goes over them. */
import { lowerBoundIn } from './lower-bound.ts';

/** From a number up to another, which is not included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The texts that have a trigram, ascending, which is by size. Sizes are looked at outward from one of them, so each part begins
 * or ends where one before it ended or began, or beyond that.
 */
export class TrigramList {
  readonly #texts: Uint32Array;
  readonly #from: number;
  readonly #to: number;
  /** The texts that have been looked at, and where they lie. */
  #first = 0;
  #last = 0;
  #start = -1;
  #end = -1;

  constructor(texts: Uint32Array, from: number, to: number) {
    this.#texts = texts;
    this.#from = from;
    this.#to = to;
  }

  get length(): number {
    return this.#to - this.#from;
  }

  /** The part that has these texts, all of which lie before or behind those that have been looked at. */
  part({ from, to }: Range): Range {
    const texts = this.#texts;
    if (this.#start === -1) {
      this.#start = lowerBoundIn(texts, from, this.#from, this.#to);
      this.#end = lowerBoundIn(texts, to, this.#start, this.#to);
      [this.#first, this.#last] = [from, to];
      return { from: this.#start, to: this.#end };
    }
    if (from >= this.#last) {
      const start = from === this.#last ? this.#end : lowerBoundIn(texts, from, this.#end, this.#to);
      this.#end = lowerBoundIn(texts, to, start, this.#to);
      this.#last = to;
      return { from: start, to: this.#end };
    }
    const end = to === this.#first ? this.#start : lowerBoundIn(texts, to, this.#from, this.#start);
    this.#start = lowerBoundIn(texts, from, this.#from, end);
    this.#first = from;
    return { from: this.#start, to: end };
  }
}
