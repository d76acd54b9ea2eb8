/** The primary's address leads to another server, with other data, under a gateway that runs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { findCurrentDataSet, loadDataSet } from '../../src/db/data-set.queries.ts';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import { DataSetGoneError } from '../../src/db/faults.ts';
import { importDataSet } from '../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../src/db/import/release-folder.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { read, type SentStatement, sqlChannel } from '../../src/db/read.ts';
import { databaseProxy } from '../database-proxy.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { markedCopy } from '../faults/data-folders.ts';
import { newDatabase } from '../new-database.ts';
import { type OwnDatabase, ownDatabase } from '../own-database.ts';
import { openService, PATIENT_LIMITS, someHome } from '../service.ts';

const server = inject('homes').find(({ home }) => home === 'postgresql');
const PATIENT = { timeout: 20_000 };

/** A copy of the prepared database that has had two imports since: its data sets are others, and every country's name is marked. */
async function strangerTo(own: OwnDatabase): Promise<OwnDatabase> {
  const stranger = await ownDatabase(own);
  const folder = mkdtempSync(join(tmpdir(), 'geo-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = await openDatabase('postgresql', stranger.target, PATIENT_LIMITS);
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

async function emptyBeside({ target }: OwnDatabase) {
  const { url, drop } = await newDatabase(target.url);
  return { target: { url }, [Symbol.asyncDispose]: drop };
}

async function outdatedBeside(own: OwnDatabase): Promise<OwnDatabase> {
  const stranger = await strangerTo(own);
  const database = await openDatabase('postgresql', stranger.target, PATIENT_LIMITS);
  const { id = 0 } = (await findCurrentDataSet(database.em)) ?? {};
  await database.em.execute(`ALTER TABLE geo_${id}.cities DROP COLUMN wiki_data_id`);
  await database.em.execute(`DELETE FROM data_sets WHERE id <> ${id}`);
  await database.close();
  return stranger;
}

describe.skipIf(!server)('a primary that is another server (else: no PostgreSQL is reachable)', () => {
  it('has data sets whose numbers no other server has', async () => {
    await using own = await ownDatabase(server ?? someHome());
    const imported = async () => {
      await using one = await ownDatabase(own);
      const database = await openDatabase('postgresql', one.target, PATIENT_LIMITS);
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
    await using proxy = await databaseProxy(own.target);
    const known = await openDatabase('postgresql', own.target, PATIENT_LIMITS);
    const watch = watchDataSet(known.em, {}, undefined, new Promise(() => undefined));
    await watch.refresh();
    await known.close();
    await using service = await openService({ home: 'postgresql', target: proxy.target }, { dataSets: watch });
    expect((await service.get('/v1/countries/JP/states', 'Business')).status).toBe(200);
    proxy.leadTo(stranger.target);
    proxy.drop();
    const answer = await service.get('/v1/countries/AD/states', 'Business');
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '1',
      '{"error":"Service temporarily unavailable."}',
    ]);
    const { schema } = watch.current() ?? {};
    const rows = read(service.database.em, `SELECT name FROM ${schema}.countries`, []);
    await expect(rows).rejects.toThrow(DataSetGoneError);
  });

  it('is told from a data set that lacks columns', async () => {
    await using own = await ownDatabase(server ?? someHome());
    await using stranger = await strangerTo(own);
    await using proxy = await databaseProxy(own.target);
    const database = await openDatabase('postgresql', proxy.target, PATIENT_LIMITS);
    try {
      const { id = 0 } = (await findCurrentDataSet(database.em)) ?? {};
      // Between two statements of the look at a data set.
      const move = (message: unknown) => {
        if (!(message as SentStatement).sql.includes('row_counts')) return;
        proxy.leadTo(stranger.target);
        proxy.drop();
      };
      sqlChannel.asyncEnd.subscribe(move);
      const loading = loadDataSet(database.em, id).finally(() => sqlChannel.asyncEnd.unsubscribe(move));
      await expect(loading).rejects.toThrow(DataSetGoneError);
    } finally {
      await database.close();
    }
  });

  it.each([
    ['that has no tables at all', emptyBeside, [0, 1]],
    ['whose data set lacks columns', outdatedBeside, [1, 0]],
  ])('is told of once, and what it has not is a 503: one %s', async (_, make, toldOf) => {
    await using own = await ownDatabase(server ?? someHome());
    await using other = await make(own);
    await using proxy = await databaseProxy(own.target);
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const database = await openDatabase('postgresql', proxy.target, PATIENT_LIMITS);
    let [strangers, faults] = [0, 0];
    const never = new Promise<void>(() => undefined);
    const events = { onOtherServer: () => (strangers += 1), onFault: () => (faults += 1) };
    const watch = watchDataSet(database.em, events, undefined, never);
    await watch.refresh();
    await using service = await openService({ home: 'postgresql', target: proxy.target }, { dataSets: watch, log });
    onTestFinished(() => database.close());
    expect((await service.get('/v1/countries/JP/states', 'Business')).status).toBe(200);
    proxy.leadTo(other.target);
    proxy.drop();
    expect((await service.get('/v1/countries/AD/states', 'Business')).status).toBe(503);
    for (let look = 0; look < 3; look++) await watch.refresh();
    expect([[strangers, faults], lines]).toEqual([toldOf, []]);
  });

  it('is no excuse for a data set in service that lacks its tables', async () => {
    await using own = await ownDatabase(server ?? someHome());
    await using service = await openService(own);
    const { schema } = service.dataSets.current() ?? {};
    await service.database.em.execute(`DROP TABLE ${schema}.geonames`);
    const answer = read(service.database.em, `SELECT count(*) FROM ${schema}.geonames`, []);
    await expect(answer).rejects.toMatchObject({ code: '42P01' });
  });

  it.each([
    ['all at once', true],
    ['and connections to the old one live on', false],
  ])('is taken up, and no answer has data of both: %s', async (_, isCut) => {
    await using own = await ownDatabase(server ?? someHome());
    await using stranger = await strangerTo(own);
    await using proxy = await databaseProxy(own.target);
    const log: string[] = [];
    const sink = pino({ level: 'warn' }, { write: (line: string) => void log.push(line) });
    await using service = await openService({ home: 'postgresql', target: proxy.target }, { cacheBytes: 0, log: sink });
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
    const before = proxy.upstreamPorts();
    proxy.leadTo(stranger.target);
    if (isCut) proxy.drop();
    // Some of the callers need a connection more than there were, and it leads elsewhere.
    else for (let more = 0; more < 4; more++) void read(service.database.em, 'SELECT pg_sleep(2)', []);
    await vi.waitFor(() => expect(answers.ofTheOther).toBeGreaterThan(100), PATIENT);
    await vi.waitFor(() => expect(proxy.upstreamPorts().filter((port) => before.includes(port))).toEqual([]), PATIENT);
    isOver = true;
    await asking;
    expect(answers).toMatchObject({ ofBoth: 0, wrong: 0 });
    expect(log).toEqual([]);
  });
});
