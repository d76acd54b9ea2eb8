/** A database that a gateway has been answering from, and that has no longer what it had: it is restored just now, or hidden. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { messageOf } from '../../src/cli/failure.ts';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import { findFitness } from '../../src/db/database-fitness.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { databaseProxy } from '../database-proxy.ts';
import { ownDatabase } from '../own-database.ts';
import { openService, PATIENT_LIMITS, someHome } from '../service.ts';

const server = inject('homes').find(({ home }) => home === 'postgresql');

const DROP_EARLIER = `DO $$ BEGIN EXECUTE format('DROP SCHEMA %I CASCADE', current_user); END $$`;

async function ownService() {
  const own = await ownDatabase(server ?? someHome());
  onTestFinished(() => own[Symbol.asyncDispose]());
  const database = await openDatabase('postgresql', own.target, PATIENT_LIMITS);
  const faults: string[] = [];
  let recoveries = 0;
  const events = { onFault: (error: unknown) => faults.push(messageOf(error)), onRecovery: () => (recoveries += 1) };
  const watch = watchDataSet(database.em, events, undefined, new Promise(() => undefined));
  onTestFinished(async () => {
    await watch.stop();
    await database.close();
  });
  const service = await openService(own);
  onTestFinished(() => service.close());
  const { dataSets } = service;
  const look = async () => {
    for (const each of [watch, dataSets, watch]) await each.refresh();
  };
  await look();
  const run = async (sql: string) => void (await database.em.fork().execute(sql));
  let asked = 0;
  const ask = async () => {
    asked += 1;
    const { status, data } = await service.graphql(
      'Business',
      `{ cities(first: 2, orderBy: [{ field: LATITUDE, direction: DESC }]) { nodes { name n${asked}: latitude } } }`,
    );
    return [status, data !== undefined && data !== null];
  };
  expect(await ask()).toEqual([200, true]);
  expect((await service.get('/v1/countries/JP', 'Business')).status).toBe(200);
  const { schema = '' } = dataSets.current() ?? {};
  return { look, dataSets, faults, recoveries: () => recoveries, run, ask, schema, service, url: own.target.url };
}

describe.skipIf(!server)('a database that is there (else: no PostgreSQL is reachable)', () => {
  it.each([
    [
      'names no data set any more',
      'ALTER TABLE data_sets RENAME TO away; CREATE TABLE data_sets (LIKE away INCLUDING ALL)',
      'DROP TABLE data_sets; ALTER TABLE away RENAME TO data_sets',
      'the database names no data set any more',
    ],
    [
      'has no register any more',
      'ALTER TABLE data_sets RENAME TO away',
      'ALTER TABLE away RENAME TO data_sets',
      'the database names no data set any more',
    ],
    [
      'has not the schema of its data set any more',
      'ALTER SCHEMA SCHEMA_NAME RENAME TO away',
      'ALTER SCHEMA away RENAME TO SCHEMA_NAME',
      expect.stringMatching(/^data set [0-9a-f]{12} lacks all its tables, which this version reads/),
    ],
    [
      'lacks a table of it',
      'ALTER TABLE SCHEMA_NAME.cities RENAME TO away',
      'ALTER TABLE SCHEMA_NAME.away RENAME TO cities',
      expect.stringMatching(/^data set [0-9a-f]{12} lacks cities.id, cities.name, /),
    ],
    [
      'has its keys no more',
      'ALTER TABLE api_keys RENAME TO away',
      'ALTER TABLE away RENAME TO api_keys',
      'the table api_keys is not there any more, or our user sees another one first',
    ],
    [
      'has other keys in an earlier schema',
      'CREATE SCHEMA AUTHORIZATION CURRENT_USER CREATE TABLE api_keys (LIKE public.api_keys)',
      DROP_EARLIER,
      'the table api_keys is not there any more, or our user sees another one first',
    ],
    [
      "has another program's register in an earlier schema",
      'CREATE SCHEMA AUTHORIZATION CURRENT_USER CREATE TABLE data_sets (id int)',
      DROP_EARLIER,
      "the table data_sets that our user sees first is another program's",
    ],
  ])('and %s is as good as away: what it has is no answer', async (_, take, giveBack, fault) => {
    const { look, dataSets, faults, recoveries, run, ask, schema, service } = await ownService();
    await expect(dataSets.assertUsable()).resolves.toBeUndefined();
    await run(take.replace('SCHEMA_NAME', schema));
    await expect(dataSets.assertUsable()).rejects.toMatchObject({ message: fault });
    await look();
    expect([dataSets.reachable(), dataSets.unfit(), faults]).toEqual([false, true, [fault]]);
    expect(await ask()).toEqual([503, false]);
    // A key of before is known for a while, and so is an answer.
    expect((await service.get('/v1/countries/JP', 'Business')).status).toBe(200);
    await run(giveBack.replace('SCHEMA_NAME', schema));
    await look();
    expect([dataSets.reachable(), dataSets.unfit(), recoveries()]).toEqual([true, false, 1]);
    expect(await ask()).toEqual([200, true]);
  });
  it('and whose keys are in a schema of their own is as it was', async () => {
    const { look, dataSets, faults, run } = await ownService();
    await run('CREATE SCHEMA AUTHORIZATION CURRENT_USER');
    await run("DO $$ BEGIN EXECUTE format('ALTER TABLE api_keys SET SCHEMA %I', current_user); END $$");
    await look();
    expect([dataSets.reachable(), faults]).toEqual([true, []]);
  });

  it('and is emptied just before a key is due goes on with that key', async () => {
    const own = await ownDatabase(server ?? someHome());
    onTestFinished(() => own[Symbol.asyncDispose]());
    await using service = await openService(own, { looks: false });
    const ask = async () => (await service.get('/v1/countries/JP', 'Business')).status;
    expect(await ask()).toBe(200);
    await sleep(5_000); // So old the key is asked for again.
    const run = (sql: string) => service.database.em.fork().execute(sql);
    await run('CREATE TABLE away AS TABLE api_keys; DELETE FROM api_keys; ALTER TABLE data_sets RENAME TO no_register');
    expect(await ask()).toBe(200);
    await run('ALTER TABLE no_register RENAME TO data_sets');
    expect(await ask()).toBe(401);
  });

  it('and whose row security hides keys is as good as away: no key is called unknown', async () => {
    const role = `geo_hidden_${randomUUID().slice(0, 8)}`;
    const { look, faults, run, schema, url } = await ownService();
    await run(`CREATE ROLE ${role} LOGIN PASSWORD 'hush'; GRANT USAGE ON SCHEMA ${schema}, public TO ${role};
               GRANT SELECT ON ALL TABLES IN SCHEMA ${schema}, public TO ${role}`);
    onTestFinished(() => run(`DROP OWNED BY ${role}; DROP ROLE ${role}`));
    const own = new URL(url);
    own.username = role;
    own.password = 'hush';
    await using service = await openService({ home: 'postgresql', target: { url: own.href } });
    const ask = async () => (await service.get('/v1/countries/JP', 'Community')).status;
    expect(await ask()).toBe(200);
    await run('ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY');
    await service.dataSets.refresh();
    expect([service.dataSets.reachable(), (await service.get('/v1/countries/JP', 'Starter')).status]).toEqual([
      false,
      503,
    ]);
    await look(); // The owner of a table is not restrained.
    expect(faults).toEqual([]);
    await expect(findFitness(service.database.em)).rejects.toMatchObject({
      message: `row security hides rows of the table api_keys from ${role}`,
      advice: `as a superuser: ALTER ROLE ${role} BYPASSRLS; or, as the owner of the table: ALTER TABLE … DISABLE ROW LEVEL SECURITY`,
    });
    // What lets everything be read hides nothing, unless something else does.
    await run(`CREATE POLICY reads ON api_keys FOR SELECT TO ${role} USING (true)`);
    await service.dataSets.refresh();
    expect([service.dataSets.reachable(), await ask()]).toEqual([true, 200]);
    await run(`CREATE POLICY others ON api_keys AS RESTRICTIVE FOR SELECT TO pg_monitor USING (false)`);
    await service.dataSets.refresh();
    expect(service.dataSets.reachable()).toBe(true);
    await run(`CREATE POLICY all_of_it ON api_keys AS RESTRICTIVE FOR ALL USING (true)`);
    await service.dataSets.refresh();
    expect(service.dataSets.reachable()).toBe(true);
    await run(`CREATE POLICY writes ON api_keys AS RESTRICTIVE FOR ALL WITH CHECK (false)`);
    await service.dataSets.refresh();
    expect(service.dataSets.reachable()).toBe(true);
    await run('CREATE POLICY but ON api_keys AS RESTRICTIVE FOR ALL USING (plan <> $$business$$)');
    await service.dataSets.refresh();
    expect(service.dataSets.reachable()).toBe(false);
    await run(`ALTER ROLE ${role} BYPASSRLS`);
    await service.dataSets.refresh();
    expect([service.dataSets.reachable(), await ask()]).toEqual([true, 200]);
  });
  it('and lacked rows for a moment has them again, also where the same was asked meanwhile', async () => {
    const { look, dataSets, run, schema, service } = await ownService();
    const query = '{ cities(first: 3, orderBy: [{ field: LATITUDE, direction: DESC }]) { nodes { name latitude } } }';
    const ask = async () => [
      await (await service.get('/v1/countries/JP/cities?sort=latitude', 'Business')).text(),
      await service.graphql('Business', query),
    ];
    const whole = await ask();
    await run('ALTER TABLE data_sets RENAME TO away');
    await look();
    await run('ALTER TABLE away RENAME TO data_sets');
    await run(
      `CREATE TABLE kept AS SELECT id, name FROM ${schema}.cities; UPDATE ${schema}.cities SET name = 'not yet'`,
    );
    await look();
    for (let time = 0; time < 3; time++) await ask(); // It is kept now.
    const short = await ask();
    for (const [at, answer] of whole.entries()) expect(short[at]).not.toEqual(answer);
    await run('ALTER TABLE data_sets RENAME TO away');
    await look();
    await run(`UPDATE ${schema}.cities SET name = kept.name FROM kept WHERE kept.id = cities.id`);
    await run('ALTER TABLE away RENAME TO data_sets');
    await look();
    expect(dataSets.reachable()).toBe(true);
    expect(await ask()).toEqual(whole);
  });
  it('and comes back without what it had is told of for that, too, and all of before is read anew', async () => {
    const own = await ownDatabase(server ?? someHome());
    onTestFinished(() => own[Symbol.asyncDispose]());
    await using proxy = await databaseProxy(own.target);
    const [direct, database] = [
      await openDatabase('postgresql', own.target, PATIENT_LIMITS),
      await openDatabase('postgresql', proxy.target),
    ];
    onTestFinished(() => direct.close());
    onTestFinished(() => database.close());
    const said: string[] = [];
    const events = { onFault: (error: unknown) => said.push(messageOf(error)), onRecovery: () => said.push('back') };
    const watch = watchDataSet(database.em, events, undefined, new Promise(() => undefined));
    onTestFinished(() => watch.stop());
    await watch.refresh();
    const before = watch.current();
    for (const step of ['ALTER TABLE data_sets RENAME TO away', 'ALTER TABLE away RENAME TO data_sets']) {
      await proxy.cut();
      await watch.refresh();
      await direct.em.fork().execute(step);
      await proxy.open();
      await watch.refresh();
    }
    const away = expect.stringMatching(/refused|terminated|closed|reset/i);
    expect(said).toEqual([away, 'the database names no data set any more', away, 'back']);
    expect([watch.current()?.id, watch.current()?.edition === before?.edition]).toEqual([before?.id, false]);
  });
});
