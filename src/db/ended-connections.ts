/** A connection that ends while it is at work is given back to its pool, whoever has it. */
import type { Pool, PoolClient } from 'pg';

/**
 * From now on the pool has the place again of a connection that has ended. Kysely keeps one for ever on which a transaction could not begin,
 * or not be rolled back: places would get fewer, and the end of the pool would never come.
 */
export function giveBackEnded(pool: Pool): void {
  const atWork = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => atWork.add(client));
  pool.on('release', (_error, client) => atWork.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!atWork.has(client)) return;
      const { release } = client;
      // Its holder may do so yet, which the pool would take for a fault.
      client.release = () => undefined;
      release(true);
    });
  });
}
