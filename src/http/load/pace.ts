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
/** As soon as a queue has stood for so many milliseconds it may be judged by what others have shown: what is quick shows that by then. */
const MOMENT_MS = 35;
/** What is new to a process takes longer at first: so much has to be done before what a queue shows is remembered. */
const LEARNT_BY = 200;
/** A queue has found its pace by then, in milliseconds: at its beginning there is much else to do. */
const MATURE_MS = 400;
/** And when so many of it were done: a few in a long time are what a process does that stands still. */
const SURE_BY = 40;
/** What goes so many times as fast as what is remembered is of another kind. */
const OTHER_KIND = 1.3;
/** The fastest that a queue has shown is remembered for that long; a slower one takes its place after the first time, in milliseconds. */
const FASTEST_OF_MS = 10_000;
const REMEMBERED_MS = 60_000;
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
  #isTooLong = false;
  #endedInAll = 0;
  /** The fastest that a queue has shown lately, and when. */
  #shown: { readonly perMs: number; readonly at: number } | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#since = now();
    this.#queueAt = this.#since;
  }

  /** One more has been done. */
  note(): void {
    this.#ended += 1;
    this.#endedOfQueue += 1;
    this.#endedInAll += 1;
  }

  /** Somebody is refused: the present queue is longer than what can be done in time, and shows a pace that is worth remembering. */
  noteRefusal(): void {
    this.#isTooLong = true;
  }

  /** Somebody waits, where nobody did. */
  beginQueue(): void {
    this.#queueAt = this.#now();
    this.#endedOfQueue = 0;
    this.#isTooLong = false;
  }

  /**
   * How many are done in so many milliseconds while somebody waits; undefined where the queue has not shown it. What was done before it
   * began says nothing of it: that was as much as came.
   */
  countInQueue(ms: number): number | undefined {
    const standsMs = this.#now() - this.#queueAt;
    if (standsMs < SHOWS_AFTER_MS || this.#endedOfQueue < SHOWN_BY) return undefined;
    const perMs = this.#endedOfQueue / standsMs;
    if (standsMs >= MATURE_MS && this.#isTooLong && this.#endedOfQueue >= SURE_BY) this.#remember(perMs);
    if (standsMs > OF_QUEUE_MS && this.#endedOfQueue >= 2 * SHOWN_BY) {
      this.#queueAt += standsMs / 2;
      this.#endedOfQueue /= 2;
    }
    return perMs * ms;
  }

  /**
   * How many are done in so many milliseconds at best, going by the fastest that queues have shown lately; undefined where nothing is
   * remembered, while this one is younger than a moment, in which it may show that it is faster, and where it is.
   */
  countByHeart(ms: number): number | undefined {
    const now = this.#now();
    const standsMs = now - this.#queueAt;
    if (!this.#shown || now - this.#shown.at > REMEMBERED_MS || standsMs < MOMENT_MS) return undefined;
    const { perMs } = this.#shown;
    const own = this.#endedOfQueue < SHOWN_BY ? 0 : this.#endedOfQueue / standsMs;
    return own > OTHER_KIND * perMs ? undefined : Math.max(own, perMs) * ms;
  }

  #remember(perMs: number): void {
    const at = this.#now();
    const isOld = !this.#shown || at - this.#shown.at > FASTEST_OF_MS;
    if (this.#endedInAll >= LEARNT_BY && (isOld || perMs >= (this.#shown?.perMs ?? 0))) this.#shown = { perMs, at };
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
