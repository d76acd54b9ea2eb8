import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type DataSet, findCurrentDataSet, loadDataSet } from '../../src/db/data-set.queries.ts';
import { countRows, countRowsByParent, listBatch, listRowsByParent } from '../../src/db/list.queries.ts';
import type { Order } from '../../src/db/ordering.ts';
import { DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import type { TableName } from '../../src/db/tables.ts';
import { CITY } from '../../src/schema/city.resource.ts';
import { COUNTRY } from '../../src/schema/country.resource.ts';
import { REGION } from '../../src/schema/region.resource.ts';
import type { Resource } from '../../src/schema/resource.ts';
import { STATE } from '../../src/schema/state.resource.ts';
import { SUBREGION } from '../../src/schema/subregion.resource.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { byCodePoints, byNameThenId, type Row, sourceRows } from '../source-rows.ts';
import { countingSql } from '../sql-count.ts';

/** The sortable fields as the contract lists them, section 3. */
const SORTABLE: readonly [resource: Resource, names: string][] = [
  [COUNTRY, 'id name iso2 iso3 region population gdp area_sq_km latitude longitude'],
  [STATE, 'id name iso2 country_code population latitude longitude'],
  [CITY, 'id name state_code country_code population latitude longitude'],
  [REGION, 'id name'],
  [SUBREGION, 'id name region_id'],
];

const NUMERIC = new Set(['id', 'population', 'gdp', 'area_sq_km', 'latitude', 'longitude', 'region_id']);

/** `null` first ascending and last descending; coordinates as numbers; the last tie-break is the id, ascending. */
function inOrder(rows: readonly Row[], keys: readonly (readonly [wire: string, direction: 'asc' | 'desc'])[]): Row[] {
  const isNull = (value: unknown) => value === null || value === undefined || value === '';
  return rows.toSorted((left, right) => {
    for (const [wire, direction] of keys) {
      const [one, two] = [left[wire], right[wire]];
      const order =
        isNull(one) || isNull(two)
          ? Number(isNull(two)) - Number(isNull(one))
          : NUMERIC.has(wire)
            ? Number(one) - Number(two)
            : byCodePoints(String(one), String(two));
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return left.id - right.id;
  });
}

it.each(SORTABLE)('$0.table can be sorted by what the contract lists', (resource, names) => {
  expect(resource.sortable.map(({ wire }) => wire).join(' ')).toBe(names);
});

describe.each(inject('homes'))('lists on $home', ({ home, target }) => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let dataSet: DataSet;
  beforeAll(async () => {
    database = await openDatabase(home, target, {
      ...DEFAULT_LIMITS,
      connectTimeoutMs: 20_000,
      statementTimeoutMs: 20_000,
    });
    dataSet = await loadDataSet(database.em, (await findCurrentDataSet(database.em))?.id ?? 0);
  });
  afterAll(() => database.close());

  const rowsOf = (table: TableName) => sourceRows(FIXTURE_DIR, table);
  const order = (resource: Resource, wire: string, direction: 'asc' | 'desc'): Order => {
    const field = resource.sortable.find((each) => each.wire === wire);
    if (!field) throw new Error(`${wire} is not sortable`);
    return { property: field.property, direction, comparison: field.comparison };
  };
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

  describe.each(SORTABLE)('$0.table', (resource, names) => {
    const { table } = resource;
    it('come in the default order', async () => {
      const rows = (await listBatch(database.em, dataSet.schema, { table, properties: ['id'] })).toRows();
      const byId = table === 'regions' || table === 'subregions';
      expect(idsOf(rows)).toEqual(
        idsOf(rowsOf(table).toSorted(byId ? (left, right) => left.id - right.id : byNameThenId)),
      );
    });

    it.each(names.split(' '))('are sorted by %s in both directions, alone and after another key', async (wire) => {
      for (const direction of ['asc', 'desc'] as const) {
        const orderBy = [order(resource, wire, direction)];
        const rows = (await listBatch(database.em, dataSet.schema, { table, properties: ['id'], orderBy })).toRows();
        expect([direction, idsOf(rows)]).toEqual([direction, idsOf(inOrder(rowsOf(table), [[wire, direction]]))]);
        for (const second of names.split(' ')) {
          const both = [...orderBy, order(resource, second, 'desc')];
          const again = (
            await listBatch(database.em, dataSet.schema, { table, properties: ['id'], orderBy: both })
          ).toRows();
          expect([second, idsOf(again)]).toEqual([
            second,
            idsOf(
              inOrder(rowsOf(table), [
                [wire, direction],
                [second, 'desc'],
              ]),
            ),
          ]);
        }
      }
    });

    it('are cut after the order', async () => {
      const orderBy = [order(resource, 'name', 'desc')];
      const rows = (
        await listBatch(database.em, dataSet.schema, { table, properties: ['id'], orderBy, limit: 3 })
      ).toRows();
      expect(idsOf(rows)).toEqual(idsOf(inOrder(rowsOf(table), [['name', 'desc']])).slice(0, 3));
    });
  });

  it('by parent are one statement, each parent with its own order, limit and total', async () => {
    const ids = idsOf(rowsOf('countries'));
    const parents = { property: 'countryId', ids };
    const listing = { table: 'states', properties: ['id'], orderBy: [order(STATE, 'population', 'desc')] } as const;
    const { result, statements } = await countingSql(async () => ({
      lists: await listRowsByParent(database.em, dataSet.schema, { ...listing, limit: 2 }, parents),
      counts: await countRowsByParent(database.em, dataSet.schema, listing, parents),
    }));
    expect(statements).toHaveLength(2);
    for (const [index, list] of result.lists.entries()) {
      const own = rowsOf('states').filter((row) => row['country_id'] === ids[index]);
      const expected = idsOf(inOrder(own, [['population', 'desc']])).slice(0, 2);
      expect([idsOf([...list]), result.counts[index]]).toEqual([expected, own.length]);
    }
  });

  it.each([
    ['asc', false],
    ['desc', false],
    ['asc', true],
    ['desc', true],
  ] as const)(
    'by parent are not looked for in the order of all ids: %s, from the end %s',
    async (direction, fromEnd) => {
      const ids = idsOf(rowsOf('countries'));
      const orderBy = [order(CITY, 'id', direction), order(CITY, 'name', 'asc')];
      const listing = { table: 'cities', properties: ['id'], orderBy, limit: 2, fromEnd } as const;
      for (const asked of [ids, ids.slice(0, 1)]) {
        const { result, statements } = await countingSql(() =>
          listRowsByParent(database.em, dataSet.schema, listing, { property: 'countryId', ids: asked }),
        );
        expect(statements).toEqual([expect.stringMatching(/ ORDER BY id \+ 0( DESC)? LIMIT /)]);
        for (const [index, list] of result.entries()) {
          const own = rowsOf('cities').filter((row) => row['country_id'] === asked[index]);
          const sorted = idsOf(inOrder(own, [['id', direction]]));
          expect(idsOf([...list])).toEqual(fromEnd ? sorted.slice(-2) : sorted.slice(0, 2));
        }
      }
    },
  );

  it.each(['%', '_', '\\', "'", 'land', 'LAND', 'ō', 'Ō', '東', '京', ' ', 'é', 'ã', 'ʻ', '’', '-'])(
    'that contain %j mean it literally',
    async (text) => {
      for (const table of ['countries', 'states', 'cities'] as const) {
        const expected = rowsOf(table)
          .filter(({ name, native }) =>
            [name, native].some((each) => typeof each === 'string' && each.toLowerCase().includes(text.toLowerCase())),
          )
          .toSorted(byNameThenId);
        const rows = (
          await listBatch(database.em, dataSet.schema, { table, properties: ['id'], contains: text })
        ).toRows();
        expect([table, idsOf(rows)]).toEqual([table, idsOf(expected)]);
        expect(await countRows(database.em, dataSet.schema, { table, contains: text })).toBe(expected.length);
      }
    },
  );
});
