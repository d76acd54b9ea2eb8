/** A connection that takes longer to be made than anybody waits for it is finished all the same, for whoever comes next. */
import type { Pool, PoolClient } from 'pg';
import { CONNECT_TIMEOUT, isPoolExhausted } from './faults.ts';

/** So long a connection may take, in milliseconds: a server behind TLS and an ocean does, and one without a processor to spare. */
const MAKING_MS = 2_000;

/** Who waits for a connection, as the pool has it; its types name neither. */
interface Waiting {
  callback(error: Error | undefined, client: unknown, release: () => void): void;
  /** The pool keeps a connection for others when it is there. */
  timedOut?: boolean;
}
interface Making {
  /** Its connections, those included that are being made. */
  readonly _clients: readonly object[];
  newClient(waiting: Waiting): void;
}

/**
 * From now on the pool's time limit is that of who waits, and no longer that of the connection. Who waits for a place in vain hears that
 * the server is silent where it has let nobody in for as long as a connection may take.
 */
export function finishConnections(pool: Pool): void {
  const making = pool as Pool & Making;
  const { options } = pool;
  const patience = options.connectionTimeoutMillis;
  if (!patience || patience >= MAKING_MS) return;
  const letIn = new WeakSet<object>();
  /** When the first connection since the last one that was let in was begun. */
  let triedSince: number | undefined;
  pool.on('connect', (client) => {
    letIn.add(client);
    triedSince = undefined;
  });
  const isSilent = () =>
    triedSince !== undefined &&
    performance.now() - triedSince >= MAKING_MS &&
    !making._clients.some((client) => letIn.has(client));
  const wait = pool.connect.bind(pool) as (told?: unknown) => Promise<PoolClient>;
  const connect = (told?: unknown) =>
    wait(told)?.catch((error: unknown) => {
      throw isPoolExhausted(error) && isSilent() ? new Error(CONNECT_TIMEOUT) : error;
    });
  pool.connect = connect as Pool['connect']; // It takes a callback, too, and returns nothing then.
  const make = making.newClient.bind(pool);
  making.newClient = (waiting) => {
    triedSince ??= performance.now();
    const tell = waiting.callback.bind(waiting);
    const timer = setTimeout(() => {
      if (waiting.timedOut) return;
      waiting.timedOut = true;
      tell(new Error(CONNECT_TIMEOUT), undefined, () => undefined);
    }, patience);
    waiting.callback = (...told) => {
      clearTimeout(timer);
      tell(...told);
    };
    // The pool and the connection read it when they begin.
    options.connectionTimeoutMillis = MAKING_MS;
    try {
      make(waiting);
    } finally {
      options.connectionTimeoutMillis = patience;
    }
  };
}
