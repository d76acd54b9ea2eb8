/** The candidates of a text as they are found. */
import type { Candidate } from './candidates.ts';

/** Each place once, by the way it fits best. */
export class BestFits {
  readonly #best = new Map<number, Candidate>();

  add(candidate: Candidate): void {
    const known = this.#best.get(candidate.place);
    if (known === undefined || candidate.quality > known.quality) this.#best.set(candidate.place, candidate);
  }

  candidates(): readonly Candidate[] {
    return [...this.#best.values()];
  }
}
