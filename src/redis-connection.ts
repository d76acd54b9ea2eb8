/** The connection to Redis: there at once or not at all, told of once when it goes and once when it is back. */
import { Redis } from 'ioredis';
import type { SharedStore } from './auth/shared-counts.ts';
import { createRedisClient } from './redis-client.ts';

const COMMAND_MS = 100;
const CONNECT_MS = 2_000;
const MAX_RETRY_MS = 2_000;
/** So long no command has failed when Redis is said to be back, in milliseconds, unless it has just been connected to. */
const CALM_MS = 1_000;
/** A server's word for the number of a database that it does not have. */
const NO_SUCH_DATABASE = 'DB index is out of range';

export interface RedisConnection extends SharedStore {
  /** Resolves when the first attempt to connect has succeeded or failed. */
  readonly settled: Promise<void>;
  /** True while commands are answered. */
  isUp(): boolean;
  close(): void;
}

export interface RedisOptions {
  onLost?(error: Error): void;
  onBack?(): void;
  /** A request waits no longer than this for Redis, in milliseconds; 100 by default. */
  readonly commandMs?: number;
}

/** Connects in the background, for ever; every command fails at once while there is no connection. */
export function connectRedis(url: string, prefix: string, options: RedisOptions = {}): RedisConnection {
  const client = createRedisClient(url, {
    connectTimeout: CONNECT_MS,
    commandTimeout: options.commandMs ?? COMMAND_MS,
    retryStrategy: (attempt) => Math.min(100 * attempt, MAX_RETRY_MS),
  });
  let isLost = false;
  let isClosing = false;
  let failedAt = Number.NEGATIVE_INFINITY;
  const lost = (error: Error) => {
    if (isLost || isClosing) return;
    isLost = true;
    options.onLost?.(error);
  };
  const back = () => {
    if (!isLost) return;
    isLost = false;
    options.onBack?.();
  };
  client.on('error', (error: Error) => {
    lost(error);
    // The client would go on in database 0, where another installation may count.
    if (error.message.includes(NO_SUCH_DATABASE)) client.disconnect();
  });
  client.on('close', () => lost(new Error('the connection was closed')));
  client.on('ready', back);
  return {
    client,
    prefix,
    settled: new Promise((resolve) => {
      client.once('ready', resolve);
      client.once('close', resolve);
      // Sentinels that are all away close nothing.
      client.once('error', resolve);
    }),
    isUp: () => client.status === 'ready' && !isLost,
    onOutcome(error) {
      if (error === undefined) {
        // Part of a Cluster may be away while the rest counts.
        if (performance.now() - failedAt > CALM_MS) back();
        return;
      }
      failedAt = performance.now();
      lost(error instanceof Error ? error : new Error(String(error)));
      // A server that no longer answers is left, so that the next request does not wait for it.
      if (client.status === 'ready' && error instanceof Error && error.message === 'Command timed out') {
        if (client instanceof Redis) client.stream.destroy();
        else client.disconnect(true);
      }
    },
    close() {
      isClosing = true;
      client.disconnect();
    },
  };
}
