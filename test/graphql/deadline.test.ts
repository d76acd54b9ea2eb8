import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hashKey, keyPrefix } from '../../src/auth/key-format.ts';
import { insertKey } from '../../src/db/api-key.queries.ts';
import { importDataSet } from '../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../src/db/import/release-folder.ts';
import { HOMES, type ScratchDatabase } from '../db/import/scratch-database.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { openService, type TestService } from '../service.ts';

// The embedded database has one session: nobody else can hold a lock in it.
const openPostgres = HOMES.find(([name]) => name === 'PostgreSQL')?.[1];
const DEADLINE_MS = 1_500;

describe.skipIf(!openPostgres)('an operation that does not end in time (needs PostgreSQL)', () => {
  const key = inject('keys').Business;
  let scratch: ScratchDatabase;
  let service: TestService;
  let other: pg.Client;

  beforeAll(async () => {
    if (!openPostgres) throw new Error('skipped');
    scratch = await openPostgres();
    const { em } = scratch.database;
    await importDataSet({ em, source: releaseFolder(FIXTURE_DIR) });
    await insertKey(em, { prefix: keyPrefix(key), hash: hashKey(key), plan: 'Business' });
    service = await openService(
      { home: 'postgresql', target: scratch.target },
      {
        graphql: { deadlineMs: DEADLINE_MS },
        operations: [{ file: 'slow.graphql', text: 'query Slow { countries(first: 1) { nodes { name } } }' }],
      },
    );
    other = new pg.Client({ connectionString: 'url' in scratch.target ? scratch.target.url : '' });
    await other.connect();
    await service.graphql('Business', '{ __typename }');
  });
  afterAll(async () => {
    await other.end();
    await service.close();
    await scratch.close();
  });

  /** Runs `work` while every read of the countries waits for a lock. */
  async function locked<T>(work: () => Promise<T>): Promise<T> {
    const { rows } = await other.query<{ schema: string }>(
      `SELECT 'geo_' || id AS schema FROM data_sets WHERE activated_at IS NOT NULL ORDER BY activated_at DESC LIMIT 1`,
    );
    await other.query('BEGIN');
    await other.query(`LOCK TABLE ${rows[0]?.schema}.countries IN ACCESS EXCLUSIVE MODE`);
    try {
      return await work();
    } finally {
      await other.query('ROLLBACK');
    }
  }

  async function waitingStatements(): Promise<number> {
    const { rows } = await other.query<{ count: string }>(
      `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return Number(rows[0]?.count);
  }

  async function settles(count: number): Promise<void> {
    await expect.poll(waitingStatements, { timeout: 20_000, interval: 10 }).toBe(count);
  }

  it('is answered with DEADLINE_EXCEEDED, and its statement is cancelled in the database', async () => {
    await locked(async () => {
      const asked = service.graphql('Business', '{ countries(first: 1) { nodes { name } } }');
      await settles(1);
      const answer = await asked;
      expect(answer.status).toBe(503);
      expect(answer.errors?.[0]?.extensions?.['code']).toBe('DEADLINE_EXCEEDED');
      expect(answer).not.toHaveProperty('data');
      await settles(0);
    });
  });

  it('is not kept when it is a stored one: the next answer is right', async () => {
    const ask = () =>
      service.gateway.fetch(
        new Request('http://geo.test/graphql?operation=Slow', { headers: { 'X-SVCAPI-KEY': key } }),
      );
    await locked(async () => {
      const answer = await ask();
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      await settles(0);
    });
    expect((await ask()).status).toBe(200);
  });

  it('is cancelled when its client goes', async () => {
    await locked(async () => {
      const client = new AbortController();
      const asked = service.gateway.fetch(
        new Request('http://geo.test/graphql', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': key },
          body: JSON.stringify({ query: '{ countries(first: 2) { nodes { name } } }' }),
          signal: client.signal,
        }),
      );
      await settles(1);
      client.abort();
      await asked;
      await settles(0);
    });
  });
});
