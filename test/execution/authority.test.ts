import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { Caller } from '../../src/auth/caller.ts';
import { PLAN_NAMES, type Plan } from '../../src/auth/plans.ts';
import { schema } from '../../src/schema/schema.ts';
import { type Data, type Graph, openGraph } from '../schema/graph.ts';
import { openService, type TestService } from '../service.ts';

interface Context {
  readonly caller: Caller;
}

interface ConfigStore {
  getTypeConfig(name: string): { readonly pothosOptions: object };
  getFields(name: string): ReadonlyMap<string, { readonly pothosOptions: object; extensions?: object }>;
}

const clock = vi.hoisted(() => ({ isDay: true }));

/** Scopes that the next owner might add to columns and types that have none. */
const ADDED = vi.hoisted<Readonly<Record<string, Readonly<Record<string, unknown>>>>>(() => ({
  // Known of everybody beforehand, by plan: it tells plans of one tier apart.
  'State.iso2': { authScopes: { gates: [{ plan: 'Starter', feature: 'isoLookup' }] } },
  'Country.emoji': { authScopes: (_row: unknown, _args: unknown, { caller }: Context) => caller.plan === 'Business' },
  // By row, by place, and to be waited for.
  'Country.capital': { authScopes: (row: { id: number }) => row.id % 2 === 0 },
  'Country.tld': { authScopes: async (row: { id: number }) => row.id % 2 === 0 },
  'Country.native': { authScopes: { $granted: 'odd' } },
  'City.wikiDataId': { authScopes: async () => false },
  // By more of the caller than the plan.
  'City.timezone': { authScopes: (_row: unknown, _args: unknown, { caller }: Context) => caller.keyId === 7 },
  // By what stands nowhere in what it is asked with.
  'City.stateCode': { authScopes: () => clock.isDay },
  Country: { grantScopes: (row: { id: number }) => (row.id % 2 === 0 ? [] : ['odd']) },
  Region: { authScopes: (row: { id: number }) => row.id % 2 === 0 },
  Node: { authScopes: (_row: unknown, { caller }: Context) => caller.plan !== 'Legacy' },
}));

const PERSONAL = vi.hoisted<Readonly<Record<string, object>>>(() => ({ 'City.stateCode': { personal: true } }));

vi.mock('../../src/schema/schema.ts', async (original) => {
  await original(); // Every type and field is there then.
  const { builder } = await import('../../src/schema/builder.ts');
  const configStore = builder.configStore as unknown as ConfigStore; // Its own type is too deep for the compiler.
  for (const [name, added] of Object.entries(ADDED)) {
    const [typeName = '', fieldName] = name.split('.');
    const config = configStore.getTypeConfig(typeName);
    const fields = configStore.getFields(typeName);
    const options = fieldName === undefined ? config.pothosOptions : fields.get(fieldName)?.pothosOptions;
    if (!options) throw new Error(`no ${name}`);
    Object.assign(options, added);
    const field = fieldName === undefined ? undefined : fields.get(fieldName);
    if (field) field.extensions = { ...field.extensions, ...PERSONAL[name] };
  }
  return { schema: builder.toSchema() };
});

const isOdd = ({ id }: { readonly id: number }) => id % 2 === 1;

describe.each(inject('homes'))('a scope that is added to a column, on $home', (home) => {
  let graph: Graph;
  let service: TestService;
  beforeAll(async () => {
    graph = await openGraph(home);
    service = await openService(home);
  });
  afterAll(async () => {
    await graph.close();
    await service.close();
  });

  it.each([
    '{ countries { nodes { id iso2 emoji } } }',
    '{ countries { nodes { id capital } } }',
    '{ countries { nodes { id tld } } }',
    '{ countries { nodes { id native states(first: 2) { nodes { id iso2 country { id native capital } } } } } }',
    '{ country(code: "JP") { id emoji capital tld native states(first: 3) { nodes { name iso2 } } } }',
    '{ city(id: 77729) { name wikiDataId } }',
    '{ regions { nodes { id name } } }',
    '{ node(id: "Q291bnRyeToxMDk") { __typename nodeId ... on Country { name capital } } }',
  ])('holds in objects and in JSON as it does in graphql-js: %s', async (query) => {
    for (const plan of PLAN_NAMES) {
      const theirs = await graph.reference(plan, query);
      for (const _again of [1, 2, 3]) expect(await told(graph.run(plan, query))).toEqual(await told(theirs));
      expect(await graph.json(plan, query)).toBe(JSON.stringify(theirs.data));
    }
  });

  it.each(['capital', 'tld', 'native'])('shows %s of some rows and not of others', async (column) => {
    const { data } = await graph.run('Business', `{ countries { nodes { id ${column} } } }`);
    const shown: Data[] = data?.countries.nodes.filter((row: Data) => row[column] !== null);
    expect(shown.length).toBeGreaterThan(0);
    expect(new Set(shown.map(isOdd))).toEqual(new Set([column === 'native']));
  });

  it.each([
    ['Community', 'Starter'],
    ['Starter', 'Community'],
  ] as const)('tells plans of one tier apart in /graphql, %s before %s', async (first, second) => {
    const query = `{ state(country: "JP", iso2: "13") { name iso2 ${first}: name } }`;
    for (const plan of [first, second, first, second]) {
      const { data, errors } = await service.graphql(plan, query);
      expect(JSON.stringify(data ?? null).includes('"13"'), plan).toBe(plan === 'Starter');
      expect(errors?.[0]?.extensions?.['code']).toBe(plan === 'Starter' ? undefined : 'FORBIDDEN');
    }
  });

  it.each([
    ['Community', 'Starter', '/v1/countries/JP/states', '"iso2"'],
    ['Starter', 'Community', '/v1/countries/JP/states', '"iso2"'],
    ['Professional', 'Business', '/v1/countries/JP?fields=name,emoji', '"emoji":'],
    ['Business', 'Professional', '/v1/countries/JP?fields=name,emoji', '"emoji":'],
  ] as const)(
    'tells plans of one tier apart in /v1 and its cache, %s before %s',
    async (first, second, path, shown) => {
      await using own = await openService(home);
      const sees: Plan[] = ['Starter', 'Business'];
      for (const plan of [first, second, first, second]) {
        const response = await own.get(path, plan);
        expect((await response.text()).includes(shown), plan).toBe(sees.includes(plan));
        expect(response.status === 200, plan).toBe(sees.includes(plan));
      }
    },
  );

  it('leaves plans of one tier to share answers where no scope tells them apart', async () => {
    await using own = await openService(home);
    expect((await own.get('/v1/states?fields=name', 'Professional')).headers.get('x-cache')).toBe('MISS');
    expect((await own.get('/v1/states?fields=name', 'Business')).headers.get('x-cache')).toBe('HIT');
  });

  it('is asked of each caller where it looks at more than the plan', async () => {
    const query = '{ cities(first: 100) { nodes { id timezone } } }';
    for (const keyId of [1, 7, 7, 1]) {
      const { data, errors } = await graph.run('Business', query, {}, { keyId });
      const shown: unknown[] = data?.cities.nodes.map((row: Data) => row.timezone !== null) ?? [];
      expect(shown.includes(true), `${keyId}`).toBe(keyId === 7);
      expect(errors === undefined, `${keyId}`).toBe(keyId === 7);
    }
  });

  it('is asked each time where the field is personal', async () => {
    for (const isDay of [true, true, true, false, true]) {
      clock.isDay = isDay;
      const { data } = await graph.run('Business', '{ cities(first: 3) { nodes { id stateCode } } }');
      expect(data?.cities.nodes.map(({ stateCode }: Data) => stateCode !== null)).toEqual([isDay, isDay, isDay]);
    }
  });

  it('is asked once a plan where it is the same for all rows', async () => {
    const field = (schema.getType('City') as Data).getFields().latitude;
    const resolve = vi.spyOn(field, 'resolve');
    const query = '{ cities(first: 20) { nodes { latitude } } }';
    try {
      await graph.data(query); // What comes once is not remembered.
      resolve.mockClear();
      for (const _again of [1, 2, 3]) {
        const { cities } = await graph.data(query);
        expect(cities.nodes.every(({ latitude }: Data) => latitude !== null)).toBe(true);
        expect(cities.nodes.length).toBe(20);
      }
      expect(resolve).toHaveBeenCalledTimes(1);
    } finally {
      resolve.mockRestore();
    }
  });
});

/** What a result tells, its errors in an order that does not depend on which of two rows was asked first. */
async function told(result: Data) {
  const { data, errors = [] } = await result;
  return { data: JSON.stringify(data), errors: errors.map((error: Data) => JSON.stringify(error)).sort() };
}
