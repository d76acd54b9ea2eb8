/** A data set that another role imports than that of the service. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { examine, THIS_MACHINE } from '../../../src/cli/doctor/examine.ts';
import { watchDataSet } from '../../../src/db/data-set-watch.ts';
import { importDataSet } from '../../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../../src/db/import/release-folder.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { type Database, DEFAULT_LIMITS, openDatabase } from '../../../src/db/orm.ts';
import { read } from '../../../src/db/read.ts';

import { asAdmin, createPostgresql, isPostgresqlThere } from '../search-fixture.ts';
import { removeSampleFolders, sampleFolder } from './sample-folder.ts';

const there = await isPostgresqlThere();
const LIMITS = { ...DEFAULT_LIMITS, connectTimeoutMs: 20_000, statementTimeoutMs: 0 };
const PATIENT = { timeout: 20_000 };

describe.skipIf(!there)(`a data set of another role${there ? '' : ' (skipped: no PostgreSQL)'}`, () => {
  const suffix = randomUUID().slice(0, 8);
  const [owner, member, reader] = [`Geo owner ${suffix}`, `geo_member_${suffix}`, `geo_reader_${suffix}`];
  let url: string;
  let admin: pg.Client;
  let population = 1_000;

  beforeAll(async () => {
    const made = await createPostgresql();
    url = made.url;
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query('CREATE EXTENSION pg_trgm');
    await admin.query(`CREATE ROLE "${owner}" LOGIN PASSWORD 'hush'`);
    await admin.query(`GRANT CREATE ON DATABASE ${admin.database} TO "${owner}"`);
    await admin.query(`GRANT CREATE ON SCHEMA public TO "${owner}"`);
    await admin.query(`CREATE ROLE ${member} LOGIN PASSWORD 'hush' IN ROLE "${owner}"`);
    await admin.query(`GRANT CREATE ON DATABASE ${admin.database} TO ${member}`);
    await admin.query(`CREATE ROLE ${reader} LOGIN PASSWORD 'hush'`);
    const database = await openAs(owner);
    await migrate(database);
    await database.close();
    return async () => {
      await admin.query(`REVOKE ALL ON DATABASE ${admin.database} FROM "${owner}", ${member}`);
      await admin.end();
      await made.drop();
      for (const role of [member, reader, owner]) await asAdmin(`DROP ROLE "${role}"`);
    };
  });
  afterAll(removeSampleFolders);

  function urlOf(role: string): string {
    const own = new URL(url);
    if (role === admin.user) return url;
    own.username = encodeURIComponent(role);
    own.password = 'hush';
    return own.href;
  }

  const openAs = (role: string): Promise<Database> => openDatabase('postgresql', { url: urlOf(role) }, LIMITS);

  async function importAs(role: string): Promise<number> {
    const database = await openAs(role);
    try {
      population += 1;
      const folder = sampleFolder({ cities: (rows) => void Object.assign(rows[0] ?? {}, { population }) });
      return (await importDataSet({ em: database.em, source: releaseFolder(folder) })).dataSetId;
    } finally {
      await database.close();
    }
  }

  async function watchAs(role: string) {
    const database = await openAs(role);
    const faults: unknown[] = [];
    const advices: unknown[] = [];
    const watch = watchDataSet(database.em, {
      onFault: (error) => faults.push(error),
      onRefused: (_reason, advice) => advices.push(advice),
    });
    onTestFinished(async () => {
      await watch.stop();
      await database.close();
    });
    return { watch, faults, advices };
  }

  it.each([
    ['a superuser', ''],
    ['a member', member],
  ])('is that of the service where %s imports it', async (_, role) => {
    await importAs(owner);
    const { watch, faults } = await watchAs(owner);
    const id = await importAs(role === '' ? (admin.user ?? '') : role);
    await watch.refresh();
    expect([watch.current()?.id, watch.refused(), watch.reachable(), faults]).toEqual([id, undefined, true, []]);
    const { rows } = await admin.query(
      `SELECT DISTINCT rolname FROM pg_roles WHERE oid IN (
         SELECT nspowner FROM pg_namespace WHERE nspname = $1
         UNION ALL SELECT relowner FROM pg_class WHERE relnamespace = to_regnamespace($1))`,
      [`geo_${id}`],
    );
    expect(rows).toEqual([{ rolname: owner }]);
    // The service drops it when it is outdated.
    for (let imported = 0; imported < 3; imported++) await importAs(owner);
    expect((await admin.query('SELECT to_regnamespace($1) AS schema', [`geo_${id}`])).rows).toEqual([{ schema: null }]);
  });

  it('that may not be read is refused with what to do; the one before it goes on until that is done', async () => {
    await admin.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${reader}`);
    const before = await importAs(owner);
    await admin.query(`GRANT USAGE ON SCHEMA geo_${before} TO ${reader}`);
    await admin.query(`GRANT SELECT ON ALL TABLES IN SCHEMA geo_${before} TO ${reader}`);
    const { watch, faults, advices } = await watchAs(reader);
    await expect.poll(() => watch.current()?.id, PATIENT).toBe(before);
    const id = await importAs(owner);
    await watch.refresh();
    const refused = watch.refused();
    expect(refused).toMatch(/^data set [0-9a-f]{12} may not be read by the user of DATABASE_URL: geo doctor /);
    expect([watch.current()?.id, watch.reachable(), faults]).toEqual([before, true, []]);
    const [, statements] = /^as "Geo owner \w+" or a superuser: (.*)$/.exec(String(advices)) ?? [];
    const sources = { env: { PORT: '0', DATABASE_URL: urlOf(reader) } };
    const findings = await examine({ ...THIS_MACHINE, freeBytes: async () => 2 ** 40, sources });
    const found = findings.find(({ check }) => check === 'data');
    expect(found).toMatchObject({ state: 'fault', message: refused, advice: advices[0] });
    const [use, select] = statements?.split('; ') ?? [];
    for (const [statement, then] of [
      [use, refused],
      [select, undefined],
    ]) {
      await admin.query(statement ?? 'no statement');
      await watch.refresh();
      expect(watch.refused()).toBe(then);
    }
    expect(advices).toHaveLength(1);
    expect([watch.current()?.id, watch.refused(), watch.reachable(), faults]).toEqual([id, undefined, true, []]);
  });
  it('of which row security hides rows is refused with what to do', async () => {
    await admin.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${reader}`);
    const id = await importAs(owner);
    await admin.query(
      `GRANT USAGE ON SCHEMA geo_${id} TO ${reader}; GRANT SELECT ON ALL TABLES IN SCHEMA geo_${id} TO ${reader}`,
    );
    await admin.query(`ALTER TABLE geo_${id}.cities ENABLE ROW LEVEL SECURITY`);
    const { watch, advices } = await watchAs(reader);
    await expect
      .poll(() => advices, PATIENT)
      .toEqual([
        `row security hides rows of it; as a superuser: ALTER ROLE ${reader} BYPASSRLS; or, as the owner of the table: ALTER TABLE … DISABLE ROW LEVEL SECURITY`,
      ]);
    expect(watch.current()).toBeUndefined();
    await admin.query(`ALTER TABLE geo_${id}.cities DISABLE ROW LEVEL SECURITY`);
    await expect.poll(() => watch.current()?.id, PATIENT).toBe(id);
    await admin.query(`ALTER TABLE geo_${id}.cities ENABLE ROW LEVEL SECURITY`);
    await expect.poll(() => watch.reachable(), PATIENT).toBe(false);
    await admin.query(`ALTER TABLE geo_${id}.cities DISABLE ROW LEVEL SECURITY`);
    await expect.poll(() => watch.reachable(), PATIENT).toBe(true);
  });

  it('is granted beforehand by the default privileges of who imports it, and stays so', async () => {
    await admin.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${reader}`);
    const privileges = `ALTER DEFAULT PRIVILEGES FOR ROLE ${member}`;
    await admin.query(
      `${privileges} GRANT USAGE ON SCHEMAS TO ${reader}; ${privileges} GRANT SELECT ON TABLES TO ${reader}`,
    );
    const id = await importAs(member);
    await admin.query(
      `${privileges} REVOKE USAGE ON SCHEMAS FROM ${reader}; ${privileges} REVOKE SELECT ON TABLES FROM ${reader}`,
    );
    const { watch } = await watchAs(reader);
    await expect.poll(() => watch.current()?.id, PATIENT).toBe(id);
  });

  it('that the user of a replica may not read is read from the primary, and that is said', async () => {
    await admin.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${reader}`);
    const id = await importAs(owner);
    const target = { url: urlOf(owner), replicaUrls: [urlOf(reader)] };
    const database = await openDatabase('postgresql', target, LIMITS);
    const said: string[] = [];
    const watch = watchDataSet(database.em, {
      onReplica: (name) => said.push(name),
      onReplicaLeft: (name, reason) => said.push(`${name} ${String(reason)}`),
    });
    onTestFinished(async () => {
      await watch.stop();
      await database.close();
    });
    const asks = async () => {
      const [row] = await read<{ user: string }>(
        database.em,
        `SELECT current_user AS user FROM geo_${id}.regions LIMIT 1`,
        [],
      );
      return row?.user;
    };
    const grants = `GRANT USAGE ON SCHEMA geo_${id} TO ${reader}; GRANT SELECT ON ALL TABLES IN SCHEMA geo_${id} TO ${reader}`;
    await expect
      .poll(() => said, PATIENT)
      .toEqual([
        `replica-1 ${reader} may not read all of the data set in service; on the primary: ${grants}; and where row security hides rows: ALTER ROLE ${reader} BYPASSRLS`,
      ]);
    expect(await asks()).toBe(owner);
    await admin.query(grants);
    await expect.poll(() => said.at(-1), PATIENT).toBe('replica-1');
    expect(await asks()).toBe(reader);
  });
});
