import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PLANS, type Plan } from '../../src/auth/plans.ts';
import { CITY } from '../../src/schema/city.resource.ts';
import { COUNTRY } from '../../src/schema/country.resource.ts';
import { REGION } from '../../src/schema/region.resource.ts';
import type { Resource } from '../../src/schema/resource.ts';
import { STATE } from '../../src/schema/state.resource.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { openService, type TestService } from '../service.ts';
import { type Row, type SourceTable, sourceRows } from '../source-rows.ts';
import {
  ALL_PLANS,
  CITY_FIELDS,
  COUNTRY_FIELDS,
  CURRENCY_KEYS,
  DIAL_CODE_KEYS,
  DIAL_CODE_KEYS_WITH_AREA,
  decodedRecord,
  expectedRecord,
  INNER_CURRENCY_KEYS,
  PLAN_TIERS,
  PROFESSIONAL_AND_ABOVE,
  REGION_FIELDS,
  type SourceRow,
  type SpecifiedField,
  STATE_FIELDS,
  STATE_LOOKUP_KEYS,
  SUPPORTER_AND_ABOVE,
  visibleNames,
} from './specification.ts';

const RECORDS: readonly {
  readonly resource: Resource;
  readonly fields: readonly SpecifiedField[];
  readonly table: SourceTable;
  /** GraphQL query of one record that the fixture has, with `$selection` for its fields, and that record's id. */
  readonly graphql: string;
  readonly id: number;
}[] = [
  {
    resource: COUNTRY,
    fields: COUNTRY_FIELDS,
    table: 'countries',
    graphql: '{ it: country(code: "JP") { $selection } }',
    id: 109,
  },
  { resource: STATE, fields: STATE_FIELDS, table: 'states', graphql: '{ it: state(id: 823) { $selection } }', id: 823 },
  { resource: CITY, fields: CITY_FIELDS, table: 'cities', graphql: '{ it: city(id: 1) { $selection } }', id: 1 },
  { resource: REGION, fields: REGION_FIELDS, table: 'regions', graphql: '{ it: region(id: 3) { $selection } }', id: 3 },
];

interface Place {
  readonly what: string;
  readonly path: string;
  readonly plans: readonly Plan[];
  readonly fields: readonly SpecifiedField[];
  readonly table: SourceTable;
  /** Keys that follow the record's own. */
  readonly extra?: readonly string[];
}

const EXTRA = ['match_score', 'matched_alias'];
const PLACES: readonly Place[] = [
  { what: 'country details', path: '/v1/countries/JP', plans: ALL_PLANS, fields: COUNTRY_FIELDS, table: 'countries' },
  {
    what: 'a country with gaps',
    path: '/v1/countries/AQ',
    plans: ALL_PLANS,
    fields: COUNTRY_FIELDS,
    table: 'countries',
  },
  {
    what: 'state details',
    path: '/v1/countries/GB/states/LND',
    plans: ALL_PLANS,
    fields: STATE_FIELDS,
    table: 'states',
  },
  {
    what: 'a state with gaps',
    path: '/v1/countries/US/states/AA',
    plans: ALL_PLANS,
    fields: STATE_FIELDS,
    table: 'states',
  },
  { what: 'all states', path: '/v1/states', plans: SUPPORTER_AND_ABOVE, fields: STATE_FIELDS, table: 'states' },
  {
    what: 'cities of a country',
    path: '/v1/countries/JP/cities',
    plans: SUPPORTER_AND_ABOVE,
    fields: CITY_FIELDS,
    table: 'cities',
  },
  {
    what: 'cities with gaps',
    path: '/v1/countries/FR/cities',
    plans: SUPPORTER_AND_ABOVE,
    fields: CITY_FIELDS,
    table: 'cities',
  },
  {
    what: 'region details',
    path: '/v1/regions/3',
    plans: SUPPORTER_AND_ABOVE,
    fields: REGION_FIELDS,
    table: 'regions',
  },
  { what: 'all regions', path: '/v1/regions', plans: SUPPORTER_AND_ABOVE, fields: REGION_FIELDS, table: 'regions' },
  {
    what: 'fuzzy cities',
    path: '/v1/search/fuzzy?q=Chiyoda',
    plans: PROFESSIONAL_AND_ABOVE,
    fields: CITY_FIELDS,
    table: 'cities',
    extra: EXTRA,
  },
  {
    what: 'fuzzy states',
    path: '/v1/search/fuzzy?q=Tokyo&type=state',
    plans: PROFESSIONAL_AND_ABOVE,
    fields: STATE_FIELDS,
    table: 'states',
    extra: EXTRA,
  },
  {
    what: 'fuzzy countries',
    path: '/v1/search/fuzzy?q=Japan&type=country',
    plans: PROFESSIONAL_AND_ABOVE,
    fields: COUNTRY_FIELDS,
    table: 'countries',
    extra: EXTRA,
  },
];

const ROWS = new Map(
  (['countries', 'states', 'cities', 'regions'] as const).map((table) => [
    table as SourceTable,
    new Map(sourceRows(FIXTURE_DIR, table).map((row) => [row.id, row])),
  ]),
);

function sourceRow(table: SourceTable, id: unknown): Row {
  const row = ROWS.get(table)?.get(Number(id));
  if (!row) throw new Error(`${table} has no row ${id}`);
  return row;
}

describe('the resource tables say what the specification says', () => {
  it.each(RECORDS)('$resource.name', ({ resource, fields }) => {
    expect(resource.fields.map(({ wire, tier }) => [wire, tier])).toEqual(fields.map(([name, tier]) => [name, tier]));
  });

  it('and so does the table of plans', () => {
    expect(Object.fromEntries(Object.entries(PLANS).map(([plan, { tier }]) => [plan, tier]))).toEqual(PLAN_TIERS);
  });
});

describe.each(inject('homes'))('tiers on $home', (home) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(home);
  });
  afterAll(() => service.close());

  async function records(
    response: Response,
    { extra = [] }: Place,
  ): Promise<{ record: SourceRow; added: SourceRow }[]> {
    const body = (await response.json()) as SourceRow | SourceRow[];
    return (Array.isArray(body) ? body : [body]).map((item) => {
      const added = Object.fromEntries(Object.entries(item).filter(([name]) => extra.includes(name)));
      const record = Object.fromEntries(Object.entries(item).filter(([name]) => !extra.includes(name)));
      expect(Object.keys(item)).toEqual([...Object.keys(record), ...extra]);
      return { record, added };
    });
  }

  describe.each(PLACES)('$what', (place) => {
    it.each(place.plans)('shows %s its fields with the values of the source: miss, hit, 304', async (plan) => {
      const { path, fields, table } = place;
      const tier = PLAN_TIERS[plan];
      const first = await service.get(path, plan);
      expect(first.status).toBe(200);
      const etag = first.headers.get('etag') ?? '';
      const found = await records(first.clone(), place);
      expect(found.length).toBeGreaterThan(0);
      for (const { record } of found) {
        expect(Object.keys(record)).toEqual(visibleNames(fields, tier));
        expect(decodedRecord(fields, record)).toEqual(expectedRecord(fields, tier, sourceRow(table, record['id'])));
      }
      const bytes = await first.text();
      const second = await service.get(path, plan);
      expect(second.headers.get('x-cache')).toBe('HIT');
      expect(second.headers.get('etag')).toBe(etag);
      expect(await second.text()).toBe(bytes);
      const third = await service.get(path, plan, { 'If-None-Match': etag });
      expect([third.status, third.headers.get('etag'), await third.text()]).toEqual([304, etag, '']);
    });

    it('is shared within a tier and never between tiers', async () => {
      await using fresh = await openService(home);
      const seen = new Map<string, string>();
      for (const plan of [...place.plans, ...place.plans.toReversed()]) {
        const tier = PLAN_TIERS[plan];
        const response = await fresh.get(place.path, plan);
        expect([plan, response.headers.get('x-cache')]).toEqual([plan, seen.has(tier) ? 'HIT' : 'MISS']);
        const etag = response.headers.get('etag') ?? '';
        expect(seen.get(tier) ?? etag).toBe(etag);
        seen.set(tier, etag);
      }
      expect(new Set(seen.values()).size).toBe(seen.size);
    });

    it("answers another tier's ETag with that caller's own bytes", async () => {
      for (const from of place.plans) {
        const foreign = (await service.get(place.path, from)).headers.get('etag') ?? '';
        for (const to of place.plans.filter((plan) => PLAN_TIERS[plan] !== PLAN_TIERS[from])) {
          const response = await service.get(place.path, to, { 'If-None-Match': foreign });
          expect([from, to, response.status]).toEqual([from, to, 200]);
          expect(await response.text()).toBe(await (await service.get(place.path, to)).text());
        }
      }
    });
  });

  describe.each(PLACES.filter(({ path }) => !path.includes('?')))(
    'fields of $what',
    ({ path, fields, plans, what }) => {
      const allowed = plans.filter((plan) => SUPPORTER_AND_ABOVE.includes(plan));
      it.each(allowed)('are narrowed for %s to the asked one, never beyond the tier', async (plan) => {
        const visible = visibleNames(fields, PLAN_TIERS[plan]);
        for (const [name] of fields) {
          const expected = visible.filter((each) => each === 'id' || each === name);
          for (const _missThenHit of [1, 2]) {
            const body = (await (await service.get(`${path}?fields=${name}`, plan)).json()) as SourceRow | SourceRow[];
            const keys = new Set((Array.isArray(body) ? body : [body]).map((record) => Object.keys(record).join()));
            expect([what, name, [...keys]]).toEqual([what, name, [expected.join()]]);
          }
        }
      });

      it.each(plans.filter((plan) => !allowed.includes(plan)))('are refused to %s, empty or not', async (plan) => {
        for (const query of ['fields=name', 'fields=', 'fields', 'fields=nonsense']) {
          const response = await service.get(`${path}?${query}`, plan);
          expect([query, response.status, ((await response.json()) as SourceRow)['feature']]).toEqual([
            query,
            403,
            'fieldsFiltering',
          ]);
        }
      });
    },
  );

  describe.each(RECORDS)('GraphQL $resource.name', ({ resource, fields, table, graphql, id }) => {
    it.each(ALL_PLANS)('gives %s each field of its tier and refuses each above it', async (plan) => {
      const visible = new Set(visibleNames(fields, PLAN_TIERS[plan]));
      const gated = table === 'regions' && !SUPPORTER_AND_ABOVE.includes(plan);
      const expected = expectedRecord(fields, 'full', sourceRow(table, id));
      for (const { wire, graphql: name } of resource.fields) {
        const answer = await service.graphql(plan, graphql.replace('$selection', name));
        if (gated || !visible.has(wire)) {
          expect([wire, answer.errors?.[0]?.extensions?.['code'], answer.data ?? null]).toEqual([
            wire,
            'FORBIDDEN',
            null,
          ]);
        } else {
          expect([wire, answer.errors]).toEqual([wire, undefined]);
          const record = answer.data?.['it'] as SourceRow;
          expect(decodedRecord(fields, { [wire]: record[name] })).toEqual({ [wire]: expected[wire] });
        }
      }
    });
  });

  it('gives the ISO look-up its own table to every plan that has it', async () => {
    for (const plan of ALL_PLANS.filter((each) => each !== 'Community')) {
      const body = (await (await service.get('/v1/iso/state?iso=jp-13', plan)).json()) as SourceRow;
      expect(Object.keys(body)).toEqual(STATE_LOOKUP_KEYS);
      expect(body).toEqual({
        id: 823,
        name: 'Tokyo',
        iso2: '13',
        iso3166_2: 'JP-13',
        country_id: 109,
        country_code: 'JP',
      });
      const without = (await (await service.get('/v1/iso/state?iso=US-AA', plan)).json()) as SourceRow;
      expect([Object.keys(without), without['iso3166_2']]).toEqual([STATE_LOOKUP_KEYS, null]);
    }
  });

  it('gives currencies and dial codes their own tables to Supporter and above', async () => {
    for (const plan of SUPPORTER_AND_ABOVE) {
      const currency = (await (await service.get('/v1/currency/jp', plan)).json()) as { currency: object };
      expect([Object.keys(currency), Object.keys(currency.currency)]).toEqual([CURRENCY_KEYS, INNER_CURRENCY_KEYS]);
      expect(currency).toEqual({ country: 'JP', currency: { code: 'JPY', name: 'Japanese yen', symbol: '¥' } });
      const entries = (await (await service.get('/v1/phone', plan)).json()) as SourceRow[];
      for (const entry of entries) {
        expect([DIAL_CODE_KEYS.join(), DIAL_CODE_KEYS_WITH_AREA.join()]).toContain(Object.keys(entry).join());
        expect(entry['country']).toBe(entry['iso2']);
      }
      expect(entries.filter((entry) => 'area_code' in entry).map(({ iso2, area_code }) => [iso2, area_code])).toEqual([
        ['BB', '246'],
        ['SX', '721'],
      ]);
    }
  });

  it('adds a score with two decimals and the native name where that one scored higher', async () => {
    const matches = (await (
      await service.get('/v1/search/fuzzy?q=東京都&type=state&threshold=0.1', 'Business')
    ).json()) as SourceRow[];
    expect(matches[0]).toMatchObject({ id: 823, matched_alias: '東京' });
    const [english] = (await (
      await service.get('/v1/search/fuzzy?q=tokyo&type=state', 'Business')
    ).json()) as SourceRow[];
    expect(english).toMatchObject({ id: 823, match_score: 1, matched_alias: null });
  });
});

const REFUSALS: readonly [path: string, lowest: readonly Plan[], feature: string][] = [
  ['/v1/search/fuzzy?q=tokyo', PROFESSIONAL_AND_ABOVE, 'fuzzySearch'],
  ['/v1/iso/state?iso=JP-13', ALL_PLANS.filter((plan) => plan !== 'Community'), 'isoLookup'],
  ['/v1/currency/JP', SUPPORTER_AND_ABOVE, 'currencyApi'],
  ['/v1/countries/JP/cities', SUPPORTER_AND_ABOVE, 'bulkCities'],
  ['/v1/states', SUPPORTER_AND_ABOVE, 'bulkStates'],
  ['/v1/phone', SUPPORTER_AND_ABOVE, 'phoneDialCode'],
  ['/v1/regions/3', SUPPORTER_AND_ABOVE, 'regionsApi'],
  ['/v1/regions', SUPPORTER_AND_ABOVE, 'regionsApi'],
  ['/v1/countries/JP', ALL_PLANS, ''],
  ['/v1/countries/JP/states/13', ALL_PLANS, ''],
];

describe('every route and plan', () => {
  let service: TestService;
  beforeAll(async () => {
    const [home] = inject('homes');
    if (!home) throw new Error('there is always an embedded home');
    service = await openService(home);
  });
  afterAll(() => service.close());

  it.each(REFUSALS)('%s', async (path, plans, feature) => {
    for (const plan of ALL_PLANS) {
      const response = await service.get(path, plan);
      if (plans.includes(plan)) expect([plan, response.status]).toEqual([plan, 200]);
      else {
        expect([plan, response.status, await response.text()]).toEqual([
          plan,
          403,
          `{"error":"This feature is not available on your current plan.","feature":"${feature}","upgradeUrl":"https://example.test/upgrade"}`,
        ]);
      }
      expect(response.headers.get('x-svcapi-plan')).toBe(plan.toLowerCase());
    }
  });
});
