import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import { isDatabaseUnavailable } from '../../src/db/faults.ts';
import { buildMissingIndex } from '../../src/db/import/build-missing-index.ts';
import { importDataSet } from '../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../src/db/import/release-folder.ts';
import { DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import { read, type SentStatement, sqlChannel } from '../../src/db/read.ts';
import { INDEX_MAKER, INDEX_READER } from '../../src/find/index-maker.ts';
import { databaseProxy } from '../database-proxy.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { markedCopy } from '../faults/data-folders.ts';
import { ownDatabase } from '../own-database.ts';
import { PATIENT_LIMITS, someHome } from '../service.ts';

const LONG = { timeout: 60_000 };
/** So late the server may end a statement: the service takes it for silent after half as much again. */
const IN_TIME_MS = 100;

describe('a watch over data sets', () => {
  const server = inject('homes').find(({ home }) => home === 'postgresql');

  it('looks anew when it is told to, also while it is looking', async () => {
    const { home, target } = someHome();
    const database = await openDatabase(home, target);
    const never = Promise.withResolvers<void>();
    const watch = watchDataSet(database.em, {}, undefined, never.promise);
    let looks = 0;
    const listen = (message: unknown) => {
      if (isLook(message)) looks += 1;
    };
    await watch.refresh();
    sqlChannel.start.subscribe(listen);
    try {
      const underWay = watch.refresh();
      await Promise.resolve(); // It has begun.
      await watch.refresh();
      await underWay;
    } finally {
      sqlChannel.start.unsubscribe(listen);
      await watch.stop();
      await database.close();
    }
    expect(looks).toBe(2);
  });

  it.skipIf(!server)('takes up another data set of the same number: the primary may be another server', async () => {
    await using own = await ownDatabase(server ?? someHome());
    const database = await openDatabase('postgresql', own.target, PATIENT_LIMITS);
    const versions: string[] = [];
    const onChange = ({ version }: { readonly version: string }) => void versions.push(version);
    const watch = watchDataSet(database.em, { onChange }, undefined, new Promise(() => undefined));
    try {
      await watch.refresh();
      await database.em.execute("UPDATE data_sets SET checksum = 'another'");
      await watch.refresh();
      await watch.refresh();
      expect(versions).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), 'another']);
    } finally {
      await watch.stop();
      await database.close();
    }
  });

  it.skipIf(!server)('takes up a data set of a server that quotes all names', async () => {
    await using own = await ownDatabase(server ?? someHome());
    const url = `${own.target.url}${own.target.url.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c quote_all_identifiers=on')}`;
    const database = await openDatabase('postgresql', { url }, PATIENT_LIMITS);
    const watch = watchDataSet(database.em, {}, undefined, new Promise(() => undefined));
    try {
      await watch.refresh();
      expect(await database.em.execute('SHOW quote_all_identifiers')).toEqual([{ quote_all_identifiers: 'on' }]);
      expect([watch.current()?.id, watch.refused()]).toEqual([expect.any(Number), undefined]);
    } finally {
      await watch.stop();
      await database.close();
    }
  });

  it('that stops gives up indexes that are being read', async () => {
    const { home, target } = someHome();
    const database = await openDatabase(home, target);
    const watch = watchDataSet(database.em, {}, INDEX_READER, new Promise(() => undefined));
    let stopped: Promise<void> | undefined;
    const listen = (message: unknown) => {
      const { sql } = message as { sql: string };
      if (/\bbytes FROM .*\bfind_index\b/s.test(sql)) stopped ??= watch.stop();
    };
    sqlChannel.start.subscribe(listen);
    try {
      await watch.refresh();
      expect(stopped).toBeDefined();
      await stopped;
      expect([watch.current()?.findIndex, watch.whole(), watch.reachable()]).toEqual([undefined, false, true]);
    } finally {
      sqlChannel.start.unsubscribe(listen);
      await watch.stop();
      await database.close();
    }
  });

  it.skipIf(!server)('takes a database for lost that does not answer a look, whoever leaves meanwhile', async () => {
    await using proxy = await databaseProxy((server ?? someHome()).target);
    const database = await openDatabase('postgresql', proxy.target);
    const watch = watchDataSet(database.em, {}, undefined, new Promise(() => undefined));
    try {
      await watch.refresh();
      proxy.freeze();
      let isOver = false;
      const look = watch.refresh().finally(() => (isOver = true));
      let left = 0;
      while (!isOver) {
        await read(database.em, 'SELECT 1', [], AbortSignal.timeout(50)).catch(() => (left += 1));
      }
      await look;
      expect([watch.reachable(), left > 0]).toEqual([false, true]);
    } finally {
      proxy.drop();
      await watch.stop();
      await database.close();
    }
  });

  it.skipIf(!server).each([
    ['while nothing is heard of it', false],
    ['not while others have their answers', true],
  ])('takes a database for lost that does not answer a look: %s', async (_, areOthersHeard) => {
    await using proxy = await databaseProxy((server ?? someHome()).target);
    const database = await openDatabase('postgresql', proxy.target);
    const watch = watchDataSet(database.em, {}, undefined, new Promise(() => undefined));
    try {
      await watch.refresh();
      proxy.stall(); // The connection that is there, and no other.
      let isOver = false;
      const look = watch.refresh().finally(() => (isOver = true));
      const heard: unknown[] = [];
      while (!isOver) {
        await sleep(20); // The look has the connection by now.
        if (areOthersHeard) heard.push(...(await read(database.em, 'SELECT 1', [])));
      }
      await look;
      expect([watch.reachable(), heard.length > 0]).toEqual([areOthersHeard, areOthersHeard]);
    } finally {
      proxy.drop();
      await watch.stop();
      await database.close();
    }
  });

  it.skipIf(!server).each([
    ['while nothing is heard of it', false],
    ['not while others have their answers', true],
  ])('takes a database for lost that cuts each connection of a look: %s', async (_, areOthersHeard) => {
    await using own = await ownDatabase(server ?? someHome());
    await using proxy = await databaseProxy(own.target);
    const database = await openDatabase('postgresql', proxy.target);
    const watch = watchDataSet(database.em, {}, undefined, new Promise(() => undefined));
    const locker = new pg.Client({ connectionString: own.target.url });
    await locker.connect();
    try {
      await watch.refresh();
      await locker.query('BEGIN; LOCK TABLE data_sets IN ACCESS EXCLUSIVE MODE'); // A look has no answer before it is cut.
      await sleep(600); // What was heard before speaks for nothing any more.
      let isOver = false;
      const look = watch.refresh().finally(() => (isOver = true));
      const heard: unknown[] = [];
      while (!isOver) {
        await sleep(20); // The look has a connection by now.
        if (areOthersHeard) heard.push(...(await read(database.em, 'SELECT 1', [])));
        proxy.drop();
      }
      await look;
      expect([watch.reachable(), heard.length > 0]).toEqual([areOthersHeard, areOthersHeard]);
    } finally {
      await locker.end();
      await watch.stop();
      await database.close();
    }
  });

  it.skipIf(!server)('takes a database for lost that has gone silent, though others hold all connections', async () => {
    await using proxy = await databaseProxy((server ?? someHome()).target);
    const database = await openDatabase('postgresql', proxy.target, { ...DEFAULT_LIMITS, poolSize: 1 });
    const watch = watchDataSet(database.em, {}, undefined, new Promise(() => undefined));
    const ask = () => read(database.em, 'SELECT 1', []);
    try {
      await watch.refresh();
      proxy.freeze();
      await expect(ask()).rejects.toSatisfy(isDatabaseUnavailable);
      // It begins the only connection that there may be, of which no word comes for longer than the look waits.
      const holding = ask().catch(isDatabaseUnavailable);
      await watch.refresh();
      expect([watch.reachable(), await holding]).toEqual([false, true]);
    } finally {
      proxy.drop();
      await watch.stop();
      await database.close();
    }
  });

  it.skipIf(!server)('keeps a database that answers, though only that something is locked', async () => {
    await using own = await ownDatabase(server ?? someHome());
    // The server's word is what counts here, however late: of a silence others tell.
    const database = await openDatabase('postgresql', { url: `${own.target.url}?query_timeout=20000` });
    const watch = watchDataSet(database.em, {}, undefined, new Promise(() => undefined));
    const locker = new pg.Client({ connectionString: own.target.url });
    await locker.connect();
    try {
      await watch.refresh();
      await locker.query('BEGIN; LOCK TABLE data_sets IN ACCESS EXCLUSIVE MODE');
      await watch.refresh();
      expect(watch.reachable()).toBe(true);
    } finally {
      await locker.end();
      await watch.stop();
      await database.close();
    }
  });

  it.skipIf(!server)('keeps a database whose answers come when nobody waits for them any more', LONG, async () => {
    const saidAt: number[] = [];
    const onSaid = () => void saidAt.push(performance.now());
    await using proxy = await databaseProxy((server ?? someHome()).target, { onSaid });
    // The server ends what is asked for too long after whoever had to wait for the connection has given up.
    const database = await openDatabase('postgresql', proxy.target, { ...DEFAULT_LIMITS, poolSize: 1 });
    const watch = watchDataSet(database.em, {}, undefined, new Promise(() => undefined));
    const faults: unknown[] = [];
    let isOver = false;
    const caller = async () => {
      while (!isOver) {
        faults.push(await read(database.em, 'SELECT pg_sleep(60)', []).catch((error: unknown) => error));
        await sleep(50);
      }
    };
    try {
      await watch.refresh();
      const callers = [caller(), caller(), caller()];
      const ownDelay = monitorEventLoopDelay();
      ownDelay.enable();
      let looks = 0;
      while (looks < 6) {
        const wasReachable = watch.reachable();
        saidAt.splice(0, saidAt.length - 1);
        ownDelay.reset();
        await watch.refresh();
        const silentMs = longestBetween([...saidAt, performance.now()]) + ownDelay.max / 1e6;
        // On a busy machine the server may end a statement so late that it has been silent.
        if (!wasReachable || silentMs >= DEFAULT_LIMITS.statementTimeoutMs + IN_TIME_MS) continue;
        expect(watch.reachable()).toBe(true);
        looks += 1;
      }
      isOver = true;
      await Promise.all(callers);
      expect(faults.filter((fault) => !isDatabaseUnavailable(fault))).toEqual([]);
    } finally {
      isOver = true;
      await watch.stop();
      await database.close();
    }
  });

  it.skipIf(!server)('looks again sooner where a look had no connection', LONG, async () => {
    const limits = { poolSize: 1, connectTimeoutMs: 100, statementTimeoutMs: 20_000 };
    const database = await openDatabase('postgresql', (server ?? someHome()).target, limits);
    let endedAt = Number.NaN;
    const pauses: number[] = [];
    const begun = (message: unknown) => {
      if (isLook(message) && !Number.isNaN(endedAt)) pauses.push(performance.now() - endedAt);
    };
    const ended = (message: unknown) => {
      if (isLook(message)) endedAt = performance.now();
    };
    sqlChannel.start.subscribe(begun);
    sqlChannel.asyncEnd.subscribe(ended);
    const watch = watchDataSet(database.em);
    try {
      await expect.poll(() => pauses.length, { timeout: 20_000 }).toBeGreaterThan(2);
      const usual = Math.min(...pauses.splice(0));
      const holding = read(database.em, 'SELECT pg_sleep(3)', []);
      await expect.poll(() => pauses.length, { timeout: 20_000 }).toBeGreaterThan(4);
      expect(Math.min(...pauses)).toBeLessThan(usual / 2);
      await holding;
      expect(watch.reachable()).toBe(true);
    } finally {
      sqlChannel.start.unsubscribe(begun);
      sqlChannel.asyncEnd.unsubscribe(ended);
      await watch.stop();
      await database.close();
    }
  });

  it.skipIf(!server)('keeps a newer data set that comes while indexes of the one before are read anew', async () => {
    await using own = await ownDatabase(server ?? someHome());
    const folder = mkdtempSync(join(tmpdir(), 'geo-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const source = releaseFolder(markedCopy(FIXTURE_DIR, join(folder, 'newer'), ' (new)'));
    const database = await openDatabase(own.home, own.target, PATIENT_LIMITS);
    await buildMissingIndex(database.em, INDEX_MAKER);
    const [reading, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let opened = 0;
    const open = async () => {
      opened += 1;
      if (opened !== 2) return;
      reading.resolve();
      await read.promise;
    };
    const watch = watchDataSet(database.em, {}, { ...INDEX_READER, open });
    try {
      await watch.refresh();
      const anew = watch.refresh({ indexAnew: true });
      await reading.promise;
      const { dataSetId } = await importDataSet({ em: database.em, source });
      const later = watch.refresh();
      await Promise.race([later, sleep(2_000)]); // It may wait for what goes on.
      read.resolve();
      await Promise.all([anew, later]);
      expect(watch.current()?.id).toBe(dataSetId);
    } finally {
      read.resolve();
      await watch.stop();
      await database.close();
    }
  });
});

/** @param moments in their order */
function longestBetween(moments: readonly number[]): number {
  return Math.max(...moments.slice(1).map((moment, before) => moment - (moments[before] ?? moment)));
}

/** @param message what is published of a statement */
function isLook(message: unknown): boolean {
  return (message as SentStatement).sql.includes('isSuccessor');
}
