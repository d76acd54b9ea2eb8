/** A database that an earlier release made: migrations bring its data along, or the service says what to do. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { hashKey, keyPrefix } from '../../src/auth/key-format.ts';
import { examine, THIS_MACHINE } from '../../src/cli/doctor/examine.ts';
import { insertKey } from '../../src/db/api-key.queries.ts';
import { importDataSet } from '../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../src/db/import/release-folder.ts';
import { templateSteps } from '../../src/db/import/template-steps.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { Target } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';
import { openService, type TestService } from '../service.ts';
import { removeSampleFolders, sampleFolder } from './import/sample-folder.ts';
import { HOMES, type ScratchDatabase } from './import/scratch-database.ts';

const FIRST_RELEASE = readFileSync(new URL('../fixtures/release-0.1.0.sql', import.meta.url), 'utf8');

/** The tests' own imports have schemas whose names nobody knows before. */
const SCHEMAS =
  "SELECT string_agg(nspname, ', ' ORDER BY nspname) AS all FROM pg_namespace WHERE nspname ~ '^(geo_|public$)'";

async function restore(_database: unknown, target: Target): Promise<void> {
  const client = new pg.Client('url' in target ? { connectionString: target.url } : { ...target });
  await client.connect();
  try {
    const { rows } = await client.query<{ all: string }>(SCHEMAS);
    await client.query(`DROP SCHEMA ${rows[0]?.all} CASCADE; CREATE SCHEMA public; ${FIRST_RELEASE}`);
  } finally {
    await client.end();
  }
}

describe.each(HOMES)('a database of release 0.1.0 in %s', (name, open) => {
  let scratch: ScratchDatabase;
  let left: [schema: string, reason: string][];
  const upgrade = () => migrate(scratch.database, (schema, error) => left.push([schema, String(error)]));
  const lacking = () => templateSteps((sql, params) => read(scratch.database.em, sql, params), 'geo_1');

  beforeAll(async () => {
    scratch = await open(restore);
  });
  beforeEach(async () => {
    await restore(scratch.database, scratch.target);
    left = [];
  });
  afterAll(async () => {
    await scratch.close();
    removeSampleFolders();
  });

  async function serving(work: (service: TestService) => Promise<void>): Promise<void> {
    const key = inject('keys').Business;
    await insertKey(scratch.database.em, {
      prefix: keyPrefix(key),
      hash: hashKey(key),
      plan: 'Business',
      name: 'test',
    });
    const home = name === 'PostgreSQL' ? 'postgresql' : 'embedded';
    await using service = await openService({ home, target: scratch.target });
    await work(service);
  }

  async function ready(service: TestService): Promise<[number, string]> {
    const response = await service.get('/readyz', null);
    return [response.status, (await response.text()).trim()];
  }

  it('answers after the migrations of this release, and lacks nothing of the template', async () => {
    await upgrade();
    expect(left).toEqual([]);
    expect(await lacking()).toEqual([]);
    await serving(async (service) => {
      expect(await ready(service)).toEqual([200, 'ready']);
      const states = await service.get('/v1/countries/JP/states', 'Business');
      expect([states.status, ((await states.json()) as unknown[]).length]).toEqual([200, 3]);
      const { data, errors } = await service.graphql(
        'Business',
        '{ countries { nodes { iso2 wikiDataId } } cities(first: 1) { nodes { name translationsJson } } }',
      );
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({ countries: { nodes: [{ iso2: 'AD' }, { iso2: 'JP' }, { iso2: 'US' }] } });
      expect((await service.get('/v1/search/fuzzy?q=Tokio', 'Business')).status).toBe(200);
    });
  });

  it('gets the columns, checks, keys, indexes and tables of a later migration, and keeps its rows', async () => {
    await upgrade();
    await scratch.query('ALTER TABLE geo_template.cities ADD COLUMN founded integer CHECK (founded < 3000)');
    await scratch.query(`ALTER TABLE geo_template.cities ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'place'`);
    await scratch.query(
      'ALTER TABLE geo_template.cities ADD COLUMN "Folded" text GENERATED ALWAYS AS (lower(name)) STORED',
    );
    await scratch.query('ALTER TABLE geo_template.cities ADD COLUMN seat_of integer REFERENCES geo_template.states');
    await scratch.query('CREATE INDEX ON geo_template.cities (founded) WHERE founded > 0');
    await scratch.query('CREATE TABLE geo_template.notes (city_id integer PRIMARY KEY REFERENCES geo_template.cities)');
    expect(await lacking()).not.toEqual([]);
    const before = await scratch.query('SELECT name FROM geo_1.cities ORDER BY id');
    expect(await upgrade()).toEqual([]);
    expect(left).toEqual([]);
    expect(await lacking()).toEqual([]);
    const after = await scratch.query<{ name: string; founded: null; kind: string; Folded: string }>(
      'SELECT name, founded, kind, "Folded" FROM geo_1.cities ORDER BY id',
    );
    expect(after.map((row) => ({ name: row.name }))).toEqual(before);
    for (const row of after)
      expect(row).toMatchObject({ founded: null, kind: 'place', Folded: row.name.toLowerCase() });
    await expect(scratch.query('UPDATE geo_1.cities SET seat_of = 1')).rejects.toThrow(/geo_1|foreign key/);
    await expect(scratch.query('INSERT INTO geo_1.notes VALUES (0)')).rejects.toThrow(/foreign key/);
    // Had it another shape than its template, the same rows would be loaded again.
    const source = releaseFolder(sampleFolder());
    const { em } = scratch.database;
    await importDataSet({ em, source, allowShrink: true });
    expect(await importDataSet({ em, source })).toMatchObject({ status: 'unchanged' });
  });

  it('is brought along by several processes at once', async () => {
    await upgrade();
    await scratch.query('ALTER TABLE geo_template.cities ADD COLUMN founded integer');
    await scratch.query('CREATE INDEX ON geo_template.cities (founded)');
    await Promise.all([upgrade(), upgrade(), upgrade()]);
    expect([left, await lacking()]).toEqual([[], []]);
  });

  it('tells of a step that its rows do not allow, and takes the others with the next start', async () => {
    await upgrade();
    await scratch.query('ALTER TABLE geo_template.cities ADD COLUMN founded integer NOT NULL');
    await upgrade();
    expect(left).toEqual([
      ['geo_1', expect.stringMatching(/column "founded" of relation "cities" contains null values/)],
    ]);
    await serving(async (service) => expect(await ready(service)).toEqual([200, 'ready']));
  });

  it('is not ready while its data lacks a column that the program reads, and says which and what to run', async () => {
    await upgrade();
    await scratch.query('ALTER TABLE geo_1.cities DROP COLUMN wiki_data_id');
    await serving(async (service) => {
      const [status, text] = await ready(service);
      expect([status, text]).toEqual([503, expect.stringMatching(/lacks cities\.wiki_data_id, .*geo import --from/)]);
      expect((await service.get('/v1/cities/1', 'Business')).status).toBe(503);
      await upgrade();
      await service.dataSets.refresh();
      expect(await ready(service)).toEqual([200, 'ready']);
      expect((await service.get('/v1/countries/JP', 'Business')).status).toBe(200);
    });
  });

  it.runIf(name === 'PostgreSQL')('is found wanting by the doctor', async () => {
    await upgrade();
    const { target } = scratch;
    if (!('url' in target)) throw new Error('PostgreSQL is reached by a URL');
    const data = async () => {
      const sources = { env: { PORT: '0', DATABASE_URL: target.url } };
      const findings = await examine({ ...THIS_MACHINE, freeBytes: async () => 2 ** 40, sources });
      return findings.find(({ check }) => check === 'data');
    };
    expect(await data()).toMatchObject({ state: 'ok' });
    await scratch.query('DELETE FROM geo_1.cities WHERE country_id = 109');
    expect(await data()).toMatchObject({
      state: 'fault',
      message: expect.stringMatching(/has \d+ cities, where \d+ were imported$/),
    });
    await scratch.query('CREATE INDEX ON geo_template.cities (population)');
    expect(await data()).toMatchObject({ state: 'fault', message: expect.stringContaining('cities_population_idx') });
    await scratch.query('ALTER TABLE geo_1.cities DROP COLUMN wiki_data_id');
    expect(await data()).toMatchObject({
      state: 'fault',
      message: expect.stringContaining('lacks cities.wiki_data_id'),
      advice: expect.stringContaining('start the service'),
    });
  });
});
