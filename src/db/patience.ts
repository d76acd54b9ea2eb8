/** How long a statement is waited for, and how often it is sent again when its connection was lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import {
  ANSWER_TIMEOUT,
  isConnectionLate,
  isConnectionLoss,
  isConnectionRefused,
  isNotLetIn,
  isPoolExhausted,
  isWithoutRoom,
} from './faults.ts';

/** Who sends a statement: a connection's, a pool's or a transaction's. */
export type Executor = Kysely<unknown>;

/** So long a connection is waited for again, in milliseconds: whoever asks hears within a second that the database is silent. */
const PATIENCE_MS = 600;

/**
 * How long to wait before each new attempt, in milliseconds: at once, since mostly one connection died and the next one
 * lives; then a little, since the pool may hand out others that died with it.
 */
const PAUSES_MS = [0, 10, 30, 60, 100];

/** So much later than the driver gives up an answer, in milliseconds: where no connection was waited for, its word comes first. */
const LAST_WORD_MS = 50;

/**
 * Whoever asks hears within the limit of an answer, or of a connection where that is longer, and not after both. A statement that was sent
 * late goes on up to its own limit: if its connection ended with who asked, a database that lets nobody in faster would never be reached.
 */
export function untilHeard<T>(em: EntityManager, once: (executor: Executor) => Promise<T>): Promise<T> {
  const limit = limitOf(em);
  if (limit === undefined || em.isInTransaction()) return untilAnswered(em, once, () => false);
  return new Promise((resolve, reject) => {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      reject(new Error(ANSWER_TIMEOUT));
    }, limit);
    untilAnswered(em, once, () => isOver)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** How long a statement may take with its connection, in milliseconds; undefined where it may take any time. */
export function limitOf(em: EntityManager): number | undefined {
  const { query_timeout: answer, connectionTimeoutMillis: connection } = em.config.get('driverOptions');
  return answer ? Math.max(answer, connection) + LAST_WORD_MS : undefined;
}

async function untilAnswered<T>(
  em: EntityManager,
  once: (executor: Executor) => Promise<T>,
  isOver: () => boolean,
): Promise<T> {
  const primary: Executor = em.getTransactionContext() ?? em.getConnection('write').getClient();
  const startedAt = performance.now();
  for (const pause of PAUSES_MS) {
    try {
      return await once(primary);
    } catch (error) {
      if (em.isInTransaction() || isOver()) throw error;
      if (isConnectionLate(error) && performance.now() - startedAt > PATIENCE_MS) throw error;
      // The connections that are there are waited for once, in the place of one more.
      if ((isWithoutRoom(error) || isNotLetIn(error)) && pause === 0) continue;
      if (isConnectionLoss(error)) lostAt.set(em.getDriver(), performance.now());
      else if (!isPoolExhausted(error) || !isMakingConnections(em)) throw error;
      // Nobody is there: whoever waits for an answer is told so at once.
      if (isConnectionRefused(error) && pause > 0) throw error;
    }
    if (pause > 0) await sleep(pause);
  }
  return once(primary);
}

/** When a database last lost a connection of ours. */
const lostAt = new WeakMap<object, number>();

/** True while the pool is short of connections since it lost some, and not since others hold them. */
function isMakingConnections(em: EntityManager): boolean {
  return performance.now() - (lostAt.get(em.getDriver()) ?? Number.NEGATIVE_INFINITY) < 2 * PATIENCE_MS;
}
