import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Data, type Graph, openGraph } from './graph.ts';

interface Row {
  readonly id: number;
  readonly [field: string]: unknown;
}

const FIELDS = {
  countries:
    'id name native iso2 iso3 numericCode regionId subregionId currencyCode capital population gdp areaSqKm wikiDataId',
  states:
    'id name native countryId countryCode iso2 iso31662 timezone type level parentId population wikiDataId country { regionId }',
  cities:
    'id name native countryId countryCode stateId timezone type level parentId population wikiDataId country { regionId }',
  regions: 'id name wikiDataId',
  subregions: 'id name regionId wikiDataId',
};
type Table = keyof typeof FIELDS;

// Each filter, and the same thing said of a row in TypeScript: the table is read whole and compared.
const FILTERS: [Table, string, (row: Data) => boolean][] = [
  ['countries', '{ id: [39, 109, 4000] }', ({ id }) => [39, 109].includes(id)],
  ['countries', '{ iso2: ["jp", "FR"] }', ({ iso2 }) => ['JP', 'FR'].includes(iso2)],
  ['countries', '{ iso3: ["jpn"] }', ({ iso3 }) => iso3 === 'JPN'],
  ['countries', '{ numericCode: ["20", "392"] }', ({ numericCode }) => ['020', '392'].includes(numericCode)],
  ['countries', '{ regionId: [4] }', ({ regionId }) => regionId === 4],
  ['countries', '{ subregionId: [] }', () => false],
  ['countries', '{ currencyCode: ["eur", "USD"] }', ({ currencyCode }) => ['EUR', 'USD'].includes(currencyCode)],
  ['countries', '{ hasCapital: false }', ({ capital }) => capital === null],
  ['countries', '{ hasNative: true }', ({ native }) => native !== null],
  [
    'countries',
    '{ population: { min: 1000000, max: 60000000 } }',
    ({ population }) => population !== null && population >= 1e6 && population <= 6e7,
  ],
  ['countries', '{ gdp: { max: 1e12 } }', ({ gdp }) => gdp !== null && gdp <= 1e12],
  ['countries', '{ areaSqKm: { min: 0.5 } }', ({ areaSqKm }) => areaSqKm !== null && areaSqKm >= 0.5],
  ['countries', '{ population: {} }', ({ population }) => population !== null],
  ['countries', '{ text: "FRANC" }', ({ name, native }) => /franc/i.test(name) || /franc/i.test(native ?? '')],
  ['countries', '{ text: "%%" }', () => false],
  ['countries', '{ iso2: ["US", "GB"], population: { min: 100000000 } }', ({ iso2 }) => iso2 === 'US'],
  ['countries', '{ iso2: null, hasNative: null }', () => true],
  [
    'states',
    '{ country: ["us", "FRA", "109", "ZZ", "no code"] }',
    ({ countryId }) => [233, 75, 109].includes(countryId),
  ],
  ['states', '{ country: ["ZZ"] }', () => false],
  ['states', '{ region: [2, 3] }', ({ country }) => [2, 3].includes(country.regionId)],
  ['states', '{ iso31662: ["us-ca"] }', ({ iso31662 }) => iso31662 === 'US-CA'],
  ['states', '{ iso2: ["ca", "13"] }', ({ iso2 }) => ['CA', '13'].includes(iso2)],
  ['states', '{ type: ["state"] }', ({ type }) => type === 'state'],
  ['states', '{ level: [1] }', ({ level }) => level === 1],
  ['states', '{ hasParentId: true }', ({ parentId }) => parentId !== null],
  ['states', '{ timezone: ["Asia/Tokyo"] }', ({ timezone }) => timezone === 'Asia/Tokyo'],
  ['cities', '{ country: ["JP"], hasNative: true }', ({ countryId, native }) => countryId === 109 && native !== null],
  ['cities', '{ region: [3] }', ({ country }) => country.regionId === 3],
  [
    'cities',
    '{ type: ["city"], population: { min: 100000 } }',
    ({ type, population }) => type === 'city' && population !== null && population >= 100_000,
  ],
  ['cities', '{ hasParentId: true }', ({ parentId }) => parentId !== null],
  ['cities', '{ wikiDataId: ["Q9000001"] }', ({ wikiDataId }) => wikiDataId === 'Q9000001'],
  ['regions', '{ id: [1, 2] }', ({ id }) => [1, 2].includes(id)],
  ['subregions', '{ regionId: [4] }', ({ regionId }) => regionId === 4],
];

describe.each(inject('homes'))('filters on $home', (home) => {
  let graph: Graph;
  const whole: Partial<Record<Table, readonly Row[]>> = {};
  beforeAll(async () => {
    graph = await openGraph(home);
    for (const [table, fields] of Object.entries(FIELDS)) {
      const data = await graph.data(`{ list: ${table}(first: 500) { nodes { ${fields} } } }`);
      whole[table as Table] = data.list.nodes;
    }
  });
  afterAll(() => graph.close());

  it.each(FILTERS)('%s(filter: %s) answers exactly the rows that fulfil it', async (table, filter, fulfils) => {
    const { list } = await graph.data(`{ list: ${table}(first: 500, filter: ${filter}) { totalCount nodes { id } } }`);
    const expected = (whole[table] ?? []).filter(fulfils).map(({ id }) => id);
    expect(list.nodes.map(({ id }: Row) => id)).toEqual(expected);
    expect(list.totalCount).toBe(expected.length);
  });

  it('filters within relations, for each parent by itself', async () => {
    const { countries } = await graph.data(
      '{ countries { nodes { id states(filter: { type: ["state"] }) { totalCount nodes { id } } } } }',
    );
    for (const { id, states } of countries.nodes) {
      const expected = (whole.states ?? []).filter((row) => row['countryId'] === id && row['type'] === 'state');
      expect(states.totalCount).toBe(expected.length);
      expect(states.nodes.map((row: Row) => row.id)).toEqual(expected.map((row) => row.id).slice(0, 100));
    }
  });

  it.each([
    ['{ text: "x" }', 'filter.text must be 2 to 100 characters'],
    ['{ population: { min: 2, max: 1 } }', 'filter.population: min is greater than max'],
    [`{ id: [${Array.from({ length: 101 }, (_, index) => index).join()}] }`, 'filter.id must have at most 100 values'],
    ['{ iso2: ["A\\u0000"] }', 'filter.iso2 must hold texts of at most 100 characters without NUL'],
  ])('refuses %s', async (filter, message) => {
    const { errors } = await graph.run('Business', `{ countries(filter: ${filter}) { nodes { id } } }`);
    expect(errors?.map((error) => [error.message, error.extensions['code']])).toEqual([[message, 'BAD_USER_INPUT']]);
  });
});
