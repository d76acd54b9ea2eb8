/** What is heard on the connections of a pool, and when all of them are left: one has gone silent, or they lead to a server of before. */
import type { Client, Pool, PoolClient } from 'pg';

/** What a connection of the pool tells when nothing was heard of a statement in time. */
export const SILENT = 'silent';

/** The driver's types do not name the socket, or what stands for it behind TLS. */
interface Streaming {
  readonly connection: {
    readonly stream: { on(event: 'data', listener: () => void): unknown; destroy(): unknown };
  };
}

/** So long it is between two times that all connections are left, in milliseconds: an address may lead to two servers, and none is the right one. */
const STAY_MS = 1_000;

interface Leaver {
  leave(): void;
  leftAt: number;
}

/** By the drivers of the databases. */
const leavers = new WeakMap<object, Leaver>();

/** Ends all connections to the primary as soon as they have no work: not all lead to the same server, and new ones lead where its address does now. */
export function leaveConnections(driver: object): void {
  const leaver = leavers.get(driver);
  const now = performance.now();
  if (!leaver || now - leaver.leftAt < STAY_MS) return;
  leaver.leftAt = now;
  leaver.leave();
}

/** To be called with what {@link listenTo} returns for the pool of the primary. */
export function leaveBy(driver: object, leave: () => void): void {
  leavers.set(driver, { leave, leftAt: Number.NEGATIVE_INFINITY });
}

/**
 * From now on `onHeard` is told whenever a server says something, but for what it says while a connection is made: a pooler lets in
 * without one. Whatever lies between may have forgotten all connections at once (a firewall after an hour, an address that moved), so
 * when one is silent those that wait for work end, too; the next caller would wait for each of them in vain.
 * Returns what ends all that there are by then, those at work when it is done.
 */
export function listenTo(pool: Pool, onHeard: () => void): () => void {
  const idle = new Set<PoolClient>();
  const atWork = new Set<PoolClient>();
  const left = new WeakSet<PoolClient>();
  const endIdle = () => {
    for (const each of idle) streamOf(each).destroy();
  };
  pool.on('connect', (client) => {
    streamOf(client).on('data', onHeard);
    client.on(SILENT as 'end', endIdle);
  });
  pool.on('acquire', (client) => {
    idle.delete(client);
    atWork.add(client);
  });
  pool.on('release', (_error, client) => {
    atWork.delete(client);
    // The pool keeps none that has begun to end.
    if (left.has(client)) void (client as PoolClient & Client).end().catch(() => undefined);
    else idle.add(client);
  });
  pool.on('remove', (client) => {
    idle.delete(client);
    atWork.delete(client);
  });
  return () => {
    endIdle();
    for (const each of atWork) left.add(each);
  };
}

function streamOf(client: PoolClient) {
  return (client as PoolClient & Streaming).connection.stream;
}
