/** What fails of a full disk, in words that do not say so. */
import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { nearestFolder } from './doctor/machine-checks.ts';
import { CommandError, failureOf } from './failure.ts';

const MIB = 1024 * 1024;
/** Of less, PostgreSQL's log has no room for some of its files, of 16 MiB each. */
const LITTLE_BYTES = 64 * MIB;

/** Runs `work`; where it fails on the embedded database and its disk has next to no room, the failure says that too. */
export async function sayingLittleRoom<T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: () => Promise<T>,
  freeBytes: (folder: string) => Promise<number> = freeBytesOf,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message, exitCode } = failureOf(error);
    if (databaseUrl !== undefined || exitCode !== 1) throw error;
    const free = await freeBytes(nearestFolder(dataDir));
    if (free >= LITTLE_BYTES) throw error;
    const room = `only ${Math.floor(free / MIB)} MiB are free where ${dataDir} is`;
    throw new CommandError(`${message} (${room}: free some, or set DATA_DIR to a folder on a larger disk)`);
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Infinity, bsize: 1 }));
  return bavail * bsize;
}
