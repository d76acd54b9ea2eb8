/** Divides the work of one operation among turns of the event loop, so that other requests are served in between. */

/** How long one operation works in one turn where nobody says otherwise, in milliseconds. */
const SLICE_MS = 2;

export class Pace {
  readonly #sliceMs: () => number;
  /** When the work of this turn has to end; undefined before it has begun. */
  #end: number | undefined;
  #waiting: (() => void)[] = [];
  /** How many of those who wait have been let go; taking each off the list would move all the others. */
  #gone = 0;
  readonly #held: (() => void)[] = [];
  #isTurning = false;

  /** @param sliceMs how long the operation works in one turn, asked in each */
  constructor(sliceMs: () => number = () => SLICE_MS) {
    this.#sliceMs = sliceMs;
  }

  /** True while this turn has time for work, and no other work is waiting for that. */
  hasTime(): boolean {
    return !this.#isTurning && this.#isBeforeEnd();
  }

  /** Waits for a turn that has time. */
  time(): Promise<void> {
    return new Promise((resolve) => this.#wait(resolve));
  }

  /** Does work, which must not throw, at once or in a turn that has time. */
  run(work: () => void): void {
    if (this.hasTime()) work();
    else this.#wait(work);
  }

  #wait(resume: () => void): void {
    this.#waiting.push(resume);
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
      next();
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
