/** Who writes a file has it alone: two that append to one would write every row twice. */
import { lstat, open, realpath, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { lockFile } from '../db/embedded/lock-file.ts';
import { diskFull } from './csv-output.ts';
import { CommandError } from './failure.ts';

export interface OutputClaim {
  release(): Promise<void>;
}

/**
 * Claims `output`, which rows of `input` go to; `release` gives it back. Rejects with a CommandError where another process has it, and
 * where one of the two is no file or both are the same. The claim is a lock on an empty file beside the output, and ends with the process.
 */
export async function claimOutput(output: string, input: string): Promise<OutputClaim> {
  const [to, from] = [await found(output), await found(input)];
  const isSame = to && from ? to.ino === from.ino && to.dev === from.dev : resolve(output) === resolve(input);
  if (isSame) throw new CommandError('the rows cannot go into the file that they come from', 2);
  // By a link's name it is the same file.
  const path = `${to ? await realpath(output) : output}.lock`;
  let claim: OutputClaim | undefined;
  while (!claim) claim = await claimAt(path, output);
  return claim;
}

/** Undefined where there is nothing. A pipe or a device would be waited for, or never end. */
async function found(path: string) {
  const it = await present(stat(path, { bigint: true }));
  if (it && !it.isFile())
    throw new CommandError(`${path} is ${it.isDirectory() ? 'a folder' : 'no file'}: name a CSV file`, 2);
  return it;
}

/** Undefined where a predecessor removed the file meanwhile: a lock on what has no name any more keeps nobody out. */
async function claimAt(path: string, output: string): Promise<OutputClaim | undefined> {
  const before = await present(lstat(path));
  if (before && (!before.isFile() || before.size > 0)) {
    throw new CommandError(`${path} is there and is not ours: name another file with --output, or remove it`, 2);
  }
  // Open for as long as the lock: closing it would end that, and while it is open no other file gets its number.
  const handle = await open(path, 'a').catch((error: NodeJS.ErrnoException) => {
    // Where nothing can be made, it is the output that is told of.
    throw diskFull(error, output) ?? Object.assign(error, { path: output });
  });
  let lock: DatabaseSync | undefined;
  try {
    lock = locked(path, output);
    const [own, named] = [await handle.stat({ bigint: true }), await present(stat(path, { bigint: true }))];
    if (own.ino === named?.ino) return { release: () => release(path, lock, handle) };
  } catch (error) {
    lock?.close();
    await handle.close();
    throw error;
  }
  lock.close();
  await handle.close();
  return undefined;
}

function locked(path: string, output: string): DatabaseSync {
  const lock = lockFile(path);
  if (lock) return lock;
  const advice = 'wait for it, or name another file with --output';
  throw new CommandError(`${output} is being written by another process: ${advice}`, 3);
}

/** The file goes first, while nobody else can have it; where it cannot go it stays empty, and is claimed by the next. */
async function release(path: string, lock: DatabaseSync | undefined, handle: { close(): Promise<void> }) {
  await rm(path, { force: true }).catch(() => undefined);
  lock?.close();
  await handle.close();
}

function present<T>(stats: Promise<T>): Promise<T | undefined> {
  return stats.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
