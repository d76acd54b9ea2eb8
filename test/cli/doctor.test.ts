import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { examine, THIS_MACHINE } from '../../src/cli/doctor/examine.ts';
import { type Finding, messageOf, type Surroundings } from '../../src/cli/doctor/finding.ts';
import { claimDataFolder, prepareDataFolder } from '../../src/db/embedded/data-folder.ts';
import { buildMissingIndex } from '../../src/db/import/build-missing-index.ts';
import { migrate } from '../../src/db/migrate.ts';
import { MIGRATION_NAMES } from '../../src/db/migrations.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { INDEX_MAKER } from '../../src/find/index-maker.ts';
import { postgresUrl } from '../environment.ts';
import { ownDatabase } from '../own-database.ts';
import { answerOf, geo, type Run } from './geo.ts';

const NO_POSTGRES = 'no PostgreSQL on this machine in which databases may be made (set GEO_TEST_DATABASE_URL)';
const server = await postgresUrl();
const sound = inject('homes').find(({ home }) => home === 'postgresql')?.target;
const soundUrl = sound && 'url' in sound ? sound.url : undefined;

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Report {
  readonly ok: boolean;
  readonly checks: readonly Finding[];
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'geo-doctor-'));
  closers.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** What the command finds wrong, by check; it has to leave 1 when there is any of it and 0 when there is none. */
function faultsOf(run: Run): Record<string, string> {
  const { ok, checks } = answerOf<Report>(run);
  const faults = checks.filter(({ state }) => state === 'fault');
  expect([run.code, ok]).toEqual(faults.length === 0 ? [0, true] : [1, false]);
  for (const { advice } of faults) expect(advice).toBeTruthy();
  return Object.fromEntries(faults.map(({ check, message }) => [check, message]));
}

async function doctor(env: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  return faultsOf(await geo(['doctor', '--json'], { env: { PORT: '0', ...env } }));
}

/** The faults of this process's own examination, for what cannot be planted in a machine. */
async function examined(change: Partial<Surroundings>): Promise<Record<string, string>> {
  const env = { PORT: '0', ...(soundUrl === undefined ? { DATA_DIR: folder() } : { DATABASE_URL: soundUrl }) };
  const sources = { env, folder: folder() };
  const findings = await examine({ ...THIS_MACHINE, freeBytes: async () => 2 ** 40, sources, ...change });
  const faults = findings.filter(({ state }) => state === 'fault');
  return Object.fromEntries(faults.map(({ check, message }) => [check, message]));
}

async function administer(sql: string, url = server ?? ''): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** A database of its own, and its URL. */
async function database(options = ''): Promise<{ readonly name: string; readonly url: URL }> {
  const name = `geo_doctor_${Math.random().toString(36).slice(2, 10)}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
  closers.push(() => administer(`DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(server ?? '');
  url.pathname = `/${name}`;
  return { name, url };
}

it('what a server says is told in one line, and changes no terminal', () => {
  expect(messageOf(new Error(`one\u001b[2J\r\u009b31m\u202e${'x'.repeat(3_000)}\ntwo`))).toMatch(
    /^one \[2J {2}31m x{280,300}$/,
  );
});

describe('of the machine, the doctor names', () => {
  it('1. a Node.js that is too old', async () => {
    expect(await examined({ nodeVersion: '20.19.2' })).toMatchObject({
      node: 'Node.js 20.19.2 is too old: 24 or newer is needed',
    });
  });

  it('2. a data folder that another process has locked', async () => {
    const dataDir = prepareDataFolder(join(folder(), 'data'));
    const claimed = claimDataFolder(dataDir);
    closers.push(() => claimed.release());
    const faults = await doctor({ DATA_DIR: dataDir });
    expect(faults['data folder']).toBe(
      `${dataDir} is locked by process ${process.pid}, which does not serve the database`,
    );
  });

  it('2. and one that is no folder', async () => {
    const file = join(folder(), 'data');
    writeFileSync(file, '');
    expect(await doctor({ DATA_DIR: file })).toHaveProperty('data folder', `${file} is no folder`);
    expect(await doctor({ DATA_DIR: join(file, 'data') })).toHaveProperty('data folder', `${file} is no folder`);
  });

  it('2. and one that can never be made', async () => {
    expect(await doctor({ DATA_DIR: join(folder(), 'x'.repeat(300)) })).toHaveProperty(
      'data folder',
      expect.stringContaining('no folder can be called as DATA_DIR says'),
    );
  });

  it('3. a port that another program has', async () => {
    const taken = otherProgram('{}');
    const port = await listening(taken);
    closers.push(() => taken.close());
    expect(await doctor({ PORT: String(port) })).toMatchObject({
      port: `127.0.0.1:${port} is taken by another program`,
    });
  });

  it.each([
    ['HEALTH_PORT', 'health port', 'ok\n'],
    ['METRICS_PORT', 'metrics port', '# HELP geo_ready 1\ngeo_ready 1\n'],
  ])('3. %s that another program has, and not that our own has', async (variable, check, own) => {
    const taken = otherProgram('{}');
    const port = String(await listening(taken));
    closers.push(() => taken.close());
    const env = { PORT: '0', DATA_DIR: folder(), [variable]: port };
    const advised = await examine({ ...THIS_MACHINE, sources: { env, folder: folder() } });
    expect(advised.find((each) => each.check === check)).toEqual({
      check,
      state: 'fault',
      message: `127.0.0.1:${port} is taken by another program`,
      advice: `stop that program, or set ${variable} to a free port`,
    });
    taken.removeAllListeners('connection').on('connection', answering(own));
    const findings = await examine({ ...THIS_MACHINE, sources: { env, folder: folder() } });
    expect(findings.find((each) => each.check === check)).toMatchObject({ state: 'ok' });
  });

  it('stored operations that a start would not take', async () => {
    const place = folder();
    writeFileSync(join(place, 'a.graphql'), 'query A { countries(first: 1) { nodes { nme } } }');
    expect(String((await doctor({ OPERATIONS_DIR: place }))['operations'])).toContain('a.graphql: ');
    expect(String((await doctor({ OPERATIONS_DIR: join(place, 'b') }))['operations'])).toContain(
      'b cannot be read (there is no such folder)',
    );
    expect(String((await doctor({ OPERATIONS_DIR: join(place, 'a.graphql') }))['operations'])).toContain(
      'a.graphql cannot be read (it is no folder)',
    );
    writeFileSync(join(place, 'a.graphql'), 'query A { countries(first: 1) { nodes { name } } }');
    expect(await doctor({ OPERATIONS_DIR: place })).not.toHaveProperty('operations');
  });

  it('8. Redis that is away', async () => {
    const gone = createServer();
    const port = await listening(gone);
    gone.close();
    const faults = await doctor({ REDIS_URL: `redis://user:hush@127.0.0.1:${port}` });
    expect(faults['redis']).toMatch(new RegExp(`^Redis at 127.0.0.1:${port} is out of reach: .*ECONNREFUSED`));
    expect(JSON.stringify(faults)).not.toContain('hush');
  });

  it('9. a disk that is full, and warns of one that is nearly', async () => {
    expect(await examined({ freeBytes: async () => 3 * 1024 * 1024 })).toMatchObject({
      disk: expect.stringMatching(/^3 MiB are free where .*; an import needs 512$/),
    });
    const findings = await examine({
      ...THIS_MACHINE,
      sources: { env: { PORT: '0', DATA_DIR: folder() } },
      freeBytes: async () => 2 ** 30,
    });
    expect(findings.find(({ check }) => check === 'disk')?.state).toBe('warning');
  });

  it('10. every bad variable, and still examines the rest', async () => {
    const run = await geo(['doctor', '--json'], { env: { PORT: 'x', GEO_LOG_LEVL: 'info', CACHE_MB: '0' } });
    const texts = answerOf<Report>(run).checks.filter(({ check }) => check === 'configuration');
    expect(texts.map(({ message }) => message)).toEqual([
      'there is no variable GEO_LOG_LEVL (did you mean GEO_LOG_LEVEL?)',
      'PORT must be a whole number from 0 to 65535, not "x"',
      'CACHE_MB must be a whole number from 1 to 65536, not "0"',
    ]);
    expect(faultsOf(run)).toHaveProperty('data', 'no data set is loaded');
  });
});

describe.skipIf(server === undefined)(`of a database, the doctor names${server ? '' : ` (${NO_POSTGRES})`}`, () => {
  const role = `geo_doctor_${Math.random().toString(36).slice(2, 10)}`;
  beforeAll(() => administer(`CREATE ROLE ${role} LOGIN PASSWORD 'hush'`));
  afterAll(() => administer(`DROP ROLE ${role}`));

  function asRoleOf(url: URL): URL {
    const own = new URL(url);
    own.username = role;
    own.password = 'hush';
    return own;
  }

  it('4. a missing pg_trgm, which the first start installs and a later one does not', async () => {
    const { name, url } = await database();
    const asRole = asRoleOf(url).href;
    await administer(`GRANT CREATE ON DATABASE ${name} TO ${role}; GRANT CREATE ON SCHEMA public TO ${role}`, url.href);
    const examine = () => geo(['doctor', '--json'], { env: { PORT: '0', DATABASE_URL: asRole } });
    const found = (run: Run) => answerOf<Report>(run).checks.find(({ check }) => check === 'pg_trgm') ?? {};
    const message = `the database "${name}" has no extension pg_trgm, which search needs`;
    expect(found(await examine())).toMatchObject({
      message,
      advice: 'start the service once: it installs the extension',
    });
    await starts(asRole);
    await administer('DROP SCHEMA geo_template CASCADE; DROP EXTENSION pg_trgm; CREATE SCHEMA geo_template', url.href);
    const run = await examine();
    const advice = expect.stringContaining(`as a superuser: psql -d ${name} -c 'CREATE EXTENSION pg_trgm'`);
    expect(found(run)).toMatchObject({ message, advice });
    expect(run.out).not.toContain('hush');
  });

  it.each([
    [
      'which the search_path of our user does not name',
      'as a superuser: ALTER ROLE USER IN DATABASE NAME SET search_path TO "$user", public, extensions',
      'GRANT USAGE ON SCHEMA extensions TO USER',
    ],
    [
      'which our user may not use',
      'as a superuser: GRANT USAGE ON SCHEMA extensions TO USER',
      'ALTER ROLE USER IN DATABASE NAME SET search_path TO public, extensions',
    ],
    [
      'which the search_path of our user does not name',
      'add extensions to the search_path of DATABASE_URL',
      'GRANT USAGE ON SCHEMA extensions TO USER',
      '-c search_path=public',
      '-c search_path=public,extensions',
    ],
  ])('4. a pg_trgm in another schema, %s: %s', async (reason, what, before, options = '', better = options) => {
    const { name, url } = await database();
    const named = (sql: string) => sql.replaceAll(/\bNAME\b/g, name).replaceAll(/\bUSER\b/g, role);
    const administrator = url.href;
    await administer(
      `CREATE SCHEMA extensions; CREATE EXTENSION pg_trgm SCHEMA extensions;
       GRANT CREATE ON DATABASE ${name} TO ${role}; GRANT CREATE ON SCHEMA public TO ${role}; ${named(before)}`,
      administrator,
    );
    const asRole = asRoleOf(url);
    asRole.searchParams.set('options', options);
    const examine = () => geo(['doctor', '--json'], { env: { PORT: '0', DATABASE_URL: asRole.href } });
    const start = () => geo(['keys', 'list'], { env: { DATABASE_URL: asRole.href } });
    const { advice, message } = answerOf<Report>(await examine()).checks.find(({ check }) => check === 'pg_trgm') ?? {};
    expect([message, advice]).toEqual([`pg_trgm is installed in the schema extensions, ${reason}`, named(what)]);
    expect(await start()).toMatchObject({ code: 1, err: expect.stringContaining(`${message}: ${advice}`) });
    asRole.searchParams.set('options', better);
    if (better === options) await administer(named(what.replace('as a superuser: ', '')), administrator);
    expect((await start()).err).toBe('');
    expect(faultsOf(await examine())).toEqual({ data: 'no data set is loaded' });
  });

  it('4. a locale in which search would see Latin letters only', async () => {
    const { url } = await database(`ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`);
    await administer('CREATE EXTENSION pg_trgm', url.href);
    expect((await doctor({ DATABASE_URL: url.href }))['pg_trgm']).toContain('LC_CTYPE C) takes only a-z for letters');
  });

  it('5. migrations that have not run, 6. and no data', async () => {
    const { url } = await database();
    const opened = await openDatabase('postgresql', { url: url.href });
    await migrate(opened);
    await opened.close();
    expect(await doctor({ DATABASE_URL: url.href })).toEqual({ data: 'no data set is loaded' });
    const last = MIGRATION_NAMES.at(-1) ?? '';
    await administer(`DELETE FROM schema_migrations WHERE name = '${last}'`, url.href);
    expect(await doctor({ DATABASE_URL: url.href })).toMatchObject({
      migrations: `1 migration has not run: ${last}`,
    });
    await administer(`INSERT INTO schema_migrations (name) VALUES ('${last}'), ('99990101000000-later')`, url.href);
    expect(await doctor({ DATABASE_URL: url.href })).toMatchObject({
      migrations: 'the database is newer than this program: 99990101000000-later',
    });
  });

  const RIGHTS = 'GRANT CREATE ON DATABASE NAME TO USER; GRANT CREATE ON SCHEMA public TO USER';
  const TO_PUBLIC = 'as a superuser: ALTER ROLE USER IN DATABASE NAME SET search_path TO public';

  it.each([
    { is: 'USER may not make what the service needs', advice: `as a superuser: ${RIGHTS}`, rights: 'SELECT 1' },
    {
      is: 'USER may not make what the service needs',
      advice: 'as a superuser: GRANT CREATE ON DATABASE NAME TO USER',
      rights: 'CREATE SCHEMA USER AUTHORIZATION USER',
    },
    {
      is: 'the search_path of USER names no schema that is there and that it may use',
      advice: TO_PUBLIC,
      before: 'ALTER ROLE USER IN DATABASE NAME SET search_path TO nowhere',
    },
    {
      is: 'the search_path of USER names no schema that is there and that it may use',
      advice:
        'as a superuser: CREATE SCHEMA geo AUTHORIZATION USER; ALTER ROLE USER IN DATABASE NAME SET search_path TO geo',
      before: 'DROP SCHEMA public CASCADE',
    },
    {
      is: 'the search_path of USER names pg_catalog first',
      advice: TO_PUBLIC,
      before: 'ALTER ROLE USER IN DATABASE NAME SET search_path TO pg_catalog, public',
    },
    {
      is: 'USER may not use the schema own, which its search_path names',
      advice: 'as a superuser: GRANT USAGE, CREATE ON SCHEMA own TO USER',
      before: `CREATE SCHEMA own; ALTER ROLE USER IN DATABASE NAME SET search_path TO own, public;
               REVOKE USAGE ON SCHEMA public FROM public`,
      after: 'GRANT USAGE ON SCHEMA public TO public',
    },
    {
      is: "the table api_keys in the schema public is another program's",
      advice:
        'as a superuser: CREATE SCHEMA geo AUTHORIZATION USER; ALTER ROLE USER IN DATABASE NAME SET search_path TO geo',
      before: 'CREATE TABLE api_keys (secret text)',
      after: 'ALTER EXTENSION pg_trgm SET SCHEMA geo',
    },
    {
      is: "the table schema_migrations in the schema public is another program's",
      advice:
        'as a superuser: CREATE SCHEMA geo AUTHORIZATION USER; ALTER ROLE USER IN DATABASE NAME SET search_path TO geo',
      before: 'CREATE TABLE schema_migrations (version text)',
      after: 'ALTER ROLE USER IN DATABASE NAME SET search_path TO geo, public',
    },
    {
      is: 'the schema geo_template is there without the other tables of the service',
      advice: 'restore the database with all its schemas, or begin with an empty one',
      before: 'CREATE SCHEMA geo_template',
      after: 'DROP SCHEMA geo_template',
    },
    {
      is: 'the schema "a.b" has a dot in its name, which the migrations cannot have',
      advice: TO_PUBLIC,
      before:
        'CREATE SCHEMA "a.b" AUTHORIZATION USER; ALTER ROLE USER IN DATABASE NAME SET search_path TO "a.b", public',
    },
  ])('5. that $is: $advice', async ({ is, advice, before = 'SELECT 1', rights = RIGHTS, after = 'SELECT 1' }) => {
    const { name, url } = await database();
    const named = (sql: string) => sql.replaceAll(/\bNAME\b/g, name).replaceAll(/\bUSER\b/g, role);
    const administrator = url.href;
    await administer(named(`CREATE EXTENSION pg_trgm; ${rights}; ${before}`), administrator);
    await unfit(asRoleOf(url).href, named(is), named(advice));
    const [, given = 'SELECT 1'] = advice.split('as a superuser: ');
    await administer(named(`${given}; ${after}`), administrator);
    await starts(asRoleOf(url).href);
  });

  it.each([
    {
      is: 'the tables of the service are in the schema public, which the search_path of USER does not name first',
      advice: TO_PUBLIC,
      spoil: 'CREATE SCHEMA app AUTHORIZATION USER; ALTER ROLE USER IN DATABASE NAME SET search_path TO app',
    },
    {
      is: 'the tables of the service are in the schema public, which USER may not use',
      advice: 'as a superuser: GRANT USAGE ON SCHEMA public TO USER',
      spoil: `CREATE SCHEMA app AUTHORIZATION USER; ALTER ROLE USER IN DATABASE NAME SET search_path TO public, app;
              REVOKE ALL ON SCHEMA public FROM public, USER; ALTER EXTENSION pg_trgm SET SCHEMA app`,
    },
    {
      is: 'the table data_sets in the schema app comes before that of the service, which is in public',
      advice: TO_PUBLIC,
      spoil: `CREATE SCHEMA app AUTHORIZATION USER; CREATE TABLE app.data_sets (title text);
              ALTER ROLE USER IN DATABASE NAME SET search_path TO app, public`,
    },
    {
      is: 'the tables of the service are there without the schema geo_template',
      advice: 'restore the database with all its schemas, or begin with an empty one',
      spoil: 'ALTER SCHEMA geo_template RENAME TO elsewhere',
      after: 'ALTER SCHEMA elsewhere RENAME TO geo_template',
    },
    {
      is: 'the schema geo_template is there without the rows of schema_migrations',
      advice: 'restore the database with all its schemas, or begin with an empty one',
      spoil: 'CREATE TABLE kept AS SELECT * FROM schema_migrations; DELETE FROM schema_migrations',
      after: 'INSERT INTO schema_migrations OVERRIDING SYSTEM VALUE SELECT * FROM kept',
    },
  ])('5. that, after a start, $is: $advice', async ({ is, advice, spoil, after = 'SELECT 1' }) => {
    const { name, url } = await database();
    const named = (sql: string) => sql.replaceAll(/\bNAME\b/g, name).replaceAll(/\bUSER\b/g, role);
    const administrator = url.href;
    await administer(named(`CREATE EXTENSION pg_trgm; ${RIGHTS}`), administrator);
    await starts(asRoleOf(url).href);
    await administer(named(spoil), administrator);
    await unfit(asRoleOf(url).href, named(is), named(advice));
    const [, given = 'SELECT 1'] = advice.split('as a superuser: ');
    await administer(named(`${given}; ${after}`), administrator);
    await starts(asRoleOf(url).href);
  });

  /** The doctor and a command say the same. */
  async function unfit(DATABASE_URL: string, message: string, advice: string): Promise<void> {
    const run = await geo(['doctor', '--json'], { env: { PORT: '0', DATABASE_URL } });
    const found = answerOf<Report>(run).checks.find(({ check }) => check === 'database');
    expect(found).toEqual({ check: 'database', state: 'fault', message, advice });
    const keys = await geo(['keys', 'list'], { env: { DATABASE_URL } });
    expect(keys).toMatchObject({ code: 1, err: `${message}: ${advice}\n` });
  }

  /** What migrates can be started again. */
  async function starts(DATABASE_URL: string): Promise<void> {
    for (const time of ['first', 'second']) {
      const { code, err } = await geo(['keys', 'list'], { env: { DATABASE_URL } });
      expect([time, err, code]).toEqual([time, '', 0]);
    }
  }

  it('5. no table of migrations that a failed start made, which another user could not read', async () => {
    const { name, url } = await database();
    const rights = `GRANT CREATE ON DATABASE ${name} TO ${role}; GRANT CREATE ON SCHEMA public TO ${role}`;
    await administer(`CREATE EXTENSION pg_trgm; ${rights}; CREATE TYPE data_sets AS ENUM ()`, url.href);
    const { code, err } = await geo(['keys', 'list'], { env: { DATABASE_URL: asRoleOf(url).href } });
    expect([code, err]).toEqual([1, expect.stringContaining('data_sets')]);
    // Fails where one is.
    await administer('DROP TYPE data_sets; CREATE TABLE schema_migrations (version text)', url.href);
  });

  it('5. that an empty table of another program is in the way, and a start that fails leaves it there', async () => {
    const { name, url } = await database();
    const rights = `GRANT CREATE ON DATABASE ${name} TO ${role}; GRANT CREATE ON SCHEMA public TO ${role}`;
    const table = `CREATE TABLE schema_migrations (id int, name int, executed_at date); ALTER TABLE schema_migrations OWNER TO ${role}`;
    await administer(`CREATE EXTENSION pg_trgm; ${rights}; ${table}`, url.href);
    expect(await geo(['keys', 'list'], { env: { DATABASE_URL: asRoleOf(url).href } })).toMatchObject({ code: 1 });
    // Fails where none is.
    await administer('ALTER TABLE schema_migrations ADD COLUMN version text', url.href);
  });

  it('5. that the tables are another user’s', async () => {
    const { url } = await database();
    const administrator = url.href;
    const opened = await openDatabase('postgresql', { url: administrator });
    await migrate(opened);
    await opened.close();
    const DATABASE_URL = asRoleOf(url).href;
    const owner = new URL(administrator).username;
    const faults = await doctor({ DATABASE_URL });
    expect(faults).toEqual({
      database: `the tables of the service are those of ${owner}, and ${role} may not read them`,
    });
    await administer(`GRANT SELECT ON schema_migrations TO ${role}`, administrator);
    const { host } = new URL(DATABASE_URL);
    const forbidden = `PostgreSQL at ${host} forbids our user something: permission denied for table data_sets`;
    expect(await doctor({ DATABASE_URL })).toEqual({ database: forbidden });
    await administer(`GRANT pg_read_all_data TO ${role}`, administrator);
    closers.push(() => administer(`REVOKE pg_read_all_data FROM ${role}`));
    expect(await doctor({ DATABASE_URL })).toEqual({ data: 'no data set is loaded' });
  });

  it('7. a clock that differs from the database’s', async () => {
    expect(await examined({ now: () => Date.now() - 90_000 })).toEqual({
      clock: expect.stringMatching(/^this machine's clock is (89|90) s behind the database's$/),
    });
    expect(await examined({ now: () => Date.now() + 3_600_000 })).toEqual({
      clock: expect.stringMatching(/^this machine's clock is 3600 s ahead of the database's$/),
    });
  });

  it('a database that is not there, and a server that is not', async () => {
    const url = new URL(server ?? '');
    url.pathname = '/geo_nowhere';
    expect(await doctor({ DATABASE_URL: url.href })).toEqual({ database: 'there is no database "geo_nowhere"' });
    url.host = '127.0.0.1:1';
    const faults = await doctor({ DATABASE_URL: url.href });
    expect(faults).toEqual({ database: expect.stringContaining('PostgreSQL at 127.0.0.1:1 is out of reach') });
    const behindSocket = await doctor({ DATABASE_URL: 'postgresql:///geo?host=/no/socket' });
    expect(behindSocket).toEqual({ database: expect.stringContaining('PostgreSQL at /no/socket is out of reach') });
  });

  it('a primary and a replica that accept and never answer, without waiting for one after the other', async () => {
    const asked: string[] = [];
    const silent = async (name: string) => {
      const socket = createServer((client) => {
        asked.push(name);
        client.on('error', () => undefined).resume();
      });
      closers.push(async () => void socket.close());
      return `127.0.0.1:${await listening(socket)}`;
    };
    const [primary, replica] = [await silent('primary'), await silent('replica')];
    const faults = await doctor({
      DATABASE_URL: `postgresql://geo@${primary}/geo`,
      DATABASE_REPLICA_URLS: `postgresql://geo@${replica}/geo`,
    });
    expect(faults).toEqual({
      database: expect.stringContaining(`PostgreSQL at ${primary} is out of reach`),
      'replica-1': expect.stringContaining(`${replica} cannot be read`),
    });
    // Before the primary is given up, which is asked twice.
    expect(asked.slice(0, 2).toSorted()).toEqual(['primary', 'replica']);
  });

  it('a replica that is not there, follows another server, or lacks the data set', async () => {
    const { name, url: empty } = await database();
    const opened = await openDatabase('postgresql', { url: empty.href });
    await migrate(opened);
    await opened.close();
    const ask = (replica: string) => doctor({ DATABASE_URL: soundUrl ?? '', DATABASE_REPLICA_URLS: replica });
    const gone = new URL(empty);
    gone.password = 'hush';
    gone.host = '127.0.0.1:1';
    expect(await ask(`${soundUrl},${gone.href}`)).toEqual({
      'replica-2': expect.stringMatching(/^127\.0\.0\.1:1 cannot be read: [^\n]*ECONNREFUSED[^\n]*$/),
    });
    expect(await ask(empty.href)).toEqual({
      'replica-1': `${empty.host}: it does not hold the data set in service: it follows no server, as after a promotion`,
    });
    const number = 'SELECT id FROM data_sets ORDER BY activated_at DESC LIMIT 1';
    const client = new pg.Client({ connectionString: soundUrl });
    await client.connect();
    const { rows } = await client.query<{ id: number }>(number).finally(() => client.end());
    const row = `INSERT INTO data_sets (id, checksum, source, activated_at) OVERRIDING SYSTEM VALUE VALUES (${rows[0]?.id}, 'x', '${name}', now())`;
    await administer(`CREATE SCHEMA geo_${rows[0]?.id}; ${row}`, empty.href);
    expect(await ask(empty.href)).toEqual({
      'replica-1': `${empty.host}: it holds another data set under this number: it does not follow the primary`,
    });
  });

  it('a data set without indexes, or with half of them, by a warning', async () => {
    await using own = await ownDatabase({ home: 'postgresql', target: { url: soundUrl ?? '' } });
    const { url } = own.target;
    const indexes = async () => {
      const sources = { env: { PORT: '0', DATABASE_URL: url }, folder: folder() };
      return (await examine({ ...THIS_MACHINE, sources })).find(({ check }) => check === 'indexes');
    };
    const opened = await openDatabase('postgresql', { url });
    await buildMissingIndex(opened.em, INDEX_MAKER).finally(() => opened.close());
    expect(await indexes()).toMatchObject({ state: 'ok' });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client
      .query<{ id: number }>('SELECT id FROM data_sets ORDER BY activated_at DESC LIMIT 1')
      .finally(() => client.end());
    await administer(`DELETE FROM geo_${rows[0]?.id}.find_index WHERE part = 0`, url);
    expect(await indexes()).toEqual({
      check: 'indexes',
      state: 'warning',
      message:
        'none are stored that this program and database can use: suggest, near and check are answered 503 until they are',
      advice: expect.stringContaining('start the service'),
    });
  });

  it('nothing of a sound installation', async () => {
    const run = await geo(['doctor'], { env: { PORT: '0', DATABASE_URL: soundUrl ?? '' } });
    expect([run.code, run.out]).toEqual([0, expect.stringContaining('Nothing is wrong.')]);
  });
});

/** A server that is not ours, with one answer for everybody. */
function otherProgram(text: string): Server {
  return createServer(answering(text));
}

/** Who has asked may have gone before the answer is written, and an error of which nobody hears ends the tests. */
function answering(text: string): (socket: Socket) => void {
  return (socket) => {
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
  };
}

async function listening(socket: Server): Promise<number> {
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  const address = socket.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
