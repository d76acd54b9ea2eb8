/** Who comes or waits in vain, so that it can be told early: by how fast work is done, and by what its owner has of the gate. */
import type { GateLimits } from './gate-limits.ts';
import type { Pace } from './pace.ts';
import type { Shares } from './shares.ts';
import type { Owner } from './work.ts';

/** So many may wait however slowly work is done: the gate's places are not to be empty until somebody comes. */
const LEAST_QUEUE = 2;
/** An owner's queue of less is a burst, in milliseconds, also where others have waited for longer; and one of which less was let in. */
const BURST_MS = 100;
const SHOWN_BY = 8;
/** Work may go so many times as fast as it has so far: what is new to a process takes longer at first. */
const HOPE = 3;
/** The fastest that was shown lately is rarely reached again under a flood. */
const CAUTION = 0.9;
/** Where so much of what can be done in time waits, hardly anybody who comes is let in. */
const NEARLY = 0.9;

/** How much there is at the gate. */
interface Crowd {
  readonly running: number;
  readonly waiting: number;
}

export class Prospects {
  readonly #limits: GateLimits;
  readonly #shares: Shares;
  readonly #pace: Pace;
  readonly #crowd: Crowd;

  constructor(limits: GateLimits, shares: Shares, pace: Pace, crowd: Crowd) {
    this.#limits = limits;
    this.#shares = shares;
    this.#pace = pace;
    this.#crowd = crowd;
  }

  /** How much runs, which ends whatever the pace says. */
  get running(): number {
    return this.#crowd.running;
  }

  /** True when `owner` has its share and a queue that is no burst, and more wait than are let in in time: one more only makes that longer. */
  isInVain(owner: Owner): boolean {
    const { waiting } = this.#crowd;
    if (waiting < LEAST_QUEUE || !this.isGreedy(owner)) return false;
    const { queueMs } = this.#limits;
    const most = this.#isOld(owner)
      ? (this.#pace.countInQueue(queueMs) ?? this.#pace.countIn(queueMs))
      : this.mostIn(queueMs);
    return most !== undefined && waiting >= most;
  }

  /** True when so many who wait are about as many as are let in in time, whoever they are. */
  areInVain(waiting: number): boolean {
    const most = this.mostIn(this.#limits.queueMs);
    return most !== undefined && waiting >= Math.max(LEAST_QUEUE, NEARLY * most);
  }

  /** How many of those who wait may be let in at best; undefined where nobody knows. They may have begun slowly, or stood still meanwhile. */
  mostIn(ms: number): number | undefined {
    const known = this.#pace.countInQueue(ms);
    const byHeart = this.#countByHeart(ms);
    if (byHeart !== undefined) return CAUTION * byHeart;
    return known && HOPE * Math.max(known, this.#pace.countIn(ms));
  }

  /**
   * True when `owner` has no less than its share, and a queue that is no burst any more. That is soon where some of its own was let in since,
   * and sooner where queues have shown how fast they go; nobody knows before how long that takes.
   */
  isGreedy(owner: Owner): boolean {
    const share = this.#shares.get(owner);
    if (share?.queuedAt === undefined) return false;
    const isYoung = performance.now() - share.queuedAt <= BURST_MS || share.letInOfQueue < SHOWN_BY;
    const isBurst = isYoung && this.#countByHeart(1) === undefined;
    if (isBurst && !this.#isOld(owner)) return false;
    return this.#shares.isFull(owner, this.#crowd.running + this.#crowd.waiting);
  }

  /** Where several owners have a queue nobody's shows what another one's is worth: it may be of what is much quicker. */
  #countByHeart(ms: number): number | undefined {
    return this.#shares.size > 1 ? undefined : this.#pace.countByHeart(ms);
  }

  /** True when the owner has had a queue that never empties for longer than anybody waits. */
  #isOld(owner: Owner): boolean {
    const { queuedAt = Number.POSITIVE_INFINITY } = this.#shares.get(owner) ?? {};
    return performance.now() - queuedAt > this.#limits.waitMs;
  }
}
