/** One read statement: protocol parameters, one retry when the connection was lost, cancellation in the database. */
import { channel } from 'node:diagnostics_channel';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';
import { isConnectionLoss } from './faults.ts';

/** Publishes `{ sql }` for every statement sent through {@link read}; tests count round trips with it. */
export const sqlChannel = channel('geo:sql');

/** A pool may hand out a second connection that died with the first one, and a third one made anew lives. */
const ATTEMPTS = 3;

/**
 * Runs one SELECT with `$1…$n` parameters and returns its rows.
 * A statement that failed because its connection was lost is sent again; reads are idempotent.
 * An aborted `signal` cancels the statement in PostgreSQL.
 */
export async function read<Row>(
  em: EntityManager,
  sql: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<Row[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send<Row>(em, sql, params, signal);
    } catch (error) {
      if (attempt === ATTEMPTS || !isConnectionLoss(error) || em.isInTransaction()) throw error;
    }
  }
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
