import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freshPrefix, hasRedisServer, NO_REDIS_SERVER, ownRedis } from '../../redis.ts';
import type { Row } from '../row.ts';
import { assert, assertNoneLost } from '../world.ts';

export const redisAway: Row = {
  number: 10,
  title:
    'Redis dies, stands still, forgets everything and comes back: requests go on, counted by each process for itself',
  missing: hasRedisServer() ? undefined : NO_REDIS_SERVER,
  async run(world) {
    const cases = world.pick(3, 21);
    const redis = await ownRedis();
    await redis.start();
    try {
      const quotas = JSON.stringify({ business: { daily: 1_000_000 }, community: { daily: 1_000_000 } });
      await using service = await world.start({ REDIS_URL: redis.url, REDIS_PREFIX: freshPrefix(), QUOTAS: quotas });
      const traffic = world.traffic([service]);
      for (let turn = 0; turn < cases; turn++) {
        await sleep(300);
        if (turn % 3 === 0) {
          await redis.kill();
          await sleep(500);
          await redis.start();
        } else if (turn % 3 === 1) {
          const client = new Redis(redis.url);
          await client.flushall();
          client.disconnect();
        } else {
          redis.signal('SIGSTOP');
          await sleep(1_000);
          redis.signal('SIGCONT');
        }
      }
      await sleep(500);
      const tally = await traffic.stop();
      assertNoneLost(tally);
      assert(tally.told === 0, `${tally.told} callers were told of Redis`);
      return { cases, tally };
    } finally {
      redis.signal('SIGCONT');
      await redis.kill();
    }
  },
};
