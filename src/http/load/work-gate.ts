/**
 * Lets in so much work at a time as can be done, the rest after a short wait or not at all. What no cache answers passes here:
 * a service that takes on all of it answers nobody in time.
 */
import type { Demand } from './arrivals.ts';
import { begun, type Maybe } from './begun.ts';
import type { BytesInFlight } from './bytes-in-flight.ts';
import type { GateLimits } from './gate-limits.ts';
import { KnownSizes } from './known-sizes.ts';
import { NotNowError } from './not-now.ts';
import { Occupancy } from './occupancy.ts';
import { Pace } from './pace.ts';
import { Prospects } from './prospects.ts';
import { isBefore, type Share, Shares } from './shares.ts';
import { afterwards, Turn } from './turn.ts';
import { TURN_BUDGET_MS } from './turn-budget.ts';
import type { Owner, RunningWork, Waiter, Work } from './work.ts';
import { WorkQueue } from './work-queue.ts';

const MOST_WAITING = 1_000;

export class WorkGate {
  readonly #waiting: WorkQueue;
  readonly #occupancy: Occupancy;
  readonly #shares = new Shares();
  readonly #pace = new Pace();
  readonly #prospects: Prospects;
  readonly #turn = new Turn(TURN_BUDGET_MS.work, () => this.#letIn());
  #isGoingOn = false;
  readonly #sizes = new KnownSizes();
  /** How much was let in so far, each once: not again when it has become something else. */
  #taken = 0;
  #refused = 0;

  constructor(limits: GateLimits, inFlight: BytesInFlight) {
    this.#occupancy = new Occupancy(limits, inFlight, this.#shares);
    this.#prospects = new Prospects(limits, this.#shares, this.#pace, this);
    this.#waiting = new WorkQueue(limits.waitMs, this.#prospects, () => this.#letIn());
  }

  get running(): number {
    return this.#occupancy.running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** How much was refused so far. */
  get refused(): number {
    return this.#refused;
  }

  /**
   * How much is wanted a millisecond ({@link Pace.wanted}), how much has come so far, and whether more would come in vain. Of what waits
   * no more counts than there are newcomers: what others wait for says nothing of who comes.
   */
  demand(newcomers: number): Demand {
    const waiting = Math.min(this.#waiting.length, newcomers);
    const wanted = this.#pace.wanted(waiting);
    return { wanted, come: this.#taken + this.#refused, isInVain: this.#prospects.areInVain(waiting) };
  }

  /** How long one operation of the owner works in a turn, in milliseconds. */
  sliceMs(owner: Owner): number {
    return this.#shares.sliceMs(owner);
  }

  /** Throws where one more of the owner's would be refused, so that it need not be received. */
  assertNotInVain(owner: Owner): void {
    if (this.isInVain(owner)) throw this.#refusal();
  }

  /** True when one more of the owner's would only make a queue longer that is not worked off in time ({@link Prospects.isInVain}). */
  isInVain(owner: Owner): boolean {
    return this.#prospects.isInVain(owner);
  }

  /**
   * Runs `task` when it is let in; rejects with {@link NotNowError} when it is not, or `signal` aborts before. A promise only where that
   * or the task has to be waited for.
   */
  run<Made>(
    given: Work,
    signal: AbortSignal,
    task: (running: RunningWork) => Made,
    sizeOf: (made: Awaited<Made>) => number = () => 0,
  ): Maybe<Made> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const work = {
      ...given,
      bytes: (given.name === undefined ? undefined : this.#sizes.of(given.name)) ?? given.bytes,
    };
    const entry = this.#entry(work, signal);
    const run = () => this.#runIn(work, signal, task, sizeOf);
    // A promise of what a promise gives: the types do not follow that.
    return entry ? (entry.then(run) as Promise<Awaited<Made>>) : run();
  }

  /** Runs the task of work that has been let in. */
  #runIn<Made>(
    work: Work,
    signal: AbortSignal,
    task: (running: RunningWork) => Made,
    sizeOf: (made: Awaited<Made>) => number,
  ): Maybe<Made> {
    const { owner, name } = work;
    let now = work;
    let isIn = true;
    const become = async (bytes: number) => {
      signal.throwIfAborted();
      this.#occupancy.leave(now);
      isIn = false;
      now = { owner, bytes };
      if (this.#occupancy.mayRun(now)) this.#occupancy.begin(now);
      else await this.#queue(now, signal, true);
      isIn = true;
    };
    const note = (made: Awaited<Made>) => {
      if (name !== undefined) this.#sizes.note(name, sizeOf(made));
      return made;
    };
    const end = () => {
      if (isIn) {
        this.#occupancy.leave(now);
        this.#pace.note();
      }
      this.#letIn();
    };
    const made: Maybe<Made> = begun(() => {
      const result = task({ become });
      return result instanceof Promise ? result.then(note) : note(result as Awaited<Made>); // What is no promise.
    });
    if (made instanceof Promise) return made.finally(end);
    end();
    return made;
  }

  /** Undefined for work that is let in at once. */
  #entry(work: Work, signal: AbortSignal): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#occupancy.mayRun(work) && this.#turn.hasTime()) {
      this.#taken += 1;
      this.#occupancy.begin(work);
      return undefined;
    }
    if (this.#waiting.length >= MOST_WAITING || this.isInVain(work.owner)) return Promise.reject(this.#refusal());
    return this.#queue(work, signal, false);
  }

  #queue(work: Work, signal: AbortSignal, hasBegun: boolean): Promise<void> {
    const { owner } = work;
    return new Promise((resolve, reject) => {
      const stopWaiting = (isServed: boolean) => {
        signal.removeEventListener('abort', leave);
        this.#waiting.remove(waiter);
        this.#shares.leave(owner, hasBegun, isServed);
      };
      const leave = () => {
        stopWaiting(false);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        work,
        hasBegun,
        since: performance.now(),
        start: () => {
          if (!hasBegun) this.#taken += 1;
          this.#occupancy.begin(work);
          stopWaiting(true);
          resolve();
        },
        refuse: () => {
          stopWaiting(false);
          reject(this.#refusal());
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      if (this.#waiting.length === 0) this.#pace.beginQueue();
      this.#waiting.add(waiter);
      this.#shares.wait(owner, hasBegun);
      if (hasBegun) this.#letIn(); // It left its place.
    });
  }

  #refusal(): NotNowError {
    this.#refused += 1;
    this.#pace.noteRefusal();
    return new NotNowError('busy');
  }

  /** Lets in one at a time: what it does without waiting comes after this, and then the next one, while the turn has time. */
  #letIn(): void {
    const next = this.#next();
    if (!next || !this.#turn.hasTime()) return;
    next.start();
    if (this.#isGoingOn) return;
    this.#isGoingOn = true;
    afterwards(() => {
      this.#isGoingOn = false;
      this.#letIn();
    });
  }

  /** Of those who may run the one whose owner comes first, and of its work what has begun, then what came first. */
  #next(): Waiter | undefined {
    let next: Waiter | undefined;
    let least: Share | undefined;
    for (const waiter of this.#waiting) {
      const share = this.#shares.get(waiter.work.owner);
      const isOfSame = share === least && waiter.hasBegun && !next?.hasBegun;
      if (!share || !(isOfSame || isBefore(share, least)) || !this.#occupancy.mayRun(waiter.work)) continue;
      next = waiter;
      least = share;
    }
    return next;
  }
}
