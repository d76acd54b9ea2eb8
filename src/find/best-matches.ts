/** Keeps the best few of many matches. */
import type { TrigramMatch } from './trigram-index.ts';

/** The best matches by score, then place; at most `limit` of them, which is small. */
export class BestMatches {
  readonly #limit: number;
  readonly #kept: TrigramMatch[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** True when a match of this score and place would be kept. */
  wants(score: number, place: number): boolean {
    const worst = this.#kept.length < this.#limit ? undefined : this.#kept.at(-1);
    return worst === undefined || score > worst.score || (score === worst.score && place < worst.place);
  }

  add(match: TrigramMatch): void {
    let at = this.#kept.length;
    while (at > 0 && isBetter(match, this.#kept[at - 1])) at--;
    this.#kept.splice(at, 0, match);
    if (this.#kept.length > this.#limit) this.#kept.pop();
  }

  sorted(): TrigramMatch[] {
    return this.#kept;
  }
}

function isBetter(a: TrigramMatch, b: TrigramMatch | undefined): boolean {
  return b !== undefined && (a.score > b.score || (a.score === b.score && a.place < b.place));
}
