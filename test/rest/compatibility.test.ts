/**
 * Requests as clients of the hosted interface send them, recorded from its documentation and from the source of its public
 * client library, with what those clients read of the answers. Only the base URL and the name of the key header differ. No
 * package on npm lets both be set, so the requests are replayed as they are written there.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openService, type TestService } from '../service.ts';

interface Recorded {
  /** Below `/v1`, as documented or as the library builds it. */
  readonly request: string;
  readonly answer: 'list' | 'record';
  /** The keys that the documentation shows of a record, or that the library's types declare. */
  readonly keys: readonly string[];
  readonly plan?: 'Community' | 'Starter' | 'Supporter' | 'Professional';
}

const COUNTRY = ['id', 'name', 'iso2', 'iso3', 'phonecode', 'capital', 'currency', 'native', 'emoji'];
const STATE = ['id', 'name', 'iso2'];
const CITY = ['id', 'name'];

/** The pages of the documentation. */
const DOCUMENTED: readonly Recorded[] = [
  { request: '/countries', answer: 'list', keys: COUNTRY },
  { request: '/countries/IN', answer: 'record', keys: [...COUNTRY, 'region', 'subregion', 'latitude', 'longitude'] },
  { request: '/countries/IN/states', answer: 'list', keys: STATE },
  { request: '/countries/IN/states/MH', answer: 'record', keys: [...STATE, 'country_code', 'latitude', 'longitude'] },
  { request: '/countries/IN/states/MH/cities', answer: 'list', keys: CITY },
  { request: '/countries/IN/cities', answer: 'list', keys: CITY, plan: 'Supporter' },
  { request: '/states', answer: 'list', keys: STATE, plan: 'Supporter' },
  { request: '/cities', answer: 'list', keys: CITY, plan: 'Professional' },
];

/** The requests that the library makes, with the parameters that it adds; those unknown here have to be ignored. */
const LIBRARY: readonly Recorded[] = [
  { request: '/countries?limit=10&offset=0', answer: 'list', keys: COUNTRY },
  {
    request: '/countries?fields=name,iso2&sort=name:desc',
    answer: 'list',
    keys: ['id', 'name', 'iso2'],
    plan: 'Supporter',
  },
  { request: '/countries/IN/states?limit=5&sort=name', answer: 'list', keys: STATE, plan: 'Supporter' },
  { request: '/countries/IN/states/MH/cities?kind=city&limit=5', answer: 'list', keys: CITY },
  { request: '/states?fields=name&sort=id:asc', answer: 'list', keys: ['id', 'name'], plan: 'Supporter' },
  { request: '/regions', answer: 'list', keys: ['id', 'name'], plan: 'Supporter' },
  { request: '/regions/3', answer: 'record', keys: ['id', 'name'], plan: 'Supporter' },
  { request: '/regions/3/subregions', answer: 'list', keys: ['id', 'name', 'region_id'], plan: 'Supporter' },
  { request: '/subregions/14', answer: 'record', keys: ['id', 'name', 'region_id'], plan: 'Supporter' },
  { request: '/subregions/14/countries', answer: 'list', keys: COUNTRY, plan: 'Supporter' },
  {
    request: '/search/fuzzy?q=Mumbay&type=city&country=IN&limit=10',
    answer: 'list',
    keys: [...CITY, 'match_score', 'matched_alias'],
    plan: 'Professional',
  },
];

/** Later additions of the library that lie outside the interface as it is specified: no such path. */
const BEYOND = [
  '/states/4008/cities',
  '/countries/IN/states/MH/cities/223',
  '/currencies',
  '/countries/IN/currencies',
  '/phonecodes/IN',
  '/timezones',
  '/iso/iso3/IND',
  '/search/autocomplete?q=Mum',
  '/search/nearby?lat=19&lng=72',
];

/** What the library and the documented snippets (fetch, axios, requests, cURL) send along. */
const SENT = {
  Accept: 'application/json, text/plain, */*',
  'User-Agent': 'sdk-js/1.0',
  'Content-Type': 'application/json',
};

describe.each(inject('homes'))('a client of the hosted interface, on $home', (home) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(home);
  });
  afterAll(() => service.close());

  it.each([...DOCUMENTED, ...LIBRARY])('gets what it reads from $request', async ({ request, answer, keys, plan }) => {
    const response = await service.get(`/v1${request}`, plan ?? 'Community', SENT);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(response.headers.get('x-request-id')).not.toBeNull();
    const body: unknown = await response.json();
    expect(Array.isArray(body)).toBe(answer === 'list');
    const records = Array.isArray(body) ? body : [body];
    expect(records.length).toBeGreaterThan(0);
    for (const record of records) expect(Object.keys(record)).toEqual(expect.arrayContaining([...keys]));
  });

  it('reads errors by status and `error`', async () => {
    const unauthorized = await service.get('/v1/countries', null, SENT);
    expect([unauthorized.status, await unauthorized.json()]).toEqual([
      401,
      { error: "Unauthorized. You shouldn't be here." },
    ]);
    const missing = await service.get('/v1/countries/ZZ', 'Community', SENT);
    expect([missing.status, await missing.json()]).toEqual([404, { error: expect.any(String) }]);
    const restricted = await service.get('/v1/search/fuzzy?q=Mumbay', 'Community', SENT);
    expect([restricted.status, await restricted.json()]).toEqual([
      403,
      { error: expect.any(String), feature: 'fuzzySearch', upgradeUrl: expect.any(String) },
    ]);
  });

  it.each(BEYOND)('is told that there is no path %s', async (request) => {
    const response = await service.get(`/v1${request}`, 'Business', SENT);
    expect([response.status, await response.json()]).toEqual([404, { error: 'Not found.' }]);
  });

  it('is let through by a browser that asks first', async () => {
    const preflight = await service.gateway.fetch(
      new Request('http://geo.test/v1/countries/IN/states', {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://shop.test',
          'Access-Control-Request-Method': 'GET',
          // Snippets set Content-Type on every request, and the library its User-Agent.
          'Access-Control-Request-Headers': 'content-type,user-agent,x-svcapi-key',
        },
      }),
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['content-type', 'user-agent', 'x-svcapi-key']));
  });
});
