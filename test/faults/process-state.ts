/** What the system knows of a service's process. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
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

/** Of all that ask for a processor, those of whoever is measured: nice(2). */
const FIRST = -15;

/**
 * Has a service's threads come before everybody else's on this machine, as they do on one of its own. False where that is not permitted.
 */
export function giveProcessorFirst({ child }: Process): boolean {
  try {
    // To Linux each thread has a priority of its own.
    for (const thread of readdirSync(`/proc/${child.pid}/task`)) setPriority(Number(thread), FIRST);
    return true;
  } catch {
    return false;
  }
}

/** Has this process come before others. False where that is not permitted. */
export function comeFirst(): boolean {
  try {
    setPriority(FIRST);
    return true;
  } catch {
    return false;
  }
}

/** Descriptors that are open. */
export function openFiles({ child }: Process): number {
  return readdirSync(`/proc/${child.pid}/fd`).length;
}

/** The clients' ports of the connections that a process holds of those that came to a port of this machine. */
export function clientPortsOf(pid: number, port: number): number[] {
  const folder = `/proc/${pid}/fd`;
  const own = new Set(
    readdirSync(folder).flatMap((descriptor) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${descriptor}`))?.[1] ?? [];
      } catch {
        return []; // It was closed since.
      }
    }),
  );
  return ['tcp', 'tcp6']
    .flatMap((family) => readFileSync(`/proc/${pid}/net/${family}`, 'utf8').trim().split('\n').slice(1))
    .flatMap((line) => {
      const [, local = '', remote = '', , , , , , , inode = ''] = line.trim().split(/\s+/);
      return own.has(inode) && portOf(local) === port ? portOf(remote) : [];
    })
    .filter((remote) => remote > 0); // The listener's is none.
}

/** `0100007F:1F90` is 127.0.0.1:8080. */
function portOf(address: string): number {
  return Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);
}
