import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { importDataSet } from '../../src/db/import/import-data-set.ts';
import { ImportBusyError } from '../../src/db/import/import-error.ts';
import { releaseFolder } from '../../src/db/import/release-folder.ts';
import { migrate } from '../../src/db/migrate.ts';
import { MIGRATION_NAMES } from '../../src/db/migrations.ts';
import { DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { type OwnDatabase, ownDatabase } from '../own-database.ts';
import { NO_PGBOUNCER, type PgBouncer, pgBouncer } from '../pgbouncer.ts';
import { singleServer } from '../postgres-cluster.ts';
import { openService } from '../service.ts';
import { freePort } from '../free-port.ts';

const shared = inject('homes').find((each) => each.home === 'postgresql');
/** Slow machines are no fault of what is tested, but statements have a limit. */
const LIMITS = { ...DEFAULT_LIMITS, connectTimeoutMs: 20_000, statementTimeoutMs: 2_000 };
const PATHS = ['/v1/countries', '/v1/countries/JP/states', '/v1/states?q=to', '/v1/search/fuzzy?q=Tokio&type=city'];

describe.skipIf(!shared || NO_PGBOUNCER)(
  `PostgreSQL behind PgBouncer in transaction mode (else: ${NO_PGBOUNCER ?? 'no PostgreSQL is reachable'})`,
  {
    timeout: 60_000,
  },
  () => {
    let home: OwnDatabase;
    let pooler: PgBouncer;
    const pooled = () => ({ ...home, target: { url: pooler.url } });
    beforeAll(async () => {
      if (!shared) throw new Error('skipped without PostgreSQL');
      home = await ownDatabase(shared);
      pooler = await pgBouncer(home.target.url);
    });
    afterAll(async () => {
      await pooler?.[Symbol.asyncDispose]();
      await home?.[Symbol.asyncDispose]();
    });

    /** Runs `work` while nobody can read the states; `waiting` tells how many statements wait for them. */
    async function locked(
      schema: string,
      work: (waiting: () => Promise<number | null>) => Promise<void>,
    ): Promise<void> {
      const locker = new pg.Client({ connectionString: home.target.url });
      await locker.connect();
      await locker.query('BEGIN');
      await locker.query(`LOCK TABLE ${schema}.states IN ACCESS EXCLUSIVE MODE`);
      try {
        await work(async () => {
          await locker.query('SELECT pg_stat_clear_snapshot()');
          const sql = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
          return (await locker.query(sql)).rowCount;
        });
      } finally {
        await locker.query('ROLLBACK');
        await locker.end();
      }
    }

    it('is answered from as without it, by more connections than the pooler has', async () => {
      await using direct = await openService(home);
      await using service = await openService(pooled(), {}, LIMITS);
      const asked = PATHS.flatMap((path) => Array.from({ length: 5 }, () => path));
      const answers = await Promise.all(asked.map(async (path) => (await service.get(path, 'Business')).text()));
      for (const [index, path] of asked.entries()) {
        expect([path, answers[index]]).toEqual([path, await (await direct.get(path, 'Business')).text()]);
      }
    });

    it('looks rows up though it keeps no names of statements', async () => {
      await using direct = await openService(home);
      // More connections than the pooler has, so that most meet names of others, and miss their own.
      await using service = await openService(pooled(), { shortCuts: false, cacheBytes: 1 }, LIMITS);
      const { rows } = await service.database.em
        .getConnection('write')
        .getNativeClient()
        .then((pool) =>
          pool.query<{ id: number }>(`SELECT id FROM ${service.dataSets.current()?.schema}.states LIMIT 40`),
        );
      for (let turn = 0; turn < 3; turn++) {
        const paths = rows.map(({ id }) => `/v1/states/${id}?fields=id,name${turn === 1 ? ',iso2' : ''}`);
        const answers = await Promise.all(paths.map(async (path) => (await service.get(path, 'Business')).text()));
        for (const [index, path] of paths.entries()) {
          expect([path, answers[index]]).toEqual([path, await (await direct.get(path, 'Business')).text()]);
        }
      }
    });

    it('cancels a statement at its time limit, and one whose client goes', async () => {
      await using service = await openService(pooled(), {}, LIMITS);
      const ask = (signal?: AbortSignal, of = service) =>
        of.gateway.fetch(
          new Request('http://geo.test/v1/states?q=nothing-has-this-name', {
            headers: { 'X-SVCAPI-KEY': inject('keys').Business },
            ...(signal ? { signal } : {}),
          }),
        );
      await service.get('/v1/countries/JP', 'Business');
      await locked(service.dataSets.current()?.schema ?? '', async (waiting) => {
        const late = ask();
        await expect.poll(waiting).toBe(1);
        expect((await late).status).toBe(503);
        await expect.poll(waiting).toBe(0);
      });
      expect((await ask()).status).toBe(200);
      // By itself this one would end after everything else here.
      await using patient = await openService(pooled(), {}, { ...LIMITS, statementTimeoutMs: 120_000 });
      await patient.get('/v1/countries/JP', 'Business');
      await locked(patient.dataSets.current()?.schema ?? '', async (waiting) => {
        const client = new AbortController();
        const left = ask(client.signal, patient);
        await expect.poll(waiting).toBe(1);
        client.abort();
        expect((await left).status).toBe(503);
        await expect.poll(waiting).toBe(0);
      });
      expect((await ask(undefined, patient)).status).toBe(200);
    });

    it('cancels a statement also where the request for that comes late', async () => {
      await using slow = await lateCancels(pooler.url);
      const target = { url: slow.url };
      await using service = await openService({ home: 'postgresql', target }, {}, LIMITS);
      await service.get('/v1/countries/JP', 'Business');
      await locked(service.dataSets.current()?.schema ?? '', async (waiting) => {
        const late = service.get('/v1/states?q=nothing-has-that-name', 'Business');
        await expect.poll(waiting).toBe(1);
        expect((await late).status).toBe(503);
        await expect.poll(waiting).toBe(0);
      });
      expect(slow.cancels()).toBeGreaterThan(0);
    });

    it('is migrated and imported into through it, and a claim does not die with a server connection', async () => {
      const name = `geo_test_${randomUUID().slice(0, 8)}`;
      const administrator = new pg.Client({ connectionString: home.target.url });
      await administrator.connect();
      await administrator.query(`CREATE DATABASE ${name}`);
      const url = new URL(pooler.url);
      url.pathname = name;
      const database = await openDatabase('postgresql', { url: url.href }, LIMITS);
      const bringIn = () => importDataSet({ em: database.em, source: releaseFolder(FIXTURE_DIR) });
      try {
        expect(await migrate(database)).toEqual(MIGRATION_NAMES);
        expect((await bringIn()).status).toBe('imported');
        expect((await bringIn()).status).toBe('unchanged');
        const claim = (beaten: string) =>
          database.em.fork().execute(
            `INSERT INTO import_claim (owner, host, process_id, backend_pid, beat_at)
           VALUES (gen_random_uuid(), 'another', 1, 0, now() - interval '${beaten}')`,
          );
        await claim('1 second');
        await expect(bringIn()).rejects.toThrow(ImportBusyError);
        await database.em.fork().execute('DELETE FROM import_claim');
        await claim('2 minutes');
        expect((await bringIn()).status).toBe('unchanged');
      } finally {
        await database.close();
        await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`);
        await administrator.end();
      }
    });

    it('is 503 while the pooler is away', async () => {
      const gone = await pgBouncer(home.target.url);
      await using service = await openService({ ...home, target: { url: gone.url } }, {}, LIMITS);
      expect((await service.get('/v1/states?q=one', 'Business')).status).toBe(200);
      await gone[Symbol.asyncDispose]();
      expect((await service.get('/v1/states?q=two', 'Business')).status).toBe(503);
    });
  },
);

// Debian's PgBouncer 1.18 ends itself for a client that takes its cancel request back.
it.skipIf(!shared || NO_PGBOUNCER)('PgBouncer outlives a server that stands still', { timeout: 120_000 }, async () => {
  await using server = await singleServer();
  await using pooler = await pgBouncer(server.url);
  const { em, close } = await openDatabase('postgresql', { url: pooler.url });
  let isOver = false;
  const caller = async () => {
    while (!isOver) await read(em, 'SELECT pg_sleep(0.05)', []).catch(() => sleep(50));
  };
  try {
    await read(em, 'SELECT 1', []);
    const callers = Array.from({ length: 8 }, caller);
    for (let turn = 0; turn < 2; turn++) {
      await sleep(500);
      server.freeze();
      await sleep(3_000);
      server.thaw();
      const one = () => read(em, 'SELECT 1 AS one', []).catch((error: unknown) => error);
      await expect.poll(one, { timeout: 20_000 }).toEqual([{ one: 1 }]);
    }
    isOver = true;
    await Promise.all(callers);
  } finally {
    isOver = true;
    await close();
  }
});

/** The code of a cancel request (PostgreSQL documentation, "Message Formats"), behind its length. */
const CANCEL_CODE = 80_877_102;

/** A way to a pooler on which requests to cancel come later than the driver gives an answer up. */
async function lateCancels(to: string): Promise<AsyncDisposable & { readonly url: string; cancels(): number }> {
  const { hostname, port } = new URL(to);
  let cancels = 0;
  const server = createServer((client) => {
    const pooler = connect(Number(port), hostname);
    client.once('data', (first: Buffer) => {
      const isCancel = first.length === 16 && first.readInt32BE(4) === CANCEL_CODE;
      if (isCancel) cancels += 1;
      const go = () => {
        pooler.write(first);
        client.pipe(pooler).pipe(client);
      };
      client.pause();
      setTimeout(go, isCancel ? 250 : 0);
    });
    for (const [one, other] of [
      [client, pooler],
      [pooler, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  const url = new URL(to);
  url.port = String(await freePort());
  await new Promise<void>((resolve) => server.listen(Number(url.port), '127.0.0.1', resolve));
  return {
    url: url.href,
    cancels: () => cancels,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
