/**
 * The topology of compose.yaml as plain processes of one machine, where containers can't run: PostgreSQL with a streaming replica,
 * Redis, two gateways, and haproxy on port 8080. Needs Debian's packages postgresql, redis-server and haproxy.
 *   node deploy/processes/run.ts /srv/geo [--bind 127.0.0.1:8080]
 *   node --env-file=/srv/geo/geo.env bin/geo.js import --default
 *   node --env-file=/srv/geo/geo.env bin/geo.js keys create --plan professional
 * More settings of the gateways (QUOTAS and the like, one NAME=value a line) go into /srv/geo/settings.env.
 * Data, passwords, logs and process ids lie in the folder; the next start goes on with them. What ends is started again. SIGTERM or
 * Ctrl-C ends all of them: haproxy first, then the gateways after their requests.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, parseEnv } from 'node:util';
import { askedAt } from './asked-at.ts';
import { KeptProcess } from './kept-process.ts';
import { type Passwords, PostgresPair } from './postgres.ts';
import { missingPackages } from './programs.ts';
import { steadyPort } from './steady-port.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const UP_MS = 120_000;
/** Longer than SHUTDOWN_SECONDS. */
const STOP_MS = 20_000;

const GATEWAY = {
  NODE_ENV: 'production',
  TRUST_PROXY: '1',
  MEMORY_MB: '1024',
  // As the image has it: glibc gives back what is free (docs/operate.md, "Sizing").
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

const { values, positionals } = parseArgs({
  options: { bind: { type: 'string', default: '127.0.0.1:8080' } },
  allowPositionals: true,
});
const missing = missingPackages();
if (positionals[0] === undefined) fail('usage: node deploy/processes/run.ts FOLDER [--bind 127.0.0.1:8080]');
if (missing.length > 0) fail(`Debian's packages are not there: ${missing.join(', ')}`);
const folder = resolve(positionals[0]);
const front = askedAt(values.bind) ?? fail(`--bind ${values.bind}: not ADDRESS:PORT`);
const kept: KeptProcess[] = [];
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());

try {
  await start();
  if (!stopping.signal.aborted) {
    console.log(`up: ${front}; settings for geo import and geo keys: ${join(folder, 'geo.env')}`);
    await new Promise((done) => stopping.signal.addEventListener('abort', done));
  }
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
} finally {
  // Each before what it stands on; the gateways together, as nobody comes any more.
  for (const names of [['haproxy'], ['gateway-1', 'gateway-2'], ['redis', 'replica'], ['primary']])
    await Promise.all(kept.filter(({ name }) => names.includes(name)).map((each) => each.stop(STOP_MS)));
}

async function start(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // PostgreSQL may run as another user, who has to find its folder here and nothing else.
  chmodSync(folder, 0o711);
  const passwords = keptPasswords();
  const ports = new Set<number>();
  while (ports.size < 7) ports.add(await steadyPort()); // One that is free may come twice.
  const [primary = 0, replica = 0, redis = 0, ...places] = ports;
  const pair = new PostgresPair(folder, passwords, { primary, replica });
  keep(pair.primary());
  await until('the primary', () => pair.isUp('primary'));
  pair.prepare();
  keep(pair.replica());
  keep({ name: 'redis', program: 'redis-server', args: [redisConfig(redis, passwords)] });
  const settings = {
    DATABASE_URL: `postgresql://geo:${passwords.POSTGRES_PASSWORD}@127.0.0.1:${primary}/geo`,
    DATABASE_REPLICA_URLS: `postgresql://geo:${passwords.POSTGRES_PASSWORD}@127.0.0.1:${replica}/geo`,
    REDIS_URL: `redis://:${passwords.REDIS_PASSWORD}@127.0.0.1:${redis}`,
  };
  writeFileSync(join(folder, 'geo.env'), lines(settings), { mode: 0o600 });
  await until('the replica', () => pair.isUp('replica'));
  const gateways = [1, 2].map((number) => gateway(number, places.slice(2 * number - 2), settings));
  for (const { port } of gateways) await until('a gateway', () => answers(`http://127.0.0.1:${port}`));
  keep({
    name: 'haproxy',
    program: 'haproxy',
    args: ['-db', '-f', join(ROOT, 'deploy', 'haproxy', 'haproxy.cfg')],
    env: { GEO_BIND: values.bind, ...Object.assign({}, ...gateways.map(({ env }) => env)) },
    // At once: connections of callers that do nothing would keep it for long.
    stopSignal: 'SIGTERM',
  });
  await until('haproxy', () => answers(front));
}

function gateway(
  number: number,
  [port = 0, health = 0]: readonly number[],
  settings: Readonly<Record<string, string>>,
) {
  const own = { HOST: '127.0.0.1', PORT: String(port), HEALTH_PORT: String(health), DATA_DIR: join(folder, 'data') };
  keep({
    name: `gateway-${number}`,
    program: process.execPath,
    args: ['--max-semi-space-size=16', join(ROOT, 'bin', 'geo.js'), 'serve'],
    env: { ...GATEWAY, ...furtherSettings(), ...settings, ...own },
  });
  return {
    port,
    env: { [`GEO_GATEWAY_${number}`]: `127.0.0.1:${port}`, [`GEO_HEALTH_${number}`]: String(health) },
  };
}

function keep(command: ConstructorParameters<typeof KeptProcess>[0]): void {
  stopping.signal.throwIfAborted();
  kept.push(new KeptProcess(command, folder));
}

/** Made at the first start. */
function keptPasswords(): Passwords {
  const file = join(folder, 'passwords.json');
  if (!existsSync(file)) {
    const [POSTGRES_PASSWORD, REPLICATION_PASSWORD, REDIS_PASSWORD] = [1, 2, 3].map(() =>
      randomBytes(16).toString('hex'),
    );
    writeFileSync(file, JSON.stringify({ POSTGRES_PASSWORD, REPLICATION_PASSWORD, REDIS_PASSWORD }), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Passwords;
}

function redisConfig(port: number, { REDIS_PASSWORD }: Passwords): string {
  const file = join(folder, 'redis.conf');
  mkdirSync(join(folder, 'redis'), { recursive: true, mode: 0o700 });
  const text = `port ${port}\nbind 127.0.0.1\nrequirepass ${REDIS_PASSWORD}\nappendonly yes\ndir ${join(folder, 'redis')}\n`;
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

function furtherSettings(): Record<string, string> {
  const file = join(folder, 'settings.env');
  return existsSync(file) ? (parseEnv(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}

function lines(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** Any answer: without data haproxy has nobody to ask, and says so. */
async function answers(origin: string): Promise<boolean> {
  return fetch(`${origin}/livez`).then(
    () => true,
    () => false,
  );
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const startedAt = performance.now(); !(await holds()); await sleep(100, undefined, stopping)) {
    if (performance.now() - startedAt > UP_MS) throw new Error(`${what} does not come up: see the logs in ${folder}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
