/**
 * Refuses connections before Node.js makes streams of them: what a refusal takes is what a flood leaves to the others. It goes by
 * what `net.js` does with the handle of a listening server and with those of its connections, which have no public names. Whether they
 * are as they are known to be is tried on connections of our own; where they are not, there is no door, and who is refused is a socket.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** How long who is refused may take to read that, in milliseconds, and at most twice as long. */
const FAREWELL_MS = 1_000;
/** So many at most may take that long: of more the earliest are closed, whose answers have left long before. */
const MOST_FAREWELLS = 1_000;
const TRIAL_MS = 1_000;

/**
 * What is used of a connection's handle (`tcp_wrap.cc`); a number is a code of libuv, 0 for success. From Node.js 26 on writing is given
 * no request: where it can't write all at once it returns one of its own.
 */
interface Handle {
  getpeername(name: { address?: string }): number;
  writeLatin1String(request: object | null, text: string): number | object;
  shutdown(request: object): number;
  close(): void;
}

/** The handle of a listening server, which calls this for each connection. */
interface ListeningHandle {
  onconnection: (this: ListeningHandle, error: number, handle: Handle | undefined) => void;
}

/** What writing and ending have to be given (`stream_wrap.cc`). */
interface Requests {
  /** Null where writing makes its own. */
  readonly Write: (new () => object) | null;
  readonly Shutdown: new () => object;
}

export interface Doorkeeper {
  /** Whether a connection from this address is taken; without an address its client has gone. */
  admits(address: string | undefined): boolean;
  /** What a connection is told that is not: a character for each byte. */
  refusal(): string;
}

export class Door {
  readonly #requests: Requests;
  /** Handles whose clients may still read: those since the last look, and those of before, which are closed at the next. */
  readonly #farewells: (Handle | undefined)[] = [];
  #next = 0;
  #earlier: readonly (Handle | undefined)[] = [];
  #timer: NodeJS.Timeout | undefined;

  private constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** A door that has been tried; undefined where this Node.js is not made as it has to be. Never rejects. */
  static async tried(): Promise<Door | undefined> {
    const server = createServer((socket) => void socket.on('error', () => undefined));
    const limit = AbortSignal.timeout(TRIAL_MS);
    try {
      await once(server.listen(0, '127.0.0.1'), 'listening', { signal: limit });
      const door = new Door(await requestsOf(server, limit));
      const isGuarded = door.guard([server], { admits: (address) => address !== '127.0.0.1', refusal: () => 'no' });
      return isGuarded && (await answerOf(server, limit)) === 'no' ? door : undefined;
    } catch {
      return undefined;
    } finally {
      server.close();
    }
  }

  /** From now on `keeper` is asked about each connection to these servers, which listen; false, and nothing changes, where that can't be. */
  guard(servers: readonly Server[], keeper: Doorkeeper): boolean {
    const handles = servers.map(
      (server) => (server as Server & { readonly _handle?: Partial<ListeningHandle> })._handle,
    );
    if (!handles.every(isListening)) return false;
    for (const listening of handles) {
      const take = listening.onconnection;
      listening.onconnection = (error, handle) => {
        if (error !== 0 || handle === undefined) return take.call(listening, error, handle);
        const name: { address?: string } = {};
        const address = handle.getpeername(name) === 0 ? name.address : undefined;
        if (keeper.admits(address)) take.call(listening, error, handle);
        else this.#refuse(handle, keeper.refusal());
      };
    }
    return true;
  }

  /** Closes what clients may still be reading. */
  close(): void {
    this.#turnOver();
    this.#turnOver();
  }

  #turnOver(): void {
    clearTimeout(this.#timer);
    for (const handle of this.#earlier) handle?.close();
    this.#earlier = this.#farewells.splice(0);
    this.#next = 0;
    this.#timer = this.#earlier.length > 0 ? this.#look() : undefined;
  }

  #look(): NodeJS.Timeout {
    return setTimeout(() => this.#turnOver(), FAREWELL_MS).unref();
  }

  /** What the client sends is not read: closing with that unread resets the connection, so it comes last. */
  #refuse(handle: Handle, answer: string): void {
    const { Write, Shutdown } = this.#requests;
    const written = handle.writeLatin1String(Write && new Write(), answer);
    if ((typeof written === 'number' && written !== 0) || handle.shutdown(new Shutdown()) !== 0) {
      handle.close();
      return;
    }
    this.#farewells[this.#next]?.close();
    this.#farewells[this.#next] = handle;
    this.#next = (this.#next + 1) % MOST_FAREWELLS;
    this.#timer ??= this.#look();
  }
}

function isListening(handle: Partial<ListeningHandle> | undefined): handle is ListeningHandle {
  return typeof handle?.onconnection === 'function';
}

/** What Node.js itself gives to the handle of a connection that it answers and ends. */
async function requestsOf(server: Server, signal: AbortSignal): Promise<Requests> {
  const given: { Write?: Requests['Write'] | undefined; Shutdown?: Requests['Shutdown'] | undefined } = {};
  server.once('connection', (socket: Socket & { readonly _handle: Handle }) => {
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
  await answerOf(server, signal);
  const { Write, Shutdown } = given;
  if (Write === undefined || !Shutdown) throw new Error('Node.js answers and ends a connection otherwise');
  return { Write, Shutdown };
}

function constructorOf(request: object | null | undefined): (new () => object) | null | undefined {
  // Any object's constructor makes one like it; those of the handles' requests take nothing.
  return request && (request.constructor as new () => object);
}

/** What a client is told that sends something. */
async function answerOf(server: Server, signal: AbortSignal): Promise<string> {
  // A listening TCP server has an address object, never a pipe name.
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', signal });
  socket.write('?');
  return text(socket);
}
