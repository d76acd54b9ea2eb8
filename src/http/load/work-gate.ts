/**
 * Lets in so much work at a time as can be done, the rest after a short wait or not at all. What no cache answers passes here:
 * a service that takes on all of it answers nobody in time.
 */
import type { BytesInFlight } from './bytes-in-flight.ts';
import { LoopDelay } from './loop-delay.ts';
import { NotNowError } from './not-now.ts';

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
  /** Whose it is; those who have the least running come first. */
  readonly owner: string | number;
  /** The size of the answer in bytes, as far as one can know before there was any. */
  readonly bytes: number;
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
const MOST_WAITING = 500;
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
  readonly #runningOf = new Map<string | number, number>();
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
   * True when there is a queue that never empties and `owner` has its share of what runs: one more would wait and be refused, so it
   * need not be prepared.
   */
  isInVain(owner: Work['owner']): boolean {
    if (this.#waiting.length < this.#limits.atOnce) return false;
    if (performance.now() - this.#emptyAt <= this.#limits.waitMs) return false;
    return (this.#runningOf.get(owner) ?? 0) * this.#runningOf.size >= this.#running;
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
    if (this.#waiting.length === 0 && this.#mayRun(bytes)) {
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
        reject(signal.reason);
      };
      const waiter: Waiter = {
        work,
        bytes,
        since: performance.now(),
        start: () => {
          signal.removeEventListener('abort', leave);
          this.#begin(work, bytes);
          resolve();
        },
        refuse: () => {
          signal.removeEventListener('abort', leave);
          this.#refused += 1;
          reject(new NotNowError('busy'));
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      if (this.#waiting.length === 0) this.#emptyAt = waiter.since;
      this.#waiting.push(waiter);
      this.#sweep ??= setInterval(() => this.#tidy(), SWEEP_MS);
    });
  }

  #begin({ owner }: Work, bytes: number): void {
    this.#running += 1;
    if (bytes > DEAR_BYTES) this.#dear += 1;
    this.#inFlight.reserve(bytes * BYTES_TO_MAKE);
    this.#runningOf.set(owner, (this.#runningOf.get(owner) ?? 0) + 1);
    this.#loop.start();
  }

  #end({ owner }: Work, bytes: number): void {
    this.#running -= 1;
    if (bytes > DEAR_BYTES) this.#dear -= 1;
    this.#inFlight.release(bytes * BYTES_TO_MAKE);
    const left = (this.#runningOf.get(owner) ?? 1) - 1;
    if (left > 0) this.#runningOf.set(owner, left);
    else this.#runningOf.delete(owner);
    if (this.#running === 0 && this.#waiting.length === 0) this.#loop.stop();
    this.#letIn();
  }

  #mayRun(bytes: number): boolean {
    const { atOnce, dearAtOnce } = this.#limits;
    const inTime = Math.max(2, atOnce * Math.min(1, TOLERABLE_DELAY_MS / this.#loop.ms));
    if (this.#running >= inTime) return false;
    return bytes <= DEAR_BYTES || (this.#dear < dearAtOnce && this.#inFlight.hasRoom(bytes * BYTES_TO_MAKE));
  }

  #letIn(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.start();
    }
  }

  /** Of those who may run the one whose owner has the least running, and of these who came first. */
  #next(): Waiter | undefined {
    let next: Waiter | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const waiter of this.#waiting) {
      const running = this.#runningOf.get(waiter.work.owner) ?? 0;
      if (running >= least || !this.#mayRun(waiter.bytes)) continue;
      next = waiter;
      least = running;
    }
    return next;
  }

  /** Refuses who was not let in in time. */
  #tidy(): void {
    this.#letIn();
    const now = performance.now();
    const { waitMs, standingWaitMs } = this.#limits;
    const patience = now - this.#emptyAt > waitMs ? standingWaitMs : waitMs;
    // They stand in the order in which they came.
    const onTime = this.#waiting.findIndex(({ since }) => now - since <= patience);
    for (const waiter of this.#waiting.splice(0, onTime === -1 ? this.#waiting.length : onTime)) waiter.refuse();
    if (this.#waiting.length > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  #remember(name: string, bytes: number): void {
    const known = this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name); // So that the first of the map is the one that was not seen for longest.
    this.#sizes.set(name, Math.max(bytes, known * FADING));
    const [oldest] = this.#sizes.size > MOST_NAMES ? this.#sizes.keys() : [];
    if (oldest !== undefined) this.#sizes.delete(oldest);
  }
}
