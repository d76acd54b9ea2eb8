/**
 * The handles beneath the sockets of `net.js` (`tcp_wrap.cc`, `stream_wrap.cc`), which have no public names: what is used of them, and how a
 * connection is refused that is no socket. What a refusal takes is what a flood leaves to the others.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** How long who is refused may take to read that, in milliseconds, and at most twice as long. */
const FAREWELL_MS = 1_000;
/** So many at most may take that long: of more the earliest are closed, whose answers have left long before. */
const MOST_FAREWELLS = 1_000;

/**
 * What is used of a connection's handle; a number is a code of libuv, 0 for success. From Node.js 26 on writing is given
 * no request: where it can't write all at once it returns one of its own.
 */
export interface ConnectionHandle {
  getpeername(name: { address?: string }): number;
  writeLatin1String(request: object | null, text: string): number | object;
  shutdown(request: object): number;
  close(): void;
}

/** The handle of a listening server, which calls this for each connection. */
export interface ListeningHandle {
  onconnection: (this: ListeningHandle, error: number, handle: ConnectionHandle | undefined) => void;
  listen(backlog: number): number;
  close(): void;
  /** Of a handle that is one of libuv; `node:cluster` has others, which listen in another process. */
  readonly fd?: number;
}

/** What writing and ending have to be given. */
export interface Requests {
  /** Null where writing makes its own. */
  readonly Write: (new () => object) | null;
  readonly Shutdown: new () => object;
}

/** Connections that are told something and end. */
export class Farewells {
  readonly #requests: Requests;
  /** Handles whose clients may still read: those since the last look, and those of before, which are closed at the next. */
  readonly #latest: (ConnectionHandle | undefined)[] = [];
  #next = 0;
  #earlier: readonly (ConnectionHandle | undefined)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** What the client sends is not read: closing with that unread resets the connection, so it comes last. */
  say(handle: ConnectionHandle, answer: string): void {
    const { Write, Shutdown } = this.#requests;
    const written = handle.writeLatin1String(Write && new Write(), answer);
    if ((typeof written === 'number' && written !== 0) || handle.shutdown(new Shutdown()) !== 0) {
      handle.close();
      return;
    }
    this.#latest[this.#next]?.close();
    this.#latest[this.#next] = handle;
    this.#next = (this.#next + 1) % MOST_FAREWELLS;
    this.#timer ??= this.#look();
  }

  /** Closes what clients may still be reading. */
  close(): void {
    this.#turnOver();
    this.#turnOver();
  }

  #turnOver(): void {
    clearTimeout(this.#timer);
    for (const handle of this.#earlier) handle?.close();
    this.#earlier = this.#latest.splice(0);
    this.#next = 0;
    this.#timer = this.#earlier.length > 0 ? this.#look() : undefined;
  }

  #look(): NodeJS.Timeout {
    return setTimeout(() => this.#turnOver(), FAREWELL_MS).unref();
  }
}

/** A server for trials, which listens at an address of its own; rejects when `signal` aborts before. */
export async function trialServer(signal: AbortSignal): Promise<Server> {
  const server = createServer((socket) => void socket.on('error', () => undefined));
  try {
    await once(server.listen({ port: 0, host: '127.0.0.1', exclusive: true }), 'listening', { signal });
    return server;
  } catch (error) {
    server.close();
    throw error;
  }
}

/** What Node.js itself gives to the handle of a connection that it answers and ends; rejects where it does otherwise than is known. */
export async function requestsOf(server: Server, signal: AbortSignal): Promise<Requests> {
  const given: { Write?: Requests['Write'] | undefined; Shutdown?: Requests['Shutdown'] | undefined } = {};
  server.once('connection', (socket: Socket & { readonly _handle: ConnectionHandle }) => {
    const { _handle: handle } = socket;
    const { writeLatin1String: write, shutdown } = handle;
    // Net.js calls these where nothing catches what they throw.
    handle.writeLatin1String = (request, answer) => {
      given.Write = constructorOf(request);
      return write.call(handle, request, answer);
    };
    handle.shutdown = (request) => {
      given.Shutdown = constructorOf(request) ?? undefined;
      return shutdown.call(handle, request);
    };
    socket.end('yes', 'latin1');
  });
  await answerOf(portOf(server), signal);
  const { Write, Shutdown } = given;
  if (Write === undefined || !Shutdown) throw new Error('Node.js answers and ends a connection otherwise');
  return { Write, Shutdown };
}

/** Any object's constructor makes one like it; those of the handles and their requests have no names. */
export function constructorOf(request: object | null | undefined): (new () => object) | null | undefined {
  return request && (request.constructor as new () => object);
}

/** The port of a TCP server that listens, which has an address object, never a pipe's name. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** What a client is told that sends something. */
export async function answerOf(port: number, signal: AbortSignal): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', signal });
  socket.write('?');
  return text(socket);
}

/** The handle of a server that listens. */
export function handleOf(server: Server): Partial<ListeningHandle> | undefined {
  return (server as Server & { readonly _handle?: Partial<ListeningHandle> })._handle;
}

export function isListening(handle: Partial<ListeningHandle> | undefined): handle is ListeningHandle {
  return typeof handle?.onconnection === 'function';
}

/** True where another thread can be given a copy: to send what is no handle of libuv ends the process. */
export function isOfSystem({ fd = -1 }: ListeningHandle): boolean {
  return fd >= 0;
}
