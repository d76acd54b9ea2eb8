/** Processor time of processes on Linux, user and system together. */
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds that the threads of a process have used; those of threads that have ended are not in it. */
export function processorMs(pid: number): number {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    try {
      // The time on a processor, of the scheduler's own accounting; proc(5) has it in ticks of 10 ms only.
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // The thread has ended meanwhile.
    }
  }
  return nanoseconds / 1e6;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
