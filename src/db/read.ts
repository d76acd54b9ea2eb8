/** One read statement: protocol parameters, one retry when the connection was lost, cancellation in the database. */
import { channel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';
import { isConnectionLoss, isConnectionRefused } from './faults.ts';
import { inTurn } from './turns.ts';

/** Publishes `{ sql }` for every statement sent through {@link read}; tests count round trips with it. */
export const sqlChannel = channel('geo:sql');

/**
 * How long to wait before each new attempt, in milliseconds: at once, since mostly one connection died and the next one
 * lives; then a little, since the pool may hand out others that died with it.
 */
const PAUSES_MS = [0, 10, 30, 60, 100];

/**
 * Runs one SELECT with `$1…$n` parameters and returns its rows.
 * A statement that failed because its connection was lost is sent again; reads are idempotent.
 * An aborted `signal` cancels the statement in PostgreSQL; statements with the same signal take turns.
 */
export async function read<Row>(
  em: EntityManager,
  sql: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<Row[]> {
  return signal ? inTurn(signal, () => sendUntilHeard(em, sql, params, signal)) : sendUntilHeard(em, sql, params);
}

async function sendUntilHeard<Row>(
  em: EntityManager,
  sql: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<Row[]> {
  for (const pause of PAUSES_MS) {
    try {
      return await send<Row>(em, sql, params, signal);
    } catch (error) {
      if (!isConnectionLoss(error) || em.isInTransaction()) throw error;
      // Nobody is there: whoever waits for an answer is told so at once.
      if (isConnectionRefused(error) && pause > 0) throw error;
    }
    if (pause > 0) await sleep(pause);
  }
  return send<Row>(em, sql, params, signal);
}

async function send<Row>(
  em: EntityManager,
  sql: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<Row[]> {
  if (sqlChannel.hasSubscribers) sqlChannel.publish({ sql });
  const executor: Kysely<unknown> = em.getTransactionContext() ?? em.getConnection('read').getClient();
  const query = CompiledQuery.raw(sql, [...params]);
  const result = await executor.executeQuery(
    query,
    signal ? { signal, inflightQueryAbortStrategy: 'cancel query' } : undefined,
  );
  // The driver knows no row type: the caller names the columns it selected.
  return result.rows as Row[];
}
