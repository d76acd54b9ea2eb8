/** The README's promise: a new field is a line in its entity, one in its resource, and a migration. Kept in a copy of the tree. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeSampleFolders, sampleFolder } from './import/sample-folder.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const copy = mkdtempSync(join(tmpdir(), 'geo-copy-'));

const MIGRATION = `
import { Migration } from '@mikro-orm/migrations';
export class Elevation extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE geo_template.cities ADD COLUMN elevation_m integer');
  }
}`;

/** Loads a folder into an embedded database and says what each way of asking answers of its first city. */
const ASK = `
import { pino } from 'pino';
import { generateKey, hashKey, keyPrefix } from './src/auth/key-format.ts';
import { insertKey } from './src/db/api-key.queries.ts';
import { watchDataSet } from './src/db/data-set-watch.ts';
import { openEmbeddedInMemory } from './src/db/embedded/embedded.ts';
import { importDataSet } from './src/db/import/import-data-set.ts';
import { releaseFolder } from './src/db/import/release-folder.ts';
import { migrate } from './src/db/migrate.ts';
import { DEFAULT_LIMITS, openDatabase } from './src/db/orm.ts';
import { createGateway } from './src/gateway.ts';

const embedded = await openEmbeddedInMemory();
const limits = { ...DEFAULT_LIMITS, statementTimeoutMs: 0, connectTimeoutMs: 60_000 };
const database = await openDatabase('embedded', embedded.clientConfig, limits);
await migrate(database);
const key = generateKey();
await insertKey(database.em, { prefix: keyPrefix(key), hash: hashKey(key), plan: 'Business', name: 'test' });
const { dataSetId } = await importDataSet({ em: database.em, source: releaseFolder(process.argv[2]) });
const dataSets = watchDataSet(database.em);
await dataSets.refresh();
const gateway = createGateway({
  database, dataSets, log: pino({ level: 'silent' }), upgradeUrl: 'https://example.test', cacheBytes: 1_000_000,
});
const headers = { 'X-SVCAPI-KEY': key, 'Content-Type': 'application/json' };
const ask = async (path, init = {}) => (await gateway.fetch(new Request('http://geo.test' + path, { headers, ...init }))).json();
const id = Number(process.argv[3]);
const body = JSON.stringify({ query: '{ city(id: ' + id + ') { elevationM } }' });
const said = {
  stored: await database.em.fork().execute('SELECT elevation_m FROM geo_' + dataSetId + '.cities WHERE id = ' + id),
  graphql: await ask('/graphql', { method: 'POST', body }),
  rest: (await ask('/v1/cities/' + id)).elevation_m,
  openapi: (await ask('/openapi.json')).components.schemas.City.properties.elevation_m,
};
await dataSets.stop();
await database.close();
await embedded.close();
process.stdout.write(JSON.stringify(said));
`;

beforeAll(() => {
  for (const part of ['src', 'migrations', 'bin', 'generated', 'package.json']) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
  removeSampleFolders();
});

function after(file: string, line: string, added: string): void {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  expect(before.split(line), `${file} has one ${line}`).toHaveLength(2);
  writeFileSync(path, before.replace(line, `${line}\n${added}`));
}

it('a new column arrives from the source in the database, GraphQL, REST and OpenAPI', async () => {
  after('src/db/city.entity.ts', "  timezone: column('text', text),", "  elevationM: column('integer', COUNT),");
  after(
    'src/schema/city.resource.ts',
    "    timezone: { tier: 'coordinates', doc: 'IANA time zone.' },",
    "    elevationM: { tier: 'coordinates', doc: 'Metres above the sea.' },",
  );
  writeFileSync(join(copy, 'migrations', '29990101000001-elevation.ts'), MIGRATION);
  after(
    'src/db/migrations.ts',
    "import { ServiceTables } from '../../migrations/20261121000001-service-tables.ts';",
    "import { Elevation } from '../../migrations/29990101000001-elevation.ts';",
  );
  const list = join(copy, 'src/db/migrations.ts');
  const entry = "  { name: '29990101000001-elevation', class: Elevation },\n";
  writeFileSync(list, readFileSync(list, 'utf8').replace(/(const MIGRATIONS = \[[^\]]*)\]/, `$1${entry}]`));
  writeFileSync(join(copy, 'ask.ts'), ASK);

  let id = 0;
  const folder = sampleFolder({
    cities: ([first]) => {
      id = Number(first?.['id']);
      Object.assign(first ?? {}, { elevation_m: '1023' });
    },
  });
  const { stdout } = await promisify(execFile)(process.execPath, ['ask.ts', folder, String(id)], { cwd: copy });
  expect(JSON.parse(stdout)).toMatchObject({
    stored: [{ elevation_m: 1023 }],
    graphql: { data: { city: { elevationM: 1023 } } },
    rest: 1023,
    openapi: { type: ['integer', 'null'], description: expect.stringContaining('Metres above the sea.') },
  });
});
