/** One read statement: protocol parameters, one retry when the connection was lost, cancellation in the database. */
import { channel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';
import { isConnectionLoss, isConnectionRefused } from './faults.ts';
import { inTurn } from './turns.ts';
import type { RowBatch } from './wire/row-batch.ts';
import { diverted } from './wire/tapped-client.ts';

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
export function read<Row>(
  em: EntityManager,
  sql: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<Row[]> {
  // The driver knows no row type: the caller names the columns it selected.
  return patiently(em, signal, () => send(em, sql, [...params], signal) as Promise<Row[]>);
}

/** Like {@link read}; the rows stay as they came over the wire. */
export function readBatch<Row extends object>(
  em: EntityManager,
  sql: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<RowBatch<Row>> {
  return patiently(em, signal, async () => {
    const own = [...params];
    const rows = diverted(own);
    await send(em, sql, own, signal);
    return rows.batch<Row>();
  });
}

function patiently<T>(em: EntityManager, signal: AbortSignal | undefined, once: () => Promise<T>): Promise<T> {
  return signal ? inTurn(signal, () => untilHeard(em, once)) : untilHeard(em, once);
}

async function untilHeard<T>(em: EntityManager, once: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await once();
    } catch (error) {
      if (!isConnectionLoss(error) || em.isInTransaction()) throw error;
      // Nobody is there: whoever waits for an answer is told so at once.
      if (isConnectionRefused(error) && pause > 0) throw error;
    }
    if (pause > 0) await sleep(pause);
  }
  return once();
}

/** Sends a statement with this very array of parameters. */
async function send(
  em: EntityManager,
  sql: string,
  params: unknown[],
  signal: AbortSignal | undefined,
): Promise<unknown[]> {
  if (sqlChannel.hasSubscribers) sqlChannel.publish({ sql });
  const executor: Kysely<unknown> = em.getTransactionContext() ?? em.getConnection('read').getClient();
  const query = CompiledQuery.raw(sql, params);
  const result = await executor.executeQuery(
    query,
    signal ? { signal, inflightQueryAbortStrategy: 'cancel query' } : undefined,
  );
  return result.rows;
}
