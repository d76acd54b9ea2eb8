/** A database of which another role than that of the service migrates, restores or drops a part. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { failureOf } from '../../src/cli/failure.ts';
import { examine, THIS_MACHINE } from '../../src/cli/doctor/examine.ts';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import { isLocked } from '../../src/db/faults.ts';
import { openHome } from '../../src/db/home.ts';
import { importDataSet } from '../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../src/db/import/release-folder.ts';
import { migrate } from '../../src/db/migrate.ts';
import { DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import { setUp } from '../../src/setup.ts';
import { databaseProxy } from '../database-proxy.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { asAdmin, createPostgresql, isPostgresqlThere } from './search-fixture.ts';

const there = await isPostgresqlThere();
const FIRST_RELEASE = readFileSync(new URL('../fixtures/release-0.1.0.sql', import.meta.url), 'utf8');
const LIMITS = { ...DEFAULT_LIMITS, connectTimeoutMs: 20_000, statementTimeoutMs: 20_000 };

/** Whose the service's schemas, tables and functions are. */
const OWNERS = `
  SELECT DISTINCT rolname AS owner FROM pg_roles WHERE oid IN (
    SELECT relowner FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE relkind = 'r' AND nspname ~ '^(public|geo_)'
    UNION ALL SELECT nspowner FROM pg_namespace WHERE nspname ~ '^geo_'
    UNION ALL SELECT proowner FROM pg_proc WHERE proname = 'fuzzy_matches')`;

describe.skipIf(!there)(`a database of several roles${there ? '' : ' (skipped: no PostgreSQL)'}`, () => {
  const suffix = randomUUID().slice(0, 8);
  const [owner, member, reader] = [`geo_owner_${suffix}`, `geo_member_${suffix}`, `geo_reader_${suffix}`];
  let url: string;
  let admin: pg.Client;

  beforeAll(async () => {
    await asAdmin(`CREATE ROLE ${owner} LOGIN PASSWORD 'hush'`);
    await asAdmin(`CREATE ROLE ${member} LOGIN PASSWORD 'hush' IN ROLE ${owner}`);
    await asAdmin(`CREATE ROLE ${reader} LOGIN PASSWORD 'hush'`);
    return async () => {
      for (const role of [member, reader, owner]) await asAdmin(`DROP ROLE ${role}`);
    };
  });

  beforeEach(async () => {
    const made = await createPostgresql();
    url = made.url;
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query('CREATE EXTENSION pg_trgm');
    await admin.query(`GRANT CREATE ON DATABASE ${admin.database} TO ${owner}, ${member}`);
    await admin.query(`GRANT CREATE ON SCHEMA public TO ${owner}`);
    return async () => {
      await admin.query('ROLLBACK'); // Of a test that failed with something locked, for which all that comes after would wait.
      await admin.query(`DROP OWNED BY ${owner}, ${member}, ${reader} CASCADE`);
      await admin.end();
      await made.drop();
    };
  });

  function urlOf(role: string, of = url): string {
    const own = new URL(of);
    own.username = role;
    own.password = 'hush';
    return own.href;
  }

  async function openAs(role: string, limits = LIMITS) {
    const database = await openDatabase('postgresql', { url: urlOf(role) }, limits);
    onTestFinished(() => database.close());
    return database;
  }

  async function restoreFirstRelease(): Promise<void> {
    const client = new pg.Client({ connectionString: urlOf(owner) });
    await client.connect();
    // Else PostgreSQL lets no other than a superuser make a function with a setting of pg_trgm.
    await client.query("SELECT show_trgm('')");
    await client.query(FIRST_RELEASE).finally(() => client.end());
  }

  async function found(role: string) {
    const sources = { env: { PORT: '0', DATABASE_URL: urlOf(role) } };
    const findings = await examine({ ...THIS_MACHINE, freeBytes: async () => 2 ** 40, sources });
    return Object.fromEntries(findings.map(({ check, state, message, advice }) => [check, [state, message, advice]]));
  }

  const importInto = async (role: string) =>
    importDataSet({ em: (await openAs(role)).em, source: releaseFolder(FIXTURE_DIR) });

  it('is the service’s also where a member migrates it', async () => {
    await restoreFirstRelease();
    const before = await found(owner);
    expect(before['migrations']?.[0]).toBe('fault');
    expect(before['data']).toEqual(['skipped', 'the migrations have not run', undefined]);
    // What lies in schemas of its own already it need not be able to make.
    await admin.query(`REVOKE CREATE ON DATABASE ${admin.database} FROM ${owner}`);
    expect(await migrate(await openAs(member))).not.toEqual([]);
    expect((await admin.query(OWNERS)).rows).toEqual([{ owner }]);
    await admin.query(`GRANT CREATE ON DATABASE ${admin.database} TO ${owner}`);
    expect(await importInto(owner)).toMatchObject({ status: 'imported' });
    expect((await found(owner))['imports']).toEqual(['ok', `${owner} may run them`, undefined]);
    expect((await found(reader))['database']?.[2]).toContain(
      `as ${owner}: GRANT SELECT ON ALL TABLES IN SCHEMA public`,
    );
  });

  it('is looked at before it is migrated without a fault', async () => {
    await restoreFirstRelease();
    const database = await openAs(owner);
    const faults: unknown[] = [];
    const onFault = (error: unknown) => faults.push(error);
    const watch = watchDataSet(database.em, { onFault }, undefined, new Promise(() => undefined));
    onTestFinished(() => watch.stop());
    await watch.refresh();
    expect([watch.reachable(), watch.current(), faults]).toEqual([true, undefined, []]);
    await migrate(database);
    await watch.refresh();
    expect([watch.current()?.id, faults]).toEqual([1, []]);
  });

  it('has its migrations wait for no lock for long: who waits for one has all others wait', async () => {
    await restoreFirstRelease();
    await admin.query('BEGIN; LOCK TABLE api_keys IN ACCESS SHARE MODE');
    const database = await openAs(owner);
    const startedAt = performance.now();
    const refused: unknown = await migrate(database).catch((error: unknown) => error);
    expect(performance.now() - startedAt).toBeLessThan(10_000); // The limit of a statement is twice that here.
    expect(failureOf(refused).message).toMatch(/^something in the database is locked for too long .*pg_locks says who/);
    await admin.query('ROLLBACK');
    expect(await migrate(database)).not.toEqual([]);
  });

  it('has its data sets brought along without a wait for a lock, either', async () => {
    await restoreFirstRelease();
    await admin.query(`ALTER SCHEMA geo_1 OWNER TO ${member}; ALTER TABLE geo_1.countries OWNER TO ${member}`);
    await admin.query('BEGIN; LOCK TABLE geo_1.countries IN ACCESS SHARE MODE');
    const database = await openAs(member, { ...LIMITS, statementTimeoutMs: 0 });
    await expect(migrate(database)).rejects.toSatisfy(isLocked);
    await admin.query('ROLLBACK');
    await migrate(database);
    expect((await admin.query(OWNERS)).rows).toEqual([{ owner }]);
  });

  it('has a start say that it is away, and then that it is locked', async () => {
    await restoreFirstRelease();
    await using proxy = await databaseProxy({ url: urlOf(owner) }, { open: false });
    const home = await openHome({ databaseUrl: urlOf(owner, proxy.url), replicaUrls: [], dataDir: tmpdir() });
    onTestFinished(() => home.close());
    await admin.query('BEGIN; LOCK TABLE api_keys IN ACCESS SHARE MODE');
    const told: unknown[] = [];
    const stop = new AbortController();
    const started = setUp(home, tmpdir(), { onWaiting: (error) => told.push(isLocked(error)) }, stop.signal);
    onTestFinished(async () => {
      stop.abort();
      await Promise.allSettled([started]);
    });
    await expect.poll(() => told).toEqual([false]);
    await proxy.open();
    await expect.poll(() => told).toEqual([false, true]);
    await admin.query('ROLLBACK');
    await started;
    expect(told).toEqual([false, true]);
  });

  it('that a restore left without the function that searches gets it at a start, by who may make it', async () => {
    await migrate(await openAs(owner));
    await importInto(owner);
    await admin.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${reader}; DROP FUNCTION fuzzy_matches`);
    const lacking =
      'the function fuzzy_matches, which searches, is not there: a restore by no superuser may leave it out';
    expect((await found(owner))['migrations']).toEqual([
      'fault',
      lacking,
      expect.stringContaining('it makes the function'),
    ]);
    // It could make it, as each role on a database of PostgreSQL 14; the owner would have it in its way.
    await admin.query(`GRANT CREATE ON SCHEMA public TO ${reader}`);
    const left: unknown[] = [];
    expect(await migrate(await openAs(reader), (schema, error) => left.push([schema, error]))).toEqual([]);
    expect(left).toEqual([['public', expect.objectContaining({ name: 'DatabaseUnfitError', message: lacking })]]);
    const [one, other] = await Promise.all([openAs(member), openAs(member)]);
    expect(await Promise.all([migrate(one), migrate(other)])).toEqual([[], []]);
    expect((await admin.query(OWNERS)).rows).toEqual([{ owner }]);
    expect((await found(owner))['migrations']?.[0]).toBe('ok');
    expect(await migrate(await openAs(reader), () => left.push('more'))).toEqual([]);
    expect(left).toHaveLength(1);
  });

  it('whose template lacks a table takes no data set, which would lack it, too', async () => {
    await migrate(await openAs(owner));
    await importInto(owner);
    await admin.query('DROP TABLE geo_template.geonames, geo_template.find_index');
    const lacks = { message: 'the schema geo_template lacks find_index, geonames' };
    await expect(importInto(owner)).rejects.toMatchObject({ name: 'DatabaseUnfitError', ...lacks });
    expect((await found(owner))['imports']?.slice(0, 2)).toEqual(['fault', lacks.message]);
  });

  it('of which a role cannot import, or leaves data sets behind, is told as that', async () => {
    await migrate(await openAs(owner));
    await importInto(owner);
    await admin.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${reader}`);
    expect((await found(reader))['imports']).toEqual([
      'skipped',
      `not by ${reader}: the tables of the service are those of ${owner}`,
      undefined,
    ]);
    await admin.query(`CREATE SCHEMA geo_77 AUTHORIZATION ${reader}`);
    await admin.query("INSERT INTO data_sets (id, checksum, source) OVERRIDING SYSTEM VALUE VALUES (77, 'x', 'x')");
    const [state, message, advice = ''] = (await found(owner))['imports'] ?? [];
    expect([state, message]).toEqual([
      'warning',
      `geo_77 is a data set of before that is ${reader}'s: no import by ${owner} drops it`,
    ]);
    await admin.query(advice.split(': ')[1] ?? 'no statement');
    expect((await found(owner))['imports']?.[0]).toBe('ok');
    await admin.query(`REVOKE CREATE ON DATABASE ${admin.database} FROM ${owner}`);
    const [, , grant = ''] = (await found(owner))['imports'] ?? [];
    await admin.query(grant.replace('as a superuser: ', ''));
    expect((await found(owner))['imports']?.[0]).toBe('ok');
  });
});
