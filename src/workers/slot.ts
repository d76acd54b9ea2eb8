/** A place for one worker: whoever dies in it is followed by another. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Readiness, SupervisorOrder, WorkerNote } from './messages.ts';

/** The pause before a worker is followed by another, in milliseconds; it doubles with each that was never ready, up to the last. */
const PAUSES_MS = { first: 100, longest: 10_000 };
/** So long a worker may take until it is ready before one that is to take its place is given up, in milliseconds. */
const READY_WITHIN_MS = 120_000;

export interface SlotEvents {
  /** A worker ended that was not told to. */
  onLoss(pid: number | undefined, end: number | string): void;
  /** What a worker tells beside its readiness. */
  onNote(note: WorkerNote): void;
}

/** Ready; or the exit code of one that ended before; or neither within its time. */
type FirstOutcome = 'ready' | 'late' | number;

interface Running {
  readonly worker: Worker;
  readiness: Readiness;
  leaving: boolean;
}

export class Slot {
  readonly #events: SlotEvents;
  #running: Running | undefined;
  /** The one in service, and those that come and go. */
  readonly #alive = new Set<Running>();
  #failures = 0;
  #stopping = false;
  /** What became of the first worker. */
  readonly firstOutcome: Promise<FirstOutcome>;
  #settle: (outcome: FirstOutcome) => void = () => undefined;

  constructor(events: SlotEvents) {
    this.#events = events;
    this.firstOutcome = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get worker(): Worker | undefined {
    return this.#running?.worker;
  }

  get readiness(): Readiness {
    return this.#running?.readiness ?? STARTING;
  }

  /** Starts a worker here, unless one is there. */
  start(): void {
    this.#running ??= this.#fork();
    setTimeout(() => this.#settle('late'), READY_WITHIN_MS).unref();
  }

  /** Puts a new worker in the place of the one here, which ends once the new one is ready. False when the new one is not. */
  async replace(): Promise<boolean> {
    const fresh = this.#fork();
    if (!(await becomesReady(fresh))) {
      fresh.leaving = true;
      fresh.worker.process.kill('SIGKILL');
      return false;
    }
    if (this.#stopping) return false; // The stop ends it, as it ends all.
    const old = this.#running;
    this.#running = fresh;
    if (old) await end(old);
    return true;
  }

  /** Tells the one in service. */
  tell(order: SupervisorOrder): void {
    if (this.worker?.isConnected()) this.worker.send(order, () => undefined);
  }

  /** Ends every worker here, also one that was to take the place of another; the next does not come. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all([...this.#alive].map(end));
  }

  kill(): void {
    for (const { worker } of this.#alive) worker.process.kill('SIGKILL');
  }

  #fork(): Running {
    const running: Running = { worker: cluster.fork(), readiness: STARTING, leaving: false };
    this.#alive.add(running);
    let wasReady = false;
    running.worker.on('message', (note: WorkerNote) => {
      if (note.type !== 'readiness') return this.#events.onNote(note);
      running.readiness = note.readiness;
      if (note.readiness.status === 200) wasReady = true;
      if (!wasReady) return;
      this.#failures = 0;
      this.#settle('ready');
    });
    running.worker.once('exit', (code, signal) => {
      running.readiness = STARTING;
      this.#alive.delete(running);
      // One that a signal ended has no code.
      this.#settle(code ?? 1);
      if (running !== this.#running) return;
      this.#running = undefined;
      if (running.leaving || this.#stopping) return;
      const how = signal ?? code;
      this.#events.onLoss(running.worker.process.pid, how);
      void this.#follow(wasReady);
    });
    return running;
  }

  async #follow(wasReady: boolean): Promise<void> {
    if (!wasReady) this.#failures += 1;
    await sleep(Math.min(PAUSES_MS.longest, PAUSES_MS.first * 2 ** this.#failures), undefined, { ref: false });
    if (!this.#stopping) this.start();
  }
}

/** One goes on at their socket until the others have gone, and knows that it is the last: closing it resets who waits there. */
export async function stopAll(slots: readonly Slot[]): Promise<void> {
  const last = slots.find(({ worker }) => worker);
  last?.tell({ type: 'beLast' });
  // Each once: who is told a second time may take it for impatience.
  const lastEnded = last?.stop();
  await Promise.all(slots.filter((slot) => slot !== last).map((slot) => slot.stop()));
  last?.tell({ type: 'othersGone' });
  await lastEnded;
}

const STARTING: Readiness = { status: 503, text: 'starting\n' };

function becomesReady(running: Running): Promise<boolean> {
  const { worker } = running;
  return new Promise((resolve) => {
    const settle = (isReady: boolean) => {
      clearTimeout(late);
      worker.off('message', look).off('exit', give);
      resolve(isReady);
    };
    const look = () => void (running.readiness.status === 200 && settle(true));
    const give = () => settle(false);
    const late = setTimeout(give, READY_WITHIN_MS);
    worker.on('message', look).on('exit', give);
    if (worker.isDead()) give();
    else look();
  });
}

/** A stop finishes what is in flight, and has a limit of its own. */
async function end(running: Running): Promise<void> {
  running.leaving = true;
  if (running.worker.isDead()) return;
  const ended = once(running.worker, 'exit');
  running.worker.process.kill('SIGTERM');
  await ended;
}
