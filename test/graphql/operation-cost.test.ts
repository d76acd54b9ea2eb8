import { parse, validate } from 'graphql';
import { describe, expect, inject, it } from 'vitest';
import { DEFAULT_GRAPHQL_LIMITS, graphqlLimits } from '../../src/graphql/limits.ts';
import { schema } from '../../src/schema/schema.ts';
import { factsOf } from '../schema/operation.ts';
import { openService } from '../service.ts';

function cost(query: string, variableValues: Record<string, unknown> = {}): number {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  return factsOf(schema, document, { variableValues }).cost;
}

const ROWS = 'query($rows: [ReconcileRowInput!]!) { reconcilePlaces(rows: $rows) { city { verdict } } }';
const ROWS_WITH_OTHERS =
  'query($rows: [ReconcileRowInput!]!) { reconcilePlaces(rows: $rows, limit: 1) { city { verdict } alternatives { id } } }';

describe('the cost of an operation is the number of records that it can answer', () => {
  it.each<[string, number, string, Record<string, unknown>?]>([
    ['a scalar', 0, '{ __typename }'],
    ['one record', 1, '{ country(code: "JP") { name capital } }'],
    ['a record and its relation', 2, '{ country(code: "JP") { name region { name } } }'],
    ['a page', 20, '{ countries(first: 20) { nodes { name } } }'],
    [
      'the edges of a page',
      20,
      '{ countries(first: 20) { edges { cursor node { name } } pageInfo { hasNextPage } totalCount } }',
    ],
    ['the end of a list', 7, '{ countries(last: 7) { nodes { name } } }'],
    ['a page without a size', 100, '{ countries { nodes { name } } }'],
    ['pages in a page', 20 + 20 * 30, '{ countries(first: 20) { nodes { states(first: 30) { nodes { name } } } } }'],
    [
      'three levels',
      2 + 2 * 3 + 2 * 3 * 4,
      '{ countries(first: 2) { nodes { states(first: 3) { nodes { cities(first: 4) { nodes { name } } } } } } }',
    ],
    ['a size in a variable', 50, 'query($n: Int) { countries(first: $n) { nodes { name } } }', { n: 50 }],
    ['a size in a default', 60, 'query($n: Int = 60) { countries(first: $n) { nodes { name } } }'],
    ['two aliases', 30, '{ a: countries(first: 10) { nodes { name } } b: countries(first: 20) { nodes { name } } }'],
    [
      'a fragment spread twice',
      24,
      '{ a: countries(first: 10) { ...P } b: countries(first: 14) { ...P } } fragment P on CountryConnection { nodes { name } }',
    ],
    ['what is skipped', 1, '{ country(code: "JP") { name } countries @skip(if: true) { nodes { name } } }'],
    [
      'what is not included',
      1,
      'query($x: Boolean!) { country(code: "JP") { name } countries @include(if: $x) { nodes { name } } }',
      { x: false },
    ],
    ['a search', 5, '{ searchCities(q: "Tokio", limit: 5) { city { name } } }'],
    ['a search for its scores', 5, '{ searchCities(q: "Tokio", limit: 5) { matchScore } }'],
    ['rows of a table', 3 * (1 + 1), ROWS, { rows: [{}, {}, {}] }],
    ['rows of a table with alternatives, however few', 2 * (1 + 1 + 5), ROWS_WITH_OTHERS, { rows: [{}, {}] }],
    ['the count alone', 1, '{ countries { totalCount } }'],
    ['counts in a page', 20 + 20, '{ countries(first: 20) { nodes { states { totalCount } } } }'],
    ['cursors, which hold names', 30, '{ countries(first: 30) { edges { cursor } } }'],
    [
      'cursors in a page',
      20 + 20 * 500,
      '{ countries(first: 20) { nodes { states(first: 500) { edges { cursor } } } } }',
    ],
    ['the ends of a page', 30, '{ countries(first: 30) { pageInfo { endCursor } } }'],
    [
      'the ends of a page, asked by a fragment',
      30,
      '{ countries(first: 30) { ...P } } fragment P on CountryConnection { ...Q totalCount } fragment Q on CountryConnection { pageInfo { endCursor } }',
    ],
    ['a list without pages', 250 * 2, '{ currencies { country { name } } }'],
    ['the countries of one currency', 40 * 2, '{ currencies(code: "EUR") { country { name } } }'],
    ['all dial codes', 250, '{ dialCodes { dialCode } }'],
  ])('%s: %i', (_name, expected, query, variables) => {
    expect(cost(query, variables)).toBe(expected);
  });

  it('is computed in a moment where the fragments multiply', () => {
    const links = Array.from(
      { length: 40 },
      (_, i) =>
        `fragment F${i} on Country { a: region { countries(first: 9) { nodes { ...F${i + 1} } } } b: region { countries(first: 9) { nodes { ...F${i + 1} } } } }`,
    );
    const query = `{ country(code: "JP") { ...F0 } } ${links.join(' ')} fragment F40 on Country { id }`;
    expect(factsOf(schema, parse(query)).cost).toBeGreaterThan(18 ** 40);
  });
});

describe('each plan has a highest cost', () => {
  it('which can be set for one plan and leaves the others as they are', async () => {
    const limits = graphqlLimits({ cost: { Community: 9 } });
    expect(limits.cost).toEqual({ ...DEFAULT_GRAPHQL_LIMITS.cost, Community: 9 });
    const [home] = inject('homes');
    if (!home) throw new Error('no database');
    await using service = await openService(home, { graphql: { cost: { Community: 9 } } });
    const query = '{ countries(first: 10) { nodes { name } } }';
    const refused = await service.graphql('Community', query);
    expect([refused.status, refused.errors?.[0]?.extensions]).toEqual([
      400,
      { code: 'QUERY_TOO_COSTLY', cost: 10, allowed: 9 },
    ]);
    expect((await service.graphql('Starter', query)).status).toBe(200);
    expect((await service.graphql('Community', query.replace('10', '9'))).status).toBe(200);
  });
});
