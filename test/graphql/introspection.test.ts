import { createHash } from 'node:crypto';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { schema } from '../../src/schema/schema.ts';
import { openService, type TestService } from '../service.ts';

const [home] = inject('homes');

/** Names of the schema that no request below brings itself. */
const NAMES = Object.values(schema.getTypeMap())
  .map(({ name }) => name)
  .filter((name) => !name.startsWith('__') && !/^(?:Query|Int|Float|String|Boolean|ID)$/.test(name));

const PROBES: Readonly<Record<string, string>> = {
  'the standard query': getIntrospectionQuery(),
  'a schema field': '{ __schema { types { name } } }',
  'a type field': '{ __type(name: "Query") { fields { name } } }',
  'an alias': '{ a: __schema { types { name } } }',
  'a fragment': '{ ...A } fragment A on Query { __schema { types { name } } }',
  'an inline fragment': '{ ... { ... on Query { __type(name: "Query") { name } } } }',
  'a directive': '{ __schema @include(if: true) { types { name } } }',
  'a second operation': 'query A { __typename } query B { __schema { types { name } } }',
  'a field that is nearly right': '{ countrys { id } }',
  'a subfield that is nearly right': '{ country(code: "JP") { nam } }',
  'a missing argument': '{ country { id } }',
  'an argument that is nearly right': '{ country(cod: "JP") { id } }',
  'a missing selection': '{ country(code: "JP") }',
  'a fragment on a type that is nearly right': '{ ... on Querry { id } }',
  'a value that is nearly right': '{ countries(orderBy: [{ field: NAM }]) { totalCount } }',
  'an input field that is nearly right': '{ countries(orderBy: [{ fild: 1 }]) { totalCount } }',
  'a variable of a wrong type': 'query($x: Boolean) { country(code: $x) { id } }',
  'a variable that does not fit': 'query($x: ID!) { country(code: $x) { id } }',
};

const HEADERS = { 'Content-Type': 'application/json' };
const STORED = 'query Some($filter: CountryFilter) { countries(filter: $filter) { totalCount } }';

describe('reading the schema', () => {
  let closed: TestService;
  let gated: TestService;
  beforeAll(async () => {
    if (!home) throw new Error('no database');
    closed = await openService(home, {
      graphql: { introspection: 'off' },
      operations: [{ file: 'Some.graphql', text: STORED }],
    });
    gated = await openService(home, { graphql: { introspection: 'Professional' } });
  });
  afterAll(async () => {
    await closed.close();
    await gated.close();
  });

  it.each(Object.entries(PROBES))('names nothing where it is off: %s', async (_name, query) => {
    const answer = await closed.graphql('Business', query);
    expect(answer.errors?.length).toBeGreaterThan(0);
    const text = JSON.stringify(answer);
    for (const name of NAMES) expect(text).not.toMatch(new RegExp(`\\b${name}\\b`));
    expect(text).not.toMatch(/Did you mean|countries"|name\\"/);
  });

  it('names nothing in the list of hidden fields, and nothing in what is wrong with the variables of a stored operation', async () => {
    const ask = async (body: object) => {
      const response = await closed.gateway.fetch(
        new Request('http://geo.test/graphql', {
          method: 'POST',
          headers: { ...HEADERS, 'X-SVCAPI-KEY': inject('keys').Community, 'X-SVCAPI-Show-Hidden': '1' },
          body: JSON.stringify(body),
        }),
      );
      return response.text();
    };
    const shown = await ask({ query: '{ country(code: "JP") { name } }' });
    expect(shown).toContain('Japan');
    expect(shown).not.toContain('hidden');
    const extensions = {
      persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(STORED).digest('hex') },
    };
    const refused = await ask({ extensions, variables: { filter: { idd: 1 } } });
    expect(refused).toContain('A variable or an argument does not fit its type.');
    for (const name of NAMES) expect(refused).not.toMatch(new RegExp(`\\b${name}\\b`));
  });

  it('follows the plan, also for a document that a higher plan has just run', async () => {
    const query = '{ __type(name: "Country") { name } }';
    expect((await gated.graphql('Professional', query)).status).toBe(200);
    const refused = await gated.graphql('Supporter', query);
    expect([refused.status, refused.errors?.[0]?.extensions?.['code']]).toEqual([403, 'INTROSPECTION_DISABLED']);
    expect((await gated.graphql('Business', query)).status).toBe(200);
  });

  it('leaves __typename alone', async () => {
    expect((await closed.graphql('Community', '{ __typename }')).data).toEqual({ __typename: 'Query' });
  });

  it('tells whoever may read the schema what was wrong, without suggestions', async () => {
    const { errors } = await gated.graphql('Business', '{ country(code: "JP") { nam } }');
    expect(errors?.[0]?.message).toBe('Cannot query field "nam" on type "Country".');
  });
});
