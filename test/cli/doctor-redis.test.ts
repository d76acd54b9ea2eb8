/** What `geo doctor` says of a Redis. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkRedis } from '../../src/cli/doctor/redis-check.ts';
import type { Finding } from '../../src/cli/doctor/finding.ts';
import { readConfig } from '../../src/config.ts';
import { freshPrefix, hasRedisServer, NO_REDIS_SERVER, ownRedis, TAKES_NO_COUNTS, tellRedis } from '../redis.ts';
import { hasRedisGroups, redisCluster } from '../redis-groups.ts';

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function check(url: string, prefix = freshPrefix()): Promise<Finding> {
  return checkRedis(readConfig({ env: { REDIS_URL: url, REDIS_PREFIX: prefix }, folder: '/' }));
}

describe.skipIf(!hasRedisServer())(`a Redis${hasRedisServer() ? '' : `: ${NO_REDIS_SERVER}`}`, () => {
  async function started(): Promise<string> {
    const server = await ownRedis();
    closers.push(() => server.kill());
    await server.start();
    return server.url;
  }

  it('that takes counts is sound, and has one on trial for some seconds', async () => {
    const url = await started();
    const client = new Redis(url);
    closers.push(() => client.disconnect());
    expect(await check(url, 'on-trial')).toMatchObject({
      state: 'ok',
      message: expect.stringContaining('takes counts'),
    });
    const [key = '', ...others] = await client.keys('*');
    expect([key.startsWith('on-trial:'), others]).toEqual([true, []]);
    const left = await client.ttl(key);
    expect([left > 0, left <= 10]).toEqual([true, true]);
  });

  it('that has no database of this number is a fault', async () => {
    expect(await check(`${await started()}/99`)).toMatchObject({
      state: 'fault',
      message: expect.stringContaining('DB index is out of range'),
    });
  });

  it.each(TAKES_NO_COUNTS)('that answers but takes no counts is a fault, with the reason (%s)', async (code, said) => {
    const url = await started();
    await tellRedis(url, ...said);
    expect(await check(url)).toMatchObject({
      state: 'fault',
      message: expect.stringMatching(new RegExp(`^Redis at 127.0.0.1:\\d+ answers but takes no counts: ${code} `)),
      advice: expect.stringMatching(/^it is (a replica: name its master|full: raise its maxmemory)/),
    });
  });
});

it.skipIf(!hasRedisGroups())(
  'a Cluster of which one part takes no counts is a fault (else: no redis-cli)',
  async () => {
    const group = await redisCluster();
    closers.push(() => group[Symbol.asyncDispose]());
    expect(await check(group.url)).toMatchObject({ state: 'ok' });
    // The first of its servers is a master.
    await tellRedis(group.url.replace(/^redis\+cluster:(.*),.*$/, 'redis:$1'), 'CONFIG', 'SET', 'maxmemory', '1');
    expect(await check(group.url)).toMatchObject({
      state: 'fault',
      message: expect.stringContaining('no counts: OOM'),
    });
  },
);

it.each([
  ['a server', 'redis://HOST'],
  ['Sentinels', 'redis+sentinel://HOST,HOST/counts/0'],
  ['a Cluster', 'redis+cluster://HOST,HOST'],
])(
  '%s that take connections and never answer are out of reach, and no connection to them stays',
  async (_, pattern) => {
    const open = new Set<Socket>();
    const silent = createServer((socket) => {
      open.add(socket.resume().on('error', () => undefined));
      socket.on('close', () => open.delete(socket));
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    closers.push(() => silent.close());
    const { port } = silent.address() as AddressInfo;
    const finding = await check(pattern.replaceAll('HOST', `127.0.0.1:${port}`));
    expect(finding).toMatchObject({ state: 'fault', message: expect.stringContaining('out of reach') });
    await vi.waitFor(() => expect(open.size).toBe(0), 10_000);
  },
);
