import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { countingSql } from '../sql-count.ts';
import { type Graph, openGraph } from './graph.ts';

// What an operation asks, and how many statements answer it, however many rows there are.
const SHAPES: [string, number, string][] = [
  ['one country by code', 1, '{ country(code: "JP") { name capital } }'],
  ['codes that are in memory', 0, '{ country(code: "JP") { id iso2 iso3 } }'],
  ['two countries by alias', 1, '{ a: country(code: "JP") { name } b: country(code: "FR") { name } }'],
  ['a flat list', 1, '{ countries { nodes { name population } } }'],
  [
    'nodes and edges of one list',
    1,
    '{ countries { nodes { name } edges { cursor node { iso2 } } pageInfo { hasNextPage } } }',
  ],
  ['a list and its total', 2, '{ countries(first: 2) { nodes { name } totalCount } }'],
  ['the total alone', 1, '{ cities { totalCount } }'],
  ['an empty page', 0, '{ cities(first: 0) { nodes { name } } }'],
  ['countries with states', 2, '{ countries { nodes { name states(first: 3) { nodes { name } } } } }'],
  ['countries with counted states', 3, '{ countries { nodes { states(first: 3) { nodes { name } totalCount } } } }'],
  [
    'three levels of pages',
    3,
    '{ countries { nodes { states(first: 3) { nodes { name cities(first: 2) { nodes { name } } } } } } }',
  ],
  [
    'three levels back to the top',
    6,
    '{ countries { nodes { states(first: 3) { nodes { cities(first: 2) { nodes { state { name country { name region { name } } } } } } } } } }',
  ],
  ['cities with what GeoNames knows', 2, '{ cities(first: 500) { nodes { geonames { id names } } } }'],
  [
    'cities with their places',
    4,
    '{ cities(first: 500) { nodes { state { name } country { name } parent { name } } } }',
  ],
  [
    'regions, subregions, countries',
    3,
    '{ regions { nodes { subregions { nodes { countries { nodes { name } } } } } } }',
  ],
  ['both lists of a region', 3, '{ regions { nodes { subregions { nodes { name } } countries { nodes { name } } } } }'],
  [
    'currencies and who else has them',
    2,
    '{ countries { nodes { currency { code countries(first: 2) { nodes { name } } } } } }',
  ],
  [
    'dial codes and who else has them',
    2,
    '{ countries { nodes { dialCode { dialCode countries { nodes { name } } } } } }',
  ],
  [
    'parents and children of states',
    3,
    '{ states(first: 500) { nodes { parent { name } children { nodes { name } } } } }',
  ],
  [
    'ordered, filtered pages of many parents',
    2,
    '{ countries { nodes { cities(first: 2, orderBy: [{ field: POPULATION, direction: DESC }], filter: { hasNative: true }) { nodes { name } } } } }',
  ],
  [
    'the last cities of each state with cursors',
    2,
    '{ states(first: 500) { nodes { cities(last: 1) { edges { cursor } pageInfo { hasPreviousPage } } } } }',
  ],
  [
    'an equal list under two aliases',
    2,
    '{ countries { nodes { a: states(first: 1) { nodes { name } } b: states(first: 1) { nodes { name } } } } }',
  ],
  [
    'two pages of one relation',
    3,
    '{ countries { nodes { a: states(first: 1) { nodes { name } } b: states(last: 1) { nodes { name } } } } }',
  ],
  [
    'ten states by their codes',
    1,
    `{ ${['US', 'JP', 'AD', 'FR', 'DE'].map((country, at) => `a${at}: state(country: "${country}", iso2: "07") { name } b${at}: state(country: "${country}", iso2: "ca") { name }`).join(' ')} }`,
  ],
  [
    'states by ISO 3166-2',
    1,
    '{ a: state(iso31662: "US-CA") { name } b: state(iso31662: "JP-13") { name } c: state(iso31662: "XX-1") { name } }',
  ],
  ['ISO look-ups of states', 1, '{ a: stateLookup(iso: "US-CA") { name } b: stateLookup(iso: "us-ny") { name } }'],
  [
    'countries by one kind of code',
    1,
    '{ a: countryLookup(iso2: "JP") { name } b: countryLookup(iso2: "FR") { name } }',
  ],
  ['a node', 1, '{ node(id: "Q291bnRyeToxMDk") { ... on Country { name } ... on City { population } } }'],
];

// What these read is said by the look-up.
const LOOK_UPS: typeof SHAPES = [
  [
    'time zones of five countries',
    1,
    `{ ${['US', 'JP', 'AD', 'FR', 'DE'].map((country) => `${country}: timeZoneLookup(country: "${country}") { timeZone { name } }`).join(' ')} }`,
  ],
  [
    'time zones of states',
    1,
    '{ a: timeZoneLookup(country: "US", state: "CA") { timeZone { name } } b: timeZoneLookup(country: "US", state: "NY") { timeZone { name } } }',
  ],
  [
    'time zones of cities',
    1,
    '{ a: timeZoneLookup(country: "US", state: "CA", cityId: 1) { timeZone { name } } b: timeZoneLookup(country: "US", state: "NY", cityId: 2) { timeZone { name } } }',
  ],
];

describe.each(inject('homes'))('statements on $home', (home) => {
  let graph: Graph;
  let indexed: Graph;
  beforeAll(async () => {
    graph = await openGraph(home, { indexes: false });
    indexed = await openGraph(home);
  });
  afterAll(() => Promise.all([graph.close(), indexed.close()]));

  it.each([...SHAPES, ...LOOK_UPS])('%s: %i', async (_shape, count, query) => {
    const { statements } = await countingSql(() => graph.data(query));
    expect(statements, statements.join('\n')).toHaveLength(count);
  });

  it.each(SHAPES)('%s: %i as well when lists take many turns', async (_shape, count, query) => {
    const { result, statements } = await countingSql(() => graph.unhurried('Business', query));
    expect(statements, statements.join('\n')).toHaveLength(count);
    expect(JSON.stringify(result.data)).toBe(JSON.stringify(await graph.data(query)));
  });

  it.each([...SHAPES, ...LOOK_UPS])('%s: %i at most with indexes, and the same data', async (_shape, count, query) => {
    const { result, statements } = await countingSql(() => indexed.data(query));
    expect(statements.length).toBeLessThanOrEqual(count);
    expect(JSON.stringify(result)).toBe(JSON.stringify(await graph.data(query)));
  });

  it.each([
    ['a record by its id', '{ city(id: 1) { name translationsJson } }'],
    ['a record by its code', '{ country(code: "JP") { name gdp } state(country: "JP", iso2: "13") { name } }'],
    ['whole lists', '{ countries { nodes { name } } cities(last: 7) { nodes { name } totalCount } }'],
    [
      'lists of countries and of states',
      '{ countries { nodes { cities(first: 3) { edges { cursor } } states { nodes { cities { totalCount } } } } } }',
    ],
    [
      'a search with places',
      '{ searchCities(q: "San", threshold: 0.1) { city { name state { name } country { name } } } }',
    ],
    ['a search and its countries', '{ searchCities(q: "San", threshold: 0.1) { city { name country { name } } } }'],
    [
      'five searches and their countries',
      `{ ${['San', 'Tok', 'Par', 'Mos', 'Lon'].map((q) => `${q}: searchCities(q: "${q}", threshold: 0.1) { city { name country { name } } }`).join(' ')} }`,
    ],
    ['what a city lies in', '{ cities(first: 500) { nodes { state { name } country { name } parent { name } } } }'],
  ])('%s: none with indexes', async (_shape, query) => {
    const { statements } = await countingSql(() => indexed.data(query));
    expect(statements).toEqual([]);
  });

  it.each(SHAPES)('%s: reads no column that nobody asked for', async (_shape, _count, query) => {
    const { statements } = await countingSql(() => graph.data(query));
    for (const sql of statements) {
      expect(sql).not.toMatch(/translations|timezones|wiki_data_id|postal_code|SELECT \*|\.\*(?! FROM unnest)/);
      for (const column of ['population', 'capital', 'gdp', 'latitude']) {
        if (!new RegExp(column, 'i').test(query)) expect(sql).not.toContain(`"${column}"`);
      }
    }
  });

  it.each([
    ['{ countries { nodes { translationsJson } } }', true],
    ['{ countries { nodes { translations { name } } } }', true],
    ['{ countries { nodes { name(locale: "ja") } } }', true],
    ['query ($locale: String = "ja") { countries { nodes { name(locale: $locale) } } }', true],
    ['query ($locale: String) { countries { nodes { name(locale: $locale) } } }', false],
    ['{ countries { nodes { name translationsJson @skip(if: true) } } }', false],
    [
      'query ($asked: Boolean = false) { countries { nodes { name ...Heavy @include(if: $asked) } } } fragment Heavy on Country { translations { name } }',
      false,
    ],
    [
      '{ countries { nodes { name } edges { node { ...Heavy } } } } fragment Heavy on Country { translationsJson }',
      true,
    ],
  ])('%s reads the translations: %s', async (query, reads) => {
    const { statements } = await countingSql(() => graph.data(query));
    expect(statements.some((sql) => sql.includes('translations'))).toBe(reads);
  });
});
