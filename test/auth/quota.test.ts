import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Quotas } from '../../src/auth/plan-quotas.ts';
import type { TestHome } from '../prepared.ts';
import { openService, type TestService, UPGRADE_URL } from '../service.ts';

const [home] = inject('homes') as readonly [TestHome];
/** A day on which nothing ends for hours. */
const NOON = Date.UTC(2030, 4, 10, 12, 0, 0);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let wall = NOON;
const services: TestService[] = [];
afterAll(async () => {
  for (const service of services) await service.close();
});

async function limited(quotas: Quotas): Promise<TestService> {
  wall = NOON;
  const service = await openService(home, { quotas, now: () => wall });
  services.push(service);
  return service;
}

function headersOf(response: Response, ...names: string[]): (string | null)[] {
  return names.map((name) => response.headers.get(name));
}

const USAGE = [
  'X-SVCAPI-Daily-Used',
  'X-SVCAPI-Daily-Limit',
  'X-SVCAPI-Monthly-Used',
  'X-SVCAPI-Monthly-Limit',
] as const;

describe('a plan without limits', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await limited({ Starter: { daily: 5 } });
  });

  it('says unlimited, is not counted, and has no RateLimit', async () => {
    await service.get('/v1/countries/JP', 'Business');
    const response = await service.get('/v1/countries/JP', 'Business');
    expect(headersOf(response, ...USAGE)).toEqual(['0', 'unlimited', '0', 'unlimited']);
    expect(headersOf(response, 'RateLimit', 'RateLimit-Policy')).toEqual([null, null]);
  });

  it('lets scripts of other sites read the headers', async () => {
    const response = await service.get('/v1/countries/JP', 'Business');
    const exposed = response.headers.get('Access-Control-Expose-Headers')?.split(', ');
    for (const name of [...USAGE, 'RateLimit', 'RateLimit-Policy', 'Retry-After']) expect(exposed).toContain(name);
  });

  it('says nothing to a request without a known key', async () => {
    const response = await service.get('/v1/countries/JP', null);
    expect(response.status).toBe(401);
    expect(headersOf(response, ...USAGE)).toEqual([null, null, null, null]);
  });
});

describe('a plan with limits', () => {
  it('answers the exact 429 when the day is used up, until midnight UTC', async () => {
    const service = await limited({ Community: { daily: 2 } });
    const statuses = [];
    for (let i = 0; i < 2; i++) statuses.push((await service.get('/v1/countries/JP', 'Community')).status);
    const refused = await service.get('/v1/countries/JP', 'Community');
    expect([...statuses, refused.status]).toEqual([200, 200, 429]);
    expect(await refused.text()).toBe(
      `{"error":"Daily usage limit exceeded.","limit":2,"period":"daily","tier":"community","upgradeUrl":"${UPGRADE_URL}"}`,
    );
    expect(headersOf(refused, 'Retry-After', 'Cache-Control', 'X-SVCAPI-Plan', 'X-Cache')).toEqual([
      String(12 * 3600),
      'no-store',
      'community',
      null,
    ]);
    expect(headersOf(refused, ...USAGE)).toEqual(['2', '2', '2', 'unlimited']);
    expect((await service.get('/v1/countries/JP', 'Starter')).status).toBe(200);
  });

  it.each([
    ['monthly' as const, 'Monthly usage limit exceeded.', String(21.5 * 86_400)],
    ['second' as const, 'Rate limit exceeded.', '1'],
  ])('answers the exact 429 of a %s', async (period, error, retryAfter) => {
    const service = await limited({ Legacy: { [period]: 1 } });
    await service.get('/v1/countries/JP', 'Legacy');
    const refused = await service.get('/v1/countries/JP', 'Legacy');
    expect(refused.status).toBe(429);
    expect(await refused.text()).toBe(
      JSON.stringify({ error, limit: 1, period, tier: 'legacy', upgradeUrl: UPGRADE_URL }),
    );
    expect(refused.headers.get('Retry-After')).toBe(retryAfter);
  });

  it('counts 200, 304, HEAD and every 4xx of a known key, and neither OPTIONS, 401 nor 429', async () => {
    const service = await limited({ Community: { daily: 5 } });
    const used = async (response: Promise<Response>) => (await response).headers.get('X-SVCAPI-Daily-Used');
    const key = inject('keys').Community;
    const send = (method: string, path: string, headers: Record<string, string> = {}) =>
      service.gateway.fetch(
        new Request(`http://geo.test${path}`, { method, headers: { 'X-SVCAPI-KEY': key, ...headers } }),
      );
    expect(await used(service.get('/v1/countries/JP', 'Community'))).toBe('1');
    expect(await used(send('GET', '/v1/countries/JP', { 'If-None-Match': '*' }))).toBe('2');
    expect(await used(send('HEAD', '/v1/countries/JP'))).toBe('3');
    expect(await used(send('OPTIONS', '/v1/countries/JP'))).toBe(null);
    expect(await used(send('GET', '/v1/countries/JP', { 'X-SVCAPI-KEY': 'wrong' }))).toBe(null);
    expect(await used(send('POST', '/v1/countries/JP'))).toBe(null);
    expect(await used(send('GET', '/v1/nowhere'))).toBe(null);
    expect(await used(service.get('/v1/search/fuzzy?q=x', 'Community'))).toBe('4');
    expect(await used(service.get('/v1/countries/XX', 'Community'))).toBe('5');
    for (let i = 0; i < 3; i++) {
      const refused = await service.get('/v1/countries/JP', 'Community');
      expect(headersOf(refused, ...USAGE)).toEqual(['5', '5', '5', 'unlimited']);
    }
    wall += DAY;
    // Had the refused ones counted, the month would stand at nine.
    expect(headersOf(await service.get('/v1/countries/JP', 'Community'), ...USAGE)).toEqual([
      '1',
      '5',
      '6',
      'unlimited',
    ]);
  });

  it('refuses for the quota before it refuses for the plan, and for an unknown path before either', async () => {
    const service = await limited({ Community: { daily: 1 } });
    expect((await service.get('/v1/search/fuzzy?q=To', 'Community')).status).toBe(403);
    expect((await service.get('/v1/search/fuzzy?q=To', 'Community')).status).toBe(429);
    expect((await service.get('/v1/nowhere', 'Community')).status).toBe(404);
  });

  it('admits exactly as many of a burst as the limit says', async () => {
    const service = await limited({ Supporter: { daily: 37, second: 50 } });
    const burst = await Promise.all(Array.from({ length: 120 }, () => service.get('/v1/regions', 'Supporter')));
    const statuses = burst.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(37);
    expect(statuses.filter((status) => status === 429)).toHaveLength(83);
  });

  it('tells what is left in the fields of the IETF draft', async () => {
    const service = await limited({ Business: { second: 5, daily: 100, monthly: 2000 } });
    const response = await service.get('/v1/countries/JP', 'Business');
    expect(headersOf(response, 'RateLimit-Policy', 'RateLimit')).toEqual([
      `"second";q=5;w=1, "daily";q=100;w=86400, "monthly";q=2000;w=${31 * 86_400}`,
      `"second";r=4;t=1, "daily";r=99;t=43200, "monthly";r=1999;t=${21.5 * 86_400}`,
    ]);
    expect(headersOf(response, ...USAGE)).toEqual(['1', '100', '1', '2000']);
  });

  it('counts keys and not plans: another key of the plan has its own', async () => {
    const service = await limited({ Community: { daily: 1 }, Starter: { daily: 1 } });
    expect((await service.get('/v1/countries/JP', 'Community')).status).toBe(200);
    expect((await service.get('/v1/countries/JP', 'Starter')).status).toBe(200);
    expect((await service.get('/v1/countries/JP', 'Starter')).status).toBe(429);
  });

  it('holds on /graphql as well, in its form of errors, and both count together', async () => {
    const service = await limited({ Community: { daily: 2 } });
    expect((await service.get('/v1/countries/JP', 'Community')).status).toBe(200);
    expect((await service.graphql('Community', '{ country(code: "JP") { name } }')).status).toBe(200);
    const refused = await service.gateway.fetch(
      new Request('http://geo.test/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-SVCAPI-KEY': inject('keys').Community },
        body: '{"query":"{ country(code: \\"JP\\") { name } }"}',
      }),
    );
    expect(refused.status).toBe(429);
    expect(headersOf(refused, 'Retry-After', ...USAGE)).toEqual(['43200', '2', '2', '2', 'unlimited']);
    expect(await refused.json()).toEqual({
      errors: [
        {
          message: 'Daily usage limit exceeded.',
          extensions: {
            code: 'TOO_MANY_REQUESTS',
            limit: 2,
            period: 'daily',
            tier: 'community',
            upgradeUrl: UPGRADE_URL,
          },
        },
      ],
      extensions: { plan: { plan: 'community', tier: 'basic' } },
    });
  });
});

describe('the clock', () => {
  const daily = async (service: TestService) =>
    (await service.get('/v1/countries/JP', 'Community')).headers.get('X-SVCAPI-Daily-Used');
  const monthly = async (service: TestService) =>
    (await service.get('/v1/countries/JP', 'Community')).headers.get('X-SVCAPI-Monthly-Used');

  it('begins a new day and a new month at midnight UTC, in leap years too', async () => {
    const service = await limited({ Community: { daily: 9, monthly: 99 } });
    wall = Date.UTC(2028, 1, 29, 23, 59, 59, 999);
    const last = await service.get('/v1/countries/JP', 'Community');
    expect(headersOf(last, ...USAGE)).toEqual(['1', '9', '1', '99']);
    expect(last.headers.get('RateLimit')).toBe('"daily";r=8;t=1, "monthly";r=98;t=1');
    expect(last.headers.get('RateLimit-Policy')).toContain(`w=${29 * 86_400}`);
    wall += 1;
    const first = await service.get('/v1/countries/JP', 'Community');
    expect(headersOf(first, ...USAGE)).toEqual(['1', '9', '1', '99']);
    expect(first.headers.get('RateLimit')).toBe(`"daily";r=8;t=86400, "monthly";r=98;t=${31 * 86_400}`);
  });

  it('may jump back over midnight and forth again: nothing is counted twice, nothing is stuck', async () => {
    const service = await limited({ Community: { daily: 3 } });
    wall = Date.UTC(2030, 4, 11) - 1;
    expect([await daily(service), await daily(service)]).toEqual(['1', '2']);
    wall += 1;
    expect(await daily(service)).toBe('1');
    wall -= 1;
    expect([await daily(service), await daily(service)]).toEqual(['3', '3']);
    wall += 1;
    expect(await daily(service)).toBe('2');
    wall += 365 * DAY;
    expect(await daily(service)).toBe('1');
    wall -= 730 * DAY;
    expect(await daily(service)).toBe('1');
  });

  it('keeps a month for all of its 31 days', async () => {
    const service = await limited({ Community: { monthly: 99 } });
    wall = Date.UTC(2030, 4, 1);
    const seen = [await monthly(service)];
    for (let day = 0; day < 30; day++) {
      wall += DAY;
      seen.push(await monthly(service));
    }
    expect(seen).toEqual(Array.from({ length: 31 }, (_, index) => String(index + 1)));
  });

  it('frees the next second', async () => {
    const service = await limited({ Community: { second: 1 } });
    const status = async () => (await service.get('/v1/countries/JP', 'Community')).status;
    expect([await status(), await status()]).toEqual([200, 429]);
    wall += 1000;
    expect([await status(), await status()]).toEqual([200, 429]);
  });
});
