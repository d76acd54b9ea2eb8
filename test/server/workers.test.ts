/** `WORKERS`: several processes on one port, what becomes of them when one is killed, and how they are replaced. */
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { type OwnDatabase, ownDatabase } from '../own-database.ts';
import { type ServiceProcess, startService } from './service-process.ts';

const shared = inject('homes').find((each) => each.home === 'postgresql');
const key = inject('keys').Business;
const PATIENCE = { timeout: 60_000, interval: 100 };
const ROOT = join(import.meta.dirname, '..', '..');

describe.skipIf(!shared || process.platform === 'win32')(
  'workers (skipped without PostgreSQL)',
  {
    timeout: 180_000,
  },
  () => {
    let database: OwnDatabase;
    let ports: { readonly PORT: number; readonly HEALTH_PORT: number; readonly METRICS_PORT: number };
    let service: ServiceProcess;
    const pids = () =>
      execFileSync('pgrep', ['-P', String(service.child.pid)], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map(Number);
    /** How many of them are in service: each says so in a line. */
    const readyCount = () => service.output.stdout.split('"msg":"ready"').length - 1;

    beforeAll(async () => {
      if (!shared) throw new Error('skipped without PostgreSQL');
      database = await ownDatabase(shared);
      ports = { PORT: await freePort(), HEALTH_PORT: await freePort(), METRICS_PORT: await freePort() };
      service = startService(ports.PORT, {
        DATABASE_URL: database.target.url,
        WORKERS: '2',
        HEALTH_PORT: String(ports.HEALTH_PORT),
        METRICS_PORT: String(ports.METRICS_PORT),
      });
    }, 120_000);
    afterAll(async () => {
      await service?.[Symbol.asyncDispose]();
      await database?.[Symbol.asyncDispose]();
    });

    it('share the port, and one place tells their health and what each has counted', async () => {
      await expect.poll(readyCount, PATIENCE).toBe(2);
      expect(pids()).toHaveLength(2);
      for (let asked = 0; asked < 40; asked++) {
        const response = await fetch(`${service.base}/v1/countries/JP`, {
          headers: { 'X-SVCAPI-KEY': key, Connection: 'close' },
        });
        expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"iso2":"JP"')]);
      }
      const health = await fetch(`http://127.0.0.1:${ports.HEALTH_PORT}/readyz`);
      expect([health.status, await health.text()]).toEqual([200, 'ready\n']);
      const metrics = await (await fetch(`http://127.0.0.1:${ports.METRICS_PORT}/metrics`)).text();
      const counted = [...metrics.matchAll(/^geo_requests_total\{operation="CountryDetails".*\} (\d+)$/gm)];
      expect(counted.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(40);
    });

    it('that is killed is followed by another, and the others answer meanwhile', async () => {
      const [victim = 0, other] = pids();
      const ready = readyCount();
      process.kill(victim, 'SIGKILL');
      const answers = new Set<number>();
      do answers.add(await statusOnNewConnection());
      while (readyCount() === ready);
      expect([...answers]).toEqual([200]);
      expect(pids()).toHaveLength(2);
      expect(pids()).toContain(other);
      expect(pids()).not.toContain(victim);
    });

    it('are replaced one by one at SIGHUP, and no request is lost, on kept connections or new ones', async () => {
      const before = pids();
      const ready = readyCount();
      const kept = new Agent({ keepAlive: true, maxSockets: 4 });
      const outcomes = new Map<string, number>();
      const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      let going = true;
      const callers = Array.from({ length: 6 }, async (_, at) => {
        while (going) note(await outcomeOf(at < 4 ? kept : undefined));
      });
      // Also where all of them get it, as by `systemctl kill`: only the supervisor heeds it.
      for (const pid of before) process.kill(pid, 'SIGHUP');
      service.child.kill('SIGHUP');
      await expect.poll(readyCount, PATIENCE).toBe(ready + 2);
      await expect.poll(() => pids().length, PATIENCE).toBe(2);
      going = false;
      await Promise.all(callers);
      kept.destroy();
      expect([...outcomes.keys()]).toEqual(['200']);
      expect(pids().filter((pid) => before.includes(pid))).toEqual([]);
    });

    it('stay as many when one dies while they are replaced, and all of them are known', async () => {
      const before = pids();
      process.kill(before[0] ?? 0, 'SIGKILL');
      service.child.kill('SIGHUP');
      const known = async () => {
        const metrics = await (await fetch(`http://127.0.0.1:${ports.METRICS_PORT}/metrics`)).text();
        return [...metrics.matchAll(/^geo_ready\{worker="(\d+)"\} 1$/gm)].map(([, place]) => place);
      };
      await expect.poll(() => pids().filter((pid) => before.includes(pid)), PATIENCE).toEqual([]);
      await expect.poll(known, PATIENCE).toEqual(['1', '2']);
      await expect.poll(() => pids().length, PATIENCE).toBe(2);
    });

    it('end with their supervisor, at SIGTERM, and who waits in the queue of the system is answered', async () => {
      const before = pids();
      // While they stand still the system takes connections for them.
      for (const pid of before) process.kill(pid, 'SIGSTOP');
      const sockets = Array.from({ length: 60 }, () => connect(ports.PORT, '127.0.0.1'));
      const answers = sockets.map((socket) => text(socket).catch(String));
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      for (const socket of sockets) {
        socket.write(`GET /v1/countries/JP HTTP/1.1\r\nHost: geo.test\r\nX-SVCAPI-KEY: ${key}\r\n\r\n`);
      }
      service.child.kill('SIGTERM');
      for (const pid of before) process.kill(pid, 'SIGTERM');
      for (const pid of before) process.kill(pid, 'SIGCONT');
      const told = new Set((await Promise.all(answers)).map((answer) => answer.slice(0, 12)));
      // On a slow machine a part is told to come again.
      told.delete('HTTP/1.1 503');
      expect([...told]).toEqual(['HTTP/1.1 200']);
      expect(await service.exited).toBe(0);
      for (const pid of before) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    });

    it('that cannot start end the start, with their word for it', async () => {
      await using broken = startService(await freePort(), {
        DATABASE_URL: database.target.url,
        WORKERS: '2',
        OPERATIONS_DIR: '/nowhere/at/all',
      });
      expect(await broken.exited).toBe(2);
      expect(broken.output.stderr).toContain('/nowhere/at/all');
    });

    async function statusOnNewConnection(): Promise<number> {
      return Number(await outcomeOf(undefined));
    }

    /** The status of an answer that was read to its end, else what became of the request. */
    function outcomeOf(agent: Agent | undefined): Promise<string> {
      return new Promise((resolve) => {
        const request = get(
          {
            port: ports.PORT,
            host: '127.0.0.1',
            path: '/v1/countries/JP',
            agent: agent ?? false,
            headers: { 'X-SVCAPI-KEY': key },
          },
          (response) => {
            response.resume();
            response.once('end', () => resolve(String(response.statusCode)));
            response.once('error', ({ message }) => resolve(message));
          },
        );
        request.once('error', ({ message }) => resolve(message));
      });
    }
  },
);

it('more than one worker needs a database that processes can share', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'bin', 'geo.js'), 'serve', '--workers', '2'], {
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([2, expect.stringContaining('WORKERS is more than 1 and DATABASE_URL is not set')]);
});
