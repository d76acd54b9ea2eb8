/** Files that change while they are imported: none of two releases' mixtures gets into service, whatever was done to them and when. */
import { copyFileSync, renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TABLES } from '../../../src/db/import/data-set-source.ts';
import { defaultDataSet } from '../../../src/db/import/default-data-set.ts';
import { type ImportOptions, type ImportProgress, importDataSet } from '../../../src/db/import/import-data-set.ts';
import { ImportError } from '../../../src/db/import/import-error.ts';
import { releaseFolder } from '../../../src/db/import/release-folder.ts';
import { type Changes, overwrite, removeSampleFolders, sampleFolder } from './sample-folder.ts';
import { HOMES, type ScratchDatabase } from './scratch-database.ts';

const START_MS = 60_000;
const MANIFEST = '{"version":"v1","date":"2026-01-02"}';
const CHANGED =
  'it changed while it was being imported, so nothing was taken: import again when all files are in place';

/** As many bytes as before, so that its times alone tell it. */
const marked: Changes = {
  cities: (rows) => void Object.assign(rows[0] ?? {}, { name: String(rows[0]?.name).replace(/.$/, '!') }),
};

describe('files that change while they are imported', () => {
  let scratch: ScratchDatabase;

  beforeAll(async () => {
    scratch = await HOMES[0][1]();
  }, START_MS);

  afterEach(async () => {
    for (const { id } of await records()) await scratch.query(`DROP SCHEMA geo_${id} CASCADE`);
    await scratch.query('DELETE FROM data_sets');
  });

  afterAll(async () => {
    await scratch.close();
    removeSampleFolders();
  }, START_MS);

  const records = () =>
    scratch.query<{ id: number; active: boolean }>('SELECT id, activated_at IS NOT NULL AS active FROM data_sets');

  type Moment = (progress: ImportProgress) => boolean;
  const compared: Moment = ({ stage, file }) => stage === 'read' && file === 'cities.json';
  const loaded: Moment = ({ stage, file }) => stage === 'load' && file === 'cities.json';
  const indexed: Moment = ({ stage, done, total }) => stage === 'index' && done === total;

  /** Imports a folder and does something to it at a moment of that. */
  async function importing(folder: string, moment: Moment, act: () => void, options: Partial<ImportOptions> = {}) {
    let acted = false;
    const onProgress = (progress: ImportProgress) => {
      if (acted || !moment(progress)) return;
      acted = true;
      act();
    };
    const source = releaseFolder(folder);
    const outcome = await importDataSet({ em: scratch.database.em, source, onProgress, ...options }).catch(
      (error: unknown) => error,
    );
    expect(acted).toBe(true);
    return outcome;
  }

  async function refused(
    folder: string,
    moment: Moment,
    act: () => void,
    file: string,
    options: Partial<ImportOptions> = {},
  ) {
    const before = await records();
    const error = await importing(folder, moment, act, options);
    expect(error).toBeInstanceOf(ImportError);
    expect((error as ImportError).message).toBe(`${file}: ${CHANGED}`);
    expect(await records()).toEqual(before);
  }

  const changes: [string, string, (folder: string) => void][] = [
    ['another release is copied over it', 'regions.json', (folder) => copyOver(folder, sampleFolder(marked))],
    ['one of its files is replaced', 'cities.json', replaceCities],
    [
      'something is appended',
      'states.json',
      (folder) => writeFileSync(join(folder, 'states.json'), ' ', { flag: 'a' }),
    ],
    ['a file is cut off', 'cities.json', (folder) => truncateSync(join(folder, 'cities.json'), 100)],
    ['a file is removed', 'countries.json', (folder) => rmSync(join(folder, 'countries.json'))],
    ['a file is written with what it had', 'regions.json', (folder) => touch(folder, 'regions.json')],
    ['the manifest changes', 'manifest.json', (folder) => overwrite(folder, 'manifest.json', '{"version":"v2"}')],
    ['the manifest is removed', 'manifest.json', (folder) => rmSync(join(folder, 'manifest.json'))],
  ];

  it.each(changes)('are refused where %s among the rows', async (_what, file, act) => {
    const folder = overwrite(sampleFolder(), 'manifest.json', MANIFEST);
    await refused(folder, loaded, () => act(folder), file);
  });

  it.each(changes)('are refused where %s between the comparison and the loading', async (_what, file, act) => {
    await importDataSet({ em: scratch.database.em, source: releaseFolder(sampleFolder()) });
    const folder = overwrite(sampleFolder(marked), 'manifest.json', MANIFEST);
    await refused(folder, compared, () => act(folder), file);
  });

  it('are refused with the last row in the database', async () => {
    const folder = sampleFolder();
    await refused(folder, indexed, () => replaceCities(folder), 'cities.json');
  });

  it('are not called unchanged', async () => {
    const folder = sampleFolder();
    await importDataSet({ em: scratch.database.em, source: releaseFolder(folder) });
    await refused(folder, compared, () => replaceCities(folder), 'cities.json');
    await refused(folder, compared, () => overwrite(folder, 'manifest.json', MANIFEST), 'manifest.json');
  });

  it('are refused where plain ones come beside gzipped ones', async () => {
    await importDataSet({ em: scratch.database.em, source: releaseFolder(sampleFolder()) });
    const folder = sampleFolder(marked, 'json.gz');
    const moment: Moment = ({ stage, file }) => stage === 'read' && file === 'cities.json.gz';
    const act = () => copyFileSync(join(sampleFolder(), 'states.json'), join(folder, 'states.json'));
    await refused(folder, moment, act, 'states.json');
  });

  it('are refused before the one that changes is opened', async () => {
    const folder = sampleFolder();
    const first: Moment = ({ file }) => file === 'regions.json';
    await refused(folder, first, () => replaceCities(folder), 'cities.json');
  });

  it('are told so, and not what is wrong with a mixture', async () => {
    const folder = sampleFolder();
    const orphans = sampleFolder({ cities: (rows) => void Object.assign(rows[0] ?? {}, { state_id: 99 }) });
    const first: Moment = ({ file }) => file === 'regions.json';
    const act = () => renameSync(join(orphans, 'cities.json'), join(folder, 'cities.json'));
    await refused(folder, first, act, 'cities.json');
    const error = await importDataSet({ em: scratch.database.em, source: releaseFolder(folder) }).catch(String);
    expect(error).toContain('there is no state 99');
  });

  it('are taken by the next import, from the same source too', async () => {
    const folder = sampleFolder();
    const source = releaseFolder(folder);
    await refused(folder, loaded, () => replaceCities(folder), 'cities.json', { source });
    expect(await importDataSet({ em: scratch.database.em, source })).toMatchObject({ status: 'imported' });
    touch(folder, 'cities.json');
    expect(await importDataSet({ em: scratch.database.em, source })).toMatchObject({ status: 'unchanged' });
  });

  it('are no matter where they are none of the release', async () => {
    const folder = sampleFolder();
    const act = () => void overwrite(folder, 'cities.json.gz', 'no matter');
    expect(await importing(folder, loaded, act)).toMatchObject({ status: 'imported' });
  });

  it('are those of the package, too: its package.json stands for them', async () => {
    const folder = overwrite(sampleFolder(), 'package.json', '{"version":"1.0.0"}');
    const { watch, origin } = defaultDataSet(join(folder, 'dist', 'data'));
    expect(await origin()).toEqual({ version: '1.0.0', date: null });
    await watch.assertUnchanged();
    overwrite(folder, 'package.json', '{"version":"1.0.10"}'); // Some file systems tell no times this close.
    await expect(watch.assertUnchanged()).rejects.toThrow(`package.json: ${CHANGED}`);
  });
});

/** Replaces a file as rsync does it: another file takes its name. */
function replaceCities(folder: string): void {
  renameSync(join(sampleFolder(marked), 'cities.json'), join(folder, 'cities.json'));
}

function copyOver(folder: string, other: string): void {
  for (const table of TABLES) copyFileSync(join(other, `${table}.json`), join(folder, `${table}.json`));
}

function touch(folder: string, file: string): void {
  const { atime } = statSync(join(folder, file));
  utimesSync(join(folder, file), atime, new Date());
}
