/**
 * A process of its own that imports a folder, for tests that kill it: one JSON line per step of progress, then one for the
 * end. A fourth argument names a stage at which the process stands still until it is sent a byte.
 */
import { readSync } from 'node:fs';
import { type ImportProgress, importDataSet } from '../../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../../src/db/import/release-folder.ts';
import { type Home, openDatabase, type Target } from '../../../src/db/orm.ts';

const [home, target, folder = '', stop] = process.argv.slice(2);
// The test that starts this file writes both.
const database = await openDatabase(home as Home, JSON.parse(target ?? '') as Target);
const tell = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
let stood = false;
const onProgress = (progress: ImportProgress) => {
  tell(progress);
  if (progress.stage !== stop || stood) return;
  stood = true;
  readSync(0, Buffer.alloc(1));
};
try {
  const outcome = await importDataSet({ em: database.em, source: releaseFolder(folder), onProgress });
  tell({ end: outcome.status });
} catch (error) {
  tell({ end: error instanceof Error ? error.name : String(error) });
} finally {
  await database.close();
}
