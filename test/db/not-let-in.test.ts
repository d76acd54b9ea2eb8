/** A database that is there and lets its user in no more. */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { isNotLetIn } from '../../src/db/faults.ts';
import { openHome } from '../../src/db/home.ts';
import { setUp } from '../../src/setup.ts';
import { ownDatabase } from '../own-database.ts';
import { openService, someHome } from '../service.ts';

const server = inject('homes').find(({ home }) => home === 'postgresql');
const PATIENT = { timeout: 20_000 };

interface Gate {
  readonly url: string;
  /** Lets nobody in; whoever is in stays. */
  shutDoor(): Promise<void>;
  /** And sends all away. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

/** A role of its own in a database, and what keeps it out of there. */
async function gated(url: string, shutSql: string, openSql: string): Promise<Gate> {
  const role = `geo_test_${randomUUID().slice(0, 8)}`;
  const admin = new URL(url);
  const database = admin.pathname.slice(1);
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  const filled = (sql: string) => sql.replaceAll('ROLE_NAME', role).replaceAll('DATABASE_NAME', database);
  await client.query(`CREATE ROLE ${role} LOGIN SUPERUSER`);
  onTestFinished(async () => {
    await client.query(`DROP ROLE ${role}`);
    await client.end();
  });
  const own = new URL(url);
  own.username = role;
  return {
    url: own.href,
    shutDoor: async () => void (await client.query(filled(shutSql))),
    async shut() {
      await client.query(filled(shutSql));
      await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
    },
    open: async () => void (await client.query(filled(openSql))),
  };
}

describe.skipIf(!server).each([
  ['its role may log in no more', 'ALTER ROLE ROLE_NAME NOLOGIN', 'ALTER ROLE ROLE_NAME LOGIN'],
  [
    'it accepts no connections',
    'ALTER DATABASE DATABASE_NAME ALLOW_CONNECTIONS false',
    'ALTER DATABASE DATABASE_NAME ALLOW_CONNECTIONS true',
  ],
  [
    'it has another name',
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'DATABASE_NAME'; ALTER DATABASE DATABASE_NAME RENAME TO DATABASE_NAME_away`,
    'ALTER DATABASE DATABASE_NAME_away RENAME TO DATABASE_NAME',
  ],
])('a database that lets nobody in (else: no PostgreSQL is reachable): %s', (_, shut, open) => {
  it('is one that is away, for a gateway that runs', async () => {
    await using own = await ownDatabase(server ?? someHome());
    const gate = await gated(own.target.url, shut, open);
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    await using service = await openService({ home: 'postgresql', target: { url: gate.url } }, { log });
    const ask = async (path: string) => (await service.get(path, 'Business')).status;
    expect(await ask('/v1/countries/JP')).toBe(200);
    await vi.waitFor(() => gate.shut(), PATIENT);
    expect(await ask('/v1/countries/JP/states/13/cities')).toBe(503);
    await vi.waitFor(() => expect(service.dataSets.reachable()).toBe(false), PATIENT);
    expect([await ask('/v1/countries/AD/states'), await ask('/v1/countries/JP')]).toEqual([503, 200]);
    expect(lines.filter((line) => !line.includes('"level":30'))).toEqual([]);
    await gate.open();
    await vi.waitFor(async () => expect(await ask('/v1/countries/AD/states')).toBe(200), PATIENT);
  });

  it('goes on with the connections that there are', async (context) => {
    if (shut.includes('RENAME')) return context.skip('a database that somebody is in can not be renamed');
    await using own = await ownDatabase(server ?? someHome());
    const gate = await gated(own.target.url, shut, open);
    await using service = await openService({ home: 'postgresql', target: { url: gate.url } });
    await gate.shutDoor();
    const faults = [];
    for (let asked = 0; asked < 5; asked++) {
      const answers = ['AD', 'JP', 'CM', 'US', 'FR', 'IN', 'GB', 'CA'].map((code) =>
        service.graphql('Business', `{country(code:"${code}"){cities(first:${10 + asked}){nodes{name}}}}`),
      );
      for (const { status } of await Promise.all(answers)) if (status !== 200) faults.push(status);
      await service.dataSets.refresh();
      if (!service.dataSets.reachable()) faults.push('away');
    }
    await gate.open();
    expect(faults).toEqual([]);
    expect(service.database.servers()[0]?.total).toBeLessThan(4);
  });

  it('ends a start at once: somebody has to mend it', async () => {
    await using own = await ownDatabase(server ?? someHome());
    const gate = await gated(own.target.url, shut, open);
    await vi.waitFor(() => gate.shut(), PATIENT);
    const home = await openHome({ databaseUrl: gate.url, replicaUrls: [], dataDir: tmpdir() });
    const events: unknown[] = [];
    try {
      const start = setUp(home, tmpdir(), { onWaiting: (error) => events.push(error) });
      await expect(start).rejects.toMatchObject({ message: expect.stringMatching(/log in|accepting|does not exist/) });
      // A machine that stands still for seconds reaches nobody, which is waited for.
      expect(events.filter(isNotLetIn)).toEqual([]);
    } finally {
      await home.close();
      await gate.open();
    }
  });
});
