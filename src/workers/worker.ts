/** The side of a worker: what it tells the process that supervises it. */
import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Counted, SupervisorOrder, WorkerNote } from './messages.ts';

/** How often readiness is looked at, in milliseconds. */
const LOOK_MS = 100;

/** Whether this process is one of several that share a port under a supervisor. */
export const isWorker = cluster.isWorker;
/** Whether it is the one that speaks for all to whoever started them. */
export const isSpokesman = cluster.worker === undefined || cluster.worker.id === 1;

/** Settled when the others have gone; undefined where they go on without this one. */
let others: PromiseWithResolvers<void> | undefined;

/** True once this one is the last at the socket that workers share, or has waited for that so long; false at once where it is not to be, or shares none. */
export async function isLastAtSocket(withinMs: number): Promise<boolean> {
  await sleep(1); // What the supervisor has said before its signal may have to be read yet.
  if (!others) return false;
  await Promise.race([others.promise, sleep(withinMs, undefined, { ref: false })]);
  return true;
}

export interface Told {
  readyz(): { readonly status: number; readonly body?: unknown };
  /** What was counted; undefined where nothing is. */
  metrics(): Promise<Counted> | undefined;
}

/** So long a worker keeps out of its place until it is ready, in milliseconds: requests that it can't answer go to the others. */
const READY_WITHIN_MS = 10_000;

/** Resolves when this worker can answer, has tried for long enough or is to stop; at once for the first, beside which there is no other. */
export async function untilReady(readyz: Told['readyz'], signal: AbortSignal): Promise<void> {
  const last = performance.now() + (isSpokesman ? 0 : READY_WITHIN_MS);
  const isWaiting = () => readyz().status !== 200 && performance.now() < last;
  while (!signal.aborted && isWaiting()) await sleep(LOOK_MS / 5);
}

/** Tells the supervisor whether this worker is ready, when that changes, and what it has counted, when it asks; and hears whether it is the last. */
export function reportToSupervisor({ readyz, metrics }: Told): void {
  let told: string | undefined;
  const look = () => {
    const { status, body } = readyz();
    const text = String(body ?? '');
    if (text === told) return;
    told = text;
    tell({ type: 'readiness', readiness: { status, text } });
  };
  look();
  setInterval(look, LOOK_MS).unref();
  process.on('message', (order: SupervisorOrder) => {
    if (order.type === 'beLast') others ??= Promise.withResolvers();
    if (order.type === 'othersGone') others?.resolve();
    if (order.type !== 'metrics') return;
    const { id } = order;
    const answer = (found: Counted) => tell({ type: 'metrics', id, metrics: found });
    void metrics()?.then(answer, () => answer([]));
  });
  // The channel alone keeps no process that has nothing else to do.
  process.channel?.unref();
}

function tell(note: WorkerNote): void {
  // A supervisor that is gone ends this process by the end of the channel.
  if (process.connected) process.send?.(note, () => undefined);
}
