import fc from 'fast-check';
import { getNullableType, isEnumType, isListType, isNonNullType, parse, typeFromAST, visit } from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PLAN_NAMES, type Plan } from '../../src/auth/plans.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { schema } from '../../src/schema/schema.ts';
import { factsOf } from '../schema/operation.ts';
import { openService, someHome, type TestService } from '../service.ts';
import { countingSql } from '../sql-count.ts';
import { randomRequest } from './random-documents.ts';

const COUNTRIES = '{ countries(first: 3) { nodes { id name iso2 } } }';

/** A value for each variable that has to have one. */
function someVariables(document: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const scalars: Readonly<Record<string, unknown>> = { Int: 1, Float: 1, Boolean: true, String: 'x', ID: 'x' };
  visit(parse(document), {
    VariableDefinition({ variable, type: node }) {
      const type = typeFromAST(schema, node);
      if (!isNonNullType(type)) return;
      const bare = getNullableType(type);
      const value = isEnumType(bare) ? bare.getValues()[0]?.name : scalars[String(bare)];
      values[variable.name.value] = isListType(bare) ? [] : value;
    },
  });
  return values;
}

describe('an operation that is asked again', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(someHome());
  });
  afterAll(() => service.close());

  /** Status, bytes and what the cache had. */
  async function ask(from: TestService, plan: Plan, body: string, headers: Readonly<Record<string, string>> = {}) {
    const request = new Request('http://geo.test/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': inject('keys')[plan], ...headers },
      body,
    });
    const response = await from.gateway.fetch(request);
    return { status: response.status, text: await response.text(), cache: response.headers.get('x-cache') };
  }

  const query = (text: string, more: object = {}) => JSON.stringify({ query: text, ...more });

  it('is kept from the second time on, and asks nothing of the database then', async () => {
    await using own = await openService(someHome());
    const first = await ask(own, 'Business', query(COUNTRIES));
    const second = await ask(own, 'Business', query(COUNTRIES));
    const { result: third, statements } = await countingSql(() => ask(own, 'Business', query(COUNTRIES)));
    expect([first.cache, second.cache, third.cache]).toEqual([null, null, 'HIT']);
    expect([second.text, third.text]).toEqual([first.text, first.text]);
    expect(statements).toEqual([]);
  });

  it('says what the plan of each caller is, and shows what it sees', async () => {
    for (const _again of [1, 2, 3]) {
      for (const plan of PLAN_NAMES) {
        for (const showHidden of ['0', '1']) {
          const { text } = await ask(service, plan, query(COUNTRIES), { 'X-SVCAPI-Show-Hidden': showHidden });
          const { plan: told } = JSON.parse(text).extensions;
          expect([told.plan, 'hidden' in told]).toEqual([plan.toLowerCase(), showHidden === '1']);
        }
      }
    }
  });

  it.each([
    ['a telephone number', '{ phoneNumber(number: "+14155552671") { e164 } }'],
    ['a telephone number in a variable', 'query ($n: String!) { x: phoneNumber(number: $n) { e164 } }'],
    ['what is said of a place', '{ checkPlace(country: "JP", phone: "+81312345678") { __typename } }'],
    ['a time zone at the moment', '{ timeZoneLookup(country: "JP") { timeZone { isDst } } }'],
    ['a mistake', '{ countries(first: 100000) { nodes { id } } }'],
  ])('is not kept where it is %s', async (_what, text) => {
    for (const _again of [1, 2, 3]) {
      const { cache } = await ask(service, 'Business', query(text, { variables: { n: '+14155552671' } }));
      expect(cache).toBeNull();
    }
  });

  it.each(ROUTES.map((route) => [route.operationId, route] as const))(
    'is known to be somebody’s own, or the moment’s, as the route of %s says',
    (_name, { document, personal, validUntil }) => {
      const { isRepeatable } = factsOf(schema, parse(document), { variableValues: someVariables(document) });
      expect(isRepeatable).toBe(personal !== true && validUntil === undefined);
    },
  );

  it('is another one with other variables, another name, another plan', async () => {
    const text =
      'query A($n: Int) { countries(first: $n) { nodes { id } } } query B { countries(first: 2) { nodes { name } } }';
    const asked = [
      query(text, { operationName: 'A', variables: { n: 1 } }),
      query(text, { operationName: 'A', variables: { n: 2 } }),
      query(text, { operationName: 'B' }),
      query(text),
    ];
    const answers = async () => Promise.all(asked.map(async (body) => (await ask(service, 'Starter', body)).text));
    const first = await answers();
    expect(new Set(first).size).toBe(asked.length);
    for (const _again of [1, 2, 3]) expect(await answers()).toEqual(first);
  });

  it('is answered as the first time, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), fc.constantFrom(...PLAN_NAMES), async (g, plan) => {
        const body = randomRequest(g);
        const { status, text } = await ask(service, plan, body);
        for (const _again of [2, 3]) expect(await ask(service, plan, body)).toMatchObject({ status, text });
      }),
      { numRuns: inject('isQuick') ? 30 : 300, seed: 20_261_122 },
    );
  });
});
