/** What each owner has of the gate, and whose turn it is. */
import { TURN_BUDGET_MS } from './turn-budget.ts';
import type { Owner, Work } from './work.ts';

/** What one owner has. */
export interface Share {
  running: number;
  /** How much of that is dear. */
  dear: number;
  /** True while it is found out what something asks. */
  isReading: boolean;
  waiting: number;
  /** How much of that has begun before. */
  begun: number;
  /** The number of the last one that was let in, or of whoever was let in last before the owner came: no newcomer passes who waits. */
  last: number;
  /** Since when there has been a queue that was never served to its end; undefined while there is none. */
  queuedAt: number | undefined;
  /** How much was let in since then. */
  letInOfQueue: number;
}

/** What an operation has of a turn at least, in milliseconds, however many there are: with less, it would do nothing but wait. */
const LEAST_SLICE_MS = 0.25;

export class Shares {
  readonly #shares = new Map<Owner, Share>();
  #letInSoFar = 0;
  /** How many owners have something running. */
  #running = 0;

  /** How many owners have something running or waiting. */
  get size(): number {
    return this.#shares.size;
  }

  get(owner: Owner): Share | undefined {
    return this.#shares.get(owner);
  }

  /** Something of the owner has been let in. */
  letIn({ owner, isReading }: Pick<Work, 'owner' | 'isReading'>, isDear: boolean): void {
    this.#letInSoFar += 1;
    const share = this.#change(owner, { running: 1, dear: Number(isDear) });
    share.last = this.#letInSoFar;
    share.letInOfQueue += 1;
    if (isReading) share.isReading = true;
  }

  /** What was running has ended. */
  end({ owner, isReading }: Pick<Work, 'owner' | 'isReading'>, isDear: boolean): void {
    const share = this.#change(owner, { running: -1, dear: -Number(isDear) });
    if (isReading) share.isReading = false;
  }

  wait(owner: Owner, hasBegun: boolean): void {
    const share = this.#change(owner, { waiting: 1, begun: Number(hasBegun) });
    if (share.queuedAt !== undefined) return;
    share.queuedAt = performance.now();
    share.letInOfQueue = 0;
  }

  /** What was waiting no longer does; a queue that ends because it was refused goes on with who comes next. */
  leave(owner: Owner, hasBegun: boolean, isServed: boolean): void {
    const share = this.#change(owner, { waiting: -1, begun: -Number(hasBegun) });
    if (isServed && share.waiting === 0) share.queuedAt = undefined;
  }

  /** Owners have equal parts of a turn, and an owner's operations of its part: twenty operations are no longer a turn than one. */
  sliceMs(owner: Owner): number {
    const { running = 0 } = this.#shares.get(owner) ?? {};
    return Math.max(LEAST_SLICE_MS, TURN_BUDGET_MS.slices / Math.max(1, this.#running) / Math.max(1, running));
  }

  /** True when the owner has no less than its share of what runs and waits in all. */
  isFull(owner: Owner, all: number): boolean {
    const share = this.#shares.get(owner);
    return !!share && (share.running + share.waiting) * this.size >= all;
  }

  #change(owner: Owner, by: { running?: number; dear?: number; waiting?: number; begun?: number }): Share {
    const share = this.#shares.get(owner) ?? newcomer(this.#letInSoFar);
    if (by.running) this.#running -= Number(share.running > 0);
    share.running += by.running ?? 0;
    if (by.running) this.#running += Number(share.running > 0);
    share.dear += by.dear ?? 0;
    share.waiting += by.waiting ?? 0;
    share.begun += by.begun ?? 0;
    if (share.running + share.waiting > 0) this.#shares.set(owner, share);
    else this.#shares.delete(owner);
    return share;
  }
}

function newcomer(last: number): Share {
  return { running: 0, dear: 0, isReading: false, waiting: 0, begun: 0, last, queuedAt: undefined, letInOfQueue: 0 };
}

/** True when whoever has `share` comes before whoever has `other`: the least running first, and of these who was let in longest ago. */
export function isBefore(share: Share, other: Share | undefined): boolean {
  if (!other) return true;
  return share.running < other.running || (share.running === other.running && share.last < other.last);
}
