/** The longest turn of another process's event loop, by the clock and by the processor: on a shared machine a turn waits for others, too. */
import type { Inspector } from './inspector.ts';

const SAMPLING_MS = 10;

/**
 * Runs in the process that is watched. A tick that comes late tells that a turn was long; no turn took more processor time than the
 * thread did until then, nor more than the tick was late by.
 */
function watch(samplingMs: number): void {
  const longest = { clockMs: 0, processorMs: 0 };
  let [at, processor] = [performance.now(), process.threadCpuUsage()];
  setInterval(() => {
    const used = process.threadCpuUsage(processor);
    const late = performance.now() - at - samplingMs;
    longest.clockMs = Math.max(longest.clockMs, late);
    longest.processorMs = Math.max(longest.processorMs, Math.min(late, (used.user + used.system) / 1_000));
    [at, processor] = [performance.now(), process.threadCpuUsage()];
  }, samplingMs).unref();
  Object.assign(globalThis, { longestTurns: longest });
}

export interface LongestTurns {
  readonly clockMs: number;
  /** At most: what ran in the same {@link SAMPLING_MS} counts, too. */
  readonly processorMs: number;
}

/** Watches from now on; the function that it returns tells what was seen. */
export async function watchTurns(inspector: Inspector): Promise<() => Promise<LongestTurns>> {
  await inspector.call('Runtime.evaluate', { expression: `(${watch})(${SAMPLING_MS})` });
  return async () => {
    const { result } = await inspector.call('Runtime.evaluate', { expression: 'longestTurns', returnByValue: true });
    const { clockMs, processorMs } = (result as { readonly value: LongestTurns }).value;
    return { clockMs: Math.round(clockMs), processorMs: Math.round(processorMs) };
  };
}
