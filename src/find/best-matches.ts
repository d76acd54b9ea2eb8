/** Keeps the best few of many matches. */
import type { TrigramMatch } from './trigram-index.ts';

/** The best match of each row, by score, then place; at most `limit` of them, which is small. */
export class BestMatches {
  readonly #limit: number;
  readonly #kept: TrigramMatch[] = [];
  #least: number;

  /** Matches have a score of at least `least`. */
  constructor(limit: number, least: number) {
    this.#limit = limit;
    this.#least = least;
  }

  /** What a match must score to be kept: it rises as better ones come. One of just that score may lose by its place. */
  get least(): number {
    return this.#least;
  }

  /** Of a row's two texts the better one stands for it, the name where they are equal. */
  add(match: TrigramMatch): void {
    const same = this.#kept.findIndex(({ place }) => place === match.place);
    if (same !== -1) {
      const { score, byNative } = this.#kept[same] ?? match;
      if (match.score < score || (match.score === score && !byNative)) return;
      this.#kept.splice(same, 1);
    }
    let at = this.#kept.length;
    while (at > 0 && isBetter(match, this.#kept[at - 1])) at--;
    this.#kept.splice(at, 0, match);
    if (this.#kept.length > this.#limit) this.#kept.pop();
    if (this.#kept.length === this.#limit) this.#least = this.#kept.at(-1)?.score ?? this.#least;
  }

  sorted(): TrigramMatch[] {
    return this.#kept;
  }
}

function isBetter(a: TrigramMatch, b: TrigramMatch | undefined): boolean {
  return b !== undefined && (a.score > b.score || (a.score === b.score && a.place < b.place));
}
