import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { FIXTURE_DIR } from '../environment.ts';
import { openService, type TestService } from '../service.ts';
import { byCodePoints, type Row, type SourceTable, sourceRows } from '../source-rows.ts';
import {
  ALL_PLANS,
  CITY_FIELDS,
  COUNTRY_FIELDS,
  decodedRecord,
  expectedRecord,
  PLAN_TIERS,
  PROFESSIONAL_AND_ABOVE,
  REGION_FIELDS,
  SORTABLE,
  type SourceRow,
  type SpecifiedField,
  STATE_FIELDS,
  SUBREGION_FIELDS,
  SUPPORTER_AND_ABOVE,
  visibleNames,
} from './specification.ts';

const FIELDS: Readonly<Record<SourceTable, readonly SpecifiedField[]>> = {
  countries: COUNTRY_FIELDS,
  states: STATE_FIELDS,
  cities: CITY_FIELDS,
  regions: REGION_FIELDS,
  subregions: SUBREGION_FIELDS,
};
const TEXTS = new Set(['name', 'iso2', 'iso3', 'region', 'country_code', 'state_code']);

const NO_STATES = '{"error":"No States/Regions found."}';
const NO_CITIES = '{"error":"No Cities found."}';

interface List {
  readonly path: string;
  readonly table: SourceTable;
  readonly plans: typeof ALL_PLANS;
  readonly has: (row: Row) => boolean;
  /** What no match is answered with: a 404's body, or `[]`. */
  readonly nothing: string;
  /** Texts to search for: the last one matches nothing. */
  readonly searches: readonly string[];
}

const LISTS: readonly List[] = [
  {
    path: '/v1/countries',
    table: 'countries',
    plans: ALL_PLANS,
    has: () => true,
    nothing: '[]',
    searches: ['united', 'भारत', '日本', 'ÎLE', 'bouvetøya', '(DUTCH', 'zzzz'],
  },
  {
    path: '/v1/countries/GB/states',
    table: 'states',
    plans: ALL_PLANS,
    has: (row) => row['country_code'] === 'GB',
    nothing: NO_STATES,
    searches: ['lan', 'CYMRU', 'zzzz'],
  },
  {
    path: '/v1/countries/US/states/NY/cities',
    table: 'cities',
    plans: ALL_PLANS,
    has: (row) => row['country_code'] === 'US' && row['state_code'] === 'NY',
    nothing: NO_CITIES,
    searches: ['ton', 'ROME', 'new york', '%%', '__', '\\\\', 'zzzz'],
  },
  {
    path: '/v1/countries/JP/states/13/cities',
    table: 'cities',
    plans: ALL_PLANS,
    has: (row) => row['country_code'] === 'JP' && row['state_code'] === '13',
    nothing: NO_CITIES,
    searches: ['東京', 'tokyo', 'zzzz'],
  },
  {
    path: '/v1/countries/JP/cities',
    table: 'cities',
    plans: SUPPORTER_AND_ABOVE,
    has: (row) => row['country_code'] === 'JP',
    nothing: NO_CITIES,
    searches: ['aka', '京都', 'zzzz'],
  },
  {
    path: '/v1/states',
    table: 'states',
    plans: SUPPORTER_AND_ABOVE,
    has: () => true,
    nothing: '[]',
    searches: ['ada', 'महा', 'zzzz'],
  },
  {
    path: '/v1/cities',
    table: 'cities',
    plans: PROFESSIONAL_AND_ABOVE,
    has: () => true,
    nothing: '[]',
    searches: ['san', "o'", 'மது', 'zzzz'],
  },
  {
    path: '/v1/regions',
    table: 'regions',
    plans: SUPPORTER_AND_ABOVE,
    has: () => true,
    nothing: '[]',
    searches: ['ia', 'AMER', 'zzzz'],
  },
  {
    path: '/v1/regions/2/subregions',
    table: 'subregions',
    plans: SUPPORTER_AND_ABOVE,
    has: (row) => row['region_id'] === 2,
    nothing: '[]',
    searches: ['america', 'zzzz'],
  },
  {
    path: '/v1/subregions/6/countries',
    table: 'countries',
    plans: SUPPORTER_AND_ABOVE,
    has: (row) => row['subregion_id'] === 6,
    nothing: '[]',
    searches: ['united', 'pierre', 'zzzz'],
  },
];

const DETAILS: readonly { path: string; table: SourceTable; id: number; plans: typeof ALL_PLANS }[] = [
  { path: '/v1/countries/XK', table: 'countries', id: 248, plans: ALL_PLANS },
  { path: '/v1/countries/GB/states/LND', table: 'states', id: 2424, plans: ALL_PLANS },
  { path: '/v1/states/2424', table: 'states', id: 2424, plans: ALL_PLANS },
  { path: '/v1/states/5816', table: 'states', id: 5816, plans: ALL_PLANS },
  { path: '/v1/cities/1', table: 'cities', id: 1, plans: ALL_PLANS },
  { path: '/v1/cities/00368', table: 'cities', id: 368, plans: ALL_PLANS },
  { path: '/v1/regions/3', table: 'regions', id: 3, plans: SUPPORTER_AND_ABOVE },
  { path: '/v1/subregions/12', table: 'subregions', id: 12, plans: SUPPORTER_AND_ABOVE },
];

function sortValue(row: SourceRow, field: string): string | number | null {
  const value = row[field];
  if (value === null || value === undefined || value === '') return null;
  return TEXTS.has(field) ? String(value) : Number(value);
}

/** Null first ascending, last descending; the last tie-break is the id. */
function sorted(rows: readonly Row[], keys: readonly (readonly [field: string, direction: 'asc' | 'desc'])[]): Row[] {
  return rows.toSorted((left, right) => {
    for (const [field, direction] of keys) {
      const [a, b] = [sortValue(left, field), sortValue(right, field)];
      const sign = direction === 'asc' ? 1 : -1;
      if (a === b) continue;
      if (a === null) return -sign;
      if (b === null) return sign;
      return sign * (typeof a === 'string' ? byCodePoints(a, String(b)) : a - Number(b));
    }
    return left.id - right.id;
  });
}

function inDefaultOrder(table: SourceTable, rows: readonly Row[]): Row[] {
  return sorted(rows, table === 'regions' || table === 'subregions' ? [] : [['name', 'asc']]);
}

function contains(row: Row, table: SourceTable, text: string): boolean {
  const names = table === 'regions' || table === 'subregions' ? [row.name] : [row.name, row['native']];
  return names.some((name) => typeof name === 'string' && name.toLowerCase().includes(text.toLowerCase()));
}

describe.each(inject('homes'))('on $home', (home) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(home);
  });
  afterAll(() => service.close());

  async function listed(path: string, plan: (typeof ALL_PLANS)[number]): Promise<SourceRow[]> {
    const response = await service.get(path, plan);
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as SourceRow[];
  }

  describe.each(LISTS)('$path', ({ path, table, plans, has, nothing, searches }) => {
    const rows = sourceRows(FIXTURE_DIR, table).filter(has);
    const fields = FIELDS[table];

    it('has rows to tell anything by', () => expect(rows.length).toBeGreaterThan(1));

    it.each(plans)(
      'is whole and in order for %s, each record in the order and with the values of its tier',
      async (plan) => {
        const tier = PLAN_TIERS[plan];
        const answered = await listed(path, plan);
        expect(answered.map((record) => Object.keys(record))).toEqual(answered.map(() => visibleNames(fields, tier)));
        expect(answered.map((record) => decodedRecord(fields, record))).toEqual(
          inDefaultOrder(table, rows).map((row) => expectedRecord(fields, tier, row)),
        );
      },
    );

    it.each(SORTABLE[table])('sorts by %s both ways, also where it is not among the fields', async (field) => {
      for (const direction of ['asc', 'desc'] as const) {
        const keys = [[field, direction]] as const;
        const wanted = sorted(rows, keys).map(({ id }) => ({ id }));
        expect(await listed(`${path}?sort=${field}:${direction}&fields=id`, 'Business')).toEqual(wanted);
        expect(
          await listed(`${path}?sort=%20${field}%20:%20${direction.toUpperCase()}%20,&fields=id`, 'Business'),
        ).toEqual(wanted);
      }
      expect(await listed(`${path}?sort=${field}&fields=id`, 'Business')).toEqual(
        sorted(rows, [[field, 'asc']]).map(({ id }) => ({ id })),
      );
    });

    it('sorts by several keys, earlier ones first', async () => {
      const [first = '', second = ''] = SORTABLE[table].slice(1).toReversed();
      const keys = [
        [first, 'desc'],
        [second || 'name', 'asc'],
      ] as const;
      const sort = keys.map((key) => key.join(':')).join(',');
      expect(await listed(`${path}?sort=${sort}&fields=id`, 'Business')).toEqual(
        sorted(rows, keys).map(({ id }) => ({ id })),
      );
    });

    it('sorts by all keys at once, and by one again and again', async () => {
      const all = SORTABLE[table].toReversed();
      for (const [sort, keys] of [
        [all.join(), all],
        [Array.from({ length: 9 }, () => ',name:desc,,id').join(), ['name']],
      ] as const) {
        const direction = keys.length === 1 ? 'desc' : 'asc';
        expect(await listed(`${path}?sort=${sort}&fields=id`, 'Business')).toEqual(
          sorted(
            rows,
            keys.map((key) => [key, direction]),
          ).map(({ id }) => ({ id })),
        );
      }
    });

    it('refuses to sort by what is no sort key, naming those that are', async () => {
      for (const [name] of fields.filter(([each]) => !(SORTABLE[table] as readonly string[]).includes(each))) {
        const response = await service.get(`${path}?sort=${name}`, 'Business');
        expect([response.status, await response.text()]).toEqual([
          400,
          `{"error":"Field \\"${name}\\" is not sortable. Sortable fields for ${table}: ${SORTABLE[table].join(', ')}"}`,
        ]);
      }
    });

    it.each(SUPPORTER_AND_ABOVE.filter((plan) => plans.includes(plan)))(
      'narrows to the asked fields and the id for %s, never beyond the tier',
      async (plan) => {
        const visible = visibleNames(fields, PLAN_TIERS[plan]);
        for (const [name] of fields) {
          const [record = {}] = await listed(`${path}?fields=${name}`, plan);
          expect(Object.keys(record)).toEqual(visible.filter((each) => each === 'id' || each === name));
        }
        const all = fields.map(([name]) => name).toReversed();
        const [record = {}] = await listed(`${path}?fields=${all.join(',%20')}`, plan);
        expect(Object.keys(record)).toEqual(visible);
      },
    );

    it('names the unknown fields and the valid ones', async () => {
      const response = await service.get(`${path}?fields=nope,id,%20nada`, 'Business');
      expect([response.status, await response.text()]).toEqual([
        400,
        `{"error":"Unknown field(s): nope, nada. Valid fields: ${fields.map(([name]) => name).join(', ')}"}`,
      ]);
    });

    it.each(searches)('finds what contains %j, literally and in any case', async (text) => {
      const wanted = inDefaultOrder(
        table,
        rows.filter((row) => contains(row, table, text)),
      );
      const target = `${path}?fields=name&q=${encodeURIComponent(text)}`;
      if (wanted.length > 0) {
        expect(await listed(target, 'Business')).toEqual(wanted.map(({ id, name }) => ({ id, name })));
      } else {
        const response = await service.get(target, 'Business');
        expect([response.status, await response.text()]).toEqual([nothing === '[]' ? 200 : 404, nothing]);
      }
    });

    it('finds something and finds nothing', () => {
      const found = searches.map((text) => rows.some((row) => contains(row, table, text)));
      expect([found[0], found.at(-1)]).toEqual([true, false]);
    });

    it('refuses what is too short or too long to search for', async () => {
      for (const [text, rule] of [
        ['', 'at least 2'],
        ['%20a%20', 'at least 2'],
        ['%F0%9F%97%BC', 'at least 2'],
        ['x'.repeat(101), 'at most 100'],
      ]) {
        const response = await service.get(`${path}?q=${text}`, 'Business');
        expect([response.status, await response.text()]).toEqual([
          400,
          `{"error":"Invalid query parameters: q: Search query must be ${rule} characters"}`,
        ]);
      }
    });
  });

  describe.each(DETAILS)('$path', ({ path, table, id, plans }) => {
    const fields = FIELDS[table];
    const row = sourceRows(FIXTURE_DIR, table).find((each) => each.id === id) ?? {};

    it.each(plans)('is the record of its tier for %s', async (plan) => {
      const response = await service.get(path, plan);
      const record = (await response.json()) as SourceRow;
      expect(Object.keys(record)).toEqual(visibleNames(fields, PLAN_TIERS[plan]));
      expect(decodedRecord(fields, record)).toEqual(expectedRecord(fields, PLAN_TIERS[plan], row));
    });

    it.each(SUPPORTER_AND_ABOVE)('narrows to the asked fields and the id for %s and ignores sort', async (plan) => {
      const visible = visibleNames(fields, PLAN_TIERS[plan]);
      for (const [name] of fields) {
        const response = await service.get(`${path}?fields=${name}`, plan);
        expect(Object.keys((await response.json()) as SourceRow)).toEqual(
          visible.filter((each) => each === 'id' || each === name),
        );
      }
      const ignored = await service.get(`${path}?sort=nonsense:up:down&fields=id`, plan);
      expect([ignored.status, await ignored.text()]).toEqual([200, `{"id":${id}}`]);
    });

    it('names the unknown fields and the valid ones', async () => {
      const response = await service.get(`${path}?fields=ID`, 'Supporter');
      expect([response.status, await response.text()]).toEqual([
        400,
        `{"error":"Unknown field(s): ID. Valid fields: ${fields.map(([name]) => name).join(', ')}"}`,
      ]);
    });
  });
});
