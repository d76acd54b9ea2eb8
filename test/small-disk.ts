/** A file system of a test's own in a part of the memory, that can be filled. */
import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk extends Disposable {
  readonly folder: string;
  /** Leaves so many bytes free. */
  fill(left: number): void;
  /** Undoes `fill`. */
  empty(): void;
}

const MIB = 1024 * 1024;

export function smallDisk(bytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'geo-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=1777`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill(left) {
      const file = openSync(filler, 'w');
      let written = 0;
      try {
        for (const zeros = Buffer.alloc(MIB); ; ) written += writeSync(file, zeros);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
        ftruncateSync(file, Math.max(0, written - left));
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler, { force: true }),
    [Symbol.dispose]() {
      // Processes that were just killed may still have files open.
      execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
      rmdirSync(folder);
    },
  };
}

/** Why there can be none; undefined where there can. */
export const NO_SMALL_DISK = reason();

function reason(): string | undefined {
  if (process.platform !== 'linux') return 'file systems in memory are mounted on Linux only';
  try {
    smallDisk(MIB)[Symbol.dispose]();
    return undefined;
  } catch {
    return 'this user may not mount a file system';
  }
}
