import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { generateKey, hashKey, keyPrefix } from '../../src/auth/key-format.ts';
import type { Plan } from '../../src/auth/plans.ts';
import { insertKey, revokeKey } from '../../src/db/api-key.queries.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { openService, type TestService, UPGRADE_URL } from '../service.ts';
import { countingSql } from '../sql-count.ts';

const UNAUTHORIZED = `{"error":"Unauthorized. You shouldn't be here."}`;
const MALFORMED = '{"error":"Malformed request."}';
const NOT_FOUND = '{"error":"Not found."}';
const NOT_ALLOWED = '{"error":"Method not allowed."}';
const ALLOW = 'GET, HEAD, OPTIONS';

function refusal(feature: string): string {
  return `{"error":"This feature is not available on your current plan.","feature":"${feature}","upgradeUrl":"${UPGRADE_URL}"}`;
}

function invalid(...rules: string[]): string {
  return JSON.stringify({ error: `Invalid query parameters: ${rules.join('; ')}` });
}

function error(text: string): string {
  return JSON.stringify({ error: text });
}

const Q_SHORT = 'q: Search query must be at least 2 characters';
const Q_LONG = 'q: Search query must be at most 100 characters';
const TYPE = 'type: must be one of: city, state, country';
const COUNTRY = 'country: must be an ISO 3166-1 alpha-2 code';
const COUNTRY_FILTER = 'country: country is not a valid filter when type=country';
const LIMIT = 'limit: must be an integer from 1 to 50';
const THRESHOLD = 'threshold: must be a number from 0.1 to 1';
const ISO_REQUIRED = 'iso: is required (e.g. iso=US-CA)';
const ISO_FORM = 'iso: must be an ISO 3166-2 code (e.g. US-CA)';
const DIAL_EMPTY = error('Invalid dial code. Provide a non-empty value (e.g., +1, 44).');
const DIAL_FORM = error('Invalid dial code format. Expected digits (e.g., 91, 1, 44).');
const LONG = `${'a'.repeat(40)}…`;
const REGION_FIELDS = 'id, name, wikiDataId, translations';
const STATES_SORTABLE = 'id, name, iso2, country_code, population, latitude, longitude';
const CITIES_SORTABLE = 'id, name, state_code, country_code, population, latitude, longitude';

/** Every fault of parameters and look-ups: path, status, exact body, for a Business caller. */
const FAULTS: readonly [path: string, status: number, body: string][] = [
  ['/v1/search/fuzzy', 400, invalid('q: is required')],
  ['/v1/search/fuzzy?q=', 400, invalid(Q_SHORT)],
  ['/v1/search/fuzzy?q=a', 400, invalid(Q_SHORT)],
  ['/v1/search/fuzzy?q=%20%20a%20%20', 400, invalid(Q_SHORT)],
  ['/v1/search/fuzzy?q=%F0%9F%97%BC', 400, invalid(Q_SHORT)],
  ['/v1/search/fuzzy?q=e%CC%81', 400, invalid(Q_SHORT)],
  [`/v1/search/fuzzy?q=${'a'.repeat(101)}`, 400, invalid(Q_LONG)],
  [`/v1/search/fuzzy?q=${'%F0%9F%97%BC'.repeat(101)}`, 400, invalid(Q_LONG)],
  ['/v1/search/fuzzy?q=to&type=planet', 400, invalid(TYPE)],
  ['/v1/search/fuzzy?q=to&type=', 400, invalid(TYPE)],
  ['/v1/search/fuzzy?q=to&country=JPN', 400, invalid(COUNTRY)],
  ['/v1/search/fuzzy?q=to&country=1', 400, invalid(COUNTRY)],
  ['/v1/search/fuzzy?q=to&type=country&country=JP', 400, invalid(COUNTRY_FILTER)],
  ['/v1/search/fuzzy?q=to&type=country&country=nonsense', 400, invalid(COUNTRY_FILTER)],
  ['/v1/search/fuzzy?q=t&type=country&country=JP', 400, invalid(Q_SHORT, COUNTRY_FILTER)],
  ...['0', '51', '-1', '1.5', '1e1', '0x1', '', 'ten', '٥', '99999999999999999999', 'NaN', '+5'].map(
    (limit): [string, number, string] => [
      `/v1/search/fuzzy?q=to&limit=${encodeURIComponent(limit)}`,
      400,
      invalid(LIMIT),
    ],
  ),
  ...['0', '0.09', '1.01', '2', '-0.5', '1e-1', '', 'half', 'NaN', 'Infinity', '٠.٥'].map(
    (threshold): [string, number, string] => [
      `/v1/search/fuzzy?q=to&threshold=${encodeURIComponent(threshold)}`,
      400,
      invalid(THRESHOLD),
    ],
  ),
  ['/v1/search/fuzzy?threshold=2&limit=0&country=x&type=x&q=x', 400, invalid(Q_SHORT, TYPE, COUNTRY, LIMIT, THRESHOLD)],
  ['/v1/search/fuzzy?q=to&q=ky', 400, invalid('q: must be given once')],
  [
    '/v1/search/fuzzy?q=to&limit=1&limit=1&type=city&type=city',
    400,
    invalid('type: must be given once', 'limit: must be given once'),
  ],
  ['/v1/iso/state', 400, invalid(ISO_REQUIRED)],
  ['/v1/iso/state?iso=', 400, invalid(ISO_REQUIRED)],
  ...['US', 'USCA', 'US_CA', 'US-', 'US-CALI', 'U-CA', 'USA-CA', '-CA', 'US-C%20', 'US-%C3%89', '%C3%9C-CA'].map(
    (iso): [string, number, string] => [`/v1/iso/state?iso=${iso}`, 400, invalid(ISO_FORM)],
  ),
  ['/v1/iso/state?iso=US-CA&iso=US-CA', 400, invalid('iso: must be given once')],
  ['/v1/iso/state?iso=XX-1', 404, error('State not found for the given ISO code')],
  ['/v1/iso/state?iso=US-PAC', 404, error('State not found for the given ISO code')],
  ...[
    'XX',
    'XXX',
    '0',
    '00',
    '99999',
    '4.0',
    '-1',
    'J%20P',
    'JAPAN',
    '%D9%A1',
    '1e1',
    '0x6d',
    '99999999999999999999',
  ].flatMap((ciso): [string, number, string][] => [
    [`/v1/currency/${ciso}`, 404, error('Country not found.')],
    [`/v1/countries/${ciso}`, 404, error('Country not found.')],
    [`/v1/countries/${ciso}/cities`, 404, error('No Cities found.')],
    [`/v1/countries/${ciso}/states/13`, 404, error('No State/Region found.')],
  ]),
  ['/v1/currency/HM', 404, error('No currency data available for this country.')],
  ['/v1/currency/0095', 404, error('No currency data available for this country.')],
  ['/v1/countries/AQ/cities', 404, error('No Cities found.')],
  ['/v1/countries/JP/cities?q=zzzz', 404, error('No Cities found.')],
  ['/v1/countries/JP/cities?q=z', 400, invalid(Q_SHORT)],
  [`/v1/countries/JP/cities?q=${'z'.repeat(101)}`, 400, invalid(Q_LONG)],
  ['/v1/countries/XX/cities?q=z', 400, invalid(Q_SHORT)],
  [
    '/v1/countries/JP/cities?q=to&q=to&fields=id&fields=id',
    400,
    invalid('q: must be given once', 'fields: must be given once'),
  ],
  [
    '/v1/countries/JP/cities?sort=timezone',
    400,
    error(`Field "timezone" is not sortable. Sortable fields for cities: ${CITIES_SORTABLE}`),
  ],
  ['/v1/states?q=z', 400, invalid(Q_SHORT)],
  [
    '/v1/states?fields=nope,name,%20nada',
    400,
    error(
      'Unknown field(s): nope, nada. Valid fields: id, name, country_id, country_code, iso2, latitude, longitude, timezone, fips_code, iso3166_2, type, level, parent_id, native, population, translations, wikiDataId',
    ),
  ],
  ['/v1/states?sort=nope', 400, error(`Field "nope" is not sortable. Sortable fields for states: ${STATES_SORTABLE}`)],
  ['/v1/states?sort=NAME', 400, error(`Field "NAME" is not sortable. Sortable fields for states: ${STATES_SORTABLE}`)],
  [
    '/v1/states?sort=__proto__',
    400,
    error(`Field "__proto__" is not sortable. Sortable fields for states: ${STATES_SORTABLE}`),
  ],
  ...['name:up', 'name:asc:desc', 'name:', ':asc', ':'].map((token): [string, number, string] => [
    `/v1/states?sort=id,${token}`,
    400,
    error(`Invalid sort token "${token}". Expected "field" or "field:asc|desc".`),
  ]),
  ['/v1/regions?q=z', 400, invalid(Q_SHORT)],
  // What is long is not repeated whole.
  [
    `/v1/states?sort=${'a'.repeat(5000)}`,
    400,
    error(`Field "${LONG}" is not sortable. Sortable fields for states: ${STATES_SORTABLE}`),
  ],
  [
    `/v1/states?sort=:${'a'.repeat(5000)}`,
    400,
    error(`Invalid sort token ":${LONG.slice(1)}". Expected "field" or "field:asc|desc".`),
  ],
  [
    `/v1/regions?fields=x,${'a'.repeat(5000)}`,
    400,
    error(`Unknown field(s): x, ${LONG}. Valid fields: ${REGION_FIELDS}`),
  ],
  [
    `/v1/regions?fields=${Array.from({ length: 999 }, (_, number) => number + 1000).join(',')}`,
    400,
    error(
      `Unknown field(s): ${Array.from({ length: 84 }, (_, number) => number + 1000)
        .join(', ')
        .slice(0, 500)}…. Valid fields: ${REGION_FIELDS}`,
    ),
  ],
  ['/v1/regions?fields=x', 400, error(`Unknown field(s): x. Valid fields: ${REGION_FIELDS}`)],
  [
    '/v1/regions?fields=__proto__,constructor',
    400,
    error(`Unknown field(s): __proto__, constructor. Valid fields: ${REGION_FIELDS}`),
  ],
  [
    '/v1/regions?sort=wikiDataId',
    400,
    error('Field "wikiDataId" is not sortable. Sortable fields for regions: id, name'),
  ],
  ['/v1/regions/3?fields=x', 400, error(`Unknown field(s): x. Valid fields: ${REGION_FIELDS}`)],
  ...['0', '-1', '1.0', '99', '2147483648', '99999999999', 'x', '1e0', '0x1', '%D9%A3', 'NaN', '%2B3', '3%20'].map(
    (id): [string, number, string] => [`/v1/regions/${id}`, 404, error('Region not found.')],
  ),
  // In upper case the long s is an S: WSM is a state of GB.
  ['/v1/countries/GB/states/W%C5%BFM', 404, error('No State/Region found.')],
  ['/v1/countries/JP/states/99', 404, error('No State/Region found.')],
  ['/v1/countries/JP/states/JP-13', 404, error('No State/Region found.')],
  [
    '/v1/countries/JP?fields=x',
    400,
    expect.stringContaining('{"error":"Unknown field(s): x. Valid fields: id, name, iso2, iso3, phonecode, ') as never,
  ],
  ['/v1/phone?code=', 400, DIAL_EMPTY],
  ['/v1/phone?code', 400, DIAL_EMPTY],
  ['/v1/phone?code=+', 400, DIAL_EMPTY],
  ['/v1/phone?code=%2B', 400, DIAL_EMPTY],
  ['/v1/phone?code=%20', 400, DIAL_EMPTY],
  ...['abc', '1a', '12345', '%2B12345', '1.5', '-1', '1e3', '0', '000', '%D9%A1', '1-246', '%2B%2B1', '1%201'].map(
    (code): [string, number, string] => [`/v1/phone?code=${code}`, 400, DIAL_FORM],
  ),
  ['/v1/phone?code=1&code=1', 400, invalid('code: must be given once')],
];

/** Targets that cannot be decoded: escapes, overlong and broken UTF-8, surrogates, NUL; in paths and parameters. */
const BROKEN = [
  '%',
  '%z',
  '%zz',
  '%4',
  '%C3',
  '%C3%28',
  '%C0%80',
  '%ED%A0%80',
  '%F5%80%80%80',
  '%FF',
  '%00',
  'a%00b',
  '%E0%80%AF',
];

describe.each(inject('homes'))('on $home', (home) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(home);
  });
  afterAll(() => service.close());

  it.each(FAULTS)('%s is %i', async (path, status, body) => {
    const response = await service.get(path, 'Business');
    expect([response.status, await response.text()]).toEqual([status, body]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('asks the database nothing for what it can refuse by its form', async () => {
    await service.get('/v1/countries/JP', 'Business');
    const { statements } = await countingSql(async () => {
      for (const [path, status] of FAULTS) if (status === 400) await service.get(path, 'Business');
      for (const ciso of ['XX', '0', '99999', 'nonsense']) await service.get(`/v1/countries/${ciso}`, 'Business');
      for (const bad of BROKEN) await service.get(`/v1/phone?code=${bad}`, 'Business');
    });
    expect(statements).toEqual([]);
  });

  it('asks the database nothing for a key that is none by its form', async () => {
    const work = async () => {
      for (const key of ['', 'x', 'geo_', `${generateKey()}x`]) {
        expect((await service.get('/v1/countries/JP', null, { 'X-SVCAPI-KEY': key })).status).toBe(401);
      }
    };
    expect((await countingSql(work, { withKeys: true })).statements).toEqual([]);
  });

  describe('of several faults the first in order answers', () => {
    const send = (method: string, path: string, key: Plan | null | string) => {
      const asPlan = key === null || /^geo_|^x/.test(key) ? null : (key as Plan);
      const headers: Record<string, string> = asPlan ? { 'X-SVCAPI-KEY': inject('keys')[asPlan] } : {};
      if (key !== null && !asPlan) headers['X-SVCAPI-KEY'] = key;
      return service.gateway.fetch(new Request(`http://geo.test${path}`, { method, headers }));
    };

    it.each([
      ['route before method', 'POST', '/v1/nothing', null, 404, NOT_FOUND],
      ['route before key', 'GET', '/v1/nothing', null, 404, NOT_FOUND],
      ['route before malformed parameters', 'GET', '/v1/nothing?q=%zz', null, 404, NOT_FOUND],
      ['method before key', 'POST', '/v1/countries/JP', null, 405, NOT_ALLOWED],
      ['method before plan', 'DELETE', '/v1/search/fuzzy', 'Community', 405, NOT_ALLOWED],
      ['method before parameters', 'PUT', '/v1/search/fuzzy?q=%zz', 'Business', 405, NOT_ALLOWED],
      ['key before plan', 'GET', '/v1/search/fuzzy?q=to', null, 401, UNAUTHORIZED],
      ['key before parameters', 'GET', '/v1/search/fuzzy', 'xyz', 401, UNAUTHORIZED],
      ['key before malformed', 'GET', '/v1/countries/%zz', null, 401, UNAUTHORIZED],
      ['key before look-up', 'GET', '/v1/countries/XX', null, 401, UNAUTHORIZED],
      ['plan before parameters', 'GET', '/v1/search/fuzzy?q=x&limit=0', 'Supporter', 403, refusal('fuzzySearch')],
      ['plan before malformed', 'GET', '/v1/regions/%zz', 'Community', 403, refusal('regionsApi')],
      ['plan before look-up', 'GET', '/v1/regions/99', 'Starter', 403, refusal('regionsApi')],
      ['plan before look-up', 'GET', '/v1/currency/XX', 'Legacy', 403, refusal('currencyApi')],
      [
        'the route’s plan before a parameter’s',
        'GET',
        '/v1/states?q=to&fields=x',
        'Community',
        403,
        refusal('bulkStates'),
      ],
      [
        'a parameter’s plan before its rule',
        'GET',
        '/v1/countries/XX?fields=x',
        'Community',
        403,
        refusal('fieldsFiltering'),
      ],
      [
        'a parameter’s plan before its rule',
        'GET',
        '/v1/countries/JP/states/99?fields',
        'Legacy',
        403,
        refusal('fieldsFiltering'),
      ],
      ['Community has no ISO look-up', 'GET', '/v1/iso/state', 'Community', 403, refusal('isoLookup')],
      [
        'parameters before look-up',
        'GET',
        '/v1/countries/XX?fields=x',
        'Supporter',
        400,
        expect.stringContaining('Unknown field(s): x'),
      ],
      ['malformed before rules', 'GET', '/v1/search/fuzzy?q=x&limit=%zz', 'Business', 400, MALFORMED],
      ['malformed before look-up', 'GET', '/v1/countries/XX?a=%zz', 'Business', 400, MALFORMED],
    ])('%s', async (_what, method, path, key, status, body) => {
      const response = await send(method, path, key);
      expect([response.status, await response.text()]).toEqual([status, body]);
    });
  });

  it('answers every cause of a 401 with the same bytes and headers', async () => {
    const { em } = service.database;
    const [unknown, revoked, expired, valid] = [generateKey(), generateKey(), generateKey(), generateKey()];
    const store = (key: string, expiresAt?: Date) =>
      insertKey(em, { prefix: keyPrefix(key), hash: hashKey(key), plan: 'Business', expiresAt });
    await revokeKey(em, await store(revoked));
    await store(expired, new Date(Date.now() - 1000));
    await store(valid, new Date(Date.now() + 60_000));
    const swapped = `${valid.slice(0, 6)}${valid[6] === 'a' ? 'b' : 'a'}${valid.slice(7)}`;
    const answers = new Set<string>();
    const bad = [
      undefined,
      '',
      ' ',
      'x',
      'geo_',
      unknown,
      revoked,
      expired,
      swapped,
      `${valid}, ${valid}`,
      valid.toUpperCase(),
      'é',
      '../',
      `Bearer ${valid}`,
      'x'.repeat(8000),
    ];
    for (const key of bad) {
      const response = await service.get('/v1/countries/JP', null, key === undefined ? {} : { 'X-SVCAPI-KEY': key });
      const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
      answers.add(JSON.stringify([response.status, headers, await response.text()]));
    }
    expect([...answers].map((text) => JSON.parse(text)).map(([status, , body]) => [status, body])).toEqual([
      [401, UNAUTHORIZED],
    ]);
    expect((await service.get('/v1/countries/JP', null, { 'x-svcapi-KEY': valid })).status).toBe(200);
    const beside = { 'X-SVCAPI-KEY': '', 'X-CSCAPI-KEY': valid };
    expect((await service.get('/v1/countries/JP', null, beside)).status).toBe(200);
    // Neither URLs nor other headers carry keys.
    expect(
      (await service.get(`/v1/countries/JP?X-SVCAPI-KEY=${valid}&key=${valid}`, null, { Authorization: valid })).status,
    ).toBe(401);
  });

  describe('methods', () => {
    const paths = ROUTES.map(({ path }) => path.replaceAll(/:[a-z_]+/g, '1'));
    it.each(paths)('%s', async (path) => {
      const send = (method: string) => service.gateway.fetch(new Request(`http://geo.test${path}`, { method }));
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'get2']) {
        const response = await send(method);
        expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, ALLOW]);
        expect(await response.text()).toBe(NOT_ALLOWED);
      }
      const options = await send('OPTIONS');
      expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([204, ALLOW, '']);
      const head = await send('HEAD');
      expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([
        401,
        '',
        String(UNAUTHORIZED.length),
      ]);
    });

    it('answers HEAD like GET, without the body', async () => {
      const paths = [
        '/v1/countries/JP',
        '/v1/states',
        '/v1/countries/XX',
        '/v1/nothing',
        '/v1/phone?code=',
        '/v1/countries/%zz',
        '/nothing',
        '/livez',
      ];
      const headers = { 'X-SVCAPI-KEY': inject('keys').Business, 'X-Request-Id': 'same' };
      for (const path of paths) {
        await service.get(path, 'Business');
        const [get, head] = await Promise.all(
          ['GET', 'HEAD'].map((method) =>
            service.gateway.fetch(new Request(`http://geo.test${path}`, { method, headers })),
          ),
        );
        expect([path, head?.status, [...(head?.headers ?? [])]]).toEqual([
          path,
          get?.status,
          [...(get?.headers ?? [])],
        ]);
        expect(await head?.text()).toBe('');
        expect(head?.headers.get('content-length')).toBe(String(Buffer.byteLength((await get?.text()) ?? '')));
      }
    });
  });

  it('knows no other paths, whatever they look like', async () => {
    const paths = [
      '/v1',
      '/v1/',
      '/v1/nothing',
      '/v1//states',
      '/v1/countries',
      '/v1/countries/JP/states/13/x',
      '/v1/States',
      '/v2/states',
      '/v1states',
      '/v1/regions/3/4',
      '/v1/__proto__',
      '/v1/constructor',
      '/v1/states//',
      '//v1/states',
      '/v1/countries//cities',
      '/v1/%2F',
      '/v1%2Fstates',
    ];
    for (const path of paths.filter((each) => !ROUTES.some((route) => route.path === each))) {
      const response = await service.get(path, 'Business');
      expect([path, response.status, await response.text()]).toEqual([path, 404, NOT_FOUND]);
    }
  });

  it('takes a trailing slash, codes in any case, and escapes for the same resource', async () => {
    const same: readonly [string, readonly string[]][] = [
      [
        '/v1/countries/JP',
        [
          '/v1/countries/JP/',
          '/v1/countries/jp',
          '/v1/countries/Jp',
          '/v1/countries/JPN',
          '/v1/countries/jpn',
          '/v1/countries/109',
          '/v1/countries/0109',
          '/v1/countries/00000000000000109',
          '/v1/countries/%4a%50',
          '/v1/c%6Funtries/JP',
          '/v1/countries/JP?x=1',
          '/v1/countries/JP?sort=x&q=a&sort=y',
          '/v1/countries/JP?fields=',
          '/v1/countries/JP?fields=,',
          '/v1/countries/JP?fields',
        ],
      ],
      [
        '/v1/countries/GB/states/LND',
        ['/v1/countries/gb/states/lnd', '/v1/countries/GBR/states/Lnd/', '/v1/countries/232/states/LND'],
      ],
      [
        '/v1/currency/AD',
        ['/v1/currency/ad', '/v1/currency/and', '/v1/currency/6', '/v1/currency/006', '/v1/currency/6/'],
      ],
      ['/v1/regions/3', ['/v1/regions/3/', '/v1/regions/03', '/v1/regions/%33']],
      ['/v1/countries/JP/cities', ['/v1/countries/109/cities/', '/v1/countries/jpn/cities?fields=&sort=']],
      [
        '/v1/iso/state?iso=US-CA',
        [
          '/v1/iso/state?iso=us-ca',
          '/v1/iso/state/?iso=Us-cA',
          '/v1/iso/state?&x=y&iso=US-CA&',
          '/v1/iso/state?iso=US%2DCA',
        ],
      ],
      [
        '/v1/phone?code=1',
        [
          '/v1/phone?code=+1',
          '/v1/phone?code=%2B1',
          '/v1/phone?code=01',
          '/v1/phone?code=001',
          '/v1/phone?code=%2B001',
          '/v1/phone/?code=1',
        ],
      ],
      ['/v1/phone?code=1246', ['/v1/phone?code=+1246', '/v1/phone?code=001246']],
      [
        '/v1/search/fuzzy?q=tokyo',
        [
          '/v1/search/fuzzy?q=TOKYO',
          '/v1/search/fuzzy?q=+tokyo%20&type=city&limit=10&threshold=0.3',
          '/v1/search/fuzzy?threshold=0.30&limit=010&q=Tokyo',
        ],
      ],
      ['/v1/search/fuzzy?q=tokyo&country=JP', ['/v1/search/fuzzy?q=tokyo&country=jp']],
      ['/v1/states?q=H%C3%A1d', ['/v1/states?q=Ha%CC%81d', '/v1/states?q=%20H%C3%A1d%20']],
      [
        '/v1/states?fields=name,iso2&sort=name:desc,id',
        ['/v1/states?fields=iso2,%20name,id,,name&sort=%20name%20:%20DESC%20,id:asc'],
      ],
    ];
    for (const [path, others] of same) {
      const first = await service.get(path, 'Professional');
      expect([path, first.status]).toEqual([path, 200]);
      const body = await first.text();
      for (const other of others) {
        const response = await service.get(other, 'Professional');
        expect([other, response.headers.get('x-cache'), await response.text()]).toEqual([other, 'HIT', body]);
      }
    }
  });

  it('decodes paths and parameters once, as UTF-8, and refuses what is not', async () => {
    expect(await (await service.get('/v1/countries/%254aP', 'Business')).text()).toBe(error('Country not found.'));
    for (const bad of BROKEN) {
      const paths = [
        `/v1/countries/${bad}`,
        `/v1/countries/JP/states/${bad}`,
        `/v1/regions/${bad}`,
        `/v1/currency/${bad}`,
        `/v1/countries/${bad}/cities`,
        `/v1/${bad}`,
        `/v1/phone?code=${bad}`,
        `/v1/phone?${bad}=1`,
        `/v1/search/fuzzy?q=to&x=${bad}`,
        `/v1/states?fields=${bad}`,
      ];
      for (const path of paths) {
        const response = await service.get(path, 'Business');
        expect([path, response.status, await response.text()]).toEqual([path, 400, MALFORMED]);
      }
    }
  });

  it('measures q in code points after trimming and composing', async () => {
    for (const q of [
      '🗼🗼',
      'x'.repeat(100),
      '🗼'.repeat(100),
      `  ${'x'.repeat(100)}  `,
      'e\u0301'.repeat(100),
      '\ufeffab\u00a0',
    ]) {
      const response = await service.get(`/v1/search/fuzzy?q=${encodeURIComponent(q)}`, 'Business');
      expect([q, response.status]).toEqual([q, 200]);
    }
  });

  it('ignores what an operation does not take, whatever the plan', async () => {
    for (const path of ['/v1/countries/JP', '/v1/countries/JP/states/13']) {
      const plain = await (await service.get(path, 'Community')).text();
      for (const query of ['sort=nonsense', 'sort=a&sort=b', 'q=x', 'limit=0', 'FIELDS=x', 'field=name']) {
        const response = await service.get(`${path}?${query}`, 'Community');
        expect([query, response.status, await response.text()]).toEqual([query, 200, plain]);
      }
    }
  });

  it('sorts by a field that is not among the asked ones, by several, and by one twice', async () => {
    const whole = (await (await service.get('/v1/states?sort=country_code:desc,population', 'Supporter')).json()) as {
      id: number;
      country_code: string;
      population: number | null;
    }[];
    const narrow = await service.get(
      '/v1/states?fields=name&sort=country_code:desc,population,country_code:asc',
      'Supporter',
    );
    const rows = (await narrow.json()) as { id: number }[];
    expect(rows.map((row) => Object.keys(row).join())).toEqual(rows.map(() => 'id,name'));
    expect(rows.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    for (const [index, right] of whole.entries()) {
      const left = whole[index - 1];
      if (!left) continue;
      expect(left.country_code >= right.country_code).toBe(true);
      if (left.country_code !== right.country_code) continue;
      // null comes first, and rows that are equal stand by their id.
      expect(left.population ?? -1).toBeLessThanOrEqual(right.population ?? -1);
      if (left.population === right.population) expect(left.id).toBeLessThan(right.id);
    }
  });

  it('gives an empty list where the contract says so', async () => {
    for (const path of [
      '/v1/search/fuzzy?q=qqqqqqq',
      '/v1/search/fuzzy?q=tokyo&country=ZZ',
      '/v1/states?q=qqqqqqq',
      '/v1/regions?q=qqqqqqq',
      '/v1/phone?code=999',
    ]) {
      const response = await service.get(path, 'Business');
      expect([path, response.status, await response.text()]).toEqual([path, 200, '[]']);
    }
  });
});
