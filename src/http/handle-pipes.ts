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

/** A pipe that was accepted. */
export interface PipeEnd {
  readonly pipe: HandlePipe;
  /** Closes it. To be called at its end, at the latest; a second time does nothing. */
  release(): void;
}

type AcceptedSocket = Socket & { readonly _handle: HandlePipe & { readonly fd: number } };

/** Where the ends of another thread are waited for; to be used by the main thread. */
export class Meeting {
  /** Whoever connects says this first: others on the machine can see the address. */
  readonly token: string = randomUUID();
  readonly path = `\0geo-${randomUUID()}`;
  readonly #server: Server = createServer({ pauseOnConnect: true });
  readonly #sockets = new Set<Socket>();
  readonly #ends: PipeEnd[] = [];

  /** Resolves to so many ends when they have all come and said the token; rejects when `signal` aborts before. */
  async accept(count: number, signal: AbortSignal): Promise<readonly PipeEnd[]> {
    const Pipe = await listenAt(this.#server, this.path, signal);
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#server.on('error', reject).on('connection', (socket: AcceptedSocket) => {
        this.#sockets.add(socket.unref());
        // Read as what it was accepted as: a pipe for handles would take those of anybody, and Node.js ends at one of another kind.
        const { _handle: plain } = socket;
        plain.onread = (bytes) => {
          plain.readStop();
          this.#sockets.delete(socket);
          if (bytes === undefined || textOf(bytes) !== this.token || this.#ends.length === count) {
            socket.destroy();
            return;
          }
          this.#ends.push(endOf(Pipe, socket));
          if (this.#ends.length < count) return;
          this.#endMeeting();
          resolve(this.#ends);
        };
        plain.readStart();
      });
    });
  }

  /** Closes the ends, and what waits for more. */
  close(): void {
    this.#endMeeting();
    for (const end of this.#ends) end.release();
  }

  #endMeeting(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }
}

/**
 * Both the socket, which reads nothing, and the pipe have its descriptor, and the socket alone closes it: the pipe never is, which does no harm
 * but in a thread that ends before its process, where Node.js closes whatever has that number by then.
 */
function endOf(Pipe: PipeClass, socket: AcceptedSocket): PipeEnd {
  const pipe = new Pipe(IPC);
  pipe.open(socket._handle.fd);
  pipe.unref();
  return {
    pipe,
    release() {
      if (socket.destroyed) return;
      pipe.readStop();
      socket.destroy();
    },
  };
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
  // Its own, also in a process of `node:cluster`.
  await once(server.listen({ path, exclusive: true }), 'listening', { signal });
  const made = constructorOf(handleOf(server));
  if (!made) throw new Error('Node.js listens otherwise');
  return made as unknown as PipeClass; // Which takes a type.
}

/** What was read, a character for each byte. */
export function textOf(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('latin1');
}

/** Takes the handle that came with what is read now. */
export function takeHandle(pipe: HandlePipe): object | undefined {
  const handle = pipe.pendingHandle ?? undefined;
  pipe.pendingHandle = null;
  return handle;
}
