/** What is heard on the connections of a pool, and what becomes of those that wait for work when one has gone silent. */
import type { Pool, PoolClient } from 'pg';

/** What a connection of the pool tells when nothing was heard of a statement in time. */
export const SILENT = 'silent';

/** The driver's types do not name the socket, or what stands for it behind TLS. */
interface Streaming {
  readonly connection: {
    readonly stream: { on(event: 'data', listener: () => void): unknown; destroy(): unknown };
  };
}

/**
 * From now on `onHeard` is told whenever a server says something, but for what it says while a connection is made: a pooler lets in
 * without one. Whatever lies between may have forgotten all connections at once (a firewall after an hour, an address that moved), so
 * when one is silent those that wait for work end, too; the next caller would wait for each of them in vain.
 */
export function listenTo(pool: Pool, onHeard: () => void): void {
  const idle = new Set<PoolClient>();
  pool.on('connect', (client) => {
    streamOf(client).on('data', onHeard);
    client.on(SILENT as 'end', () => {
      for (const each of idle) streamOf(each).destroy();
    });
  });
  pool.on('acquire', (client) => void idle.delete(client));
  pool.on('release', (_error, client) => void idle.add(client));
  pool.on('remove', (client) => void idle.delete(client));
}

function streamOf(client: PoolClient) {
  return (client as PoolClient & Streaming).connection.stream;
}
