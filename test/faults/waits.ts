/** What took how long without the time for which its processes waited for a processor: others on the machine say nothing of the service. */
import { openInspector } from './inspector.ts';

const SAMPLING_MS = 10;
/** What a timer is late by at any rate. */
const ALWAYS_MS = 1;

/** In milliseconds since 1970, so that those of two processes compare. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Now, as {@link Span} has it; it never goes back. */
export function moment(): number {
  return performance.timeOrigin + performance.now();
}

/** Runs in each process that is watched: a timer that is late by more than the thread ran had to wait. */
function noteWaits(samplingMs: number, alwaysMs: number): Span[] {
  const waits: Span[] = [];
  let [at, processor] = [performance.now(), process.threadCpuUsage()];
  setInterval(() => {
    const used = process.threadCpuUsage(processor);
    const now = performance.now();
    const ms = now - at - samplingMs - (used.user + used.system) / 1_000;
    const to = performance.timeOrigin + now;
    if (ms > alwaysMs) waits.push({ from: to - ms, to });
    [at, processor] = [now, process.threadCpuUsage()];
  }, samplingMs).unref();
  return waits;
}

/**
 * Watches this process and a service that was started with an inspector on this port. The function that it returns tells of the span that
 * took longest without its waits how long that was, in whole milliseconds. The first call ends the watch.
 */
export async function watchWaits(inspectorPort: number): Promise<(spans: readonly Span[]) => Promise<number>> {
  const inspector = await openInspector(inspectorPort);
  const expression = `globalThis.waits = (${noteWaits})(${SAMPLING_MS}, ${ALWAYS_MS}); undefined`;
  await inspector.call('Runtime.evaluate', { expression });
  const own = noteWaits(SAMPLING_MS, ALWAYS_MS);
  const end = async () => {
    const { result } = await inspector.call('Runtime.evaluate', { expression: 'waits', returnByValue: true });
    inspector.close();
    const theirs = (result as { readonly value: readonly Span[] }).value;
    return [...own, ...theirs].sort((one, other) => one.from - other.from);
  };
  let ended: Promise<Span[]> | undefined;
  return async (spans) => {
    ended ??= end();
    const waits = await ended;
    return Math.round(spans.reduce((longest, span) => Math.max(longest, lengthWithout(waits, span)), 0));
  };
}

/** Waits by their beginnings: what two processes waited at the same time counts once. */
function lengthWithout(waits: readonly Span[], { from, to }: Span): number {
  let [length, at] = [to - from, from];
  for (const wait of waits) {
    const [begun, ended] = [Math.max(wait.from, at), Math.min(wait.to, to)];
    if (ended <= begun) continue;
    length -= ended - begun;
    at = ended;
  }
  return length;
}
