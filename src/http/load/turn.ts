/**
 * The time that work has in a turn of the event loop. Work that waits for nothing, such as a search in memory, is done within the
 * callback that brought its request: a hundred such requests at once would be one turn, and all others would wait for its end.
 */

export class Turn {
  readonly #ms: number;
  readonly #onNext: () => void;
  /** Undefined before there was work. */
  #endsAt: number | undefined;

  /**
   * @param ms what each turn has
   * @param onNext is told of the turn after each one that had work
   */
  constructor(ms: number, onNext: () => void) {
    this.#ms = ms;
    this.#onNext = onNext;
  }

  /** True while more work may begin. What has begun goes on as long as it takes. */
  hasTime(): boolean {
    const now = performance.now();
    if (this.#endsAt === undefined) {
      this.#endsAt = now + this.#ms;
      setImmediate(() => {
        this.#endsAt = undefined;
        this.#onNext();
      });
    }
    return now < this.#endsAt;
  }
}

/** Goes on within the turn, when what was begun has come to where it waits for something. */
export function afterwards(goOn: () => void): void {
  queueMicrotask(() => process.nextTick(goOn));
}
