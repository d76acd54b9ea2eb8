/** Who writes a file has it alone: two that append to one would write every row twice. */
import { open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lockFile } from '../db/embedded/lock-file.ts';
import { isPrivateFolder } from '../db/embedded/private-folder.ts';
import { diskFull } from './csv-output.ts';
import { CommandError } from './failure.ts';

/** Rejects with a CommandError where one of the two is there and is no file, or both are the same. */
export async function assertApart(output: string, input: string): Promise<void> {
  const [to, from] = [await found(output), await found(input)];
  const isSame = to && from ? to.ino === from.ino && to.dev === from.dev : resolve(output) === resolve(input);
  if (isSame) throw new CommandError('the rows cannot go into the file that they come from', 2);
}

/** Undefined where there is nothing. A pipe or a device would be waited for, or never end. */
async function found(path: string) {
  const it = await stat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (it && !it.isFile())
    throw new CommandError(`${path} is ${it.isDirectory() ? 'a folder' : 'no file'}: name a CSV file`, 2);
  return it;
}

/**
 * Claims `output`, which is made where it is missing, until the claim is closed or the process ends; rejects with a CommandError where another
 * process of this user on this machine has it. The lock goes by what the file is, not by one of its names, and nothing is put beside it.
 */
export async function claimOutput(output: string): Promise<{ close(): void }> {
  const handle = await open(output, 'a').catch((error: NodeJS.ErrnoException) => {
    throw diskFull(error, output) ?? error;
  });
  const { dev, ino } = await handle.stat({ bigint: true }).finally(() => handle.close());
  const folder = join(tmpdir(), `geo-outputs-${process.getuid?.() ?? ''}`);
  if (!isPrivateFolder(folder))
    throw new CommandError(`the folder ${folder} belongs to somebody else: set TMPDIR to one of your own`);
  const lock = lockFile(join(folder, `${dev}-${ino}`));
  if (lock) return lock;
  const advice = 'wait for it, or name another file with --output';
  throw new CommandError(`${output} is being written by another process: ${advice}`, 3);
}
