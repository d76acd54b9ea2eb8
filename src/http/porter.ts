/**
 * Stands at the door beside the event loop while more come than can be done: a thread that listens at the same sockets, tells those who are
 * refused soon, however long a turn of the main loop takes, and hands the others over. It keeps nobody from the main loop, which listens as
 * before; but it is nearly always sooner. When there has been nobody to refuse for a second it gives the sockets back, and takes no time at all.
 */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deputy } from './load/deputy.ts';
import { WORDS } from './porter-ledger.ts';
import { PorterLink } from './porter-link.ts';
import {
  answerOf,
  type ConnectionHandle,
  handleOf,
  isListening,
  isOfSystem,
  type ListeningHandle,
  portOf,
  type Requests,
  trialServer,
} from './raw-handles.ts';

/** How long a start may take, in milliseconds: nobody waits for it. */
const START_MS = 30_000;
/** So many descriptors there must be, which it takes a third of under load; with fewer the service needs them. */
const LEAST_DESCRIPTORS = 10_000;
/** How often is judged anew what is taken, in milliseconds: while nobody is, no turn of the main loop does that. */
const STEP_MS = 25;
/** For how long others may yet have the sockets that this process has closed, in milliseconds: a supervisor hears of it first. */
const OTHERS_MS = 200;
/** How long all have to be taken and none refused before the sockets are given back, in milliseconds: to hand them over takes some. */
const CALM_MS = 1_000;

export interface PorterTasks {
  /** Takes a connection that the porter hands over. */
  receive(handle: ConnectionHandle): void;
  /** Is called every few milliseconds while the porter is at the door. */
  step(): void;
  /** Is told when there is none, or none any more, and why: words or what was thrown. Not when that was asked for. */
  lost(reason: unknown): void;
}

export class Porter implements Deputy {
  readonly #link: PorterLink;
  readonly #step: () => void;
  #doors: readonly ListeningHandle[];
  #steps: NodeJS.Timeout | undefined;
  #calmAt = 0;
  #isClosed = false;
  /** What was counted when it was asked for last. */
  readonly #seen = { came: 0, refused: 0 };
  #refused = 0;

  private constructor(link: PorterLink, doors: readonly ListeningHandle[], tasks: PorterTasks) {
    this.#link = link;
    this.#doors = doors;
    this.#step = () => tasks.step();
    link.receive = (handle) => tasks.receive(handle);
    void link.ended.then((reason) => {
      if (this.#isClosed) return;
      this.#stop(); // The link has what was sent before.
      tasks.lost(reason);
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
    if (hasFewDescriptors()) {
      tasks.lost(`it takes ${LEAST_DESCRIPTORS} descriptors (ulimit -n)`);
      return undefined;
    }
    let link: PorterLink | undefined;
    try {
      const doors = servers.map(handleOf);
      if (!doors.every(isListening) || !doors.every(isOfSystem)) throw new Error('Node.js listens otherwise');
      link = new PorterLink(requests, backlog);
      const ended = link.ended.then((reason) => {
        throw reason;
      });
      await Promise.race([tryLink(link, AbortSignal.any([signal, AbortSignal.timeout(START_MS)])), ended]);
      signal.throwIfAborted();
      return new Porter(link, doors, tasks);
    } catch (error) {
      link?.close();
      if (!signal.aborted) tasks.lost(error);
      return undefined;
    }
  }

  get isAtDoor(): boolean {
    return this.#link.ledger.get('isAtDoor') === 1;
  }

  get waiting(): number {
    return this.#link.ledger.waiting;
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
    if (this.#doors.length === 0) return;
    const now = performance.now();
    const before = this.#refused;
    if (share < 1 || this.refused !== before) this.#calmAt = now;
    this.#link.ledger.share = share;
    if (share < 1) this.#begin();
    else if (now - this.#calmAt >= CALM_MS) this.rest();
  }

  rest(): void {
    if (!this.#steps) return;
    clearInterval(this.#steps);
    this.#steps = undefined;
    this.#link.send(WORDS.rest);
  }

  /** Refuses whoever comes, while it is at the door. */
  takeNobody(): void {
    this.#doors = [];
    clearInterval(this.#steps);
    this.#steps = undefined;
    this.#link.ledger.share = 0;
  }

  /**
   * Where it is at the door, of sockets that this process has closed: refuses whoever comes until the last moment, as closing them resets who
   * waits there. Resolves then, or after `withinMs`.
   */
  async outlast(withinMs: number): Promise<void> {
    if (this.isAtDoor) {
      await sleep(Math.min(OTHERS_MS, withinMs / 2));
      this.#link.send(WORDS.shut);
    }
    await this.#untilGone(withinMs / 2);
  }

  /** Gives the sockets back for good, and waits for those who are on their way here, for `withinMs` at most. */
  async leave(withinMs: number): Promise<void> {
    this.#doors = [];
    this.rest();
    await this.#untilGone(withinMs);
  }

  async #untilGone(withinMs: number): Promise<void> {
    const startedAt = performance.now();
    while ((this.isAtDoor || this.waiting > 0) && !this.#isClosed) {
      if (performance.now() - startedAt > withinMs) return;
      await sleep(1);
    }
  }

  /** Ends the thread. */
  close(): void {
    this.#stop();
    this.#link.close();
  }

  #begin(): void {
    // What it was told before comes first.
    if (this.#steps || this.isAtDoor) return;
    const { ledger } = this.#link;
    ledger.set('isAtDoor', 1);
    for (const door of this.#doors) this.#link.send(WORDS.door, door);
    this.#steps = setInterval(this.#step, STEP_MS).unref();
  }

  #stop(): void {
    this.#isClosed = true;
    this.#doors = [];
    clearInterval(this.#steps);
    this.#steps = undefined;
    this.#link.ledger.set('isAtDoor', 0);
  }

  #since(name: 'came' | 'refused'): number {
    const now = this.#link.ledger.get(name);
    const since = (now - this.#seen[name]) | 0;
    this.#seen[name] = now;
    return since;
  }
}

/** Whether this process may have too few, as Linux tells it (proc_pid_limits(5)); where it does not, it is taken to have enough. */
export function hasFewDescriptors(): boolean {
  try {
    const [, most] = /^Max open files +(\d+) /m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return Number(most ?? Number.POSITIVE_INFINITY) < LEAST_DESCRIPTORS;
  } catch {
    return false;
  }
}

/** One who is to be handed over, and one who is to be refused, at a door that is the thread's alone; rejects where either fails. */
async function tryLink(link: PorterLink, signal: AbortSignal): Promise<void> {
  await link.open(signal);
  const { ledger } = link;
  const server = await trialServer(signal);
  try {
    const port = portOf(server);
    const received = new Promise<void>((resolve) => {
      link.receive = (handle) => {
        handle.close();
        resolve();
      };
    });
    ledger.share = 1;
    ledger.set('isAtDoor', 1);
    const door = handleOf(server);
    if (!isListening(door) || !link.send(WORDS.door, door)) throw new Error('a socket cannot be sent');
    server.close();
    await Promise.all([received, answerOf(port, signal).catch(() => signal.throwIfAborted())]);
    ledger.share = 0;
    await sleep(2 * STEP_MS, undefined, { signal });
    const told = await answerOf(port, signal);
    if (!told.startsWith('HTTP/1.1 503')) throw new Error('who is refused is told otherwise');
    link.send(WORDS.rest);
    while (ledger.get('isAtDoor') === 1) await sleep(1, undefined, { signal });
    for (const name of ['came', 'refused'] as const) ledger.set(name, 0);
  } finally {
    server.close();
  }
}
