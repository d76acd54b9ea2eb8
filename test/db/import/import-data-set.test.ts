/** Importing in both homes of the database: what is stored, what readers see, and what is left after a failure. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DataSetSource, TABLES, type TableName } from '../../../src/db/import/data-set-source.ts';
import { defaultDataSet } from '../../../src/db/import/default-data-set.ts';
import { type ImportOptions, type ImportProgress, importDataSet } from '../../../src/db/import/import-data-set.ts';
import { ImportBusyError, ImportError } from '../../../src/db/import/import-error.ts';
import { releaseFolder } from '../../../src/db/import/release-folder.ts';
import { INDEX_MAKER } from '../../../src/find/index-maker.ts';
import {
  type Changes,
  overwrite,
  removeSampleFolders,
  type SourceRow,
  sampleFolder,
  sampleRows,
} from './sample-folder.ts';
import { HOMES, type ScratchDatabase } from './scratch-database.ts';

const START_MS = 60_000;
/** How often the test with random moments kills an import; more of them find rarer moments. */
const KILLS = Number(process.env.GEO_IMPORT_KILLS ?? 4);
const LONGEST_IMPORT_MS = 400;
const renamed: Changes = { cities: (rows) => void Object.assign(rows[0] ?? {}, { name: 'Renamed' }) };

const BARE_TABLES = ['regions', 'subregions', 'countries', 'states', 'cities']
  .map((name) => `CREATE TABLE ${name} ()`)
  .join(' ');

describe.each(HOMES)('importing into %s', (_name, open) => {
  let scratch: ScratchDatabase;
  const children = new Set<ChildProcess>();

  beforeAll(async () => {
    scratch = await open();
  }, START_MS);

  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
    for (const schema of await schemas()) await scratch.query(`DROP SCHEMA ${schema} CASCADE`);
    await scratch.query('DELETE FROM data_sets');
    await scratch.query('DELETE FROM import_claim');
  });

  afterAll(async () => {
    await scratch.close();
    removeSampleFolders();
  }, START_MS);

  function run(folder: string, options: Partial<ImportOptions> = {}) {
    return importDataSet({ em: scratch.database.em, source: releaseFolder(folder), ...options });
  }

  /** A folder whose reading stops while it is loaded, before its cities, until something else was done. */
  function interrupted(folder: string, act: () => Promise<void>): DataSetSource {
    const inner = releaseFolder(folder);
    let times = 0;
    async function* batches(table: TableName) {
      // The first reading compares; the second one loads.
      if (table === 'cities' && ++times === 2) await act();
      yield* inner.batches(table);
    }
    return { ...inner, batches };
  }

  async function schemas(): Promise<string[]> {
    const rows = await scratch.query<{ name: string }>(
      "SELECT nspname AS name FROM pg_namespace WHERE nspname ~ '^geo_[0-9]+$' ORDER BY oid",
    );
    return rows.map(({ name }) => name);
  }

  async function currentId(): Promise<number | undefined> {
    const rows = await scratch.query<{ id: number }>(
      'SELECT id FROM data_sets WHERE activated_at IS NOT NULL ORDER BY activated_at DESC, id DESC LIMIT 1',
    );
    return rows[0]?.id;
  }

  /** A hash of every row of a data set, made by the database. */
  async function fingerprint(id: number | undefined): Promise<string> {
    const parts = TABLES.map(
      (table) => `(SELECT md5(string_agg(t::text, '|' ORDER BY id)) FROM geo_${id}.${table} AS t)`,
    );
    const [row] = await scratch.query<{ hash: string }>(`SELECT concat_ws(' ', ${parts.join(', ')}) AS hash`);
    return row?.hash ?? '';
  }

  async function stored(id: number, table: TableName): Promise<SourceRow[]> {
    const rows = await scratch.query<{ row: SourceRow }>(
      `SELECT to_json(t) AS row FROM geo_${id}.${table} AS t ORDER BY id`,
    );
    return rows.map(({ row }) => row);
  }

  /** Everything that could tell one data set's state from another: it must not change when an import is refused. */
  async function snapshot(): Promise<unknown> {
    const id = await currentId();
    const records = await scratch.query('SELECT * FROM data_sets ORDER BY id');
    const claims = await scratch.query('SELECT * FROM import_claim');
    return { id, records, claims, schemas: await schemas(), hash: await fingerprint(id) };
  }

  describe('a data set', () => {
    it('is stored value by value as the source has it', async () => {
      const outcome = await run(sampleFolder());
      expect(outcome).toMatchObject({
        status: 'imported',
        version: expect.stringMatching(/^[0-9a-f]{12}$/),
        counts: { regions: 6, subregions: 10, countries: 20, states: 38, cities: 368 },
      });
      for (const table of TABLES) {
        const expected = sampleRows(table).sort((one, other) => Number(one.id) - Number(other.id));
        const rows = await stored(outcome.dataSetId, table);
        expect(rows).toHaveLength(expected.length);
        for (const [index, source] of expected.entries()) expect(rows[index]).toMatchObject(asStored(table, source));
      }
    });

    it('gets the dial codes and area codes that the source lacks', async () => {
      const { dataSetId } = await run(sampleFolder());
      const rows = await stored(dataSetId, 'countries');
      const codes = Object.fromEntries(rows.map((row) => [row.iso2, [row.dial_code, row.area_code, row.area_codes]]));
      expect(codes).toMatchObject({
        AD: ['+376', null, []],
        BB: ['+1', '246', ['246']],
        BV: ['+55', null, []],
        DO: ['+1', null, ['809', '829', '849']],
        SX: ['+1', '721', ['721']],
        UM: ['+1', null, []],
      });
      expect(codes.US?.[2]).toContain('212');
    });

    it('is recorded with its origin, its counts and the whole checksum', async () => {
      const folder = sampleFolder();
      const outcome = await run(folder);
      const [record] = await scratch.query<SourceRow>('SELECT * FROM data_sets');
      expect(record).toMatchObject({
        id: outcome.dataSetId,
        source: `release folder ${folder}`,
        row_counts: outcome.counts,
      });
      expect(record?.checksum).toMatch(new RegExp(`^${outcome.version}[0-9a-f]{52}$`));
      expect([record?.source_version, record?.source_date]).toEqual([null, null]);
      expect(record?.activated_at).not.toBeNull();
    });

    it('is recorded with the version and the date that the source names, and with those only', async () => {
      const folder = sampleFolder();
      overwrite(folder, 'manifest.json', '\uFEFF{"version":"v2.6","date":"2026-07-29","note":"ignored"}');
      const recorded = () =>
        scratch.query('SELECT source_version AS version, source_date::text AS date FROM data_sets ORDER BY id');
      await run(folder);
      expect(await recorded()).toEqual([{ version: 'v2.6', date: '2026-07-29' }]);
      overwrite(folder, 'manifest.json', '{"version":"v2.7"}');
      expect(await run(folder)).toMatchObject({ status: 'unchanged' });
      expect(await recorded()).toEqual([{ version: 'v2.7', date: null }]);
      const source = { ...releaseFolder(folder), origin: defaultDataSet().origin };
      await importDataSet({ em: scratch.database.em, source });
      expect(await recorded()).toEqual([{ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), date: null }]);
    });

    it.each([
      ['{"version":', /manifest\.json: not valid JSON/],
      ['{"version":7}', 'manifest.json: version: must be a text of 1 to 100 characters'],
      ['{"version":""}', 'manifest.json: version: must be a text of 1 to 100 characters'],
      ['{"date":"yesterday"}', 'manifest.json: date: must be a day, as 2026-07-29'],
      ['{"date":7}', 'manifest.json: date: must be a day, as 2026-07-29'],
      ['{"date":"0000-01-01"}', 'manifest.json: date: must be a day, as 2026-07-29'],
      ['{"date":"2026-02-29"}', 'manifest.json: date: must be a day, as 2026-07-29'],
      ['{"version":"a\\u0000b"}', 'manifest.json: version: holds a NUL character'],
      ['{"version":"1.0\\n2.0"}', 'manifest.json: version: must be one line without control characters'],
      ['{"version":"1.0\\u202e"}', 'manifest.json: version: must be one line without control characters'],
      ['{"version":"a\\ud800b"}', 'manifest.json: version: holds a lone surrogate, so it is not Unicode text'],
      ['[]', 'manifest.json: the top level: must be an object'],
      [Buffer.from([0x22, 0xe9, 0x22]), "manifest.json: can't be read: it is not valid UTF-8"],
      [' '.repeat(2 ** 20 + 1), "manifest.json: can't be read: it has more than 1048576 bytes"],
    ])('is refused where its manifest is %.30s', async (manifest, message) => {
      await expect(run(overwrite(sampleFolder(), 'manifest.json', manifest))).rejects.toThrow(message);
      expect(await currentId()).toBeUndefined();
    });

    it('has every column, constraint and index of the template, also those that a later migration adds', async () => {
      await scratch.query(
        `ALTER TABLE geo_template.cities ADD COLUMN folded text GENERATED ALWAYS AS (lower(name)) STORED`,
      );
      await scratch.query(`ALTER TABLE geo_template.cities ADD CONSTRAINT named CHECK (name <> '-')`);
      await scratch.query(
        `CREATE INDEX folded_nearest ON geo_template.cities USING gist (folded gist_trgm_ops (siglen = 32)) WHERE folded <> ''`,
      );
      try {
        const { dataSetId } = await run(sampleFolder());
        const template = await shape('geo_template');
        expect(template.join('\n')).toMatch(/folded_nearest.*siglen='32'/);
        expect(await shape(`geo_${dataSetId}`)).toEqual(template);
        const [city] = await stored(dataSetId, 'cities');
        expect(city?.folded).toBe('andorra la vella');
      } finally {
        await scratch.query('ALTER TABLE geo_template.cities DROP COLUMN folded');
        await scratch.query('ALTER TABLE geo_template.cities DROP CONSTRAINT named');
      }
    });

    it('refers to its own tables only', async () => {
      const { dataSetId } = await run(sampleFolder());
      const foreign = await scratch.query<{ to: string }>(
        `SELECT DISTINCT target.relnamespace::regnamespace::text AS to FROM pg_constraint
           JOIN pg_class AS owner ON owner.oid = conrelid JOIN pg_class AS target ON target.oid = confrelid
          WHERE contype = 'f' AND owner.relnamespace = 'geo_${dataSetId}'::regnamespace`,
      );
      expect(foreign).toEqual([{ to: `geo_${dataSetId}` }]);
    });

    async function shape(schema: string): Promise<string[]> {
      const rows = await scratch.query<{ line: string }>(`
        SELECT indexdef AS line FROM pg_indexes WHERE schemaname = '${schema}'
        UNION ALL
        SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
         WHERE connamespace = '${schema}'::regnamespace
        UNION ALL
        SELECT concat_ws(' ', table_name, column_name, ordinal_position, data_type, is_nullable, column_default, generation_expression)
          FROM information_schema.columns WHERE table_schema = '${schema}'`);
      return rows.map(({ line }) => line.replaceAll(`${schema}.`, '')).sort();
    }
  });

  describe('importing again', () => {
    it('changes nothing when the data is the same, in whatever order and form', async () => {
      const first = await run(sampleFolder());
      const before = await snapshot();
      const shuffled = Object.fromEntries(TABLES.map((table) => [table, (rows: SourceRow[]) => rows.toReversed()]));
      const again = await run(sampleFolder(shuffled, 'json.gz'));
      expect(again).toMatchObject({
        status: 'unchanged',
        dataSetId: first.dataSetId,
        version: first.version,
        counts: first.counts,
      });
      expect(await snapshot()).toEqual(before);
    });

    it('loads the same data anew when the template has changed', async () => {
      const first = await run(sampleFolder());
      await scratch.query('CREATE INDEX later ON geo_template.cities (timezone)');
      try {
        const second = await run(sampleFolder());
        expect(second).toMatchObject({ status: 'imported', version: first.version });
        expect(await run(sampleFolder())).toMatchObject({ status: 'unchanged', dataSetId: second.dataSetId });
      } finally {
        await scratch.query('DROP INDEX geo_template.later');
      }
    });

    it('loads the same data anew where rows are gone', async () => {
      const first = await run(sampleFolder());
      await scratch.query(`DELETE FROM geo_${first.dataSetId}.cities WHERE country_id = 109`);
      const second = await run(sampleFolder());
      expect(second).toMatchObject({ status: 'imported', version: first.version });
      expect(await run(sampleFolder())).toMatchObject({ status: 'unchanged', dataSetId: second.dataSetId });
    });

    it('loads the same data anew that has a number of an earlier release, which other databases have too', async () => {
      const { dataSetId } = await run(sampleFolder());
      await scratch.query(`ALTER SCHEMA geo_${dataSetId} RENAME TO geo_7`);
      await scratch.query(
        `INSERT INTO data_sets (id, checksum, source, activated_at, row_counts) OVERRIDING SYSTEM VALUE
         SELECT 7, checksum, source, activated_at, row_counts FROM data_sets`,
      );
      await scratch.query('DELETE FROM data_sets WHERE id <> 7');
      const again = await run(sampleFolder());
      expect(again).toMatchObject({ status: 'imported', dataSetId: expect.closeTo(550_000_000, -9) });
      expect(await run(sampleFolder())).toMatchObject({ status: 'unchanged', dataSetId: again.dataSetId });
    });

    it('keeps the data set before the current one for requests under way, and drops older ones', async () => {
      const first = await run(sampleFolder());
      const second = await run(sampleFolder(renamed));
      expect(second.version).not.toBe(first.version);
      expect(await schemas()).toEqual([`geo_${first.dataSetId}`, `geo_${second.dataSetId}`]);
      const third = await run(sampleFolder());
      expect(third.version).toBe(first.version);
      expect(await schemas()).toEqual([`geo_${second.dataSetId}`, `geo_${third.dataSetId}`]);
      expect(await currentId()).toBe(third.dataSetId);
    });

    it('becomes current even when the clock was set back', async () => {
      await run(sampleFolder());
      await scratch.query("UPDATE data_sets SET activated_at = now() + interval '2 days'");
      const second = await run(sampleFolder(renamed));
      expect(await currentId()).toBe(second.dataSetId);
    });
  });

  describe('a refused import', () => {
    it('is one of what can not be opened, and is no crash', async (context) => {
      const unreadable = '/sys/bus/cpu/drivers_probe'; // Written to only, by whoever it is.
      if (!existsSync(unreadable)) return context.skip(`this machine has no ${unreadable}`);
      const folder = sampleFolder();
      rmSync(join(folder, 'cities.json'), { force: true });
      rmSync(join(folder, 'cities.json.gz'), { force: true });
      symlinkSync(unreadable, join(folder, 'cities.json'));
      await expect(run(folder)).rejects.toThrow("cities.json: can't be read: EACCES: permission denied");
    });

    it('is one of a folder with a pipe in the place of a file', async () => {
      for (const file of ['manifest.json', 'cities.json']) {
        const folder = sampleFolder();
        rmSync(join(folder, file), { force: true });
        execFileSync('mkfifo', [join(folder, file)]);
        await expect(run(folder)).rejects.toThrow(`${file}: can't be read: it is no file`);
      }
    });

    it('is one whose database has no room for its indexes: the one before answers more', async () => {
      await run(sampleFolder());
      const before = await snapshot();
      const full = Object.assign(new Error('could not extend file'), { code: '53100' });
      const maker = {
        ...INDEX_MAKER,
        start: () => ({ ...INDEX_MAKER.start(), addLetters: () => Promise.reject(full) }),
      };
      const index = { maker, onFault: () => undefined };
      await expect(run(sampleFolder(renamed), { index })).rejects.toThrow(full);
      expect(await snapshot()).toEqual(before);
    });

    it('leaves the current data set and nothing of its own', async () => {
      await run(sampleFolder());
      const before = await snapshot();
      const faulty: Changes = { cities: (rows) => void Object.assign(rows[200] ?? {}, { state_id: 99_999 }) };
      const error = await run(sampleFolder(faulty)).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ImportError);
      expect(error).toMatchObject({
        file: 'cities.json',
        row: 201,
        id: 201,
        column: 'state_id',
        reason: 'there is no state 99999',
      });
      expect(await snapshot()).toEqual(before);
    });

    it('leaves an empty database empty', async () => {
      const folder = overwrite(sampleFolder(), 'cities.json', '[{"id":1,"name":"cut off"');
      await expect(run(folder)).rejects.toThrow(/the file ends inside row 1/);
      expect(await schemas()).toEqual([]);
      expect(await scratch.query('SELECT * FROM data_sets')).toEqual([]);
      expect(await scratch.query('SELECT * FROM import_claim')).toEqual([]);
    });

    it('has far fewer rows than the current data set, unless that is allowed', async () => {
      const many = (rows: SourceRow[]) => rows.slice(0, 332);
      await run(sampleFolder());
      const before = await snapshot();
      // 332 of 368 are 90.2 %, 331 are 89.9 %.
      const tooFew = sampleFolder({ cities: (rows) => many(rows).slice(0, 331) });
      await expect(run(tooFew)).rejects.toThrow(
        '331 cities where the current data set has 368 for the same countries: refused unless shrinking is allowed',
      );
      expect(await snapshot()).toEqual(before);
      expect(await run(sampleFolder({ cities: many }))).toMatchObject({ status: 'imported', counts: { cities: 332 } });
      const small = sampleFolder({ cities: (rows) => rows.slice(0, 200) });
      expect(await run(small, { allowShrink: true })).toMatchObject({ status: 'imported', counts: { cities: 200 } });
    });

    it('is a smaller data set of fewer countries: that is another one, and taken', async () => {
      await run(sampleFolder());
      const ids = new Set([6, 109]);
      const ofThem = (rows: SourceRow[]) => rows.filter((row) => ids.has(Number(row['country_id'] ?? row['id'])));
      const other = sampleFolder({ countries: ofThem, states: ofThem, cities: ofThem });
      expect(await run(other)).toMatchObject({ status: 'imported', counts: { countries: 2 } });
    });

    it('lost its claim to another import before it was done, and leaves that one alone', async () => {
      const { dataSetId: before } = await run(sampleFolder());
      const rob = async () => {
        await scratch.query("UPDATE import_claim SET owner = 'a0000000-0000-4000-8000-000000000000'");
        await scratch.query(`CREATE SCHEMA geo_1000000 ${BARE_TABLES}`);
        await scratch.query(
          "INSERT INTO data_sets (id, checksum, source) OVERRIDING SYSTEM VALUE VALUES (1000000, '', '')",
        );
      };
      await expect(run('', { source: interrupted(sampleFolder(renamed), rob) })).rejects.toThrow(ImportBusyError);
      expect(await currentId()).toBe(before);
      expect(await schemas()).toEqual([`geo_${before}`, 'geo_1000000']);
      expect(await scratch.query('SELECT owner FROM import_claim')).toHaveLength(1);
    });
  });

  it('leaves a schema alone that is called as ours are, and is another program’s', async () => {
    await scratch.query(`CREATE SCHEMA geo_2024 ${BARE_TABLES}`);
    // Registered by a release that counted, and dropped since.
    await scratch.query('CREATE SCHEMA geo_2025 CREATE TABLE cities ()');
    await scratch.query(
      "INSERT INTO data_sets (id, checksum, source, activated_at) OVERRIDING SYSTEM VALUE VALUES (2025, '', '', '2025-01-01')",
    );
    const { dataSetId: first } = await run(sampleFolder());
    const { dataSetId: second } = await run(sampleFolder(renamed));
    expect(await schemas()).toEqual(['geo_2024', 'geo_2025', `geo_${first}`, `geo_${second}`]);
  });

  describe('one import at a time', () => {
    it('means that a second one is told so, and that the first ends as if alone', async () => {
      const alone = await run(sampleFolder());
      let second: unknown;
      const source = interrupted(sampleFolder(renamed), async () => {
        second = await run(sampleFolder()).catch((error: unknown) => error);
      });
      const first = await run('', { source });
      expect(second).toBeInstanceOf(ImportBusyError);
      expect(first.status).toBe('imported');
      expect(await run(sampleFolder())).toMatchObject({ status: 'imported', version: alone.version });
    });

    it('means one winner among several that start together', async () => {
      const folder = sampleFolder();
      const results = await Promise.allSettled([run(folder), run(folder), run(folder)]);
      const refused = results.filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(2);
      for (const { reason } of refused as PromiseRejectedResult[]) expect(reason).toBeInstanceOf(ImportBusyError);
      expect(await schemas()).toEqual([`geo_${await currentId()}`]);
    });

    it('holds between processes', async () => {
      // It stops itself: a small import may be over before a signal from here arrives.
      const { child, lines } = startChild(sampleFolder(), 'load');
      await lines.find(({ stage }) => stage === 'load');
      await expect(run(sampleFolder())).rejects.toThrow(ImportBusyError);
      // Of what is wrong whoever else imports it is told first.
      await expect(run('/nonexistent/release')).rejects.toThrow('/nonexistent/release: there is no such folder');
      child.stdin.write('.');
      expect(await lines.find(({ end }) => end !== undefined)).toEqual({ end: 'imported' });
      expect(await run(sampleFolder())).toMatchObject({ status: 'unchanged' });
    });

    it.each([
      ['a process that is gone', 'host = host, process_id = 4194304'],
      ['an earlier process with the same number', 'owner = gen_random_uuid()'],
      ['a machine that fell silent', "host = 'elsewhere', process_id = 1, beat_at = now() - interval '61 seconds'"],
      ['a connection that is closed', "host = 'elsewhere', process_id = 1, backend_start = now() - interval '1 day'"],
    ])('ends with its owner: the claim of %s is taken over', async (_owner, change) => {
      await leaveClaim(change);
      expect(await run(sampleFolder())).toMatchObject({ status: 'imported' });
    });

    it('is respected for another machine that is still heard of', async () => {
      await leaveClaim("host = 'elsewhere', process_id = 1, beat_at = now() - interval '30 seconds'");
      const refused = await run(sampleFolder()).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ImportBusyError);
      expect(String(refused)).toMatch(/: process 1 on elsewhere, last heard of 3\d s ago\..* silent for 60 s: /);
    });

    /** Leaves a claim of a live connection of this process, changed as told. */
    async function leaveClaim(change: string): Promise<void> {
      let left: Promise<unknown> | undefined;
      await run(sampleFolder(), {
        onProgress: ({ stage }) => {
          if (stage === 'check') left ??= scratch.query('CREATE TABLE claim_copy AS SELECT * FROM import_claim');
        },
      });
      await left;
      await scratch.query('INSERT INTO import_claim SELECT * FROM claim_copy');
      await scratch.query('DROP TABLE claim_copy');
      await scratch.query(`UPDATE import_claim SET beat_at = now()`);
      await scratch.query(`UPDATE import_claim SET ${change}`);
      await scratch.query('DELETE FROM data_sets');
    }
  });

  describe('readers', () => {
    it('see one whole data set at any moment of an import', async () => {
      const old = await run(sampleFolder());
      const oldHash = await fingerprint(old.dataSetId);
      let importing = true;
      const done = run(sampleFolder(renamed)).finally(() => {
        importing = false;
      });
      const seen = new Set<string>();
      do seen.add(await fingerprint(await currentId()));
      while (importing);
      const { dataSetId } = await done;
      seen.add(await fingerprint(await currentId()));
      expect(seen).toEqual(new Set([oldHash, await fingerprint(dataSetId)]));
    });
  });

  describe('an importing process that is killed', () => {
    it.each<[string, (progress: ImportProgress) => boolean]>([
      ['before it reads', ({ stage }) => stage === 'read'],
      ['while it loads', ({ stage, file }) => stage === 'load' && file === 'states.json'],
      ['with all rows loaded', ({ stage, done }) => stage === 'index' && done === 0],
      ['among the indexes', ({ stage, done }) => stage === 'index' && done === 12],
      ['with all indexes built', ({ stage }) => stage === 'check'],
      ['at the switch', ({ stage }) => stage === 'activate'],
    ])(
      '%s leaves one whole data set, and the next import ends as if alone',
      async (_when, isMoment) => {
        const old = await run(sampleFolder());
        const hashes = [await fingerprint(old.dataSetId)];
        const folder = sampleFolder(renamed);
        const { child, lines } = startChild(folder);
        const exit = once(child, 'exit');
        await lines.find((line) => line.stage !== undefined && isMoment(line as ImportProgress));
        child.kill('SIGKILL');
        await exit;

        const found = await fingerprint(await currentId());
        const { dataSetId } = await run(folder);
        hashes.push(await fingerprint(dataSetId));
        expect(hashes).toContain(found);
        expect(hashes[0]).not.toBe(hashes[1]);
        expect(await schemas()).toEqual([`geo_${old.dataSetId}`, `geo_${dataSetId}`]);
        expect(await scratch.query('SELECT 1 FROM data_sets WHERE activated_at IS NULL')).toEqual([]);
      },
      START_MS,
    );

    it(
      'may be so at any moment, again and again',
      async () => {
        const folders = [sampleFolder(), sampleFolder(renamed)] as const;
        const hashes: string[] = [];
        for (const folder of folders) hashes.push(await fingerprint((await run(folder)).dataSetId));
        for (let round = 0; round < KILLS; round++) {
          const { child, lines } = startChild(folders[round % 2] ?? '');
          const exit = once(child, 'exit');
          await lines.find(({ stage }) => stage !== undefined);
          await setTimeout(Math.random() * LONGEST_IMPORT_MS);
          child.kill('SIGKILL');
          await exit;
          expect(hashes).toContain(await fingerprint(await currentId()));
          // Without a tidy run in between, so that the leftovers of several kills meet.
          if (round % 3 === 2) expect(await fingerprint((await run(folders[0])).dataSetId)).toBe(hashes[0]);
        }
      },
      START_MS + KILLS * 5_000,
    );
  });

  interface Line extends Partial<ImportProgress> {
    readonly end?: string;
  }

  function startChild(folder: string, stop = '') {
    const program = new URL('./import-child.ts', import.meta.url).pathname;
    const { home } = scratch.database;
    const child = spawn(process.execPath, [program, home, JSON.stringify(scratch.target), folder, stop], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.add(child);
    const iterator = createInterface(child.stdout)[Symbol.asyncIterator]();
    const find = async (matches: (line: Line) => boolean): Promise<Line> => {
      for (;;) {
        const { value, done } = await iterator.next();
        if (done === true) throw new Error('the child ended before that');
        const line = JSON.parse(value) as Line; // import-child.ts writes nothing else
        if (matches(line)) return line;
      }
    };
    return { child, lines: { find } };
  }
});

/** What a source row looks like in its table, said without the importer's own code. */
function asStored(table: TableName, { wikiDataId, emojiU, ...source }: SourceRow): SourceRow {
  const row: SourceRow = { ...source, wiki_data_id: wikiDataId };
  if (table === 'countries') row.emoji_u = emojiU;
  for (const [column, value] of Object.entries(row)) {
    if (value === '') row[column] = null;
    else if (typeof value === 'object' && value !== null) row[column] = JSON.stringify(value);
  }
  if (typeof row.population === 'string') row.population = Number(row.population);
  return row;
}
