/**
 * Whether a database is out of reach: where that is known no request waits for it, and who has waited in vain for its key waits no
 * second time for its records.
 */
import { isCanceled, isConnectionLate, isCutOff, isGivenUp, isOutOfReach, isPoolExhausted } from './faults.ts';

/**
 * A silence of this part of what a statement may take is one. What ends sooner is a connection that was lost, a pool that others hold, or
 * a statement that was sent late since it waited for its connection.
 */
const SILENCE = 0.6;
/** A statement that was given up so lately speaks for the next one, in milliseconds. */
const JUST_NOW_MS = 100;
/** What was heard so lately speaks for a database of which one statement hears nothing, in milliseconds. */
const LATELY_MS = 500;

interface Contact {
  /** False since the database did not answer when it was last looked at. */
  isReachable: boolean;
  /** When anything was last heard. */
  heardAt: number;
  /** When a statement was last given up in a silence of all. */
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

/** Something was heard of a database, be it an error, or what nobody waits for any more. */
export function noteHeard(driver: object): void {
  contactOf(driver).heardAt = performance.now();
}

/**
 * Asks a database, and notes where a statement is given up that has heard nothing for long, nor has any other; becomes what `ask` does.
 * `limitMs` is how long it may take with its connection.
 */
export async function askedOf<T>(
  driver: object,
  ask: () => Promise<T>,
  limitMs = Number.POSITIVE_INFINITY,
): Promise<T> {
  const contact = contactOf(driver);
  const startedAt = performance.now();
  try {
    return await ask();
  } catch (error) {
    const isInVain = isOutOfReach(error) || isConnectionLate(error);
    const now = performance.now();
    if (isInVain && now - Math.max(startedAt, contact.heardAt) > SILENCE * limitMs) contact.silentAt = now;
    throw error;
  }
}

/** True while a database is known to be away, and just after a statement was given up of which nothing was heard. */
export function isAway(driver: object): boolean {
  const { isReachable, heardAt, silentAt } = contactOf(driver);
  return !isReachable || (silentAt > heardAt && performance.now() - silentAt < JUST_NOW_MS);
}

/**
 * True when a look at a database failed in a way that says nothing of it: the server ended it (a table was locked), it had no answer or
 * lost each of its connections while others have their answers, or no connection while those that there are may still have one.
 * `limitMs` is how long that may take; undefined where it may take any time.
 */
export function isNoSign(driver: object, error: unknown, limitMs?: number): boolean {
  if (isCanceled(error)) return true;
  const silentMs = performance.now() - contactOf(driver).heardAt;
  if (isConnectionLate(error) && limitMs !== undefined) return silentMs <= limitMs;
  return isPoolExhausted(error) || ((isGivenUp(error) || isCutOff(error)) && silentMs < LATELY_MS);
}
