/**
 * Stands at the door beside the event loop while more come than can be done: a thread that listens at the same sockets, tells those who are
 * refused at once, however long a turn of the main loop takes, and hands the others over. It keeps nobody from the main loop, which listens
 * as before; but it is nearly always sooner. When there is no more to refuse it gives the sockets back, and takes no time at all.
 */
import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type HandlePipe, Meeting, takeHandle } from './handle-pipes.ts';
import type { Deputy } from './load/arrivals.ts';
import { PorterLedger } from './porter-ledger.ts';
import {
  answerOf,
  type ConnectionHandle,
  handleOf,
  type ListeningHandle,
  portOf,
  type Requests,
  trialServer,
} from './raw-handles.ts';

const START_MS = 10_000;
/** A turn of the event loop takes one connection from each pipe. */
const PIPES = 32;
/** How often is judged anew what is taken, in milliseconds: while nobody is, no turn of the main loop does that. */
const STEP_MS = 20;
/** How long all have to be taken and none refused before the sockets are given back, in milliseconds: to hand them over takes some. */
const CALM_MS = 1_000;
/** What the thread has of memory, in MB: a hundred thousand networks take ten. */
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

export interface PorterData {
  readonly meeting: Pick<Meeting, 'path' | 'token'>;
  readonly pipes: number;
  /** How many may wait at each socket. */
  readonly backlog: number;
  readonly memory: SharedArrayBuffer;
}

export interface PorterTasks {
  /** Takes a connection that the porter hands over. */
  receive(handle: ConnectionHandle): void;
  /** Is called every few milliseconds while the porter is at the door. */
  step(): void;
  /** Is told when the thread has ended by itself, and why: from then on there is none. */
  lost(reason: unknown): void;
}

export class Porter implements Deputy {
  readonly #worker: Worker;
  readonly #meeting: Meeting;
  readonly #ledger: PorterLedger;
  readonly #Write: new () => object;
  #pipe: HandlePipe | undefined;
  #doors: readonly ListeningHandle[] = [];
  #receive: (handle: ConnectionHandle) => void = () => undefined;
  #step: () => void = () => undefined;
  #steps: NodeJS.Timeout | undefined;
  #calmAt = 0;
  #refusedBefore = 0;
  #isClosed = false;
  /** What was counted when it was asked for last. */
  readonly #seen = { came: 0, refused: 0 };
  #refused = 0;

  private constructor({ Write }: Requests, backlog: number) {
    if (!Write) throw new Error('Node.js writes otherwise');
    this.#Write = Write;
    this.#meeting = new Meeting();
    this.#ledger = new PorterLedger();
    const { path, token } = this.#meeting;
    const { memory } = this.#ledger;
    const data: PorterData = { meeting: { path, token }, pipes: PIPES, backlog, memory };
    this.#worker = new Worker(new URL('./porter-thread.ts', import.meta.url), {
      workerData: data,
      resourceLimits: MEMORY,
    });
  }

  /**
   * A porter for servers that listen, each with such a backlog, which has been tried on connections of our own; undefined where it can't be
   * had, or `signal` aborts before. Never rejects.
   */
  static async tried(
    servers: readonly Server[],
    backlog: number,
    requests: Requests,
    tasks: PorterTasks,
    signal: AbortSignal,
  ): Promise<Porter | undefined> {
    if (process.platform !== 'linux') return undefined;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(START_MS)]);
    let porter: Porter | undefined;
    try {
      porter = new Porter(requests, backlog);
      await porter.#meet(limit);
      await porter.#try(limit);
      const doors = servers.map(handleOf);
      porter.#doors = doors as ListeningHandle[];
      porter.#receive = tasks.receive;
      porter.#step = tasks.step;
      porter.#watch(tasks.lost);
      return porter;
    } catch {
      porter?.close();
      return undefined;
    }
  }

  get isAtDoor(): boolean {
    return this.#ledger.get('isAtDoor') === 1;
  }

  get waiting(): number {
    return this.#ledger.waiting;
  }

  /** How many it has refused so far. */
  get refused(): number {
    this.#refused += this.#since('refused');
    return this.#refused;
  }

  newlyCome(): number {
    return this.#since('came');
  }

  take(share: number): void {
    const now = performance.now();
    const refused = this.#ledger.get('refused');
    if (share < 1 || refused !== this.#refusedBefore) this.#calmAt = now;
    this.#refusedBefore = refused;
    this.#ledger.share = share;
    if (share < 1 && !this.#steps) this.#begin();
    else if (this.#steps && now - this.#calmAt >= CALM_MS) this.#end();
  }

  /** Gives the sockets back for good, and waits for those who are on their way here, for `withinMs` at most. */
  async leave(withinMs: number): Promise<void> {
    const startedAt = performance.now();
    this.#doors = [];
    this.#end();
    while ((this.isAtDoor || this.waiting > 0) && !this.#isClosed) {
      if (performance.now() - startedAt > withinMs) return;
      await sleep(1);
    }
  }

  /** Ends the thread. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#steps);
    this.#ledger.set('isAtDoor', 0);
    void this.#worker.terminate();
    this.#meeting.close();
  }

  #since(name: 'came' | 'refused'): number {
    const now = this.#ledger.get(name);
    const since = (now - this.#seen[name]) | 0;
    this.#seen[name] = now;
    return since;
  }

  #begin(): void {
    // What it was told before comes first.
    if (this.#isClosed || this.#doors.length === 0 || this.isAtDoor) return;
    this.#ledger.set('isAtDoor', 1);
    for (const door of this.#doors) this.#send('d', door);
    this.#steps = setInterval(() => this.#step(), STEP_MS).unref();
  }

  #end(): void {
    if (!this.#steps) return;
    clearInterval(this.#steps);
    this.#steps = undefined;
    this.#send('r');
  }

  #send(text: string, handle?: ListeningHandle, oncomplete: () => void = () => undefined): void {
    this.#pipe?.writeLatin1String(Object.assign(new this.#Write(), { oncomplete }), text, handle);
  }

  /** Waits for the thread, and for its ends of the pipes. */
  async #meet(signal: AbortSignal): Promise<void> {
    this.#worker.unref();
    const ended = new Promise<never>((_, reject) => {
      this.#worker.once('error', reject).once('exit', () => reject(new Error('the thread has ended')));
    });
    const pipes = await Promise.race([this.#meeting.accept(PIPES, signal), ended]);
    for (const pipe of pipes) {
      pipe.onread = () => {
        const handle = takeHandle(pipe);
        if (!handle) return; // Its end.
        this.#ledger.count('received');
        this.#receive(handle as ConnectionHandle);
      };
    }
    [this.#pipe] = pipes;
  }

  /** One who is to be handed over, and one who is to be refused, at a door that is the thread's alone. */
  async #try(signal: AbortSignal): Promise<void> {
    const server = await trialServer(signal);
    const port = portOf(server);
    const received = new Promise<void>((resolve) => {
      this.#receive = (handle) => {
        handle.close();
        resolve();
      };
    });
    this.#ledger.share = 1;
    this.#ledger.set('isAtDoor', 1);
    await new Promise<void>((resolve) => this.#send('d', handleOf(server) as ListeningHandle, resolve));
    server.close();
    await Promise.all([received, answerOf(port, signal).catch(() => undefined)]);
    this.#ledger.share = 0;
    await sleep(2 * STEP_MS, undefined, { signal });
    const told = await answerOf(port, signal);
    this.#send('r');
    if (!told.startsWith('HTTP/1.1 503')) throw new Error('who is refused is told otherwise');
    while (this.isAtDoor) await sleep(1, undefined, { signal });
    this.#since('came');
    this.#since('refused');
  }

  #watch(lost: (reason: unknown) => void): void {
    let reason: unknown;
    this.#worker.once('error', (error) => {
      reason = error;
    });
    this.#worker.once('exit', (code) => {
      if (this.#isClosed) return;
      this.close();
      lost(reason ?? new Error(`the thread ended with ${code}`));
    });
  }
}
