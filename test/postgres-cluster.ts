/** PostgreSQL servers of a test's own, made from Debian's binaries in a temporary folder: a primary and a streaming replica. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

const VERSIONS = '/usr/lib/postgresql';
const BIN = existsSync(VERSIONS)
  ? readdirSync(VERSIONS)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(VERSIONS, version, 'bin'))
      .find((bin) => existsSync(join(bin, 'initdb')))
  : undefined;

/** Why tests that want servers of their own are skipped; undefined where they can run. */
export const NO_CLUSTERS = BIN === undefined ? `no PostgreSQL server programs below ${VERSIONS}` : undefined;

/** Settings of a server that counts its statements; none where its programs come without that. */
export const COUNTS_STATEMENTS: readonly string[] =
  BIN && existsSync(join(BIN, '..', 'lib', 'pg_stat_statements.so'))
    ? ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.max=10000']
    : [];

// PostgreSQL refuses to run as root.
const USER = process.getuid?.() === 0 ? idsOf('postgres') : undefined;

export interface PostgresServer {
  readonly url: string;
  query<Row extends object>(sql: string): Promise<Row[]>;
  /** Stops its processes where they stand, connections stay open. */
  freeze(): void;
  thaw(): void;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** One server without a replica, with its data in a folder `within` this one. */
export async function singleServer(
  settings: readonly string[] = [],
  within = tmpdir(),
): Promise<PostgresServer & AsyncDisposable> {
  const folder = mkdtempSync(join(within, 'geo-cluster-'));
  if (USER) chownSync(folder, USER.uid, USER.gid);
  const data = join(folder, 'data');
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync');
  const only = await server(data, ['max_connections=60', ...settings]);
  return {
    ...only,
    async [Symbol.asyncDispose]() {
      await only.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A primary, and a replica that streams from it. */
export async function replicatedPair(): Promise<
  { primary: PostgresServer; replica: PostgresServer } & AsyncDisposable
> {
  const folder = mkdtempSync(join(tmpdir(), 'geo-cluster-'));
  if (USER) chownSync(folder, USER.uid, USER.gid);
  const data = join(folder, 'primary');
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync');
  const primary = await server(data, ['wal_level=replica', 'max_wal_senders=4', 'max_connections=40']);
  const replica = await replicaOf(primary, ['max_connections=40']);
  return {
    primary,
    replica,
    async [Symbol.asyncDispose]() {
      await replica[Symbol.asyncDispose]();
      await primary.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A replica that streams from a server; its settings allow no less than those of the server. */
export async function replicaOf(
  { url }: Pick<PostgresServer, 'url'>,
  settings: readonly string[] = ['max_connections=60'],
): Promise<PostgresServer & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'geo-cluster-'));
  if (USER) chownSync(folder, USER.uid, USER.gid);
  const data = join(folder, 'replica');
  const { port } = new URL(url);
  run('pg_basebackup', '-D', data, '-R', '-X', 'stream', '-c', 'fast', '-h', '127.0.0.1', '-p', port, '-U', 'postgres');
  chmodSync(data, 0o700);
  const replica = await server(data, ['hot_standby=on', 'max_standby_streaming_delay=0', ...settings]);
  return {
    ...replica,
    async [Symbol.asyncDispose]() {
      await replica.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until the replica has replayed everything that the primary has written. */
export async function caughtUp(primary: PostgresServer, replica: PostgresServer): Promise<void> {
  const [written] = await primary.query<{ at: string }>('SELECT pg_current_wal_lsn() AS at');
  for (;;) {
    const there = await replica
      .query<{ there: boolean }>(`SELECT pg_last_wal_replay_lsn() >= '${written?.at}'::pg_lsn AS there`)
      .then(([row]) => row?.there, isConflictWithReplay);
    if (there) return;
    await sleep(50);
  }
}

/** Has the replica hold a table locked, as if by a statement of its primary whose end it has yet to replay, until it replays at once again. */
export async function lockedOnReplica(primary: PostgresServer, replica: PostgresServer, table: string): Promise<void> {
  // What locks a table is replayed at once, and that it is over only when its transaction is.
  await delay(replica, '1h');
  await primary.query(`BEGIN; SELECT txid_current(); LOCK TABLE ${table}; COMMIT`);
  const held = `SELECT FROM pg_locks WHERE relation = '${table}'::regclass AND mode = 'AccessExclusiveLock' AND granted`;
  for (let isHeld = false; !isHeld; await sleep(20)) {
    const locks = await replica.query(held).catch(isConflictWithReplay);
    isHeld = locks !== false && locks.length > 0;
  }
}

/** What is replayed may end the very statement that asks how far it is. */
function isConflictWithReplay(error: { readonly code?: string }): false {
  if (error.code !== '40001') throw error;
  return false;
}

/** From now on the replica replays what is committed only so much later. */
export async function delay(replica: PostgresServer, time: string): Promise<void> {
  for (const sql of [`ALTER SYSTEM SET recovery_min_apply_delay = '${time}'`, 'SELECT pg_reload_conf()']) {
    // What is replayed may end this, too.
    while (!(await replica.query(sql).then(() => true, isConflictWithReplay))) await sleep(50);
  }
}

async function server(data: string, settings: readonly string[]): Promise<PostgresServer> {
  const port = await freePort();
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const options = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', ...settings];
  const args = ['-D', data, ...options.flatMap((option) => ['-c', option])];
  let process_: ReturnType<typeof spawn> | undefined;
  const query = async <Row extends object>(sql: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    return (await client.query(sql).finally(() => client.end())).rows as Row[]; // The test names the columns it selects.
  };
  const start = async () => {
    process_ = spawn(join(BIN ?? '', 'postgres'), args, { stdio: 'ignore', ...USER });
    for (let left = 3_000; ; left--) {
      try {
        await query('SELECT 1');
        return;
      } catch (error) {
        if (left === 0 || process_.exitCode !== null) throw error;
        await sleep(10);
      }
    }
  };
  const signal = (name: NodeJS.Signals) => {
    const main = process_?.pid;
    if (main === undefined || process_?.exitCode !== null || process_.signalCode !== null) return;
    for (const pid of [main, ...childrenOf(main)]) {
      try {
        process.kill(pid, name);
      } catch {
        // A child may have ended since.
      }
    }
  };
  const kill = async () => {
    if (!process_ || process_.exitCode !== null || process_.signalCode !== null) return;
    const ended = once(process_, 'exit');
    signal('SIGKILL');
    await ended;
  };
  await start();
  return {
    url,
    query,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    kill,
    start,
  };
}

function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
  } catch {
    return []; // It has none.
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(join(BIN ?? '', program), args, { stdio: 'pipe', cwd: tmpdir(), ...USER });
}

function idsOf(user: string): { readonly uid: number; readonly gid: number } {
  const [uid, gid] = ['-u', '-g'].map((what) => Number(execFileSync('id', [what, user], { encoding: 'utf8' })));
  return { uid: uid ?? 0, gid: gid ?? 0 };
}
