/** Counts of all processes of an installation, in Redis; while it is away each process goes on by its own. */
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Counts } from './counts.ts';
import { PERIODS, type Period } from './plan-quotas.ts';
import type { Window } from './windows.ts';

/** What is asked of a Redis connection: to be there at once or not at all. */
export interface SharedStore {
  /** An ioredis client that refuses commands while it is not connected and gives up on one that takes too long. */
  readonly client: object;
  readonly prefix: string;
  /** Told of every command that failed, with its error, and with undefined of every count that was taken. */
  onOutcome(error: unknown): void;
}

/** Seconds for which Redis keeps a count: its window, and room for clocks that differ. */
const KEPT_SECONDS: Readonly<Record<Period, number>> = { second: 10, daily: 2 * 86_400, monthly: 33 * 86_400 };

/** What a step of a count is called in the library. */
const METHODS = { 1: 'penalty', 0: 'get', '-1': 'reward' } as const;

export interface SharedCounts {
  /** Counts one more; resolves with how many that makes. Never rejects. */
  add(window: Window, keyId: number): Promise<number>;
  /** How many there are; never rejects. */
  look(window: Window, keyId: number): Promise<number>;
  /** Takes one back. */
  takeBack(window: Window, keyId: number): Promise<void>;
}

export function createSharedCounts(store: SharedStore): SharedCounts {
  const limiters = new Map(PERIODS.map((period) => [period, limiterOf(period, store)]));
  // What Redis said last: with Redis away a process counts on from there and not from nothing.
  const last = new Counts();

  async function change(window: Window, keyId: number, step: 1 | 0 | -1): Promise<number> {
    const limiter = limiters.get(window.period);
    const key = `${window.id}:${keyId}`;
    try {
      const counted = await limiter?.[METHODS[step]](key);
      // A count that was only looked at may not be there yet.
      if (!(counted instanceof RateLimiterRes) && step !== 0) throw new Error('no count came back');
      if (step !== 0) store.onOutcome(undefined);
      const told = counted?.consumedPoints ?? 0;
      // Who lets itself be read may take no counts: what this process counted meanwhile is not less for it.
      const count = step === 0 ? Math.max(told, last.get(window, keyId)) : told;
      last.set(window, keyId, count);
      return count;
    } catch (error) {
      store.onOutcome(error);
      const count = last.get(window, keyId) + step;
      last.set(window, keyId, count);
      return count;
    }
  }

  return {
    add: (window, keyId) => change(window, keyId, 1),
    look: (window, keyId) => change(window, keyId, 0),
    async takeBack(window, keyId) {
      await change(window, keyId, -1);
    },
  };
}

function limiterOf(period: Period, { client, prefix }: SharedStore): RateLimiterRedis {
  return new RateLimiterRedis({
    storeClient: client,
    keyPrefix: `${prefix}:${period}`,
    // It counts; the limit depends on the plan and is compared by who asked for the count.
    points: Number.MAX_SAFE_INTEGER,
    duration: KEPT_SECONDS[period],
    rejectIfRedisNotReady: true,
  });
}
