/** What logs, metrics and spans call documents of clients' own. */
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Plan } from '../../src/auth/plans.ts';
import { schema } from '../../src/schema/schema.ts';
import { openService, someHome, type TestService } from '../service.ts';
import { randomRequest } from './random-documents.ts';

const NODES = '(first: 1) { nodes { id } }';

const DOCUMENTS: readonly (readonly [what: string, query: string, route: string])[] = [
  ['one field', `{ countries${NODES} }`, 'graphql countries'],
  ['one under an alias', `query Mine { mine: countries${NODES} }`, 'graphql countries'],
  ['one twice', `{ a: countries${NODES} b: countries${NODES} }`, 'graphql countries'],
  ['one beside __typename', `{ __typename countries${NODES} }`, 'graphql countries'],
  [
    'one in fragments',
    `{ ...A ... { ...B } } fragment A on Query { ...B } fragment B on Query { states${NODES} }`,
    'graphql states',
  ],
  ['several', `{ countries${NODES} states${NODES} }`, 'graphql several'],
  [
    'several in fragments',
    `{ ...A states${NODES} } fragment A on Query { mine: countries${NODES} }`,
    'graphql several',
  ],
  ['the schema', '{ __schema { queryType { name } } }', 'graphql __schema'],
  ['a type', '{ mine: __type(name: "City") { name } }', 'graphql __type'],
  ['nothing', '{ mine: __typename }', 'graphql'],
  [
    'what it costs too much',
    '{ countries(first: 1000) { nodes { cities(first: 1000) { nodes { id } } } } }',
    'graphql countries',
  ],
  ['a field that there is not', '{ mine { id } }', 'graphql'],
  ['what is no document', 'mine', 'graphql'],
  ['a mutation', 'mutation { mine }', 'graphql'],
];

describe('a document of a client', () => {
  let service: TestService;
  const lines: string[] = [];
  beforeAll(async () => {
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    service = await openService(someHome(), { log });
  });
  afterAll(() => service.close());

  /** The route in the log, and what the cache had. */
  async function routeOf(plan: Plan | null, body: string): Promise<unknown[]> {
    const key = plan === null ? {} : { 'X-SVCAPI-KEY': inject('keys')[plan] };
    const headers = { 'Content-Type': 'application/json', ...key };
    await service.gateway.fetch(new Request('http://geo.test/graphql', { method: 'POST', headers, body }));
    const { route, cache } = JSON.parse(lines.at(-1) ?? '');
    return [route, cache];
  }

  it.each(DOCUMENTS)('that asks %s is called by that, each time', async (_what, query, route) => {
    for (const _again of [1, 2, 3]) expect((await routeOf('Starter', JSON.stringify({ query })))[0]).toBe(route);
  });

  it('is called the same where its answer is kept', async () => {
    const body = JSON.stringify({ query: `{ kept: countries${NODES} }` });
    const routes = [];
    for (const _again of [1, 2, 3]) routes.push(await routeOf('Business', body));
    expect(routes).toEqual([undefined, undefined, 'HIT'].map((cache) => ['graphql countries', cache]));
  });

  it('is called by the operation of it that runs', async () => {
    const query = `query A { states${NODES} } query B { countries${NODES} states${NODES} }`;
    const named = (operationName: string) => routeOf('Starter', JSON.stringify({ query, operationName }));
    expect([await named('A'), await named('B'), await named('C')].map(([route]) => route)).toEqual([
      'graphql states',
      'graphql several',
      'graphql',
    ]);
  });

  it('that nobody may ask has not been read', async () => {
    expect(await routeOf(null, JSON.stringify({ query: `{ countries${NODES} }` }))).toEqual(['graphql', undefined]);
  });

  it('whatever it is, is called by words of the schema', async () => {
    const fields = Object.keys(schema.getQueryType()?.getFields() ?? {});
    const words = new Set(['', ' several', ...[...fields, '__schema', '__type'].map((name) => ` ${name}`)]);
    const met = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (g) => {
        const [route] = await routeOf('Business', randomRequest(g));
        met.add(String(route));
      }),
      { numRuns: inject('isQuick') ? 30 : 300, seed: 20_261_128 },
    );
    expect(met.size).toBeGreaterThan(5);
    expect([...met].filter((route) => !words.has(route.slice('graphql'.length)))).toEqual([]);
  });
});
