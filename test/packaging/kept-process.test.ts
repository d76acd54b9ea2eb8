import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { askedAt } from '../../deploy/processes/asked-at.ts';
import { KeptProcess } from '../../deploy/processes/kept-process.ts';

afterEach(() => vi.restoreAllMocks());

it('a process is kept whose id or log cannot be written, and ends when it is stopped', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const folder = mkdtempSync(join(tmpdir(), 'geo-kept-'));
  const command = {
    name: 'each',
    program: process.execPath,
    args: ['-e', 'console.log("runs"); setInterval(() => {}, 1000)'],
  };
  mkdirSync(join(folder, 'each.pid'));
  const kept = new KeptProcess(command, folder);
  await expect.poll(() => readFileSync(join(folder, 'each.log'), 'utf8'), { timeout: 20_000 }).toBe('runs\n');
  await kept.stop(20_000);
  rmSync(folder, { recursive: true });
  const nowhere = new KeptProcess(command, folder);
  await expect.poll(() => said.mock.calls.flat().join('\n')).toContain('each has ended (Error: ENOENT');
  await nowhere.stop(20_000);
});

it.each([
  ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['192.0.2.7:80', 'http://192.0.2.7:80'],
  ['0.0.0.0:80', 'http://127.0.0.1:80'],
  ['*:8080', 'http://127.0.0.1:8080'],
  [':8080', 'http://127.0.0.1:8080'],
  [':::8080', 'http://[::1]:8080'],
  ['[2001:db8::1]:8080', 'http://[2001:db8::1]:8080'],
  ['localhost:8080', 'http://localhost:8080'],
  ['8080', undefined],
  ['127.0.0.1:', undefined],
  ['127.0.0.1:99999', undefined],
])('what is bound to %j is asked at %j', (bind, origin) => expect(askedAt(bind)).toBe(origin));
