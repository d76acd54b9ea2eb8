import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { generateKey } from '../../src/auth/key-format.ts';
import { findCurrentDataSet } from '../../src/db/data-set.queries.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { databaseProxy } from '../database-proxy.ts';
import { freePort } from '../free-port.ts';
import { ownDatabase } from '../own-database.ts';
import { type ServiceProcess, startService, statusOf } from './service-process.ts';

const run = promisify(execFile);
const HAS_CURL = spawnSync('curl', ['--version']).status === 0;
const postgres = inject('homes').find(({ home }) => home === 'postgresql');
/** A start on a slow machine, in milliseconds. */
const PATIENCE = 240_000;

describe('on an empty folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geo-start-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const variables = () => ({ DATA_DIR: folder });

  it('a stop in the middle of the first import is no failure and leaves nothing half done', {
    timeout: PATIENCE,
  }, async () => {
    await using service = startService(await freePort(), variables());
    await expect.poll(() => service.output.stderr, { timeout: PATIENCE, interval: 20 }).toContain('import: loading');
    expect(await statusOf(service, '/livez')).toBe(200);
    expect(await statusOf(service, '/readyz')).toBe(503);
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    expect(service.output.stderr).not.toMatch(/error|cannot|activating/i);
  });

  it('the first whole start loads the default data, makes the demo keys and answers; a second process is told off', {
    timeout: 2 * PATIENCE,
  }, async () => {
    const port = await freePort();
    await using service = startService(port, variables());
    await expect.poll(() => statusOf(service, '/livez'), { timeout: PATIENCE, interval: 20 }).toBe(200);
    await expect
      .poll(async () => (await service.get('/readyz')).text(), { timeout: PATIENCE, interval: 20 })
      .toBe('no data set loaded yet\n');
    expect(await statusOf(service, '/readyz')).toBe(503);
    expect(await statusOf(service, '/v1/countries/JP', generateKey())).toBeOneOf([401, 503]);
    await expect.poll(() => statusOf(service, '/readyz'), { timeout: PATIENCE, interval: 100 }).toBe(200);
    await expect.poll(() => service.output.stdout, { timeout: PATIENCE }).toContain('"msg":"ready"');
    expect(service.output.stderr).toContain('import: activating');
    const file = join(folder, 'demo-keys.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const keys = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    for (const [plan, key] of Object.entries(keys)) {
      const response = await service.get('/v1/countries/JP', key);
      expect([response.status, response.headers.get('x-svcapi-plan')]).toEqual([200, plan]);
    }
    expect(await (await service.get('/v1/search/fuzzy?q=Tokyo&limit=1', keys['professional'])).json()).toMatchObject([
      { name: 'Tokyo' },
    ]);

    await using second = startService(await freePort(), variables());
    expect(await second.exited).not.toBe(0);
    expect(second.output.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/data folder .* is in use by another process/),
    ]);

    await stopUnderLoad(service, keys['professional'] ?? '');
    const logged = service.output.stdout + service.output.stderr;
    for (const line of service.output.stdout.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('level');
    for (const key of Object.values(keys)) expect(logged).not.toContain(key.slice(12));
    expect(logged).not.toMatch(/unhandled|TypeError/i);
  });

  describe('the next start', () => {
    let service: ServiceProcess;
    let keys: string;
    beforeAll(async () => {
      keys = await readFile(join(folder, 'demo-keys.json'), 'utf8');
      service = startService(await freePort(), variables());
      const ready = async () => expect(await statusOf(service, '/readyz')).toBe(200);
      await vi.waitFor(ready, { timeout: PATIENCE, interval: 50 });
    }, 2 * PATIENCE);
    afterAll(() => service?.[Symbol.asyncDispose]());

    it('has the data at once and keeps the keys', async () => {
      expect(service.output.stderr).not.toContain('import:');
      expect(await readFile(join(folder, 'demo-keys.json'), 'utf8')).toBe(keys);
      expect(await statusOf(service, '/v1/states', JSON.parse(keys).supporter)).toBe(200);
    });

    it.skipIf(!HAS_CURL)(
      `answers every request of the README to the letter${HAS_CURL ? '' : ' (no curl here)'}`,
      async () => {
        const KEY: string = JSON.parse(keys).professional;
        const readme = await readFile(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');
        const block = /```console\n(.*?)```/s.exec(readme)?.[1] ?? '';
        const requests = [...block.matchAll(/^\$ (curl (?:.*\\\n)*.*)\n(.*)$/gm)];
        expect(requests.length).toBe(5);
        for (const [, command = '', answer] of requests) {
          const sent = command.replace('curl', 'curl -sS').replace('http://127.0.0.1:4000', service.base);
          const { stdout } = await run('bash', ['--norc', '-c', sent], { env: { PATH: process.env['PATH'], KEY } });
          expect([command, stdout]).toEqual([command, answer]);
        }
      },
    );

    it('stops at SIGINT', async () => {
      service.child.kill('SIGINT');
      expect(await service.exited).toBe(0);
    });
  });

  it('a SIGTERM that only npm gets stops the service', { timeout: PATIENCE }, async () => {
    const port = await freePort();
    const { PATH = '', HOME = '' } = process.env;
    const npm = spawn('npm', ['start'], {
      cwd: join(import.meta.dirname, '..', '..'),
      env: { PATH, HOME, PORT: String(port), ...variables() },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const closed = once(npm.stdout, 'close'); // When the last process that has it is gone, not only npm.
    npm.stdout.resume();
    const status = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status;
    await expect.poll(status, { timeout: PATIENCE, interval: 50 }).toBe(200);
    npm.kill('SIGTERM');
    let leftBehind = false;
    const deadline = setTimeout(() => {
      leftBehind = process.kill(-(npm.pid ?? 0), 'SIGKILL');
    }, 60_000);
    await closed;
    clearTimeout(deadline);
    expect(leftBehind).toBe(false);
  });
});

/** Stops it while thirty callers on kept connections ask: whoever was answered at all was answered well. */
async function stopUnderLoad(service: ServiceProcess, key: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 30 });
  // What is told to come again is answered, whole; the service may be building its index beside this.
  const outcomes = { good: 0, shed: 0, refused: 0, lost: [] as string[] };
  let asking = true;
  const load = Array.from({ length: 30 }, async (_, caller) => {
    for (let turn = 0; asking; turn++) {
      const outcome = await ask(agent, `${service.base}/v1/states?q=${caller}x${turn}`, key);
      if (outcome === 200) outcomes.good++;
      else if (outcome === 503) outcomes.shed++;
      else if (outcome === 'ECONNREFUSED') {
        outcomes.refused++;
        return;
      } else outcomes.lost.push(String(outcome));
    }
  });
  await expect.poll(() => outcomes.good, { timeout: PATIENCE }).toBeGreaterThan(200);
  service.child.kill('SIGTERM');
  service.child.kill('SIGTERM');
  expect(await service.exited).toBe(0);
  asking = false;
  await Promise.all(load);
  agent.destroy();
  expect(outcomes.lost).toEqual([]);
}

function ask(agent: Agent, url: string, key: string): Promise<number | string> {
  return new Promise((resolve) => {
    const outgoing = request(url, { agent, headers: { 'X-SVCAPI-KEY': key } }, (incoming) => {
      let text = '';
      incoming.on('data', (chunk) => (text += chunk));
      incoming.on('end', () =>
        resolve(incoming.complete && isWhole(incoming.statusCode, text) ? (incoming.statusCode ?? 0) : `cut: ${text}`),
      );
      incoming.on('error', (error) => resolve(error.message));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    outgoing.end();
  });
}

function isWhole(status: number | undefined, text: string): boolean {
  return status === 503 ? text === '{"error":"Service temporarily unavailable."}' : text.startsWith('[');
}

describe('a start that cannot be', () => {
  it('names every bad variable', async () => {
    await using service = startService(0, {
      PORT: 'eighty',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://secret:secret@x/y',
      CACHE_MB: '-1',
      UPGRADE_URL: 'nowhere',
      SHUTDOWN_SECONDS: '0',
    });
    expect(await service.exited).toBe(2);
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'CACHE_MB', 'UPGRADE_URL', 'SHUTDOWN_SECONDS'])
      expect(service.output.stderr).toContain(name);
    expect(service.output.stderr).not.toMatch(/secret|^\s+at /m);
  });

  it.skipIf(!postgres)('says in one line that the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await using service = startService(port, { DATABASE_URL: urlOf(postgres) });
    expect(await service.exited).toBe(3);
    expect(service.output.stderr.trim().split('\n')).toEqual([expect.stringContaining(`${port}: the port is taken`)]);
    other.close();
  });

  it.skipIf(!postgres)(
    'says that it is not ready where its data set cannot be served',
    { timeout: PATIENCE },
    async () => {
      if (!postgres) throw new Error('skipped without PostgreSQL');
      await using own = await ownDatabase(postgres);
      const database = await openDatabase('postgresql', own.target);
      const { id } = (await findCurrentDataSet(database.em)) ?? {};
      await database.em.execute(`DROP SCHEMA geo_${id} CASCADE`);
      await database.close();
      await using service = startService(await freePort(), { DATABASE_URL: own.target.url });
      await expect.poll(() => service.output.stdout, { timeout: PATIENCE }).toContain('"msg":"started, and not ready"');
      expect(service.output.stdout).not.toContain('"msg":"ready"');
      const response = await service.get('/readyz');
      expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('lacks all its tables')]);
    },
  );

  it.runIf(process.platform === 'linux')('says in one line that the folder cannot be made', async () => {
    for (const folder of ['/proc', '/proc/x']) {
      await using service = startService(await freePort(), { DATA_DIR: folder });
      expect(await service.exited).not.toBe(0);
      expect(service.output.stderr.trim().split('\n')).toEqual([
        expect.stringMatching(new RegExp(`^The data folder ${folder} cannot be written: `)),
      ]);
    }
  });

  it('says in one line that the folder is no folder', async () => {
    await using service = startService(await freePort(), { DATA_DIR: '/dev/null/x' });
    expect(await service.exited).not.toBe(0);
    expect(service.output.stderr.trim().split('\n')).toEqual([expect.stringContaining('/dev/null/x')]);
  });
});

describe.skipIf(!postgres)('with a database that is down at the start', () => {
  it('is up, says so, answers 503 at once, and recovers by itself when the database comes', {
    timeout: PATIENCE,
  }, async () => {
    if (!postgres) throw new Error('skipped without PostgreSQL');
    await using proxy = await databaseProxy(postgres.target, { open: false });
    await using service = startService(await freePort(), { DATABASE_URL: proxy.url });
    await expect.poll(() => statusOf(service, '/livez'), { timeout: PATIENCE, interval: 20 }).toBe(200);
    expect(await statusOf(service, '/readyz')).toBe(503);
    const key = inject('keys').Business;
    // So many that the time of this test would be over if each waited for the database.
    for (const each of [key, generateKey(), key, generateKey(), ...Array.from({ length: 40 }, () => key)]) {
      const response = await service.get('/v1/countries/JP', each);
      expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
        503,
        '1',
        '{"error":"Service temporarily unavailable."}',
      ]);
    }
    await proxy.open();
    await expect.poll(() => statusOf(service, '/readyz'), { timeout: PATIENCE, interval: 20 }).toBe(200);
    for (const [each, status] of [
      [key, 200],
      [generateKey(), 401],
    ] as const)
      await expect.poll(() => statusOf(service, '/v1/countries/JP', each)).toBe(status);
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
  });

  it.skipIf(process.platform === 'win32')(
    'goes on at SIGHUP, and says what that is for',
    {
      timeout: PATIENCE,
    },
    async () => {
      if (!postgres) throw new Error('skipped without PostgreSQL');
      await using proxy = await databaseProxy(postgres.target, { open: false });
      await using service = startService(await freePort(), { DATABASE_URL: proxy.url });
      await expect.poll(() => statusOf(service, '/livez'), { timeout: PATIENCE, interval: 20 }).toBe(200);
      const said = () => service.output.stdout.split('SIGHUP changes nothing').length - 1;
      for (const times of [1, 2]) {
        service.child.kill('SIGHUP');
        await expect.poll(() => [said(), service.child.exitCode], { timeout: 30_000 }).toEqual([times, null]);
      }
      expect(await statusOf(service, '/livez')).toBe(200);
      service.child.kill('SIGTERM');
      expect(await service.exited).toBe(0);
    },
  );

  it('answers who has connected when it is stopped as soon as its port is open', { timeout: PATIENCE }, async () => {
    if (!postgres) throw new Error('skipped without PostgreSQL');
    await using proxy = await databaseProxy(postgres.target, { open: false });
    const [port, healthPort] = [await freePort(), await freePort()];
    await using service = startService(port, { DATABASE_URL: proxy.url, HEALTH_PORT: String(healthPort) });
    const connected = async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    };
    // Before it listens it tries whether the port is free: who connects to that is answered by nobody.
    await expect.poll(() => statusOf(service, '/livez'), { timeout: PATIENCE, interval: 5 }).toBe(200);
    const sockets = await Promise.all(Array.from({ length: 20 }, connected));
    service.child.kill('SIGTERM');
    for (const socket of sockets) socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
    const told = await Promise.all(sockets.map((socket) => text(socket).catch(String)));
    expect(told.filter((each) => !/^HTTP\/1.1 200 .*ok\n$/s.test(each))).toEqual([]);
    expect(await service.exited).toBe(0);
    expect(service.output.stderr).toBe('');
  });

  it('stops when it is told to, without having been ready', { timeout: PATIENCE }, async () => {
    if (!postgres) throw new Error('skipped without PostgreSQL');
    await using proxy = await databaseProxy(postgres.target, { open: false });
    await using service = startService(await freePort(), { DATABASE_URL: proxy.url });
    await expect.poll(() => statusOf(service, '/livez'), { timeout: PATIENCE, interval: 20 }).toBe(200);
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    expect(service.output.stderr).toBe('');
  });
});

function urlOf(home: typeof postgres): string {
  return home && 'url' in home.target ? home.target.url : '';
}
