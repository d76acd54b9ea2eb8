/** Who writes a file has it alone: two that append to one would write every row twice. */
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError } from './failure.ts';

/**
 * Claims `output`, which rows of `input` go to, by a file beside it with this process's number; `release` removes that. Rejects with a
 * CommandError where a process that lives has it, and where one of the two is no file or both are the same. What a process has left that
 * was killed is taken over.
 */
export async function claimOutput(output: string, input: string): Promise<{ release(): Promise<void> }> {
  const [to, from] = [await found(output), await found(input)];
  const isSame = to && from ? to.ino === from.ino && to.dev === from.dev : resolve(output) === resolve(input);
  if (isSame) throw new CommandError('the rows cannot go into the file that they come from', 2);
  const claim = `${output}.lock`;
  while (!(await isMade(claim, output))) {
    const holder = Number(await readFile(claim, 'utf8').catch(() => ''));
    if (isAlive(holder)) {
      const advice = `wait for it, or remove ${claim} where that is another program`;
      throw new CommandError(`${output} is being written by process ${holder}: ${advice}`, 3);
    }
    await rm(claim, { force: true });
  }
  return { release: () => rm(claim, { force: true }) };
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

/** False where there is one already. */
async function isMade(claim: string, output: string): Promise<boolean> {
  try {
    await writeFile(claim, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // Where nothing can be made, it is the output that is told of.
    throw Object.assign(error as NodeJS.ErrnoException, { path: output });
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
