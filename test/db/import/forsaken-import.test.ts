/** An import that stands still keeps nobody from the next one: its connection is ended, and nobody else's. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { endKeepersOfClaim, endWriters } from '../../../src/db/import/forsaken-import.ts';
import { ImportClaim } from '../../../src/db/import/import-claim.ts';
import { ImportConnection } from '../../../src/db/import/import-connection.ts';
import { importDataSet } from '../../../src/db/import/import-data-set.ts';
import { ImportBusyError } from '../../../src/db/import/import-error.ts';
import { releaseFolder } from '../../../src/db/import/release-folder.ts';
import { removeSampleFolders, sampleFolder } from './sample-folder.ts';
import { HOMES, type ScratchDatabase } from './scratch-database.ts';

const START_MS = 60_000;
const LEFTOVER = 'geo_123456789';
const UNLOCKED = 'geo_123456788';
const OUTDATED = 'geo_5';
const SILENT = { owner: null, silentSeconds: 60, lockedSeconds: 0 };

const postgres = HOMES.find(([name]) => name === 'PostgreSQL');

describe.skipIf(!postgres)('an import that stands still', () => {
  let scratch: ScratchDatabase;
  const clients: pg.Client[] = [];

  beforeAll(async () => {
    if (postgres) scratch = await postgres[1]();
  }, START_MS);

  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end().catch(() => undefined);
    const schemas = await scratch.query<{ name: string }>(
      "SELECT nspname AS name FROM pg_namespace WHERE nspname ~ '^geo_[0-9]+$'",
    );
    for (const { name } of schemas) await scratch.query(`DROP SCHEMA ${name} CASCADE`);
    await scratch.query('DELETE FROM data_sets');
    await scratch.query('DELETE FROM import_claim');
  });

  afterAll(async () => {
    await scratch?.close();
    removeSampleFolders();
  }, START_MS);

  /** A client within a transaction in which it has done something, and then nothing more. */
  async function standing(sql: string, { database = scratch, name = 'geo-gateway' } = {}) {
    const { url } = database.target as { readonly url: string };
    const client = new pg.Client({ connectionString: url, application_name: name });
    let error: Error | undefined;
    client.on('error', (reason) => {
      error ??= reason;
    });
    await client.connect();
    clients.push(client);
    await client.query('BEGIN');
    await client.query(sql);
    /** Whether its connection is still there. */
    const lives = () =>
      client.query('SELECT 1').then(
        () => true,
        () => false,
      );
    return { lives, reason: () => error as (Error & { readonly code?: string }) | undefined };
  }

  /** The claim of another machine, which was last heard of so many seconds ago. */
  async function claimed(secondsAgo = 120): Promise<string> {
    const owner = randomUUID();
    await scratch.query(
      `INSERT INTO import_claim (owner, host, process_id, backend_pid, beat_at)
       VALUES ('${owner}', 'elsewhere', 1, 0, now() - interval '${secondsAgo} seconds')`,
    );
    return owner;
  }

  async function isThere(schema: string): Promise<boolean> {
    return (await scratch.query(`SELECT 1 FROM pg_namespace WHERE nspname = '${schema}'`)).length > 0;
  }

  async function leftBehind(schema: string): Promise<void> {
    const others = ['regions', 'subregions', 'countries', 'states'].map((name) => `CREATE TABLE ${name} ()`);
    await scratch.query(`
      CREATE SCHEMA ${schema} CREATE TABLE cities (id integer PRIMARY KEY, name text) ${others.join(' ')}`);
    await scratch.query(`
      INSERT INTO data_sets (id, checksum, source) OVERRIDING SYSTEM VALUE VALUES (${schema.replace('geo_', '')}, '', '')`);
  }

  const bringIn = () => importDataSet({ em: scratch.database.em, source: releaseFolder(sampleFolder()) });

  /** Does something on a connection of its own, as an import does. */
  async function connected(work: (connection: ImportConnection) => Promise<void>): Promise<void> {
    const connection = await ImportConnection.open(scratch.database.em);
    await work(connection).finally(() => connection.close());
  }

  it.each([
    ['rows', `INSERT INTO ${LEFTOVER}.cities VALUES (1)`],
    ['an index', `CREATE INDEX ON ${LEFTOVER}.cities (name)`],
    ['its statistics', `ANALYZE ${LEFTOVER}.cities`],
    ['what it reads for the indexes', `SELECT * FROM ${LEFTOVER}.cities`],
  ])(
    'with %s of a data set that never came into service is ended by its successor',
    async (_what, sql) => {
      await claimed();
      await leftBehind(LEFTOVER);
      const { lives, reason } = await standing(sql);
      expect(await bringIn()).toMatchObject({ status: 'imported' });
      expect(await lives()).toBe(false);
      expect(reason()).toMatchObject({ code: '57P01' });
      expect(await isThere(LEFTOVER)).toBe(false);
    },
    START_MS,
  );

  it(
    'while it drops an outdated data set is ended by its successor',
    async () => {
      await claimed();
      await leftBehind(OUTDATED);
      const { lives } = await standing(`DROP SCHEMA ${OUTDATED} CASCADE`);
      expect(await bringIn()).toMatchObject({ status: 'imported' });
      expect(await lives()).toBe(false);
      expect(await isThere(OUTDATED)).toBe(false);
    },
    START_MS,
  );

  it(
    'while it puts its data into service is ended by its successor, which is told that it is busy before',
    async () => {
      await claimed();
      const { lives } = await standing('SELECT owner FROM import_claim FOR UPDATE');
      const refusals: unknown[] = [];
      const outcome = async () => {
        const imported = await bringIn().catch((error: unknown) => void refusals.push(error));
        return imported?.status;
      };
      await expect.poll(outcome, { timeout: START_MS }).toBe('imported');
      for (const refusal of refusals) expect(refusal).toBeInstanceOf(ImportBusyError);
      expect(await lives()).toBe(false);
    },
    2 * START_MS,
  );

  it(
    'is not taken for one that is heard of, whatever that has locked: who comes is told that it is busy',
    async () => {
      await claimed(0);
      const keeper = await standing('SELECT owner FROM import_claim FOR UPDATE');
      const refused = await bringIn().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ImportBusyError);
      await connected((connection) => endKeepersOfClaim(connection, SILENT));
      expect(await keeper.lives()).toBe(true);
    },
    START_MS,
  );

  it('is not taken for who has had the lock for a moment, as its other successors', async () => {
    await claimed();
    const keeper = await standing('SELECT owner FROM import_claim FOR UPDATE');
    await connected((connection) => endKeepersOfClaim(connection, { ...SILENT, lockedSeconds: 3600 }));
    expect(await keeper.lives()).toBe(true);
  });

  it('is ended where its process is gone, however lately it was heard of', async () => {
    await claimed(0);
    const [claim] = await scratch.query<{ owner: string }>('SELECT owner FROM import_claim');
    const keeper = await standing('SELECT owner FROM import_claim FOR UPDATE');
    await connected((connection) => endKeepersOfClaim(connection, { ...SILENT, owner: claim?.owner ?? null }));
    expect(await keeper.lives()).toBe(false);
  });

  it(
    'is not taken for one of another database, whose tables may have the same numbers',
    async () => {
      const other = await (postgres?.[1] ?? (() => Promise.reject(new Error('skipped without PostgreSQL'))))();
      try {
        await claimed();
        const elsewhere = await standing('LOCK TABLE import_claim IN ROW EXCLUSIVE MODE', { database: other });
        await connected((connection) => endKeepersOfClaim(connection, SILENT));
        expect(await elsewhere.lives()).toBe(true);
      } finally {
        for (const client of clients.splice(0)) await client.end();
        await other.close();
      }
    },
    START_MS,
  );

  it('is not taken for who reads: a request of an outdated data set, or a backup of any', async () => {
    const owner = await claimed();
    await leftBehind(OUTDATED);
    await leftBehind(LEFTOVER);
    await scratch.query('UPDATE data_sets SET activated_at = now() WHERE id = 5');
    const request = await standing(`SELECT * FROM ${OUTDATED}.cities`);
    const backup = await standing(`SELECT * FROM ${LEFTOVER}.cities`, { name: 'pg_dump' });
    await connected(async (connection) => {
      await endWriters(connection, OUTDATED, owner);
      await endWriters(connection, LEFTOVER, owner);
    });
    expect([await request.lives(), await backup.lives()]).toEqual([true, true]);
  });

  it('is not taken for a start that makes the data sets follow the template', async () => {
    const owner = await claimed();
    await leftBehind(OUTDATED);
    const starting = await standing(
      `SELECT pg_advisory_xact_lock(hashtext('data sets follow the template'));
       ALTER TABLE ${OUTDATED}.cities ADD COLUMN later text`,
    );
    await connected((connection) => endWriters(connection, OUTDATED, owner));
    expect(await starting.lives()).toBe(true);
  });

  it('is not ended by who was taken for dead meanwhile, and whose claim is another’s', async () => {
    await claimed();
    await leftBehind(LEFTOVER);
    const successor = await standing(`INSERT INTO ${LEFTOVER}.cities VALUES (1)`);
    await connected((connection) => endWriters(connection, LEFTOVER, randomUUID()));
    expect(await successor.lives()).toBe(true);
  });

  it(
    'is not its own successor: one that wakes and whose claim is another’s drops and ends nothing',
    async () => {
      const source = releaseFolder(sampleFolder());
      let successor: Awaited<ReturnType<typeof standing>> | undefined;
      const take = ImportClaim.take.bind(ImportClaim);
      const asleep = vi.spyOn(ImportClaim, 'take').mockImplementationOnce(async (connection) => {
        const claim = await take(connection);
        await scratch.query(`UPDATE import_claim SET owner = '${randomUUID()}'`);
        await leftBehind(UNLOCKED); // Come to first.
        await leftBehind(LEFTOVER);
        successor = await standing(`INSERT INTO ${LEFTOVER}.cities VALUES (1)`);
        return claim;
      });
      onTestFinished(() => asleep.mockRestore());
      const woken = importDataSet({ em: scratch.database.em, source });
      await expect(woken).rejects.toBeInstanceOf(ImportBusyError);
      expect([await successor?.lives(), await isThere(LEFTOVER), await isThere(UNLOCKED)]).toEqual([true, true, true]);
      const registered = [UNLOCKED, LEFTOVER].map((schema) => ({ id: Number(schema.replace('geo_', '')) }));
      expect(await scratch.query('SELECT id FROM data_sets ORDER BY id')).toEqual(registered);
    },
    START_MS,
  );

  it(
    'with a claim that it did not get locks it for seconds only: the server ends its connection',
    async () => {
      const owner = await claimed(0);
      const connection = await ImportConnection.open(scratch.database.em);
      const rows = connection.rows.bind(connection);
      const asked = Promise.withResolvers<void>();
      vi.spyOn(connection, 'rows').mockImplementation(async (sql, params) => {
        const answer = await rows(sql, params);
        if (sql.includes('INSERT INTO import_claim')) {
          asked.resolve();
          await new Promise(() => undefined);
        }
        return answer as never[];
      });
      ImportClaim.take(connection).catch(asked.reject);
      try {
        await asked.promise;
        // The living one's beat.
        await standing(`SET LOCAL lock_timeout = '30s';
                        UPDATE import_claim SET beat_at = now() WHERE owner = '${owner}'`);
        await expect(rows('SELECT 1')).rejects.toThrow();
      } finally {
        await scratch.query(`SELECT pg_terminate_backend(${connection.processId})`);
        connection.close();
      }
    },
    START_MS,
  );

  it('says, whatever it met meanwhile, that another took it for dead; else what it met', async () => {
    const source = releaseFolder(sampleFolder());
    const fails = (meanwhile: () => Promise<unknown>) =>
      importDataSet({
        em: scratch.database.em,
        source: {
          ...source,
          // It fails before there is a row.
          // biome-ignore lint/correctness/useYield: see above
          async *batches() {
            await meanwhile();
            throw new RangeError('a table is gone');
          },
        },
      });
    await expect(fails(async () => undefined)).rejects.toThrow('a table is gone');
    await expect(fails(() => scratch.query('DELETE FROM import_claim'))).rejects.toBeInstanceOf(ImportBusyError);
  });

  it(
    'is not taken for who reads for long what it left: that is dropped by a later import, and not waited for',
    async () => {
      await leftBehind(LEFTOVER);
      const backup = await standing(`SELECT * FROM ${LEFTOVER}.cities`, { name: 'pg_dump' });
      expect(await bringIn()).toMatchObject({ status: 'imported' });
      expect([await backup.lives(), await isThere(LEFTOVER)]).toEqual([true, true]);
      for (const client of clients.splice(0)) await client.end();
      expect(await bringIn()).toMatchObject({ status: 'unchanged' });
      expect(await isThere(LEFTOVER)).toBe(false);
    },
    START_MS,
  );

  it(
    'within a data set that was in service is ended when that is outdated',
    async () => {
      const { dataSetId } = await bringIn();
      const changed = (name: string) =>
        importDataSet({
          em: scratch.database.em,
          source: releaseFolder(sampleFolder({ regions: (rows) => Object.assign(rows[0] ?? {}, { name }) && rows })),
        });
      await changed('One');
      const builder = await standing(`DELETE FROM geo_${dataSetId}.find_index`);
      await changed('Another');
      expect([await builder.lives(), await isThere(`geo_${dataSetId}`)]).toEqual([false, false]);
    },
    START_MS,
  );

  it('stays where there is no right to end it', async () => {
    const owner = await claimed();
    await leftBehind(LEFTOVER);
    const writer = await standing(`INSERT INTO ${LEFTOVER}.cities VALUES (1)`);
    const role = `geo_test_${randomUUID().slice(0, 8)}`;
    await scratch.query(`CREATE ROLE ${role} IN ROLE pg_read_all_stats`);
    await scratch.query(`GRANT SELECT ON data_sets, import_claim TO ${role}`);
    try {
      await connected(async (connection) => {
        await connection.rows(`SET ROLE ${role}`);
        await endWriters(connection, LEFTOVER, owner).finally(() => connection.rows('RESET ROLE'));
      });
      expect(await writer.lives()).toBe(true);
    } finally {
      await scratch.query(`DROP OWNED BY ${role}`);
      await scratch.query(`DROP ROLE ${role}`);
    }
  });
});
