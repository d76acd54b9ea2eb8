/** Whether anything is heard of a database: a request that has waited in vain for its key waits no second time for its records. */
import { isConnectionLate, isOutOfReach } from './faults.ts';

/** What ends sooner is a connection that was lost, or a pool that others hold, in milliseconds. */
const LEAST_MS = 600;
/** A statement that was given up so lately speaks for the next one, in milliseconds. */
const JUST_NOW_MS = 100;

interface Heard {
  /** When anything was last heard, be it an error. */
  at: number;
  /** When a statement was last given up that heard as little as all others since it began. */
  silentAt: number;
}

const known = new WeakMap<object, Heard>();

/** What becomes of a statement for which the database of a driver is asked, which is noted. */
export async function heard<T>(driver: object, ask: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const last = known.get(driver) ?? { at: Number.NEGATIVE_INFINITY, silentAt: Number.NEGATIVE_INFINITY };
  known.set(driver, last);
  try {
    const answer = await ask();
    last.at = performance.now();
    return answer;
  } catch (error) {
    const now = performance.now();
    if (!isOutOfReach(error) && !isConnectionLate(error)) last.at = now;
    else if (now - startedAt > LEAST_MS && last.at < startedAt) last.silentAt = now;
    throw error;
  }
}

/** True just after a statement was given up, while nothing has been heard since it began. */
export function isSilent(driver: object): boolean {
  const last = known.get(driver);
  return last !== undefined && last.silentAt > last.at && performance.now() - last.silentAt < JUST_NOW_MS;
}
