/**
 * Lets in so much work at a time as can be done, the rest after a short wait or not at all. What no cache answers passes here:
 * a service that takes on all of it answers nobody in time.
 */
import type { BytesInFlight } from './bytes-in-flight.ts';
import { LoopDelay } from './loop-delay.ts';
import { NotNowError } from './not-now.ts';
import { Turn } from './turn.ts';

export interface GateLimits {
  /** How much runs at a time. */
  readonly atOnce: number;
  /** How much of that may be dear. */
  readonly dearAtOnce: number;
  /** How long work waits in a burst, in milliseconds. */
  readonly waitMs: number;
  /** How long it waits when there has been a queue for longer than that: a queue that never empties helps nobody. */
  readonly standingWaitMs: number;
}

export const DEFAULT_GATE_LIMITS: GateLimits = { atOnce: 20, dearAtOnce: 2, waitMs: 500, standingWaitMs: 30 };

/** The limits for a pool of so many connections: twice as much runs as can be asked of the database at a time. */
export function gateLimits(poolSize: number): GateLimits {
  return { ...DEFAULT_GATE_LIMITS, atOnce: Math.max(8, 2 * poolSize) };
}

export interface Work {
  /** What such work is called, where its answers are of a size that one remembers. */
  readonly name?: string;
  /** Whose it is; those who have the least running come first, and of these who was let in longest ago. */
  readonly owner: string | number;
  /** The size of the answer in bytes, as far as one can know before there was any. */
  readonly bytes: number;
}

/** What one owner has of the gate. */
interface Share {
  running: number;
  waiting: number;
  /** The number of the last one that was let in, or of whoever was let in last before the owner came: no newcomer passes who waits. */
  last: number;
}

interface Waiter {
  readonly work: Work;
  readonly bytes: number;
  readonly since: number;
  start(): void;
  refuse(): void;
}

/** An answer of more bytes is dear. */
const DEAR_BYTES = 1024 * 1024;
/** Making an answer takes several times what it has in the end: rows, texts, chunks. */
const BYTES_TO_MAKE = 2;
const MOST_WAITING = 1_000;
const MOST_NAMES = 1_000;
const SWEEP_MS = 10;
/** From this delay of the event loop on less is done at a time, in milliseconds. */
const TOLERABLE_DELAY_MS = 25;
/** How much of what was known of a size counts beside a smaller new one. */
const FADING = 0.9;

export class WorkGate {
  readonly #limits: GateLimits;
  readonly #inFlight: BytesInFlight;
  readonly #loop = new LoopDelay();
  #waiting: Waiter[] = [];
  #running = 0;
  #dear = 0;
  /** Of owners that have something running or waiting. */
  readonly #shares = new Map<Work['owner'], Share>();
  readonly #turn = new Turn(() => this.#letIn());
  #letInSoFar = 0;
  readonly #sizes = new Map<string, number>();
  #emptyAt = performance.now();
  #sweep: NodeJS.Timeout | undefined;
  #refused = 0;

  constructor(limits: GateLimits, inFlight: BytesInFlight) {
    this.#limits = limits;
    this.#inFlight = inFlight;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** How much was refused so far. */
  get refused(): number {
    return this.#refused;
  }

  /**
   * True when there is a queue that never empties and `owner` has its share of what runs and waits: one more would be refused,
   * so it need not be prepared.
   */
  isInVain(owner: Work['owner']): boolean {
    if (this.#waiting.length < this.#limits.atOnce) return false;
    if (performance.now() - this.#emptyAt <= this.#limits.waitMs) return false;
    const share = this.#shares.get(owner);
    return !!share && (share.running + share.waiting) * this.#shares.size >= this.#running + this.#waiting.length;
  }

  /** Runs `task` when it is let in; rejects with {@link NotNowError} when it is not, or `signal` aborts before. */
  async run<T>(
    work: Work,
    signal: AbortSignal,
    task: () => Promise<T>,
    sizeOf: (made: T) => number = () => 0,
  ): Promise<T> {
    const bytes = this.#sizes.get(work.name ?? '') ?? work.bytes;
    await this.#entry(work, bytes, signal);
    try {
      const made = await task();
      if (work.name !== undefined) this.#remember(work.name, sizeOf(made));
      return made;
    } finally {
      this.#end(work, bytes);
    }
  }

  #entry(work: Work, bytes: number, signal: AbortSignal): Promise<void> {
    if (this.#waiting.length === 0 && this.#mayRun(bytes) && this.#turn.hasTime()) {
      this.#begin(work, bytes);
      return Promise.resolve();
    }
    if (this.#waiting.length >= MOST_WAITING || this.isInVain(work.owner)) {
      this.#refused += 1;
      return Promise.reject(new NotNowError('busy'));
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiter);
        this.#change(work.owner, { waiting: -1 });
        reject(signal.reason);
      };
      const waiter: Waiter = {
        work,
        bytes,
        since: performance.now(),
        start: () => {
          signal.removeEventListener('abort', leave);
          this.#begin(work, bytes);
          this.#change(work.owner, { waiting: -1 });
          resolve();
        },
        refuse: () => {
          signal.removeEventListener('abort', leave);
          this.#change(work.owner, { waiting: -1 });
          this.#refused += 1;
          reject(new NotNowError('busy'));
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      if (this.#waiting.length === 0) this.#emptyAt = waiter.since;
      this.#waiting.push(waiter);
      this.#change(work.owner, { waiting: 1 });
      this.#sweep ??= setInterval(() => this.#tidy(), SWEEP_MS);
    });
  }

  #begin({ owner }: Work, bytes: number): void {
    this.#running += 1;
    if (bytes > DEAR_BYTES) this.#dear += 1;
    this.#inFlight.reserve(bytes * BYTES_TO_MAKE);
    this.#letInSoFar += 1;
    this.#change(owner, { running: 1 }).last = this.#letInSoFar;
    this.#loop.start();
  }

  #end({ owner }: Work, bytes: number): void {
    this.#running -= 1;
    if (bytes > DEAR_BYTES) this.#dear -= 1;
    this.#inFlight.release(bytes * BYTES_TO_MAKE);
    this.#change(owner, { running: -1 });
    if (this.#running === 0 && this.#waiting.length === 0) this.#loop.stop();
    this.#letIn();
  }

  #change(owner: Work['owner'], { running = 0, waiting = 0 }: Partial<Share>): Share {
    const share = this.#shares.get(owner) ?? { running: 0, waiting: 0, last: this.#letInSoFar };
    share.running += running;
    share.waiting += waiting;
    if (share.running + share.waiting > 0) this.#shares.set(owner, share);
    else this.#shares.delete(owner);
    return share;
  }

  #mayRun(bytes: number): boolean {
    const { atOnce, dearAtOnce } = this.#limits;
    const inTime = Math.max(2, atOnce * Math.min(1, TOLERABLE_DELAY_MS / this.#loop.ms));
    if (this.#running >= inTime) return false;
    return bytes <= DEAR_BYTES || (this.#dear < dearAtOnce && this.#inFlight.hasRoom(bytes * BYTES_TO_MAKE));
  }

  /** Lets in one at a time: what it does without waiting comes after this, and the next one when it is done, or in the next turn. */
  #letIn(): void {
    const next = this.#next();
    if (next && this.#turn.hasTime()) this.#start(next);
  }

  #start(waiter: Waiter): void {
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1)[0]?.start();
  }

  /** Of those who may run the one whose owner has the least running and was let in longest ago, and of these who came first. */
  #next(): Waiter | undefined {
    let next: Waiter | undefined;
    let least: Share = { running: Number.POSITIVE_INFINITY, waiting: 0, last: this.#letInSoFar };
    for (const waiter of this.#waiting) {
      const share = this.#shares.get(waiter.work.owner);
      if (!share || !isBefore(share, least) || !this.#mayRun(waiter.bytes)) continue;
      next = waiter;
      least = share;
    }
    return next;
  }

  /** Refuses who was not let in in time; but where there is a place, it is no reason that a turn was too short for all. */
  #tidy(): void {
    this.#letIn();
    const now = performance.now();
    const { waitMs, standingWaitMs } = this.#limits;
    const patience = now - this.#emptyAt > waitMs ? standingWaitMs : waitMs;
    // They stand in the order in which they came.
    const isFirstLate = () => this.#waiting[0] !== undefined && now - this.#waiting[0].since > patience;
    for (let next = this.#next(); next && isFirstLate(); next = this.#next()) this.#start(next);
    while (isFirstLate()) this.#waiting.shift()?.refuse();
    if (this.#waiting.length > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  #remember(name: string, bytes: number): void {
    const known = this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name); // So that the first of the map is the one that was not seen for longest.
    this.#sizes.set(name, Math.max(bytes, known * FADING));
    if (this.#sizes.size > MOST_NAMES) this.#sizes.delete(this.#sizes.keys().next().value ?? '');
  }
}

function isBefore(share: Share, other: Share): boolean {
  return share.running < other.running || (share.running === other.running && share.last < other.last);
}
