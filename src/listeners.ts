/** Listens on one address with several sockets, so that connections are taken as fast as they come. */
import cluster from 'node:cluster';
import { createServer, type Server, type Socket } from 'node:net';

/**
 * The event loop takes one connection a turn from each listening socket. When turns are long, those who wait in the queue of
 * one socket wait for seconds, and no refusal reaches them either. So many bear 5,000 a second in turns of 25 ms.
 */
const LISTENERS = 128;
/**
 * How many may wait for each of them: together as many as the 511 of Node.js for 32. More would wait for longer than anybody does. A socket
 * that is the only one has those 511.
 */
const BACKLOG = 128;
const BACKLOG_ALONE = 511;

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** How many may wait for each of so many sockets. */
export function backlogOfEach(sockets: number): number {
  return sockets === 1 ? BACKLOG_ALONE : BACKLOG;
}

/**
 * Has `server` listen, and others beside it that hand it their connections where the system divides an address among sockets.
 * Rejects with the system's error when the address cannot be had. Returns the others.
 */
export async function listenWithMany(server: Server, { host, port }: Address): Promise<readonly Server[]> {
  if (cluster.isWorker) {
    // One socket that belongs to all workers: who waits in its queue is taken by another when one of them ends.
    await listen(server, { host, port, reusePort: false });
    return [];
  }
  const given = await choosePort({ host, port });
  const shared = { host, port: given, reusePort: true, backlog: BACKLOG };
  const canShare = await listen(server, shared).then(
    () => true,
    () => false,
  );
  if (!canShare) {
    await listen(server, { host, port: given, reusePort: false });
    return [];
  }
  const others = Array.from({ length: LISTENERS - 1 }, () =>
    // As node:http sets its own up.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) => void server.emit('connection', socket)),
  );
  await Promise.all(others.map((other) => listen(other, shared)));
  return others;
}

/**
 * The port itself, or a free one for 0. Sockets that divide an address would share it with those of another process, too: first it
 * has to be all ours. Rejects with the system's error when it is taken.
 */
export async function choosePort({ host, port }: Address): Promise<number> {
  const alone = createServer();
  const given = await listen(alone, { host, port, reusePort: false });
  await new Promise<void>((resolve) => alone.close(() => resolve()));
  return given;
}

/** The port that it got. */
function listen(
  server: Server,
  options: Address & { readonly reusePort: boolean; readonly backlog?: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(listenError(error, options));
    server.once('error', fail);
    server.listen(options, () => {
      server.off('error', fail);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : options.port);
    });
  });
}

/** A name of ours that nobody knows must not look like the database's. */
function listenError(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  return error.syscall === 'getaddrinfo' ? Object.assign(error, { syscall: 'listen', address: host, port }) : error;
}
