/** What the tests need of Redis: one that answers, and one of their own that may be killed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';

export const NO_REDIS = 'no Redis answers (set GEO_TEST_REDIS_URL)';
export const NO_REDIS_SERVER = 'there is no redis-server program on this machine';

/** GEO_TEST_REDIS_URL or the local default, when it answers. */
export async function redisUrl(): Promise<string | undefined> {
  const named = process.env['GEO_TEST_REDIS_URL'];
  const url = named ?? 'redis://127.0.0.1:6379';
  const client = new Redis(url, { lazyConnect: true, connectTimeout: 1_000, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return url;
  } catch (error) {
    if (named !== undefined) throw error;
    return undefined;
  } finally {
    client.disconnect();
  }
}

export function hasRedisServer(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

/** A name that no other run uses. */
export function freshPrefix(): string {
  return `geo-test-${randomUUID().slice(0, 8)}`;
}

/** Removes the keys of a prefix. */
export async function removeKeys(url: string, prefix: string): Promise<void> {
  const client = new Redis(url);
  const keys = await client.keys(`${prefix}:*`);
  if (keys.length > 0) await client.del(keys);
  client.disconnect();
}

/** Says one thing to a Redis. */
export async function tellRedis(url: string, command: string, ...args: readonly string[]): Promise<void> {
  const client = new Redis(url);
  await client.call(command, ...args).finally(() => client.disconnect());
}

/** What a Redis is told that then answers and takes no counts: it is a replica of nobody, or has no memory left. */
export const TAKES_NO_COUNTS: readonly (readonly [code: string, said: readonly [string, ...string[]]])[] = [
  ['READONLY', ['REPLICAOF', '127.0.0.1', '1']],
  ['OOM', ['CONFIG', 'SET', 'maxmemory', '1']],
];

export interface OwnRedis {
  readonly url: string;
  start(): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

/** A redis-server without a disk on a free port, started and killed at will. */
export async function ownRedis(): Promise<OwnRedis> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn(
        'redis-server',
        ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      for await (const chunk of child.stdout ?? []) if (String(chunk).includes('Ready to accept')) break;
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    signal: (signal) => void child?.kill(signal),
  };
}
