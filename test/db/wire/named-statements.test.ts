import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { findCurrentDataSet } from '../../../src/db/data-set.queries.ts';
import { createLoaders } from '../../../src/db/loaders.ts';
import { type Database, openDatabase } from '../../../src/db/orm.ts';
import { read, readAgain } from '../../../src/db/read.ts';
import { STATE_BY_CODE } from '../../../src/db/state.queries.ts';

/** How many names a connection has at most. */
const MOST = 50;

describe.each(inject('homes'))('a statement with a name, on $home', ({ home, target }) => {
  let database: Database;
  /** Stands in the texts of one test, since the embedded database has one session for all. */
  let mark: string;

  const open = () => openDatabase(home, target, { poolSize: 1, connectTimeoutMs: 20_000, statementTimeoutMs: 20_000 });
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(() => {
    mark = `/* ${randomUUID()} */`;
  });

  async function stored(like = mark): Promise<{ statement: string; planned: number }[]> {
    const sql = `SELECT statement, (generic_plans + custom_plans)::int AS planned FROM pg_prepared_statements WHERE statement LIKE '%' || $1 || '%'`;
    return read(database.em, sql, [like]);
  }

  async function driver() {
    return database.em.getConnection('write').getNativeClient();
  }

  it('is parsed once, and answered as the driver answers', async () => {
    const sql = `SELECT n, n AS again, $2::text AS text, $3::text[] AS texts, $4::int[] AS numbers, $5::bool AS yes, null AS nothing,
      now() > '2020-01-01' AS late, 12.50::numeric AS decimal, 9007199254740993::bigint AS large, '{"a": [1]}'::jsonb AS json
      FROM generate_series(1, $1::int) AS n ${mark}`;
    const text = fc.string({ unit: 'grapheme' }).map((each) => each.replaceAll('\0', ''));
    const values = fc.tuple(
      fc.integer({ min: 0, max: 3 }),
      fc.option(text),
      fc.array(fc.option(text)),
      fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      fc.boolean(),
    );
    await fc.assert(
      fc.asyncProperty(values, async (params) => {
        const { rows } = await (await driver()).query(sql, params);
        expect(await readAgain(database.em, sql, params)).toEqual(rows);
        expect(await read(database.em, sql, params)).toEqual(rows);
      }),
      { numRuns: 50 },
    );
    expect(await stored()).toHaveLength(1);
  });

  it('is what looks rows up by one key, whichever it is', async () => {
    const id = (await findCurrentDataSet(database.em))?.id;
    const [one, other] = await read<{ id: number; countryId: number; iso2: string }>(
      database.em,
      `SELECT min(id) AS id, country_id AS "countryId", min(upper(iso2)) AS iso2 FROM geo_${id}.states WHERE iso2 IS NOT NULL GROUP BY 2 LIMIT 2`,
      [],
    );
    if (!one || !other) throw new Error('the fixture has states of two countries');
    const loaders = () => createLoaders(database.em, `geo_${id}`, { schedule: (dispatch) => setImmediate(dispatch) });
    // In an order that nobody else asks for: all tests have one session of the embedded database, and see each other's statements.
    const properties = ['level', 'wikiDataId', 'id'];
    const ofCode = ['level', 'iso2', 'id'];
    for (const state of [one, other]) {
      expect(await loaders().rowBy('states', 'id', state.id, properties)).toMatchObject({ id: state.id });
      expect(await loaders().rowBy('states', 'id', -state.id, properties)).toBe(null);
      expect(await loaders().find(STATE_BY_CODE, state, ofCode)).toMatchObject({ iso2: state.iso2 });
      expect(await loaders().find(STATE_BY_CODE, { ...state, iso2: '?' }, ofCode)).toBe(null);
    }
    const mine = (await stored(`geo_${id}.states`)).filter(({ statement }) =>
      /SELECT (?:state\.)?"level" AS/.test(statement),
    );
    expect(mine.map(({ planned }) => planned)).toEqual([4, 4]);
    const both = loaders();
    const found = await Promise.all([one, other].map((state) => both.rowBy('states', 'id', state.id, properties)));
    expect(found.map((row) => row?.id)).toEqual([one.id, other.id]);
  });

  it('goes when there are too many, and comes again', async () => {
    const ask = (n: number) => readAgain(database.em, `SELECT ${n} AS n, $1::int AS m ${mark}`, [n]);
    for (let n = 0; n < MOST + 20; n++) expect(await ask(n)).toEqual([{ n, m: n }]);
    expect((await stored()).length).toBe(MOST);
    expect(await ask(0)).toEqual([{ n: 0, m: 0 }]);
    expect((await stored()).length).toBe(MOST);
  });

  it('goes when there are too many of those that fail', async () => {
    for (let n = 1; n <= MOST + 20; n++) {
      await expect(readAgain(database.em, `SELECT ${n} / $1::int AS n ${mark}`, [0])).rejects.toMatchObject({
        code: '22012',
      });
    }
    expect((await stored()).length).toBe(MOST);
  });

  it('that fails is answered the next time', async () => {
    const sql = `SELECT 6 / $1::int AS part ${mark}`;
    const circle: Record<string, unknown> = {};
    circle['circle'] = circle;
    for (let turn = 0; turn < 3; turn++) {
      await expect(readAgain(database.em, sql, ['two'])).rejects.toMatchObject({ code: '22P02' });
      await expect(readAgain(database.em, sql, [circle])).rejects.toThrow('circular');
      await expect(readAgain(database.em, sql, [0])).rejects.toMatchObject({ code: '22012' });
      expect(await readAgain(database.em, sql, [2])).toEqual([{ part: 3 }]);
    }
    expect(await stored()).toHaveLength(1);
  });

  it('is answered when its columns have changed', async () => {
    const table = `changed_${mark.replace(/\W/g, '')}`;
    const sql = `SELECT value FROM ${table} ${mark}`;
    const pool = await driver();
    await pool.query(`CREATE TABLE ${table} AS SELECT 1 AS value`);
    try {
      for (let turn = 0; turn < 3; turn++) expect(await readAgain(database.em, sql, [])).toEqual([{ value: 1 }]);
      await pool.query(`ALTER TABLE ${table} ALTER value TYPE text`);
      for (let turn = 0; turn < 3; turn++) expect(await readAgain(database.em, sql, [])).toEqual([{ value: '1' }]);
      expect(await stored()).toHaveLength(1);
    } finally {
      await pool.query(`DROP TABLE ${table}`);
    }
  });

  it('has none in a transaction, which its failure would end', async () => {
    await database.em.fork().transactional(async (em) => {
      expect(await readAgain(em, `SELECT $1::int AS one ${mark}`, [1])).toEqual([{ one: 1 }]);
    });
    expect(await stored()).toEqual([]);
  });

  it.skipIf(home === 'embedded')(
    'that is lost, as behind a pooler, is answered, and from then on names are left',
    async () => {
      const own = await open();
      onTestFinished(() => own.close());
      const pool = await own.em.getConnection('write').getNativeClient();
      const ask = (n: number) => readAgain(own.em, `SELECT $1::int AS n ${mark}`, [n]);
      const names = async () => (await pool.query('SELECT FROM pg_prepared_statements')).rowCount;
      expect(await ask(1)).toEqual([{ n: 1 }]);
      expect(await names()).toBe(1);
      await pool.query('DEALLOCATE ALL');
      expect(await ask(2)).toEqual([{ n: 2 }]);
      expect(await ask(3)).toEqual([{ n: 3 }]);
      expect(await names()).toBe(0);
    },
  );
});
