import type { Redis } from 'ioredis';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import type { Quotas } from '../../src/auth/plan-quotas.ts';
import { connectRedis, type RedisConnection } from '../../src/redis-connection.ts';
import type { TestHome } from '../prepared.ts';
import {
  freshPrefix,
  hasRedisServer,
  NO_REDIS,
  NO_REDIS_SERVER,
  ownRedis,
  redisUrl,
  removeKeys,
  TAKES_NO_COUNTS,
  tellRedis,
} from '../redis.ts';
import { hasRedisGroups, redisCluster, sentinelGroup } from '../redis-groups.ts';
import { openService, type TestService } from '../service.ts';

const [home] = inject('homes') as readonly [TestHome];
const url = await redisUrl();
const NOON = Date.UTC(2030, 4, 10, 12);
const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Member {
  readonly service: TestService;
  readonly redis: RedisConnection;
  readonly lost: string[];
  readonly back: string[];
}

/** One process of an installation. */
async function member(
  redisAt: string,
  prefix: string,
  quotas: Quotas,
  now = () => NOON,
  options: { readonly commandMs?: number } = {},
): Promise<Member> {
  const lost: string[] = [];
  const back: string[] = [];
  const redis = connectRedis(redisAt, prefix, {
    onLost: ({ message }) => lost.push(message),
    onBack: () => back.push('back'),
    ...options,
  });
  await redis.settled;
  closers.push(() => redis.close());
  const service = await openService(home, { quotas, sharedStore: redis, now });
  closers.push(() => service.close());
  return { service, redis, lost, back };
}

function ask({ service }: Member): Promise<Response> {
  return service.get('/v1/countries/JP', 'Community');
}

async function statuses(requests: readonly Promise<Response>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of await Promise.all(requests)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe.skipIf(url === undefined)(`two processes with one Redis${url === undefined ? `: ${NO_REDIS}` : ''}`, () => {
  async function pair(quotas: Quotas, now?: () => number): Promise<[Member, Member]> {
    const prefix = freshPrefix();
    closers.push(() => removeKeys(url ?? '', prefix));
    // A machine that is busy with others is no Redis that does not answer.
    const patient = () => member(url ?? '', prefix, quotas, now, { commandMs: 20_000 });
    return [await patient(), await patient()];
  }

  it.each(['daily', 'monthly', 'second'] as const)('admit exactly the %s limit of a parallel burst', async (period) => {
    const [one, other] = await pair({ Community: { [period]: 25 } });
    const burst = Array.from({ length: 80 }, (_, index) => ask(index % 2 === 0 ? one : other));
    expect(await statuses(burst)).toEqual({ 200: 25, 429: 55 });
    expect(await statuses([ask(one), ask(other)])).toEqual({ 429: 2 });
  });

  it('tell the same usage, in which refused requests are not', async () => {
    const [one, other] = await pair({ Community: { daily: 2, monthly: 9 } });
    const used = async (response: Promise<Response>) => {
      const { headers } = await response;
      return [headers.get('X-SVCAPI-Daily-Used'), headers.get('X-SVCAPI-Monthly-Used')];
    };
    expect(await used(ask(one))).toEqual(['1', '1']);
    expect(await used(ask(other))).toEqual(['2', '2']);
    for (let i = 0; i < 4; i++) expect(await used(ask(one))).toEqual(['2', '2']);
  });

  it('tell the usage of both where the second refuses', async () => {
    const [one, other] = await pair({ Community: { second: 3, daily: 50 } });
    for (const each of [one, other, other]) await ask(each);
    const refused = await ask(one);
    expect([refused.status, refused.headers.get('X-SVCAPI-Daily-Used')]).toEqual([429, '3']);
    expect(refused.headers.get('RateLimit')).toContain('"daily";r=47;');
  });

  it('give back what a refused request had counted', async () => {
    let now = NOON;
    const [one, other] = await pair({ Community: { daily: 3, monthly: 8 } }, () => now);
    const day = () => statuses(Array.from({ length: 6 }, (_, index) => ask(index % 2 === 0 ? one : other)));
    expect(await day()).toEqual({ 200: 3, 429: 3 });
    now += 86_400_000;
    expect(await day()).toEqual({ 200: 3, 429: 3 });
    now += 86_400_000;
    expect(await day()).toEqual({ 200: 2, 429: 4 });
    expect(await (await ask(one)).json()).toMatchObject({ error: 'Monthly usage limit exceeded.', period: 'monthly' });
  });

  it.each(['daily', 'monthly'] as const)(
    'say the same as one without Redis where the %s limit refuses',
    async (period) => {
      const quotas: Quotas = { Community: { second: 4, [period]: 2 } };
      const alone = await openService(home, { quotas, now: () => NOON });
      closers.push(() => alone.close());
      const [one] = await pair(quotas);
      const said = async (response: Promise<Response>) => {
        const { status, headers } = await response;
        return [status, headers.get('Retry-After'), headers.get('RateLimit'), headers.get('X-SVCAPI-Daily-Used')];
      };
      for (let request = 1; request <= 8; request++) {
        expect([request, await said(ask(one))]).toEqual([
          request,
          await said(alone.get('/v1/countries/JP', 'Community')),
        ]);
      }
    },
  );

  it('do not ask Redis for a plan without limits', async () => {
    const [one] = await pair({ Community: { daily: 3 } });
    one.redis.close();
    expect((await one.service.get('/v1/countries/JP', 'Business')).status).toBe(200);
    expect(one.lost).toEqual([]);
  });
});

describe.skipIf(!hasRedisServer())(`when Redis goes${hasRedisServer() ? '' : `: ${NO_REDIS_SERVER}`}`, () => {
  it('requests go on from the last count, with one line when it goes and one when it is back', async () => {
    const server = await ownRedis();
    closers.push(() => server.kill());
    await server.start();
    const one = await member(server.url, freshPrefix(), { Community: { daily: 5 } }, undefined, { commandMs: 2_000 });
    expect(await statuses([ask(one), ask(one), ask(one)])).toEqual({ 200: 3 });
    await server.kill();
    expect(await statuses([ask(one)])).toEqual({ 200: 1 });
    const fifth = await ask(one);
    expect([fifth.status, fifth.headers.get('X-SVCAPI-Daily-Used')]).toEqual([200, '5']);
    expect(await statuses([ask(one), ask(one)])).toEqual({ 429: 2 });
    expect(one.lost).toHaveLength(1);
    await server.start();
    await vi.waitFor(() => expect(one.back).toEqual(['back']), 30_000);
    expect(one.lost).toHaveLength(1);
    const again = await ask(one);
    // This Redis kept nothing on disk: it counts from the start.
    expect([again.status, again.headers.get('X-SVCAPI-Daily-Used')]).toEqual([200, '1']);
  });

  it('and does not answer any more, only the first requests wait, and not for long', async () => {
    const server = await ownRedis();
    closers.push(() => server.kill());
    await server.start();
    const one = await member(server.url, freshPrefix(), { Community: { daily: 50 } });
    await ask(one);
    server.signal('SIGSTOP');
    expect((await ask(one)).status).toBe(200);
    expect(one.lost).toEqual(['Command timed out']);
    // From here on there is no connection to wait for.
    await vi.waitFor(() => expect(one.redis.client).not.toHaveProperty('status', 'ready'), 10_000);
    expect(await statuses(Array.from({ length: 20 }, () => ask(one)))).toEqual({ 200: 20 });
    server.signal('SIGCONT');
    await vi.waitFor(() => expect(one.back).toEqual(['back']), 10_000);
  });

  it.each(TAKES_NO_COUNTS)(
    'and answers but takes no counts (%s), the limits of the process are reached',
    async (code, said) => {
      const server = await ownRedis();
      closers.push(() => server.kill());
      await server.start();
      let now = NOON;
      const patient = { commandMs: 20_000 };
      const one = await member(server.url, freshPrefix(), { Community: { second: 2, daily: 5 } }, () => now, patient);
      expect((await ask(one)).status).toBe(200);
      await tellRedis(server.url, ...said);
      const seen: number[][] = [];
      for (const _second of [1, 2, 3]) {
        now += 1_000;
        seen.push([(await ask(one)).status, (await ask(one)).status, (await ask(one)).status]);
      }
      expect(seen).toEqual([
        [200, 200, 429],
        [200, 200, 429],
        [429, 429, 429],
      ]);
      const last = await ask(one);
      expect([last.headers.get('X-SVCAPI-Daily-Used'), (await last.json()).period]).toEqual(['5', 'daily']);
      expect([one.lost, one.redis.isUp()]).toEqual([[expect.stringContaining(code)], false]);
    },
  );

  it('and has no database of this number, nothing is counted in another one', async () => {
    const server = await ownRedis();
    closers.push(() => server.kill());
    await server.start();
    const one = await member(`${server.url}/99`, freshPrefix(), { Community: { daily: 2 } });
    expect(await statuses([ask(one), ask(one), ask(one)])).toEqual({ 200: 2, 429: 1 });
    expect([one.lost, one.back, one.redis.isUp()]).toEqual([[expect.stringContaining('DB index')], [], false]);
    const other = connectRedis(server.url, '', { commandMs: 20_000 });
    closers.push(() => other.close());
    await other.settled;
    expect(await (other.client as Redis).keys('*')).toEqual([]);
  });

  it('was never there, the service counts for itself', async () => {
    const server = await ownRedis();
    const one = await member(server.url, freshPrefix(), { Community: { daily: 2 } });
    expect(await statuses([ask(one), ask(one), ask(one)])).toEqual({ 200: 2, 429: 1 });
    expect(one.lost).toHaveLength(1);
  });
});

const NO_GROUPS = hasRedisGroups() ? '' : ': no redis-server and redis-cli';

describe.skipIf(NO_GROUPS !== '')(`a Redis of several processes${NO_GROUPS}`, () => {
  it.each([
    ['that Sentinel watches', sentinelGroup],
    ['that is a Cluster', redisCluster],
  ])('%s counts for all, and the loss of its master costs no answer and no count', async (_, start) => {
    const group = await start();
    closers.push(async () => group[Symbol.asyncDispose]());
    const prefix = freshPrefix();
    const quotas = { Community: { daily: 300 } };
    const patient = () => member(group.url, prefix, quotas, undefined, { commandMs: 5_000 });
    const [one, other] = [await patient(), await patient()];
    await vi.waitFor(() => expect([one.redis.isUp(), other.redis.isUp()]).toEqual([true, true]), 20_000);
    const burst = Array.from({ length: 20 }, (_each, index) => ask(index % 2 === 0 ? one : other));
    expect(await statuses(burst)).toEqual({ 200: 20 });
    expect((await ask(one)).headers.get('X-SVCAPI-Daily-Used')).toBe('21');

    await group.killMaster();
    // Nobody is there to count: each goes on from what it knows.
    expect(await statuses([ask(one), ask(other)])).toEqual({ 200: 2 });
    const used = async (each: Member) => Number((await ask(each)).headers.get('X-SVCAPI-Daily-Used'));
    await vi.waitFor(
      async () => {
        const first = await used(one);
        // They count together again.
        expect(await used(other)).toBe(first + 1);
        expect([one.redis.isUp(), other.redis.isUp()]).toEqual([true, true]);
      },
      { timeout: 60_000, interval: 700 },
    );
    expect(await used(one)).toBeGreaterThan(21);
    const rest = await statuses(Array.from({ length: 300 }, () => ask(other)));
    expect(Object.keys(rest).sort()).toEqual(['200', '429']);
    expect(await statuses([ask(one), ask(other)])).toEqual({ 429: 2 });
  });
});
