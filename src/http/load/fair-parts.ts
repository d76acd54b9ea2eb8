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
/** All are looked at seldomer the more they are: a hundred thousand in half a second. */
const MS_FOR_EACH = 0.005;

export class FairParts {
  /** How many connections each network made lately. */
  readonly #came = new Map<string, number>();
  /** How many of those are taken of each at most. */
  #level = Number.POSITIVE_INFINITY;
  /** The part that the level was found for. */
  #share = 1;
  #passedMs = 0;

  /** A connection of a network has come: the part of its connections that is taken. */
  of(network: string): number {
    const came = (this.#came.get(network) ?? 0) + 1;
    this.#came.set(network, came);
    return Math.min(1, this.#level / came);
  }

  /** So many milliseconds have passed; from now on this part of all is taken. */
  settle(passedMs: number, share: number): void {
    this.#passedMs += passedMs;
    const isEarly = this.#passedMs < this.#came.size * MS_FOR_EACH;
    if (!isEarly) this.#fade();
    if (share === 1) this.#level = Number.POSITIVE_INFINITY;
    else if (isEarly && Number.isFinite(this.#level)) this.#level *= share / this.#share;
    else this.#level = Math.max(share, this.#levelFor(share));
    this.#share = share;
  }

  #fade(): void {
    const left = FADING ** (this.#passedMs / STEP_MS);
    this.#passedMs = 0;
    this.#level *= left;
    for (const [network, came] of this.#came) {
      if (came * left > FORGOTTEN) this.#came.set(network, came * left);
      else this.#came.delete(network);
    }
  }

  /**
   * The level at which that share is taken in all: what those who make less leave over is divided among the rest. From where it was
   * one round a step finds it, from nowhere a few do.
   */
  #levelFor(share: number): number {
    let level = this.#level;
    for (let round = Number.isFinite(level) ? ROUNDS - 1 : 0; round < ROUNDS; round++) {
      let [all, below, above] = [0, 0, 0];
      for (const came of this.#came.values()) {
        all += came;
        if (came <= level) below += came;
        else above += 1;
      }
      const most = all * share;
      level = above > 0 && below < most ? (most - below) / above : most / Math.max(1, this.#came.size);
    }
    return level;
  }
}
