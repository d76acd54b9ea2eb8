/** The primary's address leads to another server, with other data, under a gateway that runs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import { DataSetGoneError } from '../../src/db/faults.ts';
import { importDataSet } from '../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../src/db/import/release-folder.ts';
import { DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import { read } from '../../src/db/read.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { markedCopy } from '../faults/data-folders.ts';
import { type OwnDatabase, ownDatabase } from '../own-database.ts';
import { openService, someHome } from '../service.ts';

const server = inject('homes').find(({ home }) => home === 'postgresql');
const PATIENT = { timeout: 20_000 };

/** Lets each of two databases answer in the other's place, as when a primary's address moves. */
async function swap(first: OwnDatabase, second: OwnDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: someHomeUrl() });
  await client.connect();
  const [one, other] = [first, second].map(({ target }) => new URL(target.url).pathname.slice(1));
  const moves = [
    [one, 'moving'],
    [other, one],
    ['moving', other],
  ].map(([from, to]) => [from, to].map((name) => (name === 'moving' ? `${one}_moving` : name)));
  try {
    for (const [from, to] of moves) {
      // Whoever lost its connection is there again at once.
      await vi.waitFor(async () => {
        await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [from]);
        await client.query(`ALTER DATABASE ${from} RENAME TO ${to}`);
      }, PATIENT);
    }
  } finally {
    await client.end();
  }
}

function someHomeUrl(): string {
  if (!server || !('url' in server.target)) throw new Error('skipped without PostgreSQL');
  return server.target.url;
}

/** A copy of the prepared database that has had two imports since: its data sets are others, and every country's name is marked. */
async function strangerTo(own: OwnDatabase): Promise<OwnDatabase> {
  const stranger = await ownDatabase(own);
  const folder = mkdtempSync(join(tmpdir(), 'geo-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = await openDatabase('postgresql', stranger.target);
  try {
    for (const mark of [' (old)', ' (new)']) {
      const source = releaseFolder(markedCopy(FIXTURE_DIR, join(folder, mark), mark));
      await importDataSet({ em: database.em, source });
    }
  } finally {
    await database.close();
  }
  return stranger;
}

describe.skipIf(!server)('a primary that is another server (else: no PostgreSQL is reachable)', () => {
  it('has data sets whose numbers no other server has', async () => {
    await using own = await ownDatabase(server ?? someHome());
    const imported = async () => {
      await using one = await ownDatabase(own);
      const database = await openDatabase('postgresql', one.target);
      try {
        await database.em.execute('DELETE FROM data_sets');
        return (await importDataSet({ em: database.em, source: releaseFolder(FIXTURE_DIR) })).dataSetId;
      } finally {
        await database.close();
      }
    };
    expect(await imported()).not.toBe(await imported());
  });

  it('gives no row to who reads the data set that was in service', async () => {
    await using own = await ownDatabase(server ?? someHome());
    await using stranger = await strangerTo(own);
    const known = await openDatabase('postgresql', own.target);
    const watch = watchDataSet(known.em, {}, undefined, new Promise(() => undefined));
    await watch.refresh();
    await known.close();
    await using service = await openService(own, { dataSets: watch });
    const nameOf = async (code: string) => {
      const { status, data } = await service.graphql(
        'Business',
        `{country(code:"${code}"){name states(first:1){totalCount}}}`,
      );
      return [status, (data?.['country'] as { name: string } | undefined)?.name];
    };
    expect(await nameOf('JP')).toEqual([200, 'Japan']);
    await swap(own, stranger);
    const answer = await service.get('/v1/countries/AD/states', 'Business');
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '1',
      '{"error":"Service temporarily unavailable."}',
    ]);
    const { schema } = watch.current() ?? {};
    await expect(read(service.database.em, `SELECT name FROM ${schema}.countries`, [])).rejects.toThrow(
      DataSetGoneError,
    );
  });

  it('is no excuse for a data set in service that lacks its tables', async () => {
    await using own = await ownDatabase(server ?? someHome());
    await using service = await openService(own);
    const { schema } = service.dataSets.current() ?? {};
    await service.database.em.execute(`DROP TABLE ${schema}.geonames`);
    const answer = read(service.database.em, `SELECT count(*) FROM ${schema}.geonames`, []);
    await expect(answer).rejects.toMatchObject({ code: '42P01' });
  });

  it('is taken up, and no answer has data of both', async () => {
    await using own = await ownDatabase(server ?? someHome());
    await using stranger = await strangerTo(own);
    await using service = await openService(own, { cacheBytes: 0 }, { ...DEFAULT_LIMITS, connectTimeoutMs: 20_000 });
    const answers = { ofOne: 0, ofTheOther: 0, ofBoth: 0, told: 0, wrong: 0 };
    let isOver = false;
    let least = 0;
    const ask = async () => {
      while (!isOver) {
        least += 1; // What was asked before is in memory.
        const { status, data } = await service.graphql(
          'Business',
          `{country(code:"JP"){name} countries(first:9,filter:{areaSqKm:{min:${least}}}){nodes{name states(first:1){nodes{country{name}}}}}}`,
        );
        const names = JSON.stringify(data ?? null).match(/"name":/g)?.length ?? 0;
        const marks = JSON.stringify(data ?? null).match(/ \(new\)"/g)?.length ?? 0;
        if (status === 503) answers.told += 1;
        else if (status !== 200 || names < 2) answers.wrong += 1;
        else if (marks === 0) answers.ofOne += 1;
        else if (marks === names) answers.ofTheOther += 1;
        else answers.ofBoth += 1;
      }
    };
    const asking = Promise.all([ask(), ask(), ask(), ask()]);
    await vi.waitFor(() => expect(answers.ofOne).toBeGreaterThan(20), PATIENT);
    await swap(own, stranger);
    await vi.waitFor(() => expect(answers.ofTheOther).toBeGreaterThan(100), PATIENT);
    isOver = true;
    await asking;
    expect(answers).toMatchObject({ ofBoth: 0, wrong: 0 });
    expect(answers.ofOne).toBeGreaterThan(0);
  });
});
