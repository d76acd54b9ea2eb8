/** Debian's PgBouncer in transaction mode before a database: few server connections, none of them anybody's own. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

/** Why tests that want a pooler are skipped; undefined where they can run. */
export const NO_PGBOUNCER = existsSync(PROGRAM) ? undefined : `no ${PROGRAM}`;

export interface PgBouncer extends AsyncDisposable {
  /** The database through the pooler. */
  readonly url: string;
}

/** @param url the database behind */
export async function pgBouncer(
  url: string,
  { serverConnections = 3, settings = [] }: { serverConnections?: number; settings?: readonly string[] } = {},
): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'geo-pgbouncer-'));
  const ownPort = await freePort();
  const ini = join(folder, 'pgbouncer.ini');
  const login = [
    `user=${decodeURIComponent(username)}`,
    ...(password ? [`password=${decodeURIComponent(password)}`] : []),
  ];
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port || 5432} ${login.join(' ')}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    `default_pool_size = ${serverConnections}`,
    ...settings,
  ];
  writeFileSync(ini, `${lines.join('\n')}\n`);
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? idsOf('postgres') : undefined;
  if (user) for (const path of [folder, ini]) chownSync(path, user.uid, user.gid);
  const pooler = spawn(PROGRAM, ['-q', ini], { stdio: 'ignore', cwd: folder, ...user });
  const own = `postgresql://geo@127.0.0.1:${ownPort}${pathname}`;
  for (let left = 200; !(await answers(own)); left--) {
    if (left === 0 || pooler.exitCode !== null) throw new Error('PgBouncer does not answer');
    await sleep(50);
  }
  return {
    url: own,
    async [Symbol.asyncDispose]() {
      const ended = once(pooler, 'exit');
      pooler.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

function idsOf(user: string): { readonly uid: number; readonly gid: number } {
  const [uid = 0, gid = 0] = ['-u', '-g'].map((what) => Number(execFileSync('id', [what, user], { encoding: 'utf8' })));
  return { uid, gid };
}
