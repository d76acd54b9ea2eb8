/** The topology of compose.yaml as plain processes: that of Debian's packages, or skipped where they are not. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { missingPackages } from '../../deploy/processes/programs.ts';
import { FIXTURE_DIR } from '../environment.ts';
import { geo } from '../faults/cli.ts';
import { ask, isDocumented } from '../faults/traffic.ts';
import { freePort } from '../free-port.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const missing = process.platform === 'linux' ? missingPackages() : ['Linux'];
const MINUTES = 60_000;
const SOON = { timeout: 2 * MINUTES };

describe.skipIf(missing.length > 0)(
  `the composition as plain processes (skipped without: ${missing.join(', ') || 'nothing'})`,
  { timeout: 5 * MINUTES },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'geo-processes-'));
    let all: ChildProcess;
    let base = '';
    let key = '';
    let said = '';

    const settings = () => parseEnv(readFileSync(join(folder, 'geo.env'), 'utf8')) as Record<string, string>;
    const pid = (name: string) => Number(readFileSync(join(folder, `${name}.pid`), 'utf8'));
    /**
     * Where a gateway's kept connection was reset, haproxy ends the client's without an answer: it may ask again (RFC 9110,
     * section 9.2.2), and meet another one that was kept.
     */
    const asked = (path: string, again = 3): ReturnType<typeof ask> =>
      ask(base, key, path).catch((error: Error) => {
        if (again === 0 || error.message !== 'socket hang up') throw error;
        return asked(path, again - 1);
      });
    /** `right`, `told` to come again, or what else it was. */
    const outcome = (path: string) =>
      asked(path).then(
        (answer) =>
          answer.status === 200 ? 'right' : isDocumented(answer) ? 'told' : `${answer.status} ${answer.text}`,
        (error: Error) => error.message,
      );
    const timesReady = (name: string) =>
      readFileSync(join(folder, `${name}.log`), 'utf8').split('"msg":"ready"').length - 1;
    async function makeKey(plan: string): Promise<string> {
      return JSON.parse(await command('keys', 'create', '--plan', plan, '--json')).key;
    }
    const replicas = async () => {
      const client = new pg.Client({ connectionString: settings()['DATABASE_URL'] });
      client.on('error', () => undefined);
      await client.connect();
      const sql = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'";
      return (await client.query(sql).finally(() => client.end())).rowCount;
    };
    async function command(...args: string[]): Promise<string> {
      const { code, said: text } = await geo(args, settings()).ended;
      expect([code, text]).toEqual([0, expect.any(String)]);
      return text;
    }
    async function start(): Promise<void> {
      // Any address, which is none to ask at.
      const bind = `:${await freePort()}`;
      base = `http://127.0.0.1${bind}`;
      said = '';
      all = spawn(process.execPath, [join(ROOT, 'deploy', 'processes', 'run.ts'), folder, '--bind', bind]);
      for (const stream of [all.stdout, all.stderr]) stream?.on('data', (chunk) => (said += chunk));
      await vi.waitUntil(() => said.includes('up: ') || all.exitCode !== null, 4 * MINUTES);
      expect(said).toContain(`up: ${base};`);
    }
    async function stop(): Promise<number | null> {
      if (all.exitCode !== null) return all.exitCode;
      const ended = once(all, 'exit');
      all.kill('SIGTERM');
      return (await ended)[0];
    }

    beforeAll(async () => {
      writeFileSync(join(folder, 'settings.env'), `QUOTAS='{"community":{"daily":100000}}'\n`);
      await start();
      await command('import', '--from', FIXTURE_DIR);
      key = await makeKey('business');
      await vi.waitUntil(async () => (await outcome('/v1/countries/JP')) === 'right', MINUTES);
    }, 5 * MINUTES);
    afterAll(async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    }, MINUTES);

    it('has the members of compose.yaml', () => {
      const { services } = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')) as { services: object };
      const running = readdirSync(folder).filter((name) => name.endsWith('.pid'));
      expect(running.map((name) => name.replace('.pid', '')).sort()).toEqual(Object.keys(services).sort());
    });

    it('runs gateways as the image does', () => {
      const [environment, flags] = ['environ', 'cmdline'].map((file) =>
        readFileSync(`/proc/${pid('gateway-1')}/${file}`, 'utf8').split('\0'),
      );
      const image = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
      const [, allocator = ''] = /^ENV (MALLOC_.*)$/m.exec(image) ?? [];
      const [, semiSpace] = /"(--max-semi-space-size=\d+)"/.exec(image) ?? [];
      expect(environment).toEqual(expect.arrayContaining(allocator.split(' ')));
      expect(flags).toContain(semiSpace);
    });

    it('streams to the replica, and the gateways count in one Redis', async () => {
      await expect.poll(replicas, SOON).toBe(1);
      const limited = await makeKey('community');
      const used = async () => Number((await ask(base, limited, '/v1/countries/JP')).headers['x-svcapi-daily-used']);
      // haproxy sends each to the one that has less to do: both have some of them, and count none twice.
      const twice = async () => {
        const counts = await Promise.all(Array.from({ length: 20 }, used));
        return counts.length - new Set(counts).size;
      };
      // On a busy machine Redis may take too long once, and each counts for itself.
      await expect.poll(twice, SOON).toBe(0);
    });

    it.each(['gateway-1', 'gateway-2', 'redis', 'replica'])(
      'goes on while %s is killed, and starts it again',
      async (name) => {
        await expect.poll(() => [timesReady('gateway-1') > 0, timesReady('gateway-2') > 0]).toEqual([true, true]);
        const killed = pid(name);
        const before = name.startsWith('gateway') ? timesReady(name) : 0;
        process.kill(killed, 'SIGKILL');
        const outcomes = new Set<string>();
        for (let turn = 0; turn < 50; turn++) outcomes.add(await outcome(`/v1/states?q=${name}${turn}`));
        // Some may have had to wait for too long on a machine that is busy with others.
        expect([...outcomes].filter((each) => each !== 'told')).toEqual(['right']);
        await expect.poll(() => existsSync(join(folder, `${name}.pid`)) && pid(name) !== killed, SOON).toBe(true);
        expect(said).toContain(`${name} has ended (SIGKILL) and is started again`);
        if (name.startsWith('gateway')) await expect.poll(() => timesReady(name), SOON).toBe(before + 1);
        if (name === 'replica') await expect.poll(replicas, SOON).toBe(1);
      },
    );

    it('is back by itself when the primary is killed', async () => {
      process.kill(pid('primary'), 'SIGKILL');
      await expect.poll(() => said.includes('primary has ended'), SOON).toBe(true);
      await expect.poll(() => outcome('/v1/states?q=back'), SOON).toBe('right');
      await expect.poll(() => replicas().catch(() => 0), SOON).toBe(1);
    });

    it('ends whole, and goes on with its data and keys the next time', async () => {
      const pids = readdirSync(folder)
        .filter((name) => name.endsWith('.pid'))
        .map((name) => pid(name.replace('.pid', '')));
      expect(await stop()).toBe(0);
      expect(pids.filter((each) => existsSync(`/proc/${each}`))).toEqual([]);
      await start();
      await expect.poll(() => outcome('/v1/countries/JP'), SOON).toBe('right');
    });
  },
);
