/** Listens on a Unix socket and lets any number of PostgreSQL clients share the one session of the embedded database. */
import { chmodSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Execute, SessionConnection } from './session-connection.ts';
import { SessionQueue } from './session-queue.ts';

const GOODBYE_MS = 100;

export interface SessionServerOptions {
  readonly socketPath: string;
  readonly execute: Execute;
  /** The database's answer to a startup packet. */
  readonly greeting: Buffer;
  readonly database: string;
  /** How long a transaction may pause while other clients wait, in milliseconds; then it is rolled back. */
  readonly idleTransactionMs: number;
  /** Called when the database broke down in the middle of a statement. */
  onBroken(error: unknown): void;
}

export interface SessionServer {
  /** True while a client's transaction keeps the session. */
  isInTransaction(): boolean;
  /** Runs a task while no client uses the session, between two transactions. */
  alone<T>(task: () => Promise<T>): Promise<T>;
  /** Hangs up on every client and stops listening; open transactions are rolled back before it resolves. */
  close(): Promise<void>;
}

/** Starts listening; only the owner of this process can connect. */
export async function serveSession(options: SessionServerOptions): Promise<SessionServer> {
  const connections = new Set<SessionConnection>();
  const queue = new SessionQueue({
    idleHolderMs: options.idleTransactionMs,
    onIdleHolder: (owner) => {
      if (owner instanceof SessionConnection) owner.end('25P03', 'The transaction paused while others were waiting.');
    },
    onBroken: options.onBroken,
  });
  const server = createServer((socket) => {
    const connection = new SessionConnection(socket, { ...options, queue });
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
  });
  rmSync(options.socketPath, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.socketPath, resolve);
  });
  chmodSync(options.socketPath, 0o600);
  return {
    isInTransaction: () => queue.isHeld,
    alone: (task) => queue.alone(task),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Clients that have just said goodbye need not be told.
      await Promise.race([closed, sleep(GOODBYE_MS, undefined, { ref: false })]);
      for (const connection of connections) connection.end('57P01', 'The embedded database is closing.');
      await closed;
      await queue.alone(async () => undefined);
    },
  };
}
