/** The HTTP server around a gateway: limits, listening, and a stop that finishes what is in flight. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gateway } from './gateway.ts';

/** How long a stop goes on listening, in milliseconds, while connections are open. */
const DRAIN_MS = 500;

export interface RunningServer {
  readonly port: number;
  /** Answers what is in flight and ends connections with their next answer; closes what is left after `withinMs`. */
  stop(withinMs: number): Promise<void>;
}

/** Listens; rejects with the system's error when the address cannot be had. */
export async function startServer(
  gateway: Pick<Gateway, 'handle'>,
  address: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  let stopping = false;
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      keepAliveTimeout: 65_000,
      insecureHTTPParser: false,
      connectionsCheckingInterval: 1_000,
    },
    (incoming, outgoing) => {
      // Whoever keeps a connection is told that it ends before the socket does.
      if (stopping) outgoing.shouldKeepAlive = false;
      gateway.handle(incoming, outgoing);
    },
  );
  // A reader that stands still for this long gives its place to another.
  server.timeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A listening TCP server has an address object, never a pipe name.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    stop(withinMs) {
      stopping = true;
      return stop(server, withinMs);
    },
  };
}

async function stop(server: Server, withinMs: number): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), withinMs);
  await drained(server, Math.min(DRAIN_MS, withinMs));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // Connections that become idle after their answer are closed as they do.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}

/**
 * Goes on listening until every connection has had its last answer, for `withinMs` at most: closing an idle connection at
 * once would reset those whose next request is already on its way.
 */
async function drained(server: Server, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs;
  while (performance.now() < end && (await connectionsOf(server)) > 0) await sleep(20);
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}
