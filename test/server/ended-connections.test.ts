/** Connections to PostgreSQL that end under way: what is read is sent again, on another one, and no caller sees it. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';
import { type DatabaseProxy, databaseProxy } from '../database-proxy.ts';
import { type OwnDatabase, ownDatabase } from '../own-database.ts';
import { openService, PATIENT_LIMITS } from '../service.ts';
import { countingSql } from '../sql-count.ts';

const shared = inject('homes').find((each) => each.home === 'postgresql');
/** The service's own, but for fewer connections. */
const LIMITS = { ...DEFAULT_LIMITS, poolSize: 5 };

describe.skipIf(!shared)('connections to PostgreSQL that end (else: no PostgreSQL is reachable)', () => {
  let home: OwnDatabase;
  let proxy: DatabaseProxy;
  let reads = 0;

  beforeAll(async () => {
    if (!shared) throw new Error('skipped without PostgreSQL');
    home = await ownDatabase(shared);
  });
  afterAll(() => home?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    proxy = await databaseProxy(home.target);
  });
  afterEach(() => proxy[Symbol.asyncDispose]());

  /** A question that no cache has an answer to. */
  function fresh(): string {
    return `/v1/states?q=${String(reads++).padStart(6, 'q')}`;
  }

  it('a backend that is killed costs one attempt: what is sent again goes to another', async () => {
    // Twenty new connections one behind another take longer on a slow machine than anybody waits for one.
    const limits = { ...LIMITS, connectTimeoutMs: 20_000 };
    await using patient = await openService({ ...home, target: proxy.target }, {}, limits);
    const { em } = patient.database;
    await Promise.all(Array.from({ length: LIMITS.poolSize }, () => read(em, 'SELECT pg_sleep(0.1)', [])));
    const callers = Array.from({ length: 20 }, (_, caller) => `turns_${caller}`);
    for (const caller of callers) await read(em, `CREATE SEQUENCE ${caller}`, []);
    const { result, statements } = await countingSql(() =>
      Promise.all(
        callers.map((caller) =>
          // The first of each ends the connection that it runs on, at once; a sequence does not forget that.
          read<{ turn: string }>(
            em,
            `SELECT nextval('${caller}') AS turn,
                    CASE WHEN currval('${caller}') = 1 THEN pg_terminate_backend(pg_backend_pid())::text || pg_sleep(60) END`,
            [],
          ),
        ),
      ),
    );
    expect(result).toHaveLength(20);
    expect(statements.filter((sql) => sql.includes('turns'))).toHaveLength(40);
  });

  it('a hundred backends killed under load are no fault that a caller sees', async () => {
    const killer = new pg.Client({ connectionString: home.target.url });
    await killer.connect();
    await using patient = await openService({ ...home, target: proxy.target });
    let running = true;
    const statuses = new Map<number, number>();
    let answers = 0;
    const load = Array.from({ length: 6 }, async () => {
      while (running) {
        const { status } = await patient.get(fresh(), 'Business');
        answers += 1;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    let killed = 0;
    for (let turn = 0; turn < 300 && killed < 100; turn++) {
      const { rowCount } = await killer.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'geo-gateway' AND client_port = ANY($1)
          ORDER BY random() LIMIT 1`,
        [proxy.upstreamPorts()],
      );
      killed += rowCount ?? 0;
      const answered = answers + load.length;
      // By the clock alone a busy machine would have the same request's connection killed at each of its attempts.
      do await sleep(25);
      while (answers < answered);
    }
    running = false;
    await Promise.all(load);
    await killer.end();
    expect([...statuses.keys()]).toEqual([200]);
    expect(killed).toBe(100);
    expect(statuses.get(200)).toBeGreaterThan(100);
  });

  it('dropped connections under load neither', async () => {
    await using patient = await openService(
      { ...home, target: proxy.target },
      {},
      { ...PATIENT_LIMITS, poolSize: LIMITS.poolSize },
    );
    for (let turn = 0; turn < 40; turn++) {
      const answers = Array.from({ length: 20 }, () => patient.get(fresh(), 'Business'));
      await sleep(turn % 5);
      proxy.drop();
      expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
    }
  });
});
