/** Asks a server to cancel what a connection of ours is running, without a place among its connections. */
import { type Client, Connection } from 'pg';

const PATIENCE_MS = 500;

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
    const timer = setTimeout(() => finish(false), PATIENCE_MS);
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
