import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { generateKey } from '../../src/auth/key-format.ts';
import { DEFAULT_LIMITS } from '../../src/db/orm.ts';
import { type DatabaseProxy, databaseProxy } from '../database-proxy.ts';
import { type OwnDatabase, ownDatabase } from '../own-database.ts';
import { openService, type TestService } from '../service.ts';
import { countingSql } from '../sql-count.ts';

const shared = inject('homes').find((each) => each.home === 'postgresql');
/** The service's own, but for fewer connections. */
const LIMITS = { ...DEFAULT_LIMITS, poolSize: 5 };
/** A request has so long, and on a busy machine a second more to be told that it has had it. */
const DEADLINE_MS = 5_000;
const LATEST_MS = DEADLINE_MS + 1_000;
/** What is certain to come, whenever that is. */
const PATIENT = { timeout: 30_000 };
const UNAVAILABLE = '{"error":"Service temporarily unavailable."}';

describe.skipIf(!shared)('faults of PostgreSQL (else: no PostgreSQL is reachable)', () => {
  let proxy: DatabaseProxy;
  let service: TestService;
  let reads = 0;

  let home: OwnDatabase;
  beforeAll(async () => {
    if (!shared) throw new Error('skipped without PostgreSQL');
    home = await ownDatabase(shared);
  });
  afterAll(() => home?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    proxy = await databaseProxy(home.target);
    service = await openService({ ...home, target: proxy.target }, {}, LIMITS);
    await service.get('/v1/countries/JP', 'Business');
  });
  afterEach(async () => {
    await proxy.open();
    await service.close();
    await proxy[Symbol.asyncDispose]();
  });

  /** A question that no cache has an answer to. */
  function fresh(): string {
    return `/v1/states?q=${String(reads++).padStart(6, 'q')}`;
  }

  async function expectUnavailable(path: string, key?: string): Promise<void> {
    const response =
      key === undefined ? await service.get(path, 'Business') : await service.get(path, null, { 'X-SVCAPI-KEY': key });
    expect([path, response.status, await response.text()]).toEqual([path, 503, UNAVAILABLE]);
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }

  /** Looks at the database from now on: a look that is under way may have begun before. */
  async function lookAnew(): Promise<void> {
    await service.dataSets.refresh();
    await service.dataSets.refresh();
  }

  /** Statements on the database that wait for a lock. */
  async function waitingForLocks(client: pg.Client): Promise<number> {
    await client.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length;
  }

  async function readyz(): Promise<number> {
    return (await service.gateway.fetch(new Request('http://geo.test/readyz'))).status;
  }

  it('nobody at /graphql waits for it while it is known to be away', async () => {
    const named = (q: string) => `{ states(search: "${q}", first: 1) { nodes { id } } }`;
    expect((await service.graphql('Business', named('aa'))).errors).toBeUndefined();
    await proxy.cut();
    await lookAnew();
    const { statements } = await countingSql(async () => {
      for (const q of ['bb', 'cc', 'dd']) {
        const { errors } = await service.graphql('Business', named(q));
        expect(errors?.[0]?.extensions?.['code']).toBe('SERVICE_UNAVAILABLE');
      }
    });
    expect(statements).toEqual([]);
    await proxy.open();
    await lookAnew();
    expect((await service.graphql('Business', named('ee'))).errors).toBeUndefined();
  });

  it('cached answers and refusals go on while it is away, the rest is 503, and all is well when it is back', async () => {
    expect(await readyz()).toBe(200);
    await proxy.cut();
    for (let turn = 0; turn < 3; turn++) {
      expect((await service.get('/v1/countries/JP', 'Business')).status).toBe(200);
      expect((await service.get('/v1/phone?code=x', 'Business')).status).toBe(400);
      expect((await service.get('/v1/countries/JP', null)).status).toBe(401);
      expect((await service.get('/v1/countries/XX', 'Business')).status).toBe(404);
      await expectUnavailable(fresh());
      await expectUnavailable('/v1/countries/JP', generateKey());
    }
    await lookAnew();
    expect(await readyz()).toBe(503);
    // From here on nobody waits for it, since nobody asks it.
    const { statements } = await countingSql(async () => {
      for (let turn = 0; turn < 50; turn++) await expectUnavailable(fresh());
    });
    expect(statements).toEqual([]);
    await proxy.open();
    // The first look at it finds it: nothing that failed before is in the way.
    await lookAnew();
    expect(await readyz()).toBe(200);
    expect((await service.get(fresh(), 'Business')).status).toBe(200);
    expect((await service.get('/v1/countries/JP', null, { 'X-SVCAPI-KEY': generateKey() })).status).toBe(401);
  });

  it('an answer that failed is right at the first question after the fault', async () => {
    const path = '/v1/countries/US';
    await proxy.cut();
    await expectUnavailable(path);
    await proxy.open();
    await service.dataSets.refresh();
    const response = await service.get(path, 'Business');
    expect([response.status, response.headers.get('x-cache')]).toEqual([200, 'MISS']);
  });

  it('stalled connections cost their requests a 503 at most and are given up; later ones are answered', async () => {
    await Promise.all(Array.from({ length: 10 }, () => service.get(fresh(), 'Business')));
    proxy.stall();
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 5 }, () => service.get(fresh(), 'Business')));
    expect(performance.now() - startedAt).toBeLessThan(LATEST_MS);
    for (const { status } of answers) expect([200, 503]).toContain(status);
    await service.dataSets.refresh();
    for (let turn = 0; turn < 20; turn++) expect((await service.get(fresh(), 'Business')).status).toBe(200);
  });

  it('a database that accepts and never answers is 503', async () => {
    proxy.freeze();
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 10 }, () => expectUnavailable(fresh())));
    expect(performance.now() - startedAt).toBeLessThan(LATEST_MS);
    expect((await service.get('/v1/countries/JP', 'Business')).status).toBe(200);
    await proxy.open();
    await expect.poll(async () => (await service.get(fresh(), 'Business')).status, PATIENT).toBe(200);
  });

  it.each(['freeze', 'cut'] as const)(
    'what is under way when it dies (%s) is answered by its deadline',
    async (how) => {
      await service.close();
      // Nothing but the deadline ends the wait for a server that says nothing more.
      const limits = { ...LIMITS, statementTimeoutMs: 60_000 };
      service = await openService({ ...home, target: proxy.target }, { load: { deadlineMs: DEADLINE_MS } }, limits);
      const locker = new pg.Client({ connectionString: home.target.url });
      await locker.connect();
      try {
        await locker.query(`BEGIN; LOCK TABLE ${service.dataSets.current()?.schema}.states IN ACCESS EXCLUSIVE MODE`);
        const askedAt = performance.now();
        const asked = Array.from({ length: 5 }, () => expectUnavailable(fresh()));
        await expect.poll(() => waitingForLocks(locker), PATIENT).toBe(5);
        await proxy[how]();
        await Promise.all(asked);
        expect(performance.now() - askedAt).toBeLessThan(LATEST_MS);
      } finally {
        await locker.end();
      }
      await proxy.open();
      await expect.poll(async () => (await service.get(fresh(), 'Business')).status, { timeout: 5_000 }).toBe(200);
    },
  );

  it('an exhausted pool is 503 while others still hold it, and no obstacle to what needs no connection', async () => {
    await service.close();
    // They hold it until the lock goes, and not until a time limit does.
    service = await openService({ ...home, target: proxy.target }, {}, { ...LIMITS, statementTimeoutMs: 60_000 });
    await service.get('/v1/countries/JP', 'Business');
    const locker = new pg.Client({ connectionString: home.target.url });
    await locker.connect();
    const schema = service.dataSets.current()?.schema;
    await locker.query('BEGIN');
    await locker.query(`LOCK TABLE ${schema}.states IN ACCESS EXCLUSIVE MODE`);
    try {
      let holders = 5;
      const holding = Array.from({ length: 5 }, () => service.get(fresh(), 'Business').finally(() => holders--));
      await expect.poll(() => waitingForLocks(locker), PATIENT).toBe(5);
      const tookMs: number[] = [];
      for (const path of [fresh(), '/v1/regions', fresh()]) {
        const askedAt = performance.now();
        await expectUnavailable(path);
        tookMs.push(performance.now() - askedAt);
        expect(holders).toBe(5);
      }
      // Nobody waits longer than half a second for a connection; on a busy machine one of three is told of it in time.
      expect(Math.min(...tookMs)).toBeLessThan(1_000);
      for (const [path, plan, status] of [
        ['/v1/countries/JP', 'Business', 200],
        ['/v1/phone?code=x', 'Business', 400],
        ['/v1/countries/JP', null, 401],
        ['/v1/countries/XX', 'Business', 404],
        ['/v1/regions/x', 'Business', 404],
        ['/livez', null, 200],
        ['/readyz', null, 200],
      ] as const) {
        expect([path, (await service.get(path, plan)).status]).toEqual([path, status]);
      }
      await locker.query('ROLLBACK');
      expect(new Set((await Promise.all(holding)).map(({ status }) => status))).toEqual(new Set([200]));
    } finally {
      await locker.end();
    }
    expect((await service.get(fresh(), 'Business')).status).toBe(200);
  });

  it('leaves no statement running that nobody waits for', async () => {
    const watcher = new pg.Client({ connectionString: home.target.url });
    await watcher.connect();
    await watcher.query('BEGIN');
    await watcher.query(`LOCK TABLE ${service.dataSets.current()?.schema}.regions IN ACCESS EXCLUSIVE MODE`);
    expect((await service.get('/v1/regions', 'Business')).status).toBe(503);
    const running = async () => {
      await watcher.query('SELECT pg_stat_clear_snapshot()');
      const { rows } = await watcher.query(
        "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%regions%'",
      );
      return rows;
    };
    // The server tells the fault a moment before it counts as idle; without a limit the statement would wait for as long as the lock.
    await expect.poll(running, PATIENT).toEqual([]);
    await watcher.query('ROLLBACK');
    await watcher.end();
  });
});
