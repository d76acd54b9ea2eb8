/** A primary with a streaming replica that lags, dies, freezes and comes back: answers stay right, whoever gives them. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { generateKey, hashKey, keyPrefix } from '../../src/auth/key-format.ts';
import { insertKey, revokeKey } from '../../src/db/api-key.queries.ts';
import { findCurrentDataSet } from '../../src/db/data-set.queries.ts';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import { importDataSet } from '../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../src/db/import/release-folder.ts';
import { migrate } from '../../src/db/migrate.ts';
import { DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';
import { serveFromReplicas } from '../../src/db/replicas.ts';
import { type DatabaseProxy, databaseProxy } from '../database-proxy.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { ownDatabase } from '../own-database.ts';
import { caughtUp, delay, lockedOnReplica, NO_CLUSTERS, replicatedPair } from '../postgres-cluster.ts';
import { openService, type TestService } from '../service.ts';

const LIMITS = { ...DEFAULT_LIMITS, connectTimeoutMs: 10_000 };
const PATIENT = { timeout: 60_000, interval: 100 };

describe.skipIf(NO_CLUSTERS)(`with a streaming replica${NO_CLUSTERS ? ` (skipped: ${NO_CLUSTERS})` : ''}`, () => {
  let pair: Awaited<ReturnType<typeof replicatedPair>>;
  let proxy: DatabaseProxy;
  let service: TestService;

  /** Whether a statement on the current data set ran on the replica. */
  const isOnReplica = async (of = service) => {
    const schema = of.dataSets.current()?.schema;
    const sql = `SELECT pg_is_in_recovery() AS replica FROM ${schema}.regions LIMIT 1`;
    const [row] = await read<{ replica: boolean }>(of.database.em, sql, []);
    return row?.replica;
  };
  const names = async (of = service) => {
    // Every query is another one, so that no answer comes from the cache.
    const response = await of.graphql('Business', `{ n${nextNumber++}: countries { nodes { name } } }`);
    return JSON.stringify(Object.values(response.data ?? { error: response }));
  };
  let nextNumber = 0;
  let golden: string;

  beforeAll(async () => {
    pair = await replicatedPair();
    await using setUp = await opened(pair.primary.url);
    await migrate(setUp.database);
    for (const [plan, key] of Object.entries(inject('keys'))) {
      await insertKey(setUp.database.em, { prefix: keyPrefix(key), hash: hashKey(key), plan });
    }
    await importDataSet({ em: setUp.database.em, source: releaseFolder(FIXTURE_DIR) });
    await caughtUp(pair.primary, pair.replica);
    proxy = await databaseProxy({ url: pair.replica.url });
    const target = { url: pair.primary.url, replicaUrls: [proxy.url] };
    service = await openService(
      { home: 'postgresql', target },
      {},
      { ...DEFAULT_LIMITS, connectTimeoutMs: 2_000, statementTimeoutMs: 2_000 },
    );
    await vi.waitFor(async () => expect(await isOnReplica()).toBe(true), PATIENT);
    golden = await names();
    expect(golden).toContain('Japan');
  });
  afterAll(async () => {
    await service?.close();
    await proxy?.[Symbol.asyncDispose]();
    await pair?.[Symbol.asyncDispose]();
  });

  // One that fails half-way leaves the replica to those behind it.
  afterEach(() => delay(pair.replica, '0'));

  it('rows of a data set come from the replica, keys from the primary', async () => {
    expect(await isOnReplica()).toBe(true);
    const [key] = await read<{ replica: boolean }>(
      service.database.em,
      'SELECT pg_is_in_recovery() AS replica FROM api_keys LIMIT 1',
      [],
    );
    expect(key?.replica).toBe(false);
    expect(service.database.servers().map(({ name, replica }) => [name, replica])).toEqual([
      ['primary', undefined],
      ['replica-1', { inUse: true, lag: expect.any(Number) }],
    ]);
  });

  it('a key that the replica does not know yet works, and one that it still holds for good is refused', async () => {
    await delay(pair.replica, '1h');
    const key = generateKey();
    const id = await insertKey(service.database.em, { prefix: keyPrefix(key), hash: hashKey(key), plan: 'Business' });
    const ask = async () =>
      (
        await service.gateway.fetch(
          new Request('http://geo.test/v1/countries/JP', { headers: { 'X-SVCAPI-KEY': key } }),
        )
      ).status;
    expect(await ask()).toBe(200);
    await revokeKey(service.database.em, id);
    await vi.waitFor(async () => expect(await ask()).toBe(401), PATIENT);
  });

  it('a data set that the replica has not got yet is read from the primary until it has', async () => {
    await delay(pair.replica, '1h');
    await using importer = await opened(pair.primary.url);
    const before = service.dataSets.current()?.id;
    // A column that the template has and the current data set has not makes the next import a new data set.
    await pair.primary.query('CREATE INDEX ON geo_template.regions (name)');
    expect(await importDataSet({ em: importer.database.em, source: releaseFolder(FIXTURE_DIR) })).toMatchObject({
      status: 'imported',
    });
    await service.dataSets.refresh();
    expect(service.dataSets.current()?.id).not.toBe(before);
    for (let round = 0; round < 20; round++) expect(await names()).toBe(golden);
    expect(await isOnReplica()).toBe(false);
    await delay(pair.replica, '0');
    await vi.waitFor(async () => expect(await isOnReplica()).toBe(true), PATIENT);
    expect(await names()).toBe(golden);
  });

  it('a statement that the replica ends, since it stands in the way of what it replays, is answered by the primary', async () => {
    const schema = service.dataSets.current()?.schema;
    const sql = `SELECT pg_is_in_recovery() AS replica FROM ${schema}.regions, pg_sleep(CASE WHEN pg_is_in_recovery() THEN 60 ELSE 0 END) LIMIT 1`;
    await using patient = await opened(pair.primary.url, [pair.replica.url]);
    await vi.waitFor(async () => {
      const [row] = await read<{ replica: boolean }>(
        patient.database.em,
        `SELECT pg_is_in_recovery() AS replica FROM ${schema}.regions LIMIT 1`,
        [],
      );
      expect(row?.replica).toBe(true);
    }, PATIENT);
    const asked = read<{ replica: boolean }>(patient.database.em, sql, []);
    await vi.waitFor(async () => {
      const running = await pair.replica.query("SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'");
      expect(running).toHaveLength(1);
    }, PATIENT);
    await pair.primary.query(`BEGIN; SELECT txid_current(); LOCK TABLE ${schema}.regions; COMMIT`);
    expect(await asked).toEqual([{ replica: false }]);
  });

  it('a replica that hangs up is left after one statement, and used again when it is back', async () => {
    await proxy.cut();
    for (let round = 0; round < 20; round++) expect(await names()).toBe(golden);
    expect(await isOnReplica()).toBe(false);
    expect(service.database.servers().at(-1)?.replica?.inUse).toBe(false);
    await proxy.open();
    await vi.waitFor(async () => expect(await isOnReplica()).toBe(true), PATIENT);
  });

  it('a replica that answers nothing more is left after one statement', async () => {
    proxy.freeze();
    for (let round = 0; round < 20; round++) expect(await names()).toBe(golden);
    expect(await isOnReplica()).toBe(false);
    await proxy.open();
    await vi.waitFor(async () => expect(await isOnReplica()).toBe(true), PATIENT);
  });

  it('a replica that stands still for a while, and one that is killed, cost no answer', async () => {
    pair.replica.freeze();
    expect(await Promise.all(Array.from({ length: 10 }, () => names()))).toEqual(Array(10).fill(golden));
    pair.replica.thaw();
    await vi.waitFor(async () => expect(await isOnReplica()).toBe(true), PATIENT);
    await pair.replica.kill();
    expect(await Promise.all(Array.from({ length: 10 }, () => names()))).toEqual(Array(10).fill(golden));
    await pair.replica.start();
    await vi.waitFor(async () => expect(await isOnReplica()).toBe(true), PATIENT);
  });

  it('a replica that requests fail on rests longer each time, however well it is when it is looked at', async () => {
    await using patient = await opened(pair.primary.url, [pair.replica.url]);
    const schema = service.dataSets.current()?.schema;
    const sql = `SELECT pg_is_in_recovery() AS replica FROM ${schema}.regions, pg_sleep(CASE WHEN pg_is_in_recovery() THEN 60 ELSE 0 END) LIMIT 1`;
    const untilInUse = () =>
      vi.waitFor(
        () => expect(patient.database.servers().map(({ replica }) => replica?.inUse)).toContain(true),
        PATIENT,
      );
    await read(patient.database.em, `SELECT FROM ${schema}.regions`, []);
    await untilInUse();
    for (const rest of [1_000, 2_000, 4_000]) {
      const asked = read<{ replica: boolean }>(patient.database.em, sql, []);
      let endedAt = 0;
      await vi.waitFor(async () => {
        endedAt = performance.now();
        const ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
        expect(await pair.replica.query(ended)).toHaveLength(1);
      }, PATIENT);
      expect(await asked).toEqual([{ replica: false }]);
      await untilInUse();
      // Never too early: a busy machine only makes it later.
      expect(performance.now() - endedAt).toBeGreaterThanOrEqual(rest);
    }
  });

  describe('whose statements take longer than they may', () => {
    let hasty: Awaited<ReturnType<typeof opened>>;
    const isInUse = () => hasty.database.servers().some(({ replica }) => replica?.inUse);
    const schema = () => service.dataSets.current()?.schema;
    /** Whether the replica answered, after so many seconds that it and the primary take. */
    const ask = async (seconds = { replica: 0, primary: 0 }) => {
      const [row] = await read<{ replica: boolean }>(
        hasty.database.em,
        `SELECT pg_is_in_recovery() AS replica FROM ${schema()}.regions, pg_sleep(CASE WHEN pg_is_in_recovery() THEN $1::int ELSE $2::int END) LIMIT 1`,
        [seconds.replica, seconds.primary],
      );
      return row?.replica;
    };

    beforeEach(async () => {
      // The server's word is what counts here, however late.
      const heard = '?query_timeout=20000';
      hasty = await opened(pair.primary.url + heard, [pair.replica.url + heard], 2_000);
      await vi.waitFor(async () => expect(await ask()).toBe(true), PATIENT);
    });
    afterEach(() => hasty.database.close());

    it('is left after three in a row, although it is well when it is looked at', async () => {
      await lockedOnReplica(pair.primary, pair.replica, `${schema()}.regions`);
      expect(await Promise.all([ask(), ask()])).toEqual([false, false]);
      expect(isInUse()).toBe(true);
      expect(await ask()).toBe(false);
      expect(isInUse()).toBe(false);
    });

    it('goes on where it answers others in between', { timeout: 120_000 }, async () => {
      let left = 0;
      for (let round = 0; round < 6; round++) {
        expect(await ask({ replica: 60, primary: 0 })).toBe(false);
        if (!isInUse()) left += 1;
        await vi.waitFor(async () => expect(await ask()).toBe(true), PATIENT);
      }
      // A machine that stands still is reason enough to leave it once; what is late would be twice.
      expect(left).toBeLessThan(2);
    });

    it('goes on where the primary takes as long for them', async () => {
      const dear = Array.from({ length: 4 }, () => ask({ replica: 60, primary: 60 }));
      expect((await Promise.allSettled(dear)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
      expect(isInUse()).toBe(true);
    });
  });

  it('a replica that receives nothing any more is behind, and not asked for what it lacks', async () => {
    await using watched = await watchedReplica(pair.primary.url, pair.replica.url);
    const { watch, events } = watched;
    const lag = () => watched.database.servers().at(-1)?.replica?.lag;
    const [asMade] = await pair.replica.query<{ source: string }>(
      "SELECT current_setting('primary_conninfo') AS source",
    );
    const receiveFrom = async (source = '') => {
      await pair.replica.query(`ALTER SYSTEM SET primary_conninfo = '${source.replaceAll("'", "''")}'`);
      await pair.replica.query('SELECT pg_reload_conf()');
    };
    try {
      await watch.refresh();
      await vi.waitFor(() => expect(events).toEqual(['replica-1 in use']), PATIENT);
      // It may not have found its primary again since that was started anew.
      await vi.waitFor(() => expect(lag()).toBe(0), PATIENT);
      await receiveFrom();
      await vi.waitFor(() => expect(lag()).toBeGreaterThan(0), PATIENT);
      await pair.primary.query('CREATE INDEX ON geo_template.regions (name)');
      await importDataSet({ em: watched.database.em, source: releaseFolder(FIXTURE_DIR) });
      await watch.refresh();
      expect(watched.database.servers().at(-1)?.replica?.inUse).toBe(false);
      await vi.waitFor(
        () =>
          expect(events.at(-1)).toBe(
            'replica-1 left: it does not hold the data set in service: it is behind, or does not follow the primary',
          ),
        PATIENT,
      );
      await receiveFrom(asMade?.source);
      await vi.waitFor(() => expect(events.at(-1)).toBe('replica-1 in use'), PATIENT);
      expect(events).toHaveLength(3);
      await vi.waitFor(() => expect(lag()).toBe(0), PATIENT);
    } finally {
      await receiveFrom(asMade?.source);
    }
    await service.dataSets.refresh();
    await vi.waitFor(async () => expect(await isOnReplica()).toBe(true), PATIENT);
  });

  it('a replica goes on answering while the primary is known to be away', async () => {
    await using primary = await databaseProxy({ url: pair.primary.url });
    const target = { url: primary.url, replicaUrls: [pair.replica.url] };
    await using orphan = await openService({ home: 'postgresql', target });
    await vi.waitFor(async () => expect(await isOnReplica(orphan)).toBe(true), PATIENT);
    expect(await names(orphan)).toBe(golden);
    await primary.cut();
    await vi.waitFor(() => expect(orphan.dataSets.reachable()).toBe(false), PATIENT);
    expect(await names(orphan)).toBe(golden);
    const states = await orphan.get('/v1/states?q=encam', 'Business');
    expect([states.status, await states.text()]).toEqual([200, expect.stringContaining('Encamp')]);
    expect((await orphan.get('/v1/states?q=encam', null, { 'X-SVCAPI-KEY': generateKey() })).status).toBe(503);
    expect((await orphan.get('/readyz', null)).status).toBe(503);
  });

  it('a replica that rests is looked at as soon as the primary is away', async () => {
    await using primary = await databaseProxy({ url: pair.primary.url });
    await using replica = await databaseProxy({ url: pair.replica.url });
    await using watched = await watchedReplica(primary.url, replica.url);
    const { watch, events, database } = watched;
    await watch.refresh();
    await vi.waitFor(() => expect(events).toEqual(['replica-1 in use']), PATIENT);
    // It is left, looked at and left again: by now it rests for eight seconds.
    await replica.cut();
    await vi.waitFor(() => expect(events).toHaveLength(2), PATIENT);
    await sleep(8_000);
    await replica.open();
    await primary.cut();
    const cutAt = performance.now();
    await watch.refresh();
    expect(watch.reachable()).toBe(false);
    await vi.waitFor(() => expect(events.at(-1)).toBe('replica-1 in use'), { timeout: 60_000, interval: 20 });
    const schema = watch.current()?.schema;
    expect(await read(database.em, `SELECT FROM ${schema}.regions LIMIT 1`, [])).toHaveLength(1);
    // Three looks have failed: it would be looked at in seven seconds.
    expect(performance.now() - cutAt).toBeLessThan(5_000);
  });

  it('a replica that rests is looked at as soon as the primary is back', async () => {
    await using primary = await databaseProxy({ url: pair.primary.url });
    await using replica = await databaseProxy({ url: pair.replica.url });
    await using watched = await watchedReplica(primary.url, replica.url);
    const { watch, events } = watched;
    await watch.refresh();
    await vi.waitFor(() => expect(events).toEqual(['replica-1 in use']), PATIENT);
    await Promise.all([primary.cut(), replica.cut()]);
    await vi.waitFor(() => expect([watch.reachable(), events.length]).toEqual([false, 2]), PATIENT);
    await sleep(5_000); // It is looked at all the time, and rests for half a minute by now.
    await Promise.all([primary.open(), replica.open()]);
    await vi.waitFor(() => expect(events.at(-1)).toBe('replica-1 in use'), { timeout: 15_000 });
  });

  describe('that is named twice, as two are', () => {
    let other: DatabaseProxy;
    let both: TestService;
    const inUse = () => both.database.servers().flatMap(({ replica }) => (replica ? [replica.inUse] : []));
    const areGolden = async () => {
      expect(await Promise.all(Array.from({ length: 20 }, () => names(both)))).toEqual(Array(20).fill(golden));
    };

    beforeAll(async () => {
      other = await databaseProxy({ url: pair.replica.url });
      const target = { url: pair.primary.url, replicaUrls: [proxy.url, other.url] };
      const limits = { ...DEFAULT_LIMITS, connectTimeoutMs: 2_000, statementTimeoutMs: 2_000 };
      both = await openService({ home: 'postgresql', target }, {}, limits);
      await isOnReplica(both);
      await vi.waitFor(() => expect(inUse()).toEqual([true, true]), PATIENT);
    });
    afterAll(async () => {
      await both?.close();
      await other?.[Symbol.asyncDispose]();
    });

    it.each(['cut', 'freeze'] as const)('one that is gone (%s) costs no answer, and the other goes on', async (how) => {
      await other[how]();
      await areGolden();
      await areGolden();
      expect([inUse(), await isOnReplica(both)]).toEqual([[true, false], true]);
      await other.open();
      await vi.waitFor(() => expect(inUse()).toEqual([true, true]), PATIENT);
    });

    it('where both are gone the primary answers', async () => {
      await Promise.all([proxy.cut(), other.cut()]);
      await areGolden();
      expect([inUse(), await isOnReplica(both)]).toEqual([[false, false], false]);
      await Promise.all([proxy.open(), other.open()]);
      await vi.waitFor(() => expect(inUse()).toEqual([true, true]), PATIENT);
    });
  });
});

async function opened(url: string, replicaUrls: readonly string[] = [], statementTimeoutMs = 60_000) {
  const limits = { ...LIMITS, statementTimeoutMs };
  const database = await openDatabase('postgresql', { url, replicaUrls }, limits);
  const dataSet = replicaUrls.length > 0 ? await findCurrentDataSet(database.em) : undefined;
  if (dataSet) serveFromReplicas(database.em, dataSet, {});
  return { database, [Symbol.asyncDispose]: () => database.close() };
}

/** A database with this replica, and what is told of it. */
async function watchedReplica(url: string, replicaUrl: string) {
  const database = await openDatabase('postgresql', { url, replicaUrls: [replicaUrl] }, LIMITS);
  const events: string[] = [];
  const watch = watchDataSet(database.em, {
    onReplica: (name) => events.push(`${name} in use`),
    onReplicaLeft: (name, reason) => events.push(`${name} left: ${String(reason)}`),
  });
  const close = async () => {
    await watch.stop();
    await database.close();
  };
  return { database, watch, events, [Symbol.asyncDispose]: close };
}

const server = inject('homes').find((each) => each.home === 'postgresql');

describe.skipIf(!server)('a server that does not follow the primary (else: no PostgreSQL is reachable)', () => {
  it('is not asked, although its data set has the same number', async () => {
    if (!server) throw new Error('skipped without PostgreSQL');
    await using own = await ownDatabase(server);
    await using stranger = await ownDatabase(server);
    const other = new pg.Client({ connectionString: stranger.target.url });
    await other.connect();
    await other.query('UPDATE data_sets SET checksum = md5(checksum)');
    const { rows } = await other.query<{ countries: string }>(
      "SELECT concat('geo_', id, '.countries') AS countries FROM data_sets",
    );
    const countries = rows[0]?.countries;
    await other.query(`UPDATE ${countries} SET name = 'Atlantis'`);
    await using watched = await watchedReplica(own.target.url, stranger.target.url);
    await watched.watch.refresh();
    await vi.waitFor(() => expect(watched.events).toHaveLength(1), PATIENT);
    expect(watched.events).toEqual([
      'replica-1 left: it holds another data set under this number: it does not follow the primary',
    ]);
    expect(watched.database.servers().at(-1)?.replica?.inUse).toBe(false);
    const names = () => read<{ name: string }>(watched.database.em, `SELECT DISTINCT name FROM ${countries}`, []);
    expect(await names()).not.toContainEqual({ name: 'Atlantis' });
    // Now it does.
    await other.query(`UPDATE data_sets SET checksum = '${watched.watch.current()?.version}'`);
    await vi.waitFor(() => expect(watched.events.at(-1)).toBe('replica-1 in use'), PATIENT);
    expect(await names()).toEqual([{ name: 'Atlantis' }]);
    await other.end();
  });
});
