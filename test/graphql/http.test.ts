import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openService, type TestService } from '../service.ts';

const [home] = inject('homes');
const NEW = 'application/graphql-response+json';
const OLD = 'application/json';

let service: TestService;
beforeAll(async () => {
  if (!home) throw new Error('no database');
  service = await openService(home);
});
afterAll(() => service.close());

function post(query: string, headers: Record<string, string> = {}): Promise<Response> {
  return service.gateway.fetch(
    new Request('http://geo.test/graphql', {
      method: 'POST',
      headers: { 'Content-Type': OLD, 'X-SVCAPI-KEY': inject('keys').Business, ...headers },
      body: JSON.stringify({ query }),
    }),
  );
}

describe('media types', () => {
  it.each([
    [NEW, NEW],
    [`${NEW}, ${OLD};q=0.9`, NEW],
    [OLD, OLD],
    ['*/*', OLD],
    ['application/*', OLD],
    [`${NEW};q=0, ${OLD}`, OLD],
    [`${OLD}; charset=utf-8`, OLD],
  ])('Accept: %s is answered as %s', async (accept, type) => {
    const answer = await post('{ __typename }', { Accept: accept });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
  });

  it.each(['text/html', 'image/png', `${OLD};q=0`, `${OLD}; charset=utf-16`])('Accept: %s is 406', async (accept) => {
    expect((await post('{ __typename }', { Accept: accept })).status).toBe(406);
  });
});

describe('errors of the document are 200 for a client of the old media type only', () => {
  const faults = {
    parse: '{',
    validate: '{ nothing }',
    coerce: 'query($a: Int!) { __typename @include(if: true) countries(first: $a) { totalCount } }',
  };
  it.each(Object.entries(faults))('%s', async (_name, query) => {
    expect((await post(query, { Accept: OLD })).status).toBe(200);
    for (const accept of [NEW, '*/*', `${OLD}, ${NEW}`])
      expect((await post(query, { Accept: accept })).status).toBe(400);
  });

  it.each([
    ['a limit', `{ ${Array.from({ length: 40 }, (_, i) => `a${i}: __typename`).join(' ')} }`],
    ['an argument out of its range', '{ countries(first: 501) { totalCount } }'],
    ['a mutation', 'mutation { __typename }'],
  ])('but not %s', async (_name, query) => {
    expect((await post(query, { Accept: OLD })).status).toBe(400);
  });
});

describe('other sites and caches', () => {
  it('a preflight allows what the API needs, and no cookies', async () => {
    const answer = await service.gateway.fetch(new Request('http://geo.test/graphql', { method: 'OPTIONS' }));
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-headers')).toContain('X-SVCAPI-KEY');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('a request without the key header, which no form and no image can send, runs nothing', async () => {
    const answer = await service.gateway.fetch(new Request('http://geo.test/graphql?query=%7B__typename%7D'));
    expect(answer.status).toBe(401);
  });

  it('GET runs a query; nothing of it is kept, since it is not a stored one', async () => {
    const answer = await service.gateway.fetch(
      new Request('http://geo.test/graphql?query=%7B__typename%7D', {
        headers: { 'X-SVCAPI-KEY': inject('keys').Community },
      }),
    );
    expect(((await answer.json()) as { data: unknown }).data).toEqual({ __typename: 'Query' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('vary')).toBe('X-SVCAPI-KEY, Accept, Accept-Encoding, X-CSCAPI-KEY');
  });

  it('long answers are compressed for whoever accepts it', async () => {
    const query = '{ countries(first: 100) { nodes { name iso2 iso3 capital } } }';
    const answer = await post(query, { 'Accept-Encoding': 'br, gzip' });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const plain = await post(query);
    expect(plain.headers.get('content-encoding')).toBeNull();
  });

  it('keeps the request id of the client', async () => {
    expect((await post('{ __typename }', { 'X-Request-Id': 'abc-1' })).headers.get('x-request-id')).toBe('abc-1');
  });
});

it('names that objects have by birth are names like any other', async () => {
  const answer = await post('{ __proto__: country(code: "JP") { constructor: name toString: iso2 } }');
  expect(await answer.text()).toContain('"__proto__":{"constructor":"Japan","toString":"JP"}');
  expect(Object.keys(Object.prototype)).toEqual([]);
});

it('of doubled JSON keys the last counts, for the parser and the cache alike', async () => {
  const answer = await service.gateway.fetch(
    new Request('http://geo.test/graphql', {
      method: 'POST',
      headers: { 'Content-Type': OLD, 'X-SVCAPI-KEY': inject('keys').Community },
      body: '{"query":"{ nothing }","query":"{ __typename }"}',
    }),
  );
  expect(answer.status).toBe(200);
});
