import { execFileSync } from 'node:child_process';
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openLogDestination } from '../../src/log-destination.ts';
import { freePort } from '../free-port.ts';
import { type ServiceProcess, startService, statusOf } from './service-process.ts';

const postgres = inject('homes').find(({ home }) => home === 'postgresql')?.target;
const DATABASE_URL = postgres && 'url' in postgres ? postgres.url : undefined;
const isLinux = process.platform === 'linux';
/** More lines than a pipe and our own queue of it hold. */
const LINES = 30_000;
const LINE = `{"n":"${'x'.repeat(200)}"}\n`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'geo-log-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.runIf(isLinux)('a log that cannot be written', () => {
  it('is dropped and counted, and its end is no longer in coming', async () => {
    const fd = openSync('/dev/full', 'w');
    const log = openLogDestination(fd, () => '');
    for (let line = 0; line < LINES; line++) log.write(LINE);
    const kept = (4 * 1024 * 1024) / LINE.length;
    expect(LINES - log.dropped()).toBeGreaterThan(kept * 0.9);
    expect(LINES - log.dropped()).toBeLessThanOrEqual(kept);
    await log.close(60_000);
    closeSync(fd);
  });

  it('leaves the descriptor alone from its end on, whose number may be another file by then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const full = openSync('/dev/full', 'w');
    const log = openLogDestination(full, () => '');
    for (let line = 0; line < LINES; line++) log.write(LINE);
    // The first write has failed, and the next attempt is due when time goes on.
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), PATIENT);
    await log.close(60_000);
    closeSync(full);
    const path = join(folder, 'other');
    const other = openSync(path, 'w');
    try {
      expect(other).toBe(full);
      log.write(LINE);
      vi.advanceTimersByTime(60_000);
      expect(vi.getTimerCount()).toBe(0);
      vi.useRealTimers();
      // Four threads write files: a write of the log's would be over by the time that as many others are.
      for (let turn = 0; turn < 16; turn++) await stat(path);
      expect(statSync(path).size).toBe(0);
    } finally {
      vi.useRealTimers();
      closeSync(other);
    }
  });

  it('goes on where it stood, and tells how many lines were dropped', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    // Open for both, or it would wait for a reader.
    const fd = openSync(path, 'r+');
    const log = openLogDestination(fd, (lines) => `{"lost":${lines}}\n`);
    for (let turn = 0; turn < 3; turn++) {
      for (let line = 0; line < LINES / 3; line++) log.write(LINE);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(log.dropped()).toBeGreaterThan(0);
    const reader = createInterface(createReadStream(path));
    let whole = 0;
    for await (const line of reader) {
      const { lost } = JSON.parse(line) as { readonly lost?: number };
      if (lost === undefined) whole += 1;
      else {
        expect([lost, whole + lost]).toEqual([log.dropped(), LINES]);
        break;
      }
    }
    await log.close(60_000);
  });
});

describe.runIf(isLinux && DATABASE_URL !== undefined)(
  `a service (skipped without ${isLinux ? 'PostgreSQL' : 'Linux'})`,
  { timeout: 60_000 },
  () => {
    const key = inject('keys').Business;

    /** A thousand requests, and with each a line. The first may be told 503 where the database is slow; then the answer is kept. */
    async function askMuch(service: ServiceProcess): Promise<void> {
      await expect.poll(() => statusOf(service, '/v1/countries/JP', key), PATIENT).toBe(200);
      for (let turn = 0; turn < 20; turn++) {
        const answers = await Promise.all(Array.from({ length: 50 }, () => service.get('/v1/countries/JP', key)));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
        await Promise.all(answers.map((answer) => answer.arrayBuffer()));
      }
    }

    async function answersAndStops(stdout: 'unread' | number): Promise<void> {
      await using service = startService(await freePort(), { DATABASE_URL: DATABASE_URL ?? '' }, stdout);
      await askMuch(service);
      service.child.kill('SIGTERM');
      expect([await service.exited, service.output.stderr]).toEqual([0, '']);
    }

    it('answers and stops with its log on a full disk', async () => {
      const full = openSync('/dev/full', 'w');
      await answersAndStops(full).finally(() => closeSync(full));
    });

    it('answers and stops with its log in a pipe that nobody reads', () => answersAndStops('unread'));

    const isRoot = process.getuid?.() === 0;
    it.runIf(isRoot)('answers and stops with its log on a small disk that runs full (needs root)', async () => {
      const disk = join(folder, 'disk');
      execFileSync('mkdir', [disk]);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
      try {
        const log = openSync(join(disk, 'log'), 'a');
        await answersAndStops(log).finally(() => closeSync(log));
      } finally {
        execFileSync('umount', [disk]);
      }
    });
  },
);

const PATIENT = { timeout: 30_000, interval: 50 };
