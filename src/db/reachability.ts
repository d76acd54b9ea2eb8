/**
 * Whether a database is out of reach: where that is known no request waits for it, and who has waited in vain for its key waits no
 * second time for its records.
 */
import { isConnectionLate, isGivenUp, isOutOfReach, isPoolExhausted } from './faults.ts';

/** What ends sooner is a connection that was lost, or a pool that others hold, in milliseconds. */
const LEAST_MS = 600;
/** A statement that was given up so lately speaks for the next one, in milliseconds. */
const JUST_NOW_MS = 100;
/** What was heard so lately speaks for a database of which one statement hears nothing, in milliseconds. */
const LATELY_MS = 500;

interface Contact {
  /** False since the database did not answer when it was last looked at. */
  isReachable: boolean;
  /** When anything was last heard, be it an error. */
  heardAt: number;
  /** When a statement was last given up that heard as little as all others since it began. */
  silentAt: number;
}

/** By the drivers of the databases. */
const contacts = new WeakMap<object, Contact>();

function contactOf(driver: object): Contact {
  const known = contacts.get(driver);
  if (known) return known;
  const made = { isReachable: true, heardAt: Number.NEGATIVE_INFINITY, silentAt: Number.NEGATIVE_INFINITY };
  contacts.set(driver, made);
  return made;
}

/** Notes what the last look at a database has found. */
export function noteReachable(driver: object, isReachable: boolean): void {
  contactOf(driver).isReachable = isReachable;
}

/** Asks a database, and notes whether anything was heard of it; becomes what `ask` does. Who leaves has heard nothing. */
export async function askedOf<T>(driver: object, signal: AbortSignal | undefined, ask: () => Promise<T>): Promise<T> {
  const contact = contactOf(driver);
  const startedAt = performance.now();
  try {
    const answer = await ask();
    contact.heardAt = performance.now();
    return answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    const now = performance.now();
    if (!isOutOfReach(error) && !isConnectionLate(error)) contact.heardAt = now;
    else if (now - startedAt > LEAST_MS && contact.heardAt < startedAt) contact.silentAt = now;
    throw error;
  }
}

/** True while a database is known to be away, and just after a statement was given up of which nothing was heard. */
export function isAway(driver: object): boolean {
  const { isReachable, heardAt, silentAt } = contactOf(driver);
  return !isReachable || (silentAt > heardAt && performance.now() - silentAt < JUST_NOW_MS);
}

/**
 * True when a look at a database failed in a way that says nothing of it: it had no answer while others have theirs, or no connection while
 * who holds them may still have one. `limitMs` is how long that may take; undefined where it may take any time.
 */
export function isNoSign(driver: object, error: unknown, limitMs = Number.POSITIVE_INFINITY): boolean {
  const silentMs = performance.now() - contactOf(driver).heardAt;
  return isPoolExhausted(error) ? silentMs <= limitMs : isGivenUp(error) && silentMs < LATELY_MS;
}
