/** Several Redis processes that are one: watched by Sentinel, or a Cluster. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';

export function hasRedisGroups(): boolean {
  return ['redis-server', 'redis-cli'].every((name) => spawnSync(name, ['--version']).status === 0);
}

export interface RedisGroup extends AsyncDisposable {
  readonly url: string;
  /** Kills what holds the counts; another takes its place. */
  killMaster(): Promise<void>;
}

/** One folder, and the processes that live in it. */
class Processes {
  readonly folder = mkdtempSync(join(tmpdir(), 'geo-redis-'));
  readonly byPort = new Map<number, ChildProcess>();

  async start(lines: readonly string[], ...options: readonly string[]): Promise<number> {
    const port = await freePort();
    const file = join(this.folder, `${port}.conf`);
    writeFileSync(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${this.folder}`, ...lines, ''].join('\n'));
    const child = spawn('redis-server', [file, ...options], { stdio: 'ignore' });
    this.byPort.set(port, child);
    await until(async () => (await ask(port, 'PING')) === 'PONG');
    return port;
  }

  async kill(port: number): Promise<void> {
    const child = this.byPort.get(port);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async end(): Promise<void> {
    await Promise.all([...this.byPort.keys()].map((port) => this.kill(port)));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const WITHOUT_DISK = ['save ""', 'appendonly no'];

/** Makes a group; none of its processes is left where that fails. */
async function grouped(make: (processes: Processes) => Promise<RedisGroup>): Promise<RedisGroup> {
  const processes = new Processes();
  try {
    return await make(processes);
  } catch (error) {
    await processes.end();
    throw error;
  }
}

/** A master, its replica and the Sentinel that watches them. */
export const sentinelGroup = () => grouped(sentinelGroupOf);

async function sentinelGroupOf(processes: Processes): Promise<RedisGroup> {
  const master = await processes.start(WITHOUT_DISK);
  const replica = await processes.start([
    ...WITHOUT_DISK,
    `replicaof 127.0.0.1 ${master}`,
    'repl-diskless-sync-delay 0',
  ]);
  await until(async () => (await ask(replica, 'INFO', 'replication')).includes('master_link_status:up'));
  const watched = [
    `sentinel monitor counts 127.0.0.1 ${master} 1`,
    'sentinel down-after-milliseconds counts 500',
    'sentinel failover-timeout counts 2000',
  ];
  const sentinel = await processes.start(watched, '--sentinel');
  await until(async () => (await ask(sentinel, 'SENTINEL', 'replicas', 'counts')).length > 0);
  return {
    // The first is nobody: a Sentinel may be away.
    url: `redis+sentinel://127.0.0.1:${await freePort()},127.0.0.1:${sentinel}/counts/0`,
    async killMaster() {
      await untilReplicated(master);
      await processes.kill(master);
    },
    [Symbol.asyncDispose]: () => processes.end(),
  };
}

/** Processes that miss each other once while they are made known, as on a machine that stands still, never meet, and redis-cli waits for ever. */
const MEETING_MS = 30_000;

/** Three masters with a replica each; others are made where those did not meet. */
export const redisCluster = () => grouped(clusterOf).catch(() => grouped(clusterOf));

async function clusterOf(processes: Processes): Promise<RedisGroup> {
  const ports: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    const bus = await freePort();
    const lines = [
      ...WITHOUT_DISK,
      'cluster-enabled yes',
      `cluster-config-file nodes-${bus}.conf`,
      `cluster-port ${bus}`,
    ];
    ports.push(await processes.start([...lines, 'cluster-node-timeout 1000', 'repl-diskless-sync-delay 0']));
  }
  const create = ['--cluster', 'create', ...ports.map((port) => `127.0.0.1:${port}`), '--cluster-replicas', '1'];
  const made = spawnSync('redis-cli', [...create, '--cluster-yes'], { encoding: 'utf8', timeout: MEETING_MS });
  if (made.status !== 0) throw new Error(`${made.stdout}${made.stderr}${made.error ?? ''}`);
  const isSettled = async (port: number) =>
    (await ask(port, 'CLUSTER', 'INFO')).includes('cluster_state:ok') &&
    !/:(handshake|fail)|slave - 0/.test(await ask(port, 'CLUSTER', 'NODES'));
  for (const port of ports) await until(() => isSettled(port));
  return {
    url: `redis+cluster://127.0.0.1:${ports[0]},127.0.0.1:${ports[4]}`,
    async killMaster() {
      for (const port of ports) {
        if ((await ask(port, 'DBSIZE')) === '0' || !(await ask(port, 'ROLE')).startsWith('master')) continue;
        await untilReplicated(port);
        await processes.kill(port);
        return;
      }
      throw new Error('nobody holds a count');
    },
    [Symbol.asyncDispose]: () => processes.end(),
  };
}

/** Waits until a replica has what a master has now: it is sent nothing for up to a second after it was made. */
async function untilReplicated(master: number): Promise<void> {
  const offset = async (of: RegExp) => Number(of.exec(await ask(master, 'INFO', 'replication'))?.[1] ?? Number.NaN);
  const wanted = await offset(/master_repl_offset:(\d+)/);
  await until(async () => (await offset(/,offset=(\d+),/)) >= wanted);
}

/** What a server answers to a command, as text; empty while it does not. */
async function ask(port: number, command: string, ...args: readonly string[]): Promise<string> {
  const client = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return String(await client.call(command, ...args));
  } catch {
    return '';
  } finally {
    client.disconnect();
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await holds()) return;
    await sleep(50);
  }
  throw new Error('it did not come within half a minute');
}
