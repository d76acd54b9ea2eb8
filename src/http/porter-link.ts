/** The way between the service and the thread of a porter: pipes for handles, words beside them, and numbers that both see. */
import { Worker } from 'node:worker_threads';
import { type HandlePipe, Meeting, type PipeEnd, takeHandle } from './handle-pipes.ts';
import { PorterLedger } from './porter-ledger.ts';
import type { ConnectionHandle, ListeningHandle, Requests } from './raw-handles.ts';

/** A turn of the event loop takes one connection from each pipe. */
const PIPES = 32;
/** What the thread has of memory, in MB: a hundred thousand networks take ten. */
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

/** What the thread is given. */
export interface PorterData {
  readonly meeting: Pick<Meeting, 'path' | 'token'>;
  readonly pipes: number;
  /** How many may wait at each socket. */
  readonly backlog: number;
  readonly memory: SharedArrayBuffer;
}

export class PorterLink {
  readonly ledger = new PorterLedger();
  /** Resolves to the reason when the thread has ended. */
  readonly ended: Promise<unknown>;
  /** Takes each connection that is handed over. */
  receive: (handle: ConnectionHandle) => void = (handle) => handle.close();
  readonly #worker: Worker;
  readonly #meeting = new Meeting();
  readonly #Write: new () => object;
  /** The one for words to the thread, while there is one. */
  #pipe: HandlePipe | undefined;

  /** Starts the thread. Throws where this Node.js writes otherwise than is known. */
  constructor({ Write }: Requests, backlog: number) {
    if (!Write) throw new Error('Node.js writes otherwise');
    this.#Write = Write;
    const { path, token } = this.#meeting;
    const workerData: PorterData = { meeting: { path, token }, pipes: PIPES, backlog, memory: this.ledger.memory };
    const worker = new Worker(new URL('./porter-thread.ts', import.meta.url), {
      name: 'porter',
      workerData,
      resourceLimits: MEMORY,
    });
    worker.unref();
    let fault: unknown;
    worker.once('error', (error) => {
      fault = error;
    });
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code) => resolve(fault ?? new Error(`the thread ended with ${code}`)));
    });
    this.#worker = worker;
  }

  /** Resolves when the pipes are there; rejects when `signal` aborts before. */
  async open(signal: AbortSignal): Promise<void> {
    const ends = await this.#meeting.accept(PIPES, signal);
    for (const end of ends) {
      end.pipe.onread = (bytes) => this.#read(end, bytes);
      end.pipe.readStart();
    }
    this.#pipe = ends[0]?.pipe;
  }

  /** Tells the thread something; false where that can't be. */
  send(word: string, handle?: ListeningHandle): boolean {
    return this.#pipe?.writeLatin1String(new this.#Write(), word, handle) === 0;
  }

  /** Ends the thread. */
  close(): void {
    this.#pipe = undefined;
    void this.#worker.terminate();
    this.#meeting.close();
  }

  /** When the thread has ended, what it sent before comes yet, and then the end of each pipe. */
  #read(end: PipeEnd, bytes: ArrayBuffer | undefined): void {
    const handle = takeHandle(end.pipe);
    if (bytes === undefined) {
      if (end.pipe === this.#pipe) this.#pipe = undefined;
      end.release();
      return;
    }
    // One for which this process has no descriptor is lost, as one is that it can't accept.
    this.ledger.count('received', bytes.byteLength);
    if (handle) this.receive(handle as ConnectionHandle);
  }
}
