/** The HTTP server around a gateway: limits, listening, and a stop that finishes what is in flight. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Gateway } from './gateway.ts';

export interface RunningServer {
  readonly port: number;
  /** Stops listening, answers what is in flight for at most `withinMs`, then closes what is left. */
  stop(withinMs: number): Promise<void>;
}

/** Listens; rejects with the system's error when the address cannot be had. */
export async function startServer(
  gateway: Pick<Gateway, 'handle'>,
  address: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 6_000,
      requestTimeout: 10_000,
      keepAliveTimeout: 65_000,
      insecureHTTPParser: false,
      connectionsCheckingInterval: 1_000,
    },
    (incoming, outgoing) => gateway.handle(incoming, outgoing),
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
  return { port, stop: (withinMs) => stop(server, withinMs) };
}

async function stop(server: Server, withinMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // Connections that become idle after their answer are closed as they do.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}
