/** A file that one process at a time may have. */
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Locks the file, which is made where it is missing and stays empty, until it is closed. Undefined where another process has it.
 *
 * The lock is SQLite's exclusive lock: the operating system's own, so it ends with the process however that ends, and no clock, process id
 * (in containers the next process has the same) or suspended machine can make two processes believe they have it.
 */
export function lockFile(path: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}
