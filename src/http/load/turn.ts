/**
 * The time that work has in a turn of the event loop. Work that waits for nothing, such as a search in memory, is done within the
 * callback that brought its request: a hundred such requests at once would be one turn, and all others would wait for its end.
 */

/** In milliseconds. */
const TURN_MS = 10;

export class Turn {
  readonly #onNext: () => void;
  /** Undefined before there was work. */
  #endsAt: number | undefined;

  /** `onNext` is told of the turn after each one that had work. */
  constructor(onNext: () => void) {
    this.#onNext = onNext;
  }

  /** True while more work may begin. What has begun goes on as long as it takes. */
  hasTime(): boolean {
    const now = performance.now();
    if (this.#endsAt === undefined) {
      this.#endsAt = now + TURN_MS;
      setImmediate(() => {
        this.#endsAt = undefined;
        this.#onNext();
      });
    }
    return now < this.#endsAt;
  }
}
