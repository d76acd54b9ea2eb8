/**
 * Pipes that carry connections and listening sockets from a thread to another (`SCM_RIGHTS`, unix(7)). Node.js makes such pipes for processes
 * only (`pipe_wrap.cc`, of type IPC), so one end connects as such a pipe, and at the other one is opened on what was accepted. Linux alone
 * has the addresses without files over which they meet.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, Socket } from 'node:net';
import { type ConnectionHandle, constructorOf, handleOf, type ListeningHandle } from './raw-handles.ts';

/** `PipeConstants.IPC` of Node.js. */
const IPC = 2;
const HIGHEST_TOKEN = 64;

/** What is used of such a pipe; a number is a code of libuv, 0 for success. */
export interface HandlePipe {
  /** What came with the bytes that are read now. */
  pendingHandle?: object | null;
  /** Called with what was read, and with nothing at the end. */
  onread: (bytes: ArrayBuffer | undefined) => void;
  open(descriptor: number): number;
  readStart(): number;
  readStop(): number;
  unref(): void;
  writeLatin1String(request: object, text: string, handle?: ConnectionHandle | ListeningHandle): number;
}

type PipeClass = new (type: number) => HandlePipe;

/** An end that was accepted: its descriptor is the socket's, which reads nothing, and the pipe's, which is never closed. */
interface Accepted {
  readonly pipe: HandlePipe;
  readonly socket: Socket;
}

/** Where the ends of another thread are waited for. */
export class Meeting {
  /** Whoever connects says this first: others on the machine can see the address. */
  readonly token = randomUUID();
  readonly path = `\0geo-${randomUUID()}`;
  readonly #server: Server = createServer({ pauseOnConnect: true });
  readonly #accepted: Accepted[] = [];

  /** Resolves to so many ends when they have all come and said the token; rejects when `signal` aborts before. */
  async accept(count: number, signal: AbortSignal): Promise<readonly HandlePipe[]> {
    const Pipe = await listenAt(this.#server, this.path, signal);
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#server.on('error', reject).on('connection', (socket: Socket & { readonly _handle: { fd: number } }) => {
        const pipe = new Pipe(IPC);
        const isOpen = pipe.open(socket._handle.fd) === 0;
        pipe.onread = (bytes) => {
          if (bytes === undefined || bytes.byteLength > HIGHEST_TOKEN || textOf(bytes) !== this.token) {
            release({ pipe, socket });
            return;
          }
          this.#accepted.push({ pipe, socket: socket.unref() });
          if (this.#accepted.length < count) return;
          this.#server.close();
          resolve(this.#accepted.map((each) => each.pipe));
        };
        pipe.unref();
        if (!isOpen || pipe.readStart() !== 0) release({ pipe, socket });
      });
    });
  }

  /** Closes the ends, and what waits for more. */
  close(): void {
    this.#server.close();
    for (const each of this.#accepted.splice(0)) release(each);
  }
}

/** Connects so many pipes to a {@link Meeting}; rejects when they can't be had. */
export async function connectPipes(
  count: number,
  { path, token }: Pick<Meeting, 'path' | 'token'>,
  Write: new () => object,
  signal: AbortSignal,
): Promise<readonly HandlePipe[]> {
  const probe = createServer();
  const Pipe = await listenAt(probe, `\0geo-${randomUUID()}`, signal);
  probe.close();
  return Promise.all(
    Array.from({ length: count }, async () => {
      const pipe = new Pipe(IPC);
      // Its types keep out what `child_process` gives to it.
      const options: object = { handle: pipe, manualStart: true };
      const socket = new Socket(options).pause();
      await once(socket.connect(path), 'connect', { signal });
      if (pipe.writeLatin1String(new Write(), token) !== 0) throw new Error('a pipe cannot be written to');
      return pipe;
    }),
  );
}

/** Has a server listen at a path, and tells the class of its handles. */
async function listenAt(server: Server, path: string, signal: AbortSignal): Promise<PipeClass> {
  await once(server.listen(path), 'listening', { signal });
  const made = constructorOf(handleOf(server));
  if (!made) throw new Error('Node.js listens otherwise');
  return made as unknown as PipeClass; // Which takes a type.
}

/** The socket closes the descriptor, of which the pipe's loop must know nothing then. */
function release({ pipe, socket }: Accepted): void {
  pipe.readStop();
  socket.destroy();
}

export function textOf(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('latin1');
}

/** Takes the handle that came with what is read now. */
export function takeHandle(pipe: HandlePipe): object | undefined {
  const handle = pipe.pendingHandle ?? undefined;
  pipe.pendingHandle = null;
  return handle;
}
