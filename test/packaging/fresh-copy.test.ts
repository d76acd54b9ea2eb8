/** What somebody gets who has a copy of the project and nothing else: `npm ci`, `npm start` and `npm run build`. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURE_DIR } from '../environment.ts';
import { freePort } from '../free-port.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MIB = 1024 * 1024;
/** An install on a slow machine, in milliseconds. */
const PATIENCE = 600_000;
/** As a user's shell has it, not as npm's scripts have it, whose PATH begins with the tools of this folder. */
const ENV = {
  HOME: process.env['HOME'],
  PATH: process.env['PATH']
    ?.split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter),
};
const run = promisify(execFile);
/** Rejects with what npm wrote when it fails. */
const npm = (args: readonly string[], cwd = ROOT) => run('npm', args, { cwd, env: ENV, timeout: PATIENCE });
const files = spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).stdout?.split('\0').filter(Boolean);
const isOnline = await npm(['ping', '--fetch-retries=0', '--fetch-timeout=5000']).then(
  () => true,
  () => false,
);
const absent = !files?.length ? 'this is no git repository' : isOnline ? undefined : 'no package registry answers';

/** Bytes on disk of a folder; what has two names counts once. */
async function diskBytes(folder: string): Promise<number> {
  const seen = new Map<number, number>();
  for (const entry of await readdir(folder, { recursive: true })) {
    const { ino, blocks } = await lstat(join(folder, entry));
    seen.set(ino, blocks * 512);
  }
  return [...seen.values()].reduce((sum, bytes) => sum + bytes, 0);
}

describe.skipIf(absent !== undefined)(`a fresh copy${absent === undefined ? '' : ` (skipped: ${absent})`}`, () => {
  let copy: string;
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'geo-copy-'));
    for (const file of files ?? []) await cp(join(ROOT, file), join(copy, file)).catch(ignoreDeleted);
  });
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it('is installed by `npm ci --omit=dev` in 250 MB, and 200 more where it needs a Node.js', {
    timeout: PATIENCE,
  }, async () => {
    await npm(['ci', '--omit=dev'], copy);
    expect(await diskBytes(join(copy, 'node_modules'))).toBeLessThan(250 * MIB);
    expect(await diskBytes(join(copy, 'tools'))).toBeLessThan(200 * MIB);
  });

  it('is installed again with no network, from what npm has kept', { timeout: PATIENCE }, async () => {
    for (const folder of ['.', 'tools/node'])
      await rm(join(copy, folder, 'node_modules'), { recursive: true, force: true });
    // What an install starts goes by the variable.
    await run('npm', ['ci', '--omit=dev'], {
      cwd: copy,
      env: { ...ENV, npm_config_offline: 'true' },
      timeout: PATIENCE,
    });
    expect(await readdir(join(copy, 'node_modules'))).toContain('graphql-yoga');
  });

  it.each([
    ['npm start', ['start'], []],
    ['npm run build && npm run start:built', ['run', 'start:built'], ['run', 'build']],
  ])('answers after `%s`, and ends with npm', { timeout: PATIENCE }, async (_, start, before) => {
    const variables = { ...ENV, PORT: String(await freePort()), LOG_LEVEL: 'warn' };
    await npm(['run', 'import', '--', '--from', FIXTURE_DIR], copy);
    if (before.length > 0) await npm(before, copy);
    const child = spawn('npm', start, { cwd: copy, env: variables, stdio: ['ignore', 'ignore', 'pipe'] });
    const [stderr, exited] = [text(child.stderr), once(child, 'exit')];
    const ask = (path: string) => fetch(`http://127.0.0.1:${variables.PORT}${path}`).catch(() => undefined);
    await expect.poll(async () => (await ask('/readyz'))?.status, { timeout: PATIENCE, interval: 200 }).toBe(200);
    child.kill('SIGTERM');
    await exited;
    await expect.poll(() => ask('/livez'), { timeout: 20_000 }).toBeUndefined();
    expect(await stderr).not.toMatch(/error/i);
  });
});

/** Git still lists a file that was deleted and not committed. */
function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
