/** A TCP proxy before a test database, which can be cut, frozen and opened again: a database that goes away and comes back. */
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../src/db/orm.ts';
import { freePort } from './free-port.ts';

export interface DatabaseProxy extends AsyncDisposable {
  /** The database through the proxy. */
  readonly target: Target;
  /** The same as a URL, for the service's own process. */
  readonly url: string;
  /** Connections that are open now. */
  readonly connections: number;
  /** Connections that were accepted since the beginning. */
  readonly accepted: number;
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Ends all connections; new ones are accepted. */
  drop(): void;
  /** Accepts connections, old and new ones, but passes nothing on. */
  freeze(): void;
  /** Old connections pass nothing on, new ones do. */
  stall(): void;
  /** What the database answers is passed on so many milliseconds later. */
  delay(ms: number): void;
  /** So many bytes a millisecond of what the database answers are passed on, over all connections together. */
  narrow(bytesPerMs: number): void;
  /** The local ports of the connections to the database. */
  upstreamPorts(): number[];
  /** New connections lead to another database of the same server, as when an address moves; its name is as long. */
  leadTo(target: Target): void;
  /** Undoes `cut`, `freeze` and `stall`. */
  open(): Promise<void>;
}

/** What passes a narrow way at a time. */
const PIECE_BYTES = 1024;

interface ProxyOptions {
  /** False for a proxy that refuses until it is opened. */
  readonly open?: boolean;
  /** Told whenever the database says something. */
  onSaid?(): void;
}

export async function databaseProxy(
  target: Target,
  { open = true, onSaid = () => undefined }: ProxyOptions = {},
): Promise<DatabaseProxy> {
  const { upstream: place, user, database } = partsOf(target);
  const pairs = new Set<readonly [Socket, Socket]>();
  let frozen = false;
  let delayMs = 0;
  let bytesPerMs = Number.POSITIVE_INFINITY;
  /** When what is on its way will have been passed on. */
  let isFreeAt = 0;
  const trickle = async (from: Socket, to: Socket, bytes: Buffer) => {
    from.pause();
    for (let at = 0; at < bytes.length && !to.destroyed; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      isFreeAt = Math.max(isFreeAt, performance.now()) + piece.length / bytesPerMs;
      await sleep(isFreeAt - performance.now());
      to.write(piece);
    }
    from.resume();
  };
  let accepted = 0;
  let elsewhere: string | undefined;
  const server = createServer((client) => {
    accepted += 1;
    const pair = [client, connect(place)] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const [from, to] of [pair, pair.toReversed() as [Socket, Socket]]) {
      from.on('error', end).on('close', end);
      const isAnswer = from === pair[1];
      const held: Buffer[] = [];
      if (!isAnswer && elsewhere !== undefined) {
        from.prependOnceListener(
          'data',
          (startup: Buffer) => void startup.write(String(elsewhere), startup.indexOf(database)),
        );
      }
      if (isAnswer) from.on('data', onSaid);
      from.on('data', (bytes) => {
        if (isAnswer && bytesPerMs !== Number.POSITIVE_INFINITY) {
          void trickle(from, to, bytes);
          return;
        }
        if (!isAnswer || (delayMs === 0 && held.length === 0)) {
          to.write(bytes);
          return;
        }
        // Whichever timer ends first, what came first goes first.
        held.push(bytes);
        setTimeout(() => to.write(held.shift() ?? ''), delayMs);
      });
      if (frozen) from.pause();
    }
  });
  const port = await freePort();
  await listen(server, port);
  const drop = () => {
    for (const pair of [...pairs]) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    drop();
    await closed;
  };
  if (!open) await cut();
  const stall = () => {
    for (const pair of pairs) for (const socket of pair) socket.pause();
  };
  return {
    target: { host: '127.0.0.1', port, user, database },
    url: `postgresql://${user}@127.0.0.1:${port}/${database}`,
    get connections() {
      return pairs.size;
    },
    get accepted() {
      return accepted;
    },
    cut,
    drop,
    freeze() {
      frozen = true;
      stall();
    },
    stall,
    delay(ms) {
      delayMs = ms;
    },
    narrow(perMs) {
      bytesPerMs = perMs;
    },
    leadTo(other) {
      elsewhere = partsOf(other).database;
      if (elsewhere.length !== database.length) throw new Error(`${elsewhere} is not as long as ${database}`);
    },
    upstreamPorts: () => [...pairs].flatMap(([, upstream]) => upstream.localPort ?? []),
    async open() {
      frozen = false;
      for (const pair of pairs) for (const socket of pair) socket.resume();
      if (!server.listening) await listen(server, port);
    },
    async [Symbol.asyncDispose]() {
      if (server.listening) await cut();
      drop();
    },
  };
}

function partsOf(target: Target): { upstream: NetConnectOpts; user: string; database: string } {
  if ('url' in target) {
    const { hostname, port, username, pathname } = new URL(target.url);
    return { upstream: { host: hostname, port: Number(port || 5432) }, user: username, database: pathname.slice(1) };
  }
  const { host, port, user, database } = target;
  return { upstream: host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }, user, database };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
