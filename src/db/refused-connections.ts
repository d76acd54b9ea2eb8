/** What a pool learns from connections that a server or a pooler refused: to ask for fewer, or for one without conditions. */
import type { ClientConfig, Pool, PoolConfig } from 'pg';
import { isNotLetIn, isWithoutRoom } from './faults.ts';

/** A server that has no room or lets us in no more is asked once a second for each connection that is missing. */
const REST_MS = 1_000;

/**
 * Startup options of every connection to PostgreSQL that has none of its own: to compile a statement takes longer than to run it, see docs/adr/0098;
 * and dates and numbers come as they are read, whatever the server or the role has set.
 */
export const STARTUP_OPTIONS = '-c jit=off -c datestyle=ISO -c extra_float_digits=1';

/** A pool hands its own options to each of its connections, so they tell whose it is. */
const pools = new WeakMap<object, Pool>();
const refusals = new WeakMap<object, { readonly error: Error; readonly most: number | undefined }>();

/** From now on the pool is told of its refused connections. */
export function learnFromRefusals(pool: Pool): void {
  pools.set(pool.options, pool);
}

/** Why no connection is to be asked for now; undefined where one may be. */
export function standingRefusal(options: ClientConfig): Error | undefined {
  return refusals.get(options)?.error;
}

/** To be called before the pool hears of the refusal. */
export function noteRefusal(options: ClientConfig, error: Error): void {
  if (isWithoutRoom(error) || isNotLetIn(error)) makeDo(options, error);
  if (!isOfParameters(error)) return;
  // Poolers take few startup parameters. Without ours statements have the limit that their connection watches; what an operator has
  // asked for is not left away unsaid.
  options.statement_timeout = false;
  if (options.options === STARTUP_OPTIONS) delete options.options;
}

/** PgBouncer says it in words, others by the code for what is not supported. */
function isOfParameters({ message, code }: Error & { readonly code?: string }): boolean {
  return message.startsWith('unsupported startup parameter') || code === '0A000';
}

/** Callers wait for the connections that are there, or are told at once where there are none. */
function makeDo(options: PoolConfig, error: Error): void {
  const pool = pools.get(options);
  if (!pool) return;
  const most = refusals.get(options)?.most ?? options.max;
  // Without the one that was refused.
  options.max = Math.max(1, pool.totalCount - 1);
  if (refusals.has(options)) return;
  refusals.set(options, { error, most });
  setTimeout(() => {
    refusals.delete(options);
    if (most !== undefined) options.max = most;
  }, REST_MS).unref();
}
