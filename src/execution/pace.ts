/**
 * Divides the work of one operation among turns of the event loop, so that other requests are served in between; and ends it where
 * nobody waits for it any more: whatever waits for a turn is told so.
 */

/** How long one operation works in one turn where nobody says otherwise, in milliseconds. */
const SLICE_MS = 2;

/** Work that waits for a turn. */
interface Waiting {
  readonly go: () => void;
  /** Called instead where the operation is over. */
  readonly stop: (reason: unknown) => void;
}

export class Pace {
  readonly #sliceMs: () => number;
  readonly #signal: AbortSignal | undefined;
  /** When the work of this turn has to end; undefined before it has begun. */
  #end: number | undefined;
  #waiting: Waiting[] = [];
  /** How many of those who wait have been let go; taking each off the list would move all the others. */
  #gone = 0;
  readonly #held: (() => void)[] = [];
  #isTurning = false;

  /**
   * @param sliceMs how long the operation works in one turn, asked in each
   * @param signal aborts when the operation is over, be it done or not
   */
  constructor(sliceMs: () => number = () => SLICE_MS, signal?: AbortSignal) {
    this.#sliceMs = sliceMs;
    this.#signal = signal;
  }

  /** True while this turn has time for work, and no other work is waiting for that; an operation that is over has none. */
  hasTime(): boolean {
    return !this.#isTurning && !this.#signal?.aborted && this.#isBeforeEnd();
  }

  /** Waits for a turn that has time; rejects where the operation is over. */
  time(): Promise<void> {
    return new Promise((resolve, reject) => this.#wait({ go: resolve, stop: reject }));
  }

  /** Does work, which must not throw, at once or in a turn that has time; tells `stop` why where the operation is over. */
  run(work: () => void, stop: (reason: unknown) => void): void {
    if (this.hasTime()) work();
    else this.#wait({ go: work, stop });
  }

  #wait(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (this.#isTurning) return;
    this.#isTurning = true;
    setImmediate(this.#turn);
  }

  /**
   * Runs `dispatch` when all promises have been heard and no work is waiting: a loader then knows all the keys that it is
   * asked for, in however many turns that was.
   */
  readonly afterWork = (dispatch: () => void): void => {
    void Promise.resolve().then(() =>
      process.nextTick(() => {
        if (this.#isTurning) this.#held.push(dispatch);
        else dispatch();
      }),
    );
  };

  #isBeforeEnd(): boolean {
    const now = performance.now();
    if (this.#end === undefined) {
      this.#end = now + this.#sliceMs();
      setImmediate(() => {
        this.#end = undefined;
      });
    }
    return now < this.#end;
  }

  readonly #turn = (): void => {
    if (!this.#isBeforeEnd()) {
      setImmediate(this.#turn);
      return;
    }
    const next = this.#waiting[this.#gone];
    if (next) {
      this.#gone += 1;
      if (this.#signal?.aborted) next.stop(this.#signal.reason);
      else next.go();
      // What was let go works in a microtask, ahead of this one.
      queueMicrotask(this.#turn);
      return;
    }
    this.#waiting = [];
    this.#gone = 0;
    this.#isTurning = false;
    for (const dispatch of this.#held.splice(0)) this.afterWork(dispatch);
  };
}
