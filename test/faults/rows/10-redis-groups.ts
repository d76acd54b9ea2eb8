import { setTimeout as sleep } from 'node:timers/promises';
import { freshPrefix } from '../../redis.ts';
import { hasRedisGroups, type RedisGroup, redisCluster, sentinelGroup } from '../../redis-groups.ts';
import type { ServiceProcess } from '../../server/service-process.ts';
import type { Row } from '../row.ts';
import { ask, sum, type Tally } from '../traffic.ts';
import { assert, assertNoneLost, until, type World } from '../world.ts';

const missing = hasRedisGroups() ? undefined : 'there are no redis-server and redis-cli on this machine';
/** How long two processes may count each for itself after the loss, in milliseconds: until another is elected and both have found it. */
const TOGETHER_MS = 60_000;
/** How long callers go on after the loss; while they do nobody can tell who counts with whom. */
const UNDER_LOAD_MS = 3_000;

export const redisMasterKilled: Row = {
  number: 10,
  title:
    'the master of a Redis that Sentinel watches is killed under load: requests go on, and two gateways count together again',
  missing,
  run: (world) => loseMasters(world, sentinelGroup),
};

export const redisClusterNodeKilled: Row = {
  number: 10,
  title: 'a master of a Redis Cluster is killed under load: requests go on, and two gateways count together again',
  missing,
  run: (world) => loseMasters(world, redisCluster),
};

/** A group of its own for each time: what is killed does not come back. */
async function loseMasters(world: World, start: () => Promise<RedisGroup>) {
  const cases = world.pick(1, 5);
  const tallies: Tally[] = [];
  let longestMs = 0;
  for (let turn = 0; turn < cases; turn++) {
    await using group = await start();
    const quotas = JSON.stringify(
      Object.fromEntries(Object.keys(world.keys).map((plan) => [plan.toLowerCase(), { daily: 1_000_000 }])),
    );
    const variables = { REDIS_URL: group.url, REDIS_PREFIX: freshPrefix(), QUOTAS: quotas };
    await using one = await world.start(variables);
    await using other = await world.start(variables);
    await until(() => areTogether(world, one, other), TOGETHER_MS);
    const traffic = world.traffic([one, other]);
    await sleep(1_000);
    await group.killMaster();
    const killedAt = performance.now();
    await sleep(UNDER_LOAD_MS);
    tallies.push(await traffic.stop());
    await until(() => areTogether(world, one, other), TOGETHER_MS);
    longestMs = Math.max(longestMs, performance.now() - killedAt);
  }
  const tally = sum(tallies);
  assertNoneLost(tally);
  assert(tally.told === 0, `${tally.told} callers were told of Redis`);
  return {
    cases,
    tally,
    said: `seen together again ${(longestMs / 1_000).toFixed(1)} s after the loss, ${UNDER_LOAD_MS / 1_000} of them under load`,
  };
}

/** Whether what one has counted is what the other counts on. */
async function areTogether(world: World, one: ServiceProcess, other: ServiceProcess): Promise<boolean> {
  const used = async ({ base }: ServiceProcess) =>
    Number((await ask(base, world.keys.Community, '/v1/countries/JP')).headers['x-svcapi-daily-used']);
  const first = await used(one);
  const together = (await used(other)) === first + 1 && (await used(one)) === first + 2;
  if (!together) await sleep(200);
  return together;
}
