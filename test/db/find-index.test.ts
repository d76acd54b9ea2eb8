/** The indexes of a data set: built once, stored with it, picked up by every process; without them the database answers. */
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { DataSet } from '../../src/db/data-set.queries.ts';
import { watchDataSet } from '../../src/db/data-set-watch.ts';
import type { IndexMaker } from '../../src/db/find-index.queries.ts';
import { buildMissingIndex } from '../../src/db/import/build-missing-index.ts';
import { importDataSet } from '../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../src/db/import/release-folder.ts';
import { sqlChannel } from '../../src/db/read.ts';
import { geonamesFile } from '../../src/find/geonames-file.ts';
import { startIndexBuilder } from '../../src/find/index-builder.ts';
import { INDEX_MAKER, INDEX_READER } from '../../src/find/index-maker.ts';
import { openedIndex } from '../../src/find/opened-indexes.ts';
import { suggest } from '../../src/find/suggest.ts';
import { keepIndexed } from '../../src/index-upkeep.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { ownDatabase } from '../own-database.ts';
import { openService } from '../service.ts';

const homes = inject('homes');
const PATIENCE_MS = 120_000;

const TARGETS = [
  'q=Tokio',
  'q=Tokio&limit=50&threshold=0.1',
  'q=osaka&country=jp&threshold=0.2',
  'q=Andora+la+Vela&type=city&country=AD',
  'q=%E6%9D%B1%E4%BA%AC&type=state&threshold=0.1',
  'q=Bayren&type=state',
  'q=japn&type=country',
  'q=deutchland&type=country&threshold=0.1&limit=50',
  'q=%3F%3F&type=city',
  'q=san+francisco+santa+maria+saint+louis&threshold=0.1&limit=50',
].map((query) => `/v1/search/fuzzy?${query}`);

describe.each(homes)('on $home', (home) => {
  test(
    'a search is answered alike from memory, without a statement, and by the database, to the last byte',
    async () => {
      await using fast = await openService(home);
      const watch = watchDataSet(fast.database.em);
      onTestFinished(() => watch.stop());
      await watch.refresh();
      await using slow = await openService(home, { dataSets: watch });
      expect([fast.dataSets.current()?.findIndex?.byteLength, watch.current()?.findIndex]).toEqual([
        expect.any(Number),
        undefined,
      ]);
      await fast.get('/v1/countries', 'Business'); // From here on the key is known.
      let found = 0;
      for (const target of TARGETS) {
        const statements: string[] = [];
        const listen = (message: unknown) => {
          const { sql } = message as { readonly sql: string }; // What the channel says.
          if (!sql.includes('FROM data_sets')) statements.push(sql); // The watch looks every second.
        };
        sqlChannel.start.subscribe(listen);
        const answer = await fast.get(target, 'Business');
        sqlChannel.start.unsubscribe(listen);
        const wanted = await slow.get(target, 'Business');
        const bytes = await answer.text();
        expect([target, answer.status, bytes]).toEqual([target, 200, await wanted.text()]);
        expect(statements).toEqual([]);
        found += JSON.parse(bytes).length;
      }
      expect(found).toBeGreaterThan(30);
    },
    PATIENCE_MS,
  );

  test('every row in memory is the row of the database, value by value', async () => {
    await using service = await openService(home);
    const query = `{ searchCities(q: "Tokyo", limit: 50, threshold: 0.1) { city { name stateId countryCode latitude translationsJson state { name } } }
      searchCountries(q: "Japan", limit: 50, threshold: 0.1) { country { name gdp areaSqKm population timezonesJson translationsJson } } }`;
    const watch = watchDataSet(service.database.em);
    onTestFinished(() => watch.stop());
    await watch.refresh();
    await using slow = await openService(home, { dataSets: watch });
    const answer = await service.graphql('Business', query);
    expect(answer.errors).toBeUndefined();
    expect(answer).toEqual(await slow.graphql('Business', query));
  });

  test("GeoNames' names and sizes stand beside the cities, in a table of their own, as the status tells", async () => {
    await using service = await openService(home);
    const { schema, geonamesRows, findIndex } = service.dataSets.current() as DataSet; // The fixture is loaded.
    const rows = await service.database.em.execute(
      `SELECT name, geonames_id, geonames.population, names FROM ${schema}.geonames JOIN ${schema}.cities ON id = city_id`,
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(rows).toContainEqual(expect.objectContaining({ name: 'Andorra la Vella', geonames_id: 3_041_563 }));
    const { data } = await (await service.get('/status', null, { Accept: 'application/json' })).json();
    expect([geonamesRows, data.geonames_rows]).toEqual([rows.length, rows.length]);
    const { places, names } = openedIndex(findIndex as SharedArrayBuffer); // The set-up builds it.
    expect(suggest(places, names, { q: 'Andorre-la-Vieille', limit: 1 }).map(({ place }) => places.ids[place])).toEqual(
      [(await service.database.em.execute(`SELECT id FROM ${schema}.cities WHERE name = 'Andorra la Vella'`))[0]?.id],
    );
  });

  test('the status tells what the indexes take', async () => {
    await using service = await openService(home);
    const { data } = (await (await service.get('/status', null, { Accept: 'application/json' })).json()) as {
      readonly data: { readonly search_index_bytes: number };
    };
    expect(data.search_index_bytes).toBe(service.dataSets.current()?.findIndex?.byteLength);
    expect(await (await service.get('/status', null, { Accept: 'text/html' })).text()).toContain('from memory');
  });
});

/** Without GeoNames' places: going through all of them takes longer than the rest, and the set-up has done so. */
const MAKER: IndexMaker = { ...INDEX_MAKER, start: () => startIndexBuilder({ withGeonames: false }) };

const postgresql = homes.find(({ home }) => home === 'postgresql');
describe.skipIf(!postgresql)('a data set without indexes', () => {
  async function ownService() {
    if (!postgresql) throw new Error('skipped without PostgreSQL');
    const own = await ownDatabase(postgresql);
    onTestFinished(() => own[Symbol.asyncDispose]());
    const service = await openService(own);
    onTestFinished(() => service.close());
    return service;
  }

  test(
    'gets them once, and a process that runs picks them up; a request keeps the data set that it started with',
    async () => {
      const { database, dataSets, get } = await ownService();
      const before = dataSets.current() as DataSet; // The fixture is loaded.
      expect(before.findIndex).toBeUndefined();
      const wanted = await (await get(TARGETS[0] ?? '', 'Business')).text();
      const both = await Promise.allSettled([
        buildMissingIndex(database.em, MAKER),
        buildMissingIndex(database.em, MAKER),
      ]);
      expect(both.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.name)).sort()).toEqual([
        'ImportBusyError',
        true,
      ]);
      expect(await buildMissingIndex(database.em, MAKER)).toBe(false);
      await dataSets.refresh();
      const after = dataSets.current();
      expect([after?.id, after?.findIndex?.byteLength, before.findIndex]).toEqual([
        before.id,
        expect.any(Number),
        undefined,
      ]);
      expect(await (await get(`${TARGETS[0]}&limit=10`, 'Business')).text()).toBe(wanted);
    },
    PATIENCE_MS,
  );

  test(
    'gets them from an import of the same data, and another format has its own beside them',
    async () => {
      const { database, dataSets } = await ownService();
      const faults: unknown[] = [];
      const options = { em: database.em, source: releaseFolder(FIXTURE_DIR) };
      const index = { maker: MAKER, onFault: (error: unknown) => faults.push(error) };
      expect(await importDataSet({ ...options, index })).toMatchObject({ status: 'unchanged' });
      await importDataSet({ ...options, index: { ...index, maker: { ...MAKER, format: 77 } } });
      const { schema } = dataSets.current() as DataSet; // The fixture is loaded.
      const kept = await database.em.execute(
        `SELECT DISTINCT split_part(made_for, ' ', 1) AS format FROM ${schema}.find_index`,
      );
      expect(kept.map(({ format }) => format).sort()).toEqual([String(MAKER.format), '77'].sort());
      expect(faults).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    'is imported all the same when they cannot be built, and the reason is told',
    async () => {
      const { database } = await ownService();
      const faults: unknown[] = [];
      const broken: IndexMaker = {
        format: 78,
        mostRows: Number.POSITIVE_INFINITY,
        start: () => ({ ...MAKER.start(), addLetters: () => Promise.reject(new Error('unknown letters')) }),
      };
      const index = { maker: broken, onFault: (error: unknown) => faults.push(error) };
      await importDataSet({ em: database.em, source: releaseFolder(FIXTURE_DIR), index });
      expect(faults).toEqual([new Error('unknown letters')]);
    },
    PATIENCE_MS,
  );

  test(
    'shows that they are being built while nothing is asked of the database, and leaves those of another import that has taken its place',
    async () => {
      const { database, dataSets } = await ownService();
      const { schema } = dataSets.current() as DataSet; // The fixture is loaded.
      const run = (sql: string) => database.em.fork().execute<Record<string, unknown>[]>(sql);
      const isBeaten = async () =>
        (await run("SELECT beat_at > now() - interval '4 s' AS beaten FROM import_claim"))[0];
      const parts = `SELECT made_for, part FROM ${schema}.find_index`;
      await run(`DELETE FROM ${schema}.find_index`);
      const building = Promise.withResolvers<void>();
      let stopped = 0;
      const silent: IndexMaker = {
        ...MAKER,
        start() {
          const builder = MAKER.start();
          const finish = () => {
            building.resolve();
            return new Promise<never>(() => undefined);
          };
          const stop = () => {
            stopped += 1;
            return builder.stop();
          };
          return { ...builder, finish, stop };
        },
      };
      const built = buildMissingIndex(database.em, silent);
      built.catch(() => undefined);
      await building.promise;
      await run("UPDATE import_claim SET beat_at = now() - interval '30 s'");
      await expect.poll(isBeaten, { timeout: 20_000 }).toEqual({ beaten: true });
      await run(`UPDATE import_claim SET owner = gen_random_uuid()`);
      await run(`INSERT INTO ${schema}.find_index VALUES ('unfinished', 1, 'x')`);
      await expect(built).rejects.toThrow('Another import took this one for dead');
      expect([await run(parts), stopped]).toEqual([[{ made_for: 'unfinished', part: 1 }], 2]);
      await run('DELETE FROM import_claim');
    },
    PATIENCE_MS,
  );

  test(
    'of more rows than an index holds is not begun with',
    async () => {
      const { database } = await ownService();
      let started = 0;
      const start = () => {
        started += 1;
        return MAKER.start();
      };
      const built = buildMissingIndex(database.em, { ...MAKER, mostRows: 100, start });
      await expect(built).rejects.toThrow(/^\d{3,} rows are too many for one: 100 at most$/);
      expect(started).toBe(0);
    },
    PATIENCE_MS,
  );

  test(
    'keeps nothing of indexes that turned out to be too large when parts of them were stored',
    async () => {
      const { database, dataSets } = await ownService();
      let stored = 0;
      const tooLarge: IndexMaker = {
        ...MAKER,
        start() {
          const builder = MAKER.start();
          const finish: typeof builder.finish = async (store) => {
            await store.addPart(new Uint8Array(1024));
            stored += 1;
            throw new RangeError('too large');
          };
          return { ...builder, finish };
        },
      };
      await expect(buildMissingIndex(database.em, tooLarge)).rejects.toThrow('too large');
      const { schema } = dataSets.current() as DataSet; // The fixture is loaded.
      expect([stored, await database.em.execute(`SELECT made_for FROM ${schema}.find_index`)]).toEqual([1, []]);
    },
    PATIENCE_MS,
  );

  test(
    'is what one with damaged indexes is taken for: that is told once, the database answers, and they are built anew',
    async () => {
      const { database, dataSets, get } = await ownService();
      await buildMissingIndex(database.em, MAKER);
      const { schema } = dataSets.current() as DataSet; // The fixture is loaded.
      await database.em.execute(
        `UPDATE ${schema}.find_index SET bytes = set_byte(bytes, 5000, 255 - get_byte(bytes, 5000))`,
      );
      const told: string[] = [];
      const watch = watchDataSet(
        database.em,
        { onUnusableIndex: (error) => told.push(error instanceof Error ? error.message : '') },
        INDEX_READER,
      );
      onTestFinished(() => watch.stop());
      await watch.refresh();
      await watch.refresh();
      expect([watch.reachable(), watch.current()?.findIndex]).toEqual([true, undefined]);
      expect(told).toEqual(['The index is damaged: its checksum is wrong.']);
      expect((await get(TARGETS[0] ?? '', 'Business')).status).toBe(200);

      const refused = watch.unusableIndex();
      expect(await buildMissingIndex(database.em, MAKER)).toBe(false);
      expect(await buildMissingIndex(database.em, MAKER, { refused })).toBe(true);
      // Another process that refused the same indexes finds others in their place.
      expect(await buildMissingIndex(database.em, MAKER, { refused })).toBe(false);
      await watch.refresh();
      expect([watch.current()?.findIndex?.byteLength, told.length]).toEqual([expect.any(Number), 1]);
    },
    PATIENCE_MS,
  );

  test(
    'where no table explains the letters has all but the trigrams: places are found, and the database answers searches',
    async () => {
      const { database, dataSets, get } = await ownService();
      const wanted = await (await get(TARGETS[0] ?? '', 'Business')).text();
      const strange: IndexMaker = {
        ...MAKER,
        start() {
          const builder = MAKER.start();
          // A word of which the locale makes other letters than of each of its letters.
          const letters = JSON.stringify({ blocks: [], words: [['ab', ['  x']]] });
          return { ...builder, addLetters: () => builder.addLetters(letters) };
        },
      };
      const reasons: string[] = [];
      const onNoTrigrams = (reason: string) => reasons.push(reason);
      expect(await buildMissingIndex(database.em, strange, { onNoTrigrams })).toBe(true);
      expect(reasons).toEqual([expect.stringContaining('other letters of "ab"')]);
      await dataSets.refresh();
      expect(dataSets.current()?.findIndex).toBeDefined();
      expect((await get('/v1/places/suggest?q=tokio', 'Community')).status).toBe(200);
      expect(await (await get(`${TARGETS[0]}&limit=10`, 'Business')).text()).toBe(wanted);
      const status = await get('/status', null, { Accept: 'application/json' });
      expect(await status.json()).toMatchObject({ data: { search_by: 'database' } });
      expect(await (await get('/status', null, { Accept: 'text/html' })).text()).toContain(
        'similar names by the database',
      );
    },
    PATIENCE_MS,
  );

  test.skipIf(geonamesFile() === undefined)(
    'that was indexed without GeoNames is indexed anew, once, where its package is there by now',
    async () => {
      const { database, dataSets } = await ownService();
      await buildMissingIndex(database.em, MAKER);
      await dataSets.refresh();
      const before = dataSets.current() as DataSet; // The fixture is loaded.
      expect([before.geonamesRows, before.findIndex?.byteLength]).toEqual([0, expect.any(Number)]);
      const built: number[] = [];
      const stop = new AbortController();
      const upkeep = {
        em: database.em,
        dataSets,
        signal: stop.signal,
        onBuilt: (seconds: number) => built.push(seconds),
      };
      const fail = (error: unknown) => {
        throw error;
      };
      const kept = keepIndexed({ ...upkeep, onFault: fail });
      await vi.waitFor(() => expect(dataSets.current()?.geonamesRows).toBeGreaterThan(0), { timeout: PATIENCE_MS / 2 });
      stop.abort();
      await kept;
      const again = new AbortController();
      setTimeout(() => again.abort(), 50);
      await keepIndexed({ ...upkeep, signal: again.signal, onFault: fail });
      expect(built).toHaveLength(1);
    },
    PATIENCE_MS,
  );

  test(
    'is left without them at once when the process stops while they are built',
    async () => {
      const { database, dataSets } = await ownService();
      const stop = new AbortController();
      let ended = 0;
      const maker: IndexMaker = {
        ...MAKER,
        start() {
          const builder = MAKER.start();
          const never = Promise.withResolvers<never>();
          const end = async () => {
            ended++;
            await builder.stop();
            never.reject(new Error('the thread ended'));
          };
          const finish = () => {
            stop.abort();
            return never.promise;
          };
          return { ...builder, finish, stop: end };
        },
      };
      await expect(buildMissingIndex(database.em, maker, { signal: stop.signal })).rejects.toThrow('the thread ended');
      expect(ended).toBeGreaterThan(0);
      await dataSets.refresh();
      expect(dataSets.current()?.findIndex).toBeUndefined();
    },
    PATIENCE_MS,
  );
});

test('an index is opened once a process, and its bytes are not copied', async () => {
  const [home] = homes;
  if (!home) throw new Error('there is always a home');
  await using service = await openService(home);
  const bytes = service.dataSets.current()?.findIndex;
  if (!bytes) throw new Error('the set-up builds it');
  expect(openedIndex(bytes)).toBe(openedIndex(bytes));
  expect(openedIndex(bytes).byteLength).toBe(bytes.byteLength);
});
