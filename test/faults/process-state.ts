/** What the system knows of a service's process. */
import { readdirSync, readFileSync } from 'node:fs';
import type { ServiceProcess } from '../server/service-process.ts';

type Process = Pick<ServiceProcess, 'child'>;

/** Why rows that ask are skipped; undefined where they can run. */
export const NO_PROC = process.platform === 'linux' ? undefined : 'the state of processes is read from /proc';

/** Resident memory, in MB: at the moment, and at its most. */
export function memoryMb({ child }: Process): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { now: read('VmRSS'), most: read('VmHWM') };
}

/** Processor time so far, in milliseconds; the system counts in hundredths of a second. */
export function processorMs({ child }: Process): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Descriptors that are open. */
export function openFiles({ child }: Process): number {
  return readdirSync(`/proc/${child.pid}/fd`).length;
}
