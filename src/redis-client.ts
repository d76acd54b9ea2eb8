/** The client of Redis for any of the addresses that there are. */
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { REDIS_URL_RULE, redisAddress, type SeveralHosts } from './redis-address.ts';

export type ClientOptions = Required<Pick<RedisOptions, 'connectTimeout' | 'commandTimeout'>> & {
  readonly lazyConnect?: boolean;
  /** Milliseconds before the next attempt to connect; null to give up. */
  retryStrategy(attempt: number): number | null;
};

/** A client that keeps no command for later: who asks while `status` is not `ready` is refused. Throws for an address that is none. */
export function createRedisClient(url: string, options: ClientOptions): Redis | Cluster {
  const address = redisAddress(url);
  if (!address) throw new Error(`the address of Redis ${REDIS_URL_RULE}`);
  const { retryStrategy, lazyConnect = false, ...limits } = options;
  const fixed = { connectionName: 'geo', autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0 };
  const each = { ...limits, ...fixed };
  const one = { ...each, retryStrategy, lazyConnect, enableOfflineQueue: false };
  if (address.kind === 'server') return new Redis(address.url, one);
  const { kind, nodes, isSecure, master, database, sentinelPassword } = address;
  if (kind === 'sentinel') {
    return new Redis({
      ...one,
      ...userOf(address),
      name: master,
      db: database,
      sentinels: [...nodes],
      sentinelRetryStrategy: retryStrategy,
      // One that takes a connection and says nothing would be waited for, and the others never asked.
      sentinelCommandTimeout: limits.connectTimeout,
      ...(sentinelPassword !== undefined && { sentinelPassword }),
      ...(isSecure && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
    });
  }
  return new Cluster([...nodes], {
    redisOptions: { ...each, ...userOf(address) },
    clusterRetryStrategy: retryStrategy,
    lazyConnect,
    // A node is connected to with its first command; those that come meanwhile wait for that, within their own time.
    enableOfflineQueue: true,
    // Whoever waits for a count goes on without it rather than wait for another master.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshInterval: 2_000,
  });
}

function userOf({ username, password, isSecure }: SeveralHosts) {
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isSecure && { tls: {} }),
  };
}
