import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openService, type TestService } from '../service.ts';

const PATHS = [
  '/v1/countries/JP',
  '/v1/nothing',
  '/v1/countries/%zz',
  '/graphql',
  '/status',
  '/',
  '/nowhere',
  '/livez',
];
const HEADERS =
  'traceparent,tracestate,baggage,sentry-trace,x-datadog-trace-id,apollographql-client-name,apollo-require-preflight,x-requested-with,cache-control,authorization,x-svcapi-key';

let service: TestService;
beforeAll(async () => {
  const [home] = inject('homes');
  if (!home) throw new Error('no database');
  service = await openService(home);
});
afterAll(() => service.close());

function ask(path: string, headers: Readonly<Record<string, string>>, method = 'OPTIONS'): Promise<Response> {
  return service.gateway.fetch(new Request(`http://geo.test${path}`, { method, headers }));
}

describe('a preflight', () => {
  const origin = { Origin: 'https://shop.test', 'Access-Control-Request-Method': 'GET' };

  it.each(PATHS)('of %s allows every header that is asked for, and no credentials', async (path) => {
    const answer = await ask(path, { ...origin, 'Access-Control-Request-Headers': HEADERS });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-headers')?.split(', ')).toEqual(HEADERS.split(','));
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')).toContain('Access-Control-Request-Headers');
    expect(answer.headers.get('cache-control')).toBeNull();
  });

  it('is no probe: OPTIONS of a probe alone tells what GET does, for balancers that ask so', async () => {
    for (const path of ['/livez', '/readyz']) expect((await ask(path, {})).status).toBe(200);
  });

  it('allows a method that the path does not have, so that its 405 can be read', async () => {
    const answer = await ask('/v1/countries/JP', { ...origin, 'Access-Control-Request-Method': 'DELETE' });
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS, DELETE');
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await ask('/v1/countries/JP', {}, 'DELETE')).headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each([
    ['/v1/reconcile', 'POST, OPTIONS'],
    ['/v1/reconcile/', 'POST, OPTIONS'],
    ['/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['/reconcile', 'GET, HEAD, POST, OPTIONS'],
    ['/status', 'GET, HEAD, OPTIONS'],
    ['/nowhere', 'GET, HEAD, OPTIONS'],
  ])('of %s names the methods that OPTIONS of it names', async (path, methods) => {
    const answer = await ask(path, origin);
    expect(answer.headers.get('allow')).toBe(methods);
    const plain = await ask(path, {});
    if (plain.status === 204) expect(plain.headers.get('allow')).toBe(methods);
  });

  it.each(['a b', 'x-a, "b"', 'a,,b', `x-${'a'.repeat(3_000)}`])('repeats nothing of %j', async (asked) => {
    const answer = await ask('/v1/countries/JP', { ...origin, 'Access-Control-Request-Headers': asked });
    expect(answer.headers.get('access-control-allow-headers')).toBe(
      'X-SVCAPI-KEY, X-Request-Id, If-None-Match, Content-Type, User-Agent',
    );
  });
});

describe('pages of other sites', () => {
  it.each([
    ['/v1/nothing', 404],
    ['/nowhere', 404],
    ['/v1/countries/%zz', 401],
    ['/v1/%zz', 400],
    ['/v1/countries/JP', 401],
    ['/graphql?query={__typename}', 401],
    ['/c/Atlantis', 404],
    ['/status', 200],
    ['/openapi.json', 200],
    ['/docs/errors', 200],
    ['/readyz', 200],
  ])('may read %s, which is %i', async (path, status) => {
    const answer = await ask(path, { Origin: 'https://shop.test' }, 'GET');
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, '*']);
  });

  it.each(['/', '/c/JP', '/docs', '/graphql'])('may not read the page %s, which may hold a demo key', async (path) => {
    const answer = await ask(path, { Origin: 'https://shop.test', Accept: 'text/html' }, 'GET');
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});

describe('the key', () => {
  const JP = '/v1/countries/JP';
  const GRAPHQL = '/graphql?query={__typename}';
  const [community, business] = [inject('keys').Community, inject('keys').Business];

  it.each([JP, GRAPHQL])('may come in the header of the hosted interface: %s', async (path) => {
    const answer = await ask(path, { 'X-CSCAPI-KEY': business }, 'GET');
    expect([answer.status, answer.headers.get('x-svcapi-plan')]).toEqual([200, 'business']);
    expect(answer.headers.get('vary')?.split(', ')).toEqual(expect.arrayContaining(['X-SVCAPI-KEY', 'X-CSCAPI-KEY']));
    const both = await ask(path, { 'X-CSCAPI-KEY': business, 'X-SVCAPI-KEY': business }, 'GET');
    expect(both.status).toBe(200);
  });

  it.each([JP, GRAPHQL])('is refused when two different ones come: %s', async (path) => {
    const answer = await ask(path, { 'X-CSCAPI-KEY': community, 'X-SVCAPI-KEY': business }, 'GET');
    expect(answer.status).toBe(400);
    const text = await answer.text();
    expect(text).toContain('Two different keys were sent. Send one, in the header X-SVCAPI-KEY or X-CSCAPI-KEY.');
    expect(text).not.toContain(community);
  });

  it('comes in no other header where there are no aliases', async () => {
    const [home] = inject('homes');
    if (!home) throw new Error('no database');
    await using plain = await openService(home, { keyAliases: [] });
    const answer = await plain.get(JP, null, { 'X-CSCAPI-KEY': business });
    expect([answer.status, answer.headers.get('vary')]).toEqual([401, 'X-SVCAPI-KEY, Accept-Encoding']);
  });
});
