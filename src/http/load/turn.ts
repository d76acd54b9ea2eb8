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

  /** True while more work may begin. Whoever asks first begins the turn's time; what has begun goes on as long as it takes. */
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

/** Takes one after the other while a turn has time for it, and the rest in the next turns. */
export class InTurns {
  readonly #turn: Turn;
  readonly #hasMore: () => boolean;
  readonly #take: () => void;
  #isGoingOn = false;

  /**
   * @param ms what each turn has
   * @param hasMore whether there is one to take
   * @param take takes it; what it does without waiting comes after this, and then the next one
   */
  constructor(ms: number, hasMore: () => boolean, take: () => void) {
    this.#turn = new Turn(ms, () => this.goOn());
    this.#hasMore = hasMore;
    this.#take = take;
  }

  /** Takes those that there are. */
  goOn(): void {
    if (this.#isGoingOn || !this.#hasMore() || !this.#turn.hasTime()) return;
    this.#isGoingOn = true;
    try {
      this.#take();
    } finally {
      // Whatever becomes of one, the others are taken.
      afterwards(() => {
        this.#isGoingOn = false;
        this.goOn();
      });
    }
  }
}
