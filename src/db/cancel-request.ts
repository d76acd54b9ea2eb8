/** Asks a server to cancel what a connection of ours is running, without a place among its connections. */
import type { Socket } from 'node:net';
import { type Client, Connection } from 'pg';

const PATIENCE_MS = 500;
/** A server that has vanished is found out so. */
const KEEP_ALIVE_MS = 30_000;

/** What the driver knows of a connection and keeps out of its types. */
interface Keyed {
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly sslNegotiation: string;
}

interface Cancelling {
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

/**
 * Sends the protocol's own request (PostgreSQL documentation, "Canceling Requests in Progress"), which a pooler passes on to
 * whichever server runs the statement. Resolves to true when the server has dealt with it, so that it cannot reach a later
 * statement; to false when nobody knows.
 */
export function requestCancel(client: Client): Promise<boolean> {
  const { processID, secretKey, sslNegotiation } = client as Client & Partial<Keyed>;
  if (!processID || !secretKey) return Promise.resolve(false);
  const config = { ssl: client.ssl, sslNegotiation };
  const connection = new Connection(config) as Connection & Cancelling;
  return new Promise((resolve) => {
    let sent = false;
    const send = () => {
      connection.cancel(processID, secretKey);
      sent = true;
    };
    // Nobody waits for longer, but the connection stays until the server ends it: PgBouncer 1.18 and 1.19 end themselves for one that goes
    // before (pgbouncer issue 801).
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    (connection.stream as Socket).setKeepAlive(true, KEEP_ALIVE_MS).unref(); // Without an option for it the driver takes no other.
    const finish = (heard: boolean) => {
      clearTimeout(timer);
      connection.stream.destroy();
      resolve(heard);
    };
    connection.on('connect', () => {
      if (!client.ssl) send();
      else if (sslNegotiation !== 'direct') connection.requestSsl();
    });
    connection.on('sslconnect', send);
    connection.on('error', () => finish(false));
    // The server ends the connection when it has sent the signal.
    connection.on('end', () => finish(sent));
    const { host, port } = client;
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
