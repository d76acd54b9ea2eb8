/**
 * Which part of each network's connections is taken when only a part of all can be: of each as many as of any other, and of none
 * more than it makes. One that makes few loses none to one that makes thousands.
 */

const STEP_MS = 20;
/** What is left of a count after a step: what counts is about the last second. */
const FADING = 0.98;
/** Whose count has come down to this is forgotten; it was one connection, more than a second ago. */
const FORGOTTEN = 0.3;
/** After so many rounds the level is as good as found. */
const ROUNDS = 6;

export class FairParts {
  /** How many connections each network made lately. */
  readonly #came = new Map<string, number>();
  /** How many of those are taken of each at most. */
  #level = Number.POSITIVE_INFINITY;

  /** A connection of a network has come: the part of its connections that is taken. */
  of(network: string): number {
    const came = (this.#came.get(network) ?? 0) + 1;
    this.#came.set(network, came);
    return Math.min(1, this.#level / came);
  }

  /** So many milliseconds have passed; from now on this part of all is taken. */
  settle(passedMs: number, share: number): void {
    const left = FADING ** (passedMs / STEP_MS);
    let all = 0;
    for (const [network, came] of this.#came) {
      const faded = came * left;
      all += faded;
      if (faded > FORGOTTEN) this.#came.set(network, faded);
      else this.#came.delete(network);
    }
    this.#level = share < 1 ? Math.max(share, this.#levelFor(all * share)) : Number.POSITIVE_INFINITY;
  }

  /** The level at which `most` are taken in all: what those who make less leave over is divided among the rest. */
  #levelFor(most: number): number {
    let level = most / Math.max(1, this.#came.size);
    for (let round = 0; round < ROUNDS; round++) {
      let [below, above] = [0, 0];
      for (const came of this.#came.values()) {
        if (came <= level) below += came;
        else above += 1;
      }
      if (above === 0) break;
      level = (most - below) / above;
    }
    return level;
  }
}
