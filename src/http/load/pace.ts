/** How fast work is done, as it went lately: what a queue is worth is how long it takes, and not how many wait in it. */

/** Between two looks at least, in milliseconds. */
const STEP_MS = 20;
/** What was longer ago counts little, in milliseconds. */
const LATELY_MS = 200;

/** Where as many wait as are done in so many milliseconds, no more are wanted. */
const ENOUGH_MS = 100;
/** A queue that has stood for so many milliseconds, and of which so many were done, shows how fast it goes. */
const SHOWS_AFTER_MS = 100;
const SHOWN_BY = 8;
/** What was counted of a queue for so many milliseconds is halved, where that leaves enough. What runs together ends together: a shorter time has one or two such ends. */
const OF_QUEUE_MS = 1_000;
/** What is done in that time is as good as nothing, where it is less than this part of one. */
const NOTHING = 0.01;
/** More are wanted than are done: how many could be shows only where more come. */
const MORE = 1.25;

export class Pace {
  readonly #now: () => number;
  #ended = 0;
  #since: number;
  #perMs = 0;
  /** Since when the work of the present queue is counted, and how much was done. */
  #queueAt: number;
  #endedOfQueue = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#since = now();
    this.#queueAt = this.#since;
  }

  /** One more has been done. */
  note(): void {
    this.#ended += 1;
    this.#endedOfQueue += 1;
  }

  /** Somebody waits, where nobody did. */
  beginQueue(): void {
    this.#queueAt = this.#now();
    this.#endedOfQueue = 0;
  }

  /**
   * How many are done in so many milliseconds while somebody waits; undefined where the queue has not shown it. What was done before it
   * began says nothing of it: that was as much as came.
   */
  countInQueue(ms: number): number | undefined {
    const standsMs = this.#now() - this.#queueAt;
    if (standsMs < SHOWS_AFTER_MS || this.#endedOfQueue < SHOWN_BY) return undefined;
    const perMs = this.#endedOfQueue / standsMs;
    if (standsMs > OF_QUEUE_MS && this.#endedOfQueue >= 2 * SHOWN_BY) {
      this.#queueAt += standsMs / 2;
      this.#endedOfQueue /= 2;
    }
    return perMs * ms;
  }

  /** How many are done in so many milliseconds. After a time without any it has to be learnt anew. */
  countIn(ms: number): number {
    const passedMs = this.#now() - this.#since;
    if (passedMs >= STEP_MS) {
      this.#perMs += (this.#ended / passedMs - this.#perMs) * Math.min(1, passedMs / LATELY_MS);
      this.#ended = 0;
      this.#since += passedMs;
    }
    return this.#perMs * ms;
  }

  /**
   * How many a millisecond are to come, of whom so many wait, for as many to be done as can be: infinitely many where none are, 0 where
   * enough wait.
   */
  wanted(waiting: number): number {
    const enough = this.countIn(ENOUGH_MS);
    if (waiting > 0 && waiting >= enough) return 0;
    return enough < NOTHING ? Number.POSITIVE_INFINITY : this.countIn(MORE);
  }
}
