import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type OwnDatabase, ownDatabase } from '../own-database.ts';
import { openService } from '../service.ts';

const shared = inject('homes').find((each) => each.home === 'postgresql');
const PATH = '/v1/states?q=nothing-has-this-name';
const URL_OF_PATH = `http://geo.test${PATH}`;

describe.skipIf(!shared)('a list whose table is locked (else: no PostgreSQL is reachable)', { timeout: 30_000 }, () => {
  let home: OwnDatabase;
  beforeAll(async () => {
    if (!shared) throw new Error('skipped without PostgreSQL');
    home = await ownDatabase(shared);
  });
  afterAll(() => home?.[Symbol.asyncDispose]());

  /** Runs `work` while nobody can read the states; `waiting` tells how many statements wait for them. */
  async function locked(
    service: Awaited<ReturnType<typeof openService>>,
    work: (waiting: () => Promise<number>) => Promise<void>,
  ): Promise<void> {
    const locker = new pg.Client({ connectionString: home.target.url });
    await locker.connect();
    const schema = service.dataSets.current()?.schema;
    await locker.query('BEGIN');
    await locker.query(`LOCK TABLE ${schema}.states IN ACCESS EXCLUSIVE MODE`);
    try {
      await work(async () => {
        await locker.query('SELECT pg_stat_clear_snapshot()');
        const { rows } = await locker.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return rows.length;
      });
    } finally {
      await locker.query('ROLLBACK');
      await locker.end();
    }
  }

  const ask = (signal?: AbortSignal) =>
    new Request(URL_OF_PATH, { headers: { 'X-SVCAPI-KEY': inject('keys').Business }, ...(signal ? { signal } : {}) });

  it('is 503 at the deadline, and its statement is cancelled', async () => {
    await using service = await openService(home, { load: { deadlineMs: 400 } });
    await service.get('/v1/countries/JP', 'Business');
    await locked(service, async (waiting) => {
      const response = await service.gateway.fetch(ask());
      expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
        503,
        '1',
        { error: 'Service temporarily unavailable.' },
      ]);
      await expect.poll(waiting).toBe(0);
    });
    await expect.poll(async () => (await service.gateway.fetch(ask())).status).toBe(200);
  });

  it('is cancelled when the only client that waits for it goes, and is no fault in the log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    await using service = await openService(home, { log });
    await service.get('/v1/countries/JP', 'Business');
    await locked(service, async (waiting) => {
      const client = new AbortController();
      const answer = service.gateway.fetch(ask(client.signal));
      await expect.poll(waiting).toBe(1);
      client.abort();
      expect((await answer).status).toBe(503);
      await expect.poll(waiting).toBe(0);
    });
    const said = lines.map((line): unknown => JSON.parse(line));
    expect(said).toContainEqual(expect.objectContaining({ route: 'States', status: 503 }));
    expect(said).not.toContainEqual(expect.objectContaining({ level: expect.toSatisfy((level) => level > 30) }));
  });

  it('goes on while another client waits for the same', async () => {
    await using service = await openService(home);
    await service.get('/v1/countries/JP', 'Business');
    const client = new AbortController();
    let other: Promise<Response> | undefined;
    await locked(service, async (waiting) => {
      void service.gateway.fetch(ask(client.signal));
      await expect.poll(waiting).toBe(1);
      other = service.gateway.fetch(ask());
      client.abort();
      await sleep(100);
      expect(await waiting()).toBe(1);
    });
    expect((await other)?.status).toBe(200);
  });
});
