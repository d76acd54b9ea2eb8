/** Processor time, user and system together, and memory of processes on Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds that the threads of a process have used; those of threads that have ended are not in it, and 0 for a process that has. */
export function processorMs(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + threadMs(pid, task), 0);
  } catch {
    return 0;
  }
}

/** Milliseconds between two looks at processes; those that have ended meanwhile count nothing. */
export function spentMs(pids: readonly number[], before: ReadonlyMap<number, number>): number {
  return pids.reduce((sum, pid) => sum + Math.max(0, processorMs(pid) - (before.get(pid) ?? 0)), 0);
}

function threadMs(pid: number, task: string): number {
  try {
    // The time on a processor, of the scheduler's own accounting; proc(5) has it in ticks of 10 ms only.
    return Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0; // The thread has ended.
  }
}

/** Of /proc, in MiB; zeros for a process that has ended. */
export function memoryOf(pid: number): { readonly now: number; readonly most: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const mib = (name: string) =>
      Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024);
    return { now: mib('VmRSS'), most: mib('VmHWM') };
  } catch {
    return { now: 0, most: 0 };
  }
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
