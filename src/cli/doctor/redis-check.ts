/** Redis: whether it answers, and whether it takes counts. */
import { Cluster, Redis } from 'ioredis';
import { createSharedCounts } from '../../auth/shared-counts.ts';
import { createCalendar } from '../../auth/windows.ts';
import type { Config } from '../../config.ts';
import { redisHosts } from '../../redis-address.ts';
import { createRedisClient } from '../../redis-client.ts';
import { type Finding, fault, messageOf, ok, skipped } from './finding.ts';

const REDIS_MS = 2_000;
/** Counts on trial where several servers divide the keys among them: so many that of a few dozen hardly one has none. */
const TRIALS_IN_CLUSTER = 64;
const ALONE = 'until then each process counts requests for itself';

export async function checkRedis({ redisUrl, redisPrefix }: Config): Promise<Finding> {
  if (redisUrl === undefined) return skipped('redis', 'not used: REDIS_URL is not set');
  const where = redisHosts(redisUrl);
  const client = createRedisClient(redisUrl, {
    lazyConnect: true,
    connectTimeout: REDIS_MS,
    commandTimeout: REDIS_MS,
    retryStrategy: () => null,
  });
  let reason: unknown;
  client.on('error', (error) => {
    reason = error;
  });
  try {
    await client.connect();
    await client.ping();
    if (client instanceof Redis && client.options.db) await client.select(client.options.db); // It connects without that, too.
    const refusal = await refusalOfCounts(client, redisPrefix);
    if (refusal === undefined) return ok('redis', `${where} answers and takes counts`);
    const text = messageOf(refusal);
    return fault('redis', `Redis at ${where} answers but takes no counts: ${text}`, `${adviceOn(text)}; ${ALONE}`);
  } catch (error) {
    const advice = `start it, or correct REDIS_URL; ${ALONE}`;
    return fault('redis', `Redis at ${where} is out of reach: ${messageOf(reason ?? error)}`, advice);
  } finally {
    client.disconnect();
  }
}

/** Why it takes no counts, undefined where it takes them. They are made as those of requests are, of keys that nobody has, and stay for seconds. */
async function refusalOfCounts(client: ReturnType<typeof createRedisClient>, prefix: string): Promise<unknown> {
  let refusal: unknown;
  const onOutcome = (error: unknown) => {
    refusal ??= error;
  };
  const counts = createSharedCounts({ client, prefix, onOutcome });
  const { second } = createCalendar()(Date.now());
  const trials = client instanceof Cluster ? TRIALS_IN_CLUSTER : 1;
  await Promise.all(Array.from({ length: trials }, (_, number) => counts.add(second, -number)));
  return refusal;
}

function adviceOn(refusal: string): string {
  if (refusal.includes('READONLY')) return 'it is a replica: name its master in REDIS_URL';
  if (refusal.includes('OOM')) return 'it is full: raise its maxmemory';
  return 'let its user write keys of REDIS_PREFIX by scripts';
}
