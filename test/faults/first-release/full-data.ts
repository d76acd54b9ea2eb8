/** What the audit found on the full data: 153,000 cities in the database that the service brings. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { markedCopy } from '../data-folders.ts';
import { memoryMb, NO_PROC } from '../process-state.ts';
import { variant } from '../rows/23-slow-readers.ts';
import { lookAtReaders } from './readers.ts';
import { askDatabase, keyOf, type Note, statusOf, type Tree } from './tree.ts';

/** What readers may wait for beside an import, at the 99th percentile: 250 ms, and half as much again for a busy machine. */
const BESIDE_IMPORT_MS = 375;
/** What the process may take at most: the default of `MEMORY_MB`. */
const MOST_MB = 1_024;

/** @param from the folder of the full data */
export async function lookAtFullData(tree: Tree, note: Note, from: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'geo-first-'));
  const variables = { DATA_DIR: join(folder, 'data') };
  try {
    await tree.geo(['import', '--from', from], variables);
    const { key } = await keyOf(tree, variables);
    let service = await tree.start(variables);
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        statusOf(`${service.base}/v1/cities?${variant(number)}`, 120_000, { 'X-SVCAPI-KEY': key }),
      ),
    );
    const mb = NO_PROC === undefined ? Math.round(memoryMb(service).most) : 0;
    const isTooMuch = statuses.includes(0) || mb > MOST_MB;
    const heard = `${statuses.join(' ')}, ${Number.isNaN(mb) ? 'and it has ended' : `${mb} MB`}`;
    note('1.3', '20 lists of all cities at once are cut off, or take what memory they like', isTooMuch, heard);
    await service.stop();
    // Those lists may have been its end.
    service = await tree.start(variables);
    let isOver = false;
    let failed = 0;
    const waits: number[] = [];
    const caller = async () => {
      for (; !isOver; await sleep(20)) {
        const startedAt = performance.now();
        if ((await askDatabase(service, key)) !== 200) failed += 1;
        waits.push(performance.now() - startedAt);
      }
    };
    const all = Promise.all([caller(), caller(), caller(), caller()]);
    await tree
      .geo(['import', '--from', markedCopy(from, join(folder, 'other'), ' (new)')], variables)
      .finally(() => (isOver = true));
    await all;
    waits.sort((left, right) => left - right);
    const [p99 = 0, most = 0] = [Math.floor(waits.length * 0.99), waits.length - 1].map((at) => waits[at]);
    const seen = `${waits.length} asked, ${failed} failed, p99 ${Math.round(p99)} ms, most ${Math.round(most)}`;
    note(
      '2.6',
      'readers wait for an import into the embedded database',
      p99 > BESIDE_IMPORT_MS || failed > waits.length / 10,
      seen,
    );
    await service.stop();
    await lookAtReaders(tree, note, variables, key);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
