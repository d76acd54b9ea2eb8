import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/db/orm.ts';
import { type DatabaseProxy, databaseProxy } from '../database-proxy.ts';
import { type OwnDatabase, ownDatabase } from '../own-database.ts';
import { openService } from '../service.ts';

const shared = inject('homes').find((each) => each.home === 'postgresql');
const POOL_SIZE = 5;
/** Slow machines are no fault of what is tested. */
const LIMITS = { ...DEFAULT_LIMITS, poolSize: POOL_SIZE, connectTimeoutMs: 10_000, statementTimeoutMs: 10_000 };

describe.skipIf(!shared)(
  'a server without room for our connections (else: no PostgreSQL is reachable)',
  {
    timeout: 60_000,
  },
  () => {
    const role = `geo_test_${randomUUID().slice(0, 8)}`;
    let home: OwnDatabase;
    let proxy: DatabaseProxy;
    let administrator: pg.Client;
    let asked = 0;

    beforeAll(async () => {
      if (!shared) throw new Error('skipped without PostgreSQL');
      home = await ownDatabase(shared);
      administrator = new pg.Client({ connectionString: home.target.url });
      await administrator.connect();
      await administrator.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`);
      await administrator.query(`GRANT pg_read_all_data, pg_write_all_data TO ${role}`);
      proxy = await databaseProxy(home.target);
    });
    afterAll(async () => {
      await proxy?.[Symbol.asyncDispose]();
      await administrator?.end();
      await home?.[Symbol.asyncDispose]();
      if (!shared || !('url' in shared.target)) return;
      const last = new pg.Client({ connectionString: shared.target.url });
      await last.connect();
      await last.query(`DROP ROLE IF EXISTS ${role}`);
      await last.end();
    });

    const allow = (connections: number) => administrator.query(`ALTER ROLE ${role} CONNECTION LIMIT ${connections}`);

    function open() {
      const url = new URL(proxy.url);
      url.username = role;
      url.password = role;
      return openService({ ...home, target: { url: url.href } }, {}, LIMITS);
    }

    /** Asks for what no cache has, many at a time, until so much time has passed; answers how often each status came. */
    async function load(service: Awaited<ReturnType<typeof open>>, ms: number): Promise<Record<number, number>> {
      const statuses: Record<number, number> = {};
      const until = performance.now() + ms;
      const one = async () => {
        while (performance.now() < until) {
          const { status } = await service.get(`/v1/states?q=${String(asked++).padStart(6, 'q')}`, 'Business');
          statuses[status] = (statuses[status] ?? 0) + 1;
          await sleep(1);
        }
      };
      await Promise.all(Array.from({ length: 2 * POOL_SIZE }, one));
      return statuses;
    }

    it('is answered from over the few that it gives, and asked for the others once a second', async () => {
      await allow(2);
      await using service = await open();
      const [before, startedAt] = [proxy.accepted, performance.now()];
      const statuses = await load(service, 3_500);
      const seconds = (performance.now() - startedAt) / 1000;
      expect(Object.keys(statuses)).toEqual(['200']);
      expect(statuses[200]).toBeGreaterThan(2 * POOL_SIZE);
      const connects = proxy.accepted - before;
      expect(connects).toBeGreaterThan(0);
      expect(connects).toBeLessThanOrEqual(Math.ceil(seconds + 1) * POOL_SIZE);
    });

    it('is 503 where it gives none, asked no more often, and used again when it does', async () => {
      await allow(-1);
      await using service = await open();
      await service.get('/v1/countries/JP', 'Business');
      await allow(0);
      await administrator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role]);
      const [before, startedAt] = [proxy.accepted, performance.now()];
      const statuses = await load(service, 3_500);
      const seconds = (performance.now() - startedAt) / 1000;
      expect(Object.keys(statuses)).toEqual(['503']);
      expect(statuses[503]).toBeGreaterThan(10 * POOL_SIZE);
      expect(proxy.accepted - before).toBeLessThanOrEqual(Math.ceil(seconds + 1) * POOL_SIZE);
      await allow(-1);
      await expect
        .poll(() => load(service, 1), { timeout: 10_000, interval: 100 })
        .toMatchObject({ 200: expect.any(Number) });
    });
  },
);
