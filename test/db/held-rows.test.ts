import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type HeldRows, heldCount, heldList } from '../../src/db/held-rows.ts';
import { countRows, type Listing, listBatch } from '../../src/db/list.queries.ts';
import { createLoaders, type Loaders } from '../../src/db/loaders.ts';
import { read } from '../../src/db/read.ts';
import { STATE_BY_CODE } from '../../src/db/state.queries.ts';
import { columnsOf, type TableName } from '../../src/db/tables.ts';
import { openedIndex } from '../../src/find/opened-indexes.ts';
import { buildRecordOrder } from '../../src/find/records.ts';
import { openService, type TestService } from '../service.ts';
import { FULL_HOME_MS, fullHome } from '../full-home.ts';
import { BatchRow } from '../../src/rows/row-batch.ts';
import { randomNumbers } from './search-fixture.ts';

const TABLES = ['countries', 'states', 'cities'] as const;
const PARENTS: Readonly<Record<(typeof TABLES)[number], readonly (readonly [string, TableName])[]>> = {
  countries: [],
  states: [['countryId', 'countries']],
  cities: [
    ['countryId', 'countries'],
    ['stateId', 'states'],
  ],
};

/** A data set with what is in memory of it, and loaders that ask the database for everything. */
interface Both {
  readonly em: TestService['database']['em'];
  readonly schema: string;
  readonly held: HeldRows;
  asked(): Loaders;
}

function bothOf({ database: { em }, dataSets }: TestService): Both {
  const dataSet = dataSets.current();
  if (!dataSet?.findIndex) throw new Error('the tests have a data set with its indexes');
  const { schema, findIndex } = dataSet;
  const asked = () => createLoaders(em, schema, { schedule: (dispatch) => setImmediate(dispatch) });
  return { em, schema, held: openedIndex(findIndex).records, asked };
}

/** Some of a table's properties, in any order: none, one, or many. */
function somePropertiesOf(table: TableName, random: (below: number) => number): string[] {
  const all = columnsOf(table).map(({ property }) => property);
  const keep = random(4);
  return all.filter(() => keep === 3 || random(4) <= keep).sort(() => random(3) - 1);
}

async function idsOf({ em, schema }: Both, table: TableName): Promise<number[]> {
  const rows = await read<{ id: number }>(em, `SELECT id FROM ${schema}.${table} ORDER BY id`, []);
  return rows.map(({ id }) => id);
}

const NOBODYS = [0, -1, 2 ** 31 - 1, -(2 ** 31)];

/** The object that a row in memory stands for. */
function objectOf(row: object | null | undefined) {
  return row instanceof BatchRow ? row.toJSON() : row;
}

async function expectSameRecords(both: Both, table: (typeof TABLES)[number], ids: readonly number[]) {
  const random = randomNumbers(3);
  const loaders = both.asked();
  for (const id of [...ids, ...NOBODYS]) {
    const properties = ['id', ...somePropertiesOf(table, random).filter((property) => property !== 'id')];
    expect(objectOf(both.held.byId(table, id, properties)), `${table} ${id}`).toEqual(
      await loaders.rowBy(table, 'id', id, properties),
    );
  }
}

async function expectSameList(both: Both, listing: Listing, parent?: { property: string; id: number }) {
  const { em, schema, held } = both;
  const where = parent && { [parent.property]: parent.id };
  const there = heldList(held, listing, parent);
  const name = `${listing.table} ${JSON.stringify([parent, listing])}`;
  expect(there, name).toBeDefined();
  const asked = await listBatch(em, schema, { ...listing, ...(where ? { where } : {}) });
  const read = (rows: Iterable<object>) => [...rows].map((row) => JSON.stringify(Object.entries(row).sort()));
  const wanted = read(asked);
  if (wanted.length > 20_000) expect(read(there ?? []).join('\n') === wanted.join('\n'), name).toBe(true);
  else expect(read(there ?? []), name).toEqual(wanted);
  expect(heldCount(held, listing, parent), name).toBe(
    await countRows(em, schema, { ...listing, ...(where ? { where } : {}) }),
  );
}

/** Whole lists, and their first and last rows, of any columns, with any parent and with one that is not there. */
async function expectSameLists(both: Both, table: (typeof TABLES)[number], parents: number) {
  const random = randomNumbers(5);
  const listing = (): Listing => ({
    table,
    properties: ['id', ...somePropertiesOf(table, random).filter((property) => property !== 'id')],
    ...(random(2) === 0 ? { limit: random(30), fromEnd: random(2) === 0 } : {}),
  });
  for (let turn = 0; turn < 6; turn++) await expectSameList(both, listing());
  for (const [property, parentTable] of PARENTS[table]) {
    const ids = await idsOf(both, parentTable);
    const some = ids.length <= parents ? ids : Array.from({ length: parents }, () => ids[random(ids.length)] ?? 0);
    for (const id of [...some, 0, 2 ** 31 - 1]) await expectSameList(both, listing(), { property, id });
  }
}

async function expectSameStates(both: Both, most: number) {
  const { em, schema, held } = both;
  const sql = `SELECT country_id AS "countryId", iso2 FROM ${schema}.states ORDER BY iso2 IS NULL, country_id * 7919 % 1009 LIMIT ${most}`;
  const states = await read<{ countryId: number; iso2: string | null }>(em, sql, []);
  const loaders = both.asked();
  const properties = ['id', 'name', 'iso31662'];
  let found = 0;
  for (const { countryId, iso2 } of states) {
    for (const key of [
      { countryId, iso2: (iso2 ?? 'none').toUpperCase() },
      { countryId, iso2: `${iso2}~` },
      { countryId: -countryId, iso2: iso2 ?? '' },
    ]) {
      const wanted = await loaders.find(STATE_BY_CODE, key, properties);
      expect(objectOf(held.stateByCode(key.countryId, key.iso2, properties)), JSON.stringify(key)).toEqual(wanted);
      if (wanted) found++;
    }
  }
  expect(found).toBeGreaterThan(states.length / 2);
}

describe.each(inject('homes'))('what is in memory, on $home', (home) => {
  let service: TestService;
  let both: Both;
  beforeAll(async () => {
    service = await openService(home);
    both = bothOf(service);
  });
  afterAll(() => service.close());

  it.each(TABLES)('has each of the %s as the database has it, and none that is not there', async (table) => {
    await expectSameRecords(both, table, await idsOf(both, table));
  });

  it('has each state by its code as the database has it', () => expectSameStates(both, 100));

  it.each(TABLES)('lists %s in the order of the database, whole and in parts', (table) =>
    expectSameLists(both, table, 40),
  );

  it('takes memory for the rows of a part, and not for those of the whole list', () => {
    for (const fromEnd of [false, true]) {
      const part = heldList(both.held, { table: 'cities', properties: ['id'], limit: 2, fromEnd });
      expect(part?.length).toBe(2);
      expect(part?.places.buffer.byteLength).toBe(part?.places.byteLength);
    }
  });

  it('says nothing of lists in another order, with conditions, or from a place on', () => {
    const listing: Listing = { table: 'cities', properties: ['id', 'name'] };
    const place = { values: ['Tokyo'], id: 1 };
    const byName = { property: 'name', direction: 'asc', comparison: 'text' } as const;
    expect(heldList(both.held, { ...listing, orderBy: [byName] })).toBeDefined();
    const others: readonly Partial<Listing>[] = [
      { orderBy: [] },
      { orderBy: [{ ...byName, direction: 'desc' }] },
      { orderBy: [{ ...byName, property: 'timezone' }] },
      { orderBy: [byName, { ...byName, property: 'timezone' }] },
      { after: place },
      { before: place },
      { contains: 'to' },
      { where: { countryId: 1 } },
      { filter: [{ kind: 'in', property: 'id', values: [1] }] },
    ];
    for (const other of others)
      expect(heldList(both.held, { ...listing, ...other }), JSON.stringify(other)).toBe(undefined);
    for (const other of others.slice(6)) expect(heldCount(both.held, { ...listing, ...other })).toBe(undefined);
    expect(heldList(both.held, listing, { property: 'parentId', id: 1 })).toBe(undefined);
    expect(heldList(both.held, { ...listing, table: 'regions' })).toBe(undefined);
    expect(heldList(undefined, listing)).toBe(undefined);
  });

  it('says nothing of rows whose columns it has not all', () => {
    const properties = ['id', 'addedSince'];
    expect(both.held.byId('cities', 1, properties)).toBe(undefined);
    expect(both.held.byId('regions', 1, ['id'])).toBe(undefined);
    expect(both.held.stateByCode(1, 'CA', properties)).toBe(undefined);
    expect(heldList(both.held, { table: 'cities', properties })).toBe(undefined);
  });

  it('says nothing of codes beyond ASCII, whose upper case is for the database to say', () => {
    expect(both.held.stateByCode(1, 'İ', ['id'])).toBe(undefined);
  });
});

it('puts names in the order of their code points, and equal ones in that of their ids', () => {
  const names = ['b', 'ａ', '𝔖an', 'B', 'é', 'e\u0301', '', 'b', '\u{10ffff}', 'bb', '\ue000', 'b'];
  const rows = names.map((name, at) => ({ id: 100 - at, name }));
  const { rows: stored, byName } = buildRecordOrder(rows, [...rows.keys()].reverse());
  const byId = rows.toSorted((a, b) => a.id - b.id);
  const wanted = byId.toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)) || a.id - b.id);
  expect([...(byName ?? [])].map((place) => byId[place])).toEqual(wanted);
  expect([...(stored ?? [])]).toEqual(byId.map(({ id }) => 100 - id).map((at) => names.length - 1 - at));
});

describe.skipIf(inject('fullHomeUrl') === undefined)('what is in memory of the full data', () => {
  it(
    'has every record and every list as the database has it',
    async () => {
      await using service = await openService(await fullHome());
      const both = bothOf(service);
      const random = randomNumbers(7);
      for (const table of TABLES) {
        const ids = await idsOf(both, table);
        const some = Array.from({ length: 3_000 }, () => ids[random(ids.length)] ?? 0);
        await expectSameRecords(both, table, ids.length < some.length ? ids : some);
        await expectSameLists(both, table, 300);
      }
      await expectSameStates(both, 2_000);
    },
    FULL_HOME_MS,
  );
});
