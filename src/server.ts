/** The HTTP server around a gateway: limits, listening, and a stop that finishes what is in flight. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gateway } from './gateway.ts';

/** How long a stop leaves idle connections open for a last request, in milliseconds. */
const PARTING_MS = 1_000;

export interface RunningServer {
  readonly port: number;
  /**
   * Stops listening, answers what is in flight and what kept connections still send, each connection ending with its next
   * answer; closes what is left after `withinMs`.
   */
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
  // The close of an HTTP server would end idle connections at once, and reset those whose next request is on its way.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  await Promise.race([closed, sleep(Math.min(PARTING_MS, withinMs), undefined, { ref: false })]);
  // From now on connections are closed as they become idle.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}
