/** One read statement: protocol parameters, one retry when the connection was lost, cancellation in the database. */
import { tracingChannel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';
import {
  ANSWER_TIMEOUT,
  DatabaseAwayError,
  isCanceled,
  isConnectionLate,
  isConnectionLoss,
  isConnectionRefused,
  isOutOfReach,
  isPoolExhausted,
  isWithoutRoom,
} from './faults.ts';
import { askedOf, isAway } from './reachability.ts';
import { type Replica, ReplicatedDriver } from './replicas.ts';
import { inSlot } from './slots.ts';
import { nameOf } from './wire/named-statements.ts';
import { RowBatch } from '../rows/row-batch.ts';
import type { RowRoom } from './wire/row-room.ts';
import { Statement } from './wire/tapped-client.ts';

/** What is told of every statement that is sent, from its start to its end. */
export interface SentStatement {
  readonly sql: string;
}

/** Traces the statements that are sent through {@link read}: who follows requests listens, and tests count round trips. */
export const sqlChannel = tracingChannel<unknown, SentStatement>('geo:sql');

/** So long a connection is waited for again, in milliseconds: whoever asks hears within a second that the database is silent. */
const PATIENCE_MS = 600;

/**
 * How long to wait before each new attempt, in milliseconds: at once, since mostly one connection died and the next one
 * lives; then a little, since the pool may hand out others that died with it.
 */
const PAUSES_MS = [0, 10, 30, 60, 100];

/**
 * Runs one SELECT with `$1…$n` parameters and returns its rows.
 * A statement that failed because its connection was lost is sent again; reads are idempotent.
 * An aborted `signal` rejects at once and cancels the statement in PostgreSQL; a few with the same signal run at a time.
 */
export function read<Row>(
  em: EntityManager,
  sql: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<Row[]> {
  return readRows(em, new Statement(sql, { signal }), params);
}

/** Like {@link read}, for statements whose texts come again and again: the server keeps what it makes of them. */
export function readAgain<Row>(
  em: EntityManager,
  sql: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<Row[]> {
  // A name that fails would end the transaction.
  const name = em.isInTransaction() ? undefined : nameOf(sql);
  return readRows(em, new Statement(sql, { name, signal }), params);
}

function readRows<Row>(em: EntityManager, statement: Statement, params: readonly unknown[]): Promise<Row[]> {
  const once = (executor: Executor) => send(executor, statement, params);
  // The driver knows no row type: the caller names the columns it selected.
  return patiently(em, statement.text, statement.signal, once) as Promise<Row[]>;
}

/** Like {@link read}; the rows stay as they came over the wire. */
export function readBatch<Row extends object>(
  em: EntityManager,
  sql: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<RowBatch<Row>> {
  return batchOf(em, new Statement(sql, { asBatch: true, signal }), params);
}

/**
 * Runs one SELECT of one `bytea` column without nulls, whose values travel as they are stored: texts of a large one would be garbage
 * by the megabyte. Resolves to the bytes in the first row, undefined where there is none; they are there until `room` is read into again.
 */
export async function readBytes(
  em: EntityManager,
  sql: string,
  params: readonly unknown[],
  room?: RowRoom,
): Promise<Uint8Array | undefined> {
  const batch = await batchOf(em, new Statement(sql, { asBatch: true, isBinary: true, room }), params);
  return batch.length === 0 ? undefined : batch.firstBytes(0);
}

function batchOf<Row extends object>(
  em: EntityManager,
  statement: Statement,
  params: readonly unknown[],
): Promise<RowBatch<Row>> {
  return patiently(em, statement.text, statement.signal, async (executor) => {
    const rows = await send(executor, statement, params);
    if (!(rows instanceof RowBatch)) throw new Error('the statement was sent on a connection that is not tapped');
    return rows; // Whoever wrote the statement names the columns that it selects.
  });
}

type Executor = Kysely<unknown>;

function patiently<T>(
  em: EntityManager,
  sql: string,
  signal: AbortSignal | undefined,
  once: (executor: Executor) => Promise<T>,
): Promise<T> {
  return signal ? inSlot(signal, () => somewhere(em, sql, signal, once)) : somewhere(em, sql, signal, once);
}

/**
 * Where a statement is read: rows of a data set on a replica that holds it, everything else on the primary. Whatever a replica
 * answers but rows, the primary is asked; with a signal only while it is not known to be away (`DatabaseAwayError`).
 */
async function somewhere<T>(
  em: EntityManager,
  sql: string,
  signal: AbortSignal | undefined,
  once: (executor: Executor) => Promise<T>,
): Promise<T> {
  const replica = replicaFor(em, sql);
  const byPrimary = () => {
    const driver = em.getDriver();
    if (signal && isAway(driver)) throw new DatabaseAwayError();
    return askedOf(driver, () => untilHeard(em, once), limitOf(em));
  };
  if (!replica) return byPrimary();
  const askedAt = performance.now();
  try {
    const answer = await once(replica.connection.getClient());
    replica.noteAnswer();
    return answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    if (isOutOfReach(error)) replica.leave(askedAt, error);
    const answer = await byPrimary();
    // What takes the primary as long is a dear statement, and no fault of the replica's.
    if (isCanceled(error)) replica.noteLate(askedAt, error);
    return answer;
  }
}

/** The schema of a data set, as it stands before the tables in every statement that reads one. */
const DATA_SET = /\bgeo_(\d{1,9})\./;

function replicaFor(em: EntityManager, sql: string): Replica | undefined {
  const driver = em.getDriver();
  if (!(driver instanceof ReplicatedDriver) || em.isInTransaction()) return undefined;
  const id = DATA_SET.exec(sql)?.[1];
  return id === undefined ? undefined : driver.replicaWith(Number(id));
}

/** So much later than the driver gives up an answer, in milliseconds: where no connection was waited for, its word comes first. */
const LAST_WORD_MS = 50;

/**
 * Whoever asks hears within the limit of an answer, or of a connection where that is longer, and not after both. A statement that was sent
 * late goes on up to its own limit: if its connection ended with who asked, a database that lets nobody in faster would never be reached.
 */
function untilHeard<T>(em: EntityManager, once: (executor: Executor) => Promise<T>): Promise<T> {
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
      if (isWithoutRoom(error) && pause === 0) continue;
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

/** Sends a statement; resolves to its rows, or to the batch of them that it asks for. */
function send(executor: Executor, statement: Statement, params: readonly unknown[]): Promise<unknown> {
  return sqlChannel.tracePromise(() => answerTo(executor, statement, params), { sql: statement.text });
}

async function answerTo(executor: Executor, statement: Statement, params: readonly unknown[]): Promise<unknown> {
  const { signal } = statement;
  // Kysely hands down to the connection what stands for the text, and back up what stands for the rows.
  const executed = executor.executeQuery(CompiledQuery.raw(statement as unknown as string, [...params]));
  return (await (signal ? orAborted(executed, signal) : executed)).rows;
}

/** What becomes of `work`, or a rejection as soon as nobody waits for it any more. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
