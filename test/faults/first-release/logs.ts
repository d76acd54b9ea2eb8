/** What the audit found where the log cannot be written: no more answers, or a process that no longer ends. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Note, statusOf, type Tree } from './tree.ts';

/** More lines than a pipe, the queues before it or a small disk hold. */
const TURNS = 20;
const AT_ONCE = 50;

/** @param data the folder of a database whose service has ended */
export async function lookAtLogs(tree: Tree, data: string, key: string, note: Note): Promise<void> {
  const look = async (what: string, turns: number, stdout: 'unread' | number) => {
    const service = await tree.start({ DATA_DIR: data }, stdout);
    const statuses: number[] = [];
    for (let turn = 0; turn < turns && !statuses.includes(0); turn++) {
      const one = () => statusOf(`${service.base}/v1/countries/JP`, 5_000, { 'X-SVCAPI-KEY': key });
      statuses.push(...(await Promise.all(Array.from({ length: AT_ONCE }, one))));
    }
    const code = await service.stop();
    const answered = statuses.filter((status) => status === 200).length;
    const isHanging = answered < statuses.length || code !== 0;
    note('2.1', what, isHanging, `${answered} of ${statuses.length} answered, ended with ${code}`);
  };
  const full = openSync('/dev/full', 'w');
  await look('a full log disk ends the answers, and SIGTERM is ignored', 1, full).finally(() => closeSync(full));
  await look('a log in a pipe that nobody reads ends the answers, or SIGTERM is ignored', TURNS, 'unread');
  const what = 'a log on a small disk that runs full ends the answers, or SIGTERM is ignored';
  const disk = mkdtempSync(join(tmpdir(), 'geo-first-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'pipe' });
  } catch {
    console.log(`| 2.1 | ${what} | skipped | no disk may be mounted: that takes root |`);
    rmdirSync(disk);
    return;
  }
  try {
    const log = openSync(join(disk, 'log'), 'a');
    await look(what, TURNS, log).finally(() => closeSync(log));
  } finally {
    execFileSync('umount', [disk]);
    rmdirSync(disk);
  }
}
