/** The Dockerfile without a container: the tree that it makes, run as it says by a user who may write to nothing but the data folder. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURE_DIR } from '../environment.ts';
import { freePort } from '../free-port.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DOCKERFILE = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
/** Its instructions, those of one that goes over several lines in one. */
const INSTRUCTIONS = DOCKERFILE.replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const PATIENCE = 600_000;
/** `nobody`, where the tests run as root; else whoever runs them, with the tree closed to writing. */
const USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const run = promisify(execFile);
const argumentsOf = (name: string) =>
  INSTRUCTIONS.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
const listOf = (name: string): string[] => JSON.parse(argumentsOf(name)[0] ?? '');
/** What COPY takes from the project: sources, the folder they go to, and whether it is the last stage, whose tree is run; those before it build. */
const copies = INSTRUCTIONS.flatMap((line, index) => {
  const [, ...words] = line.split(' ');
  if (!line.startsWith('COPY ') || line.startsWith('COPY --from')) return [];
  const isLast = !INSTRUCTIONS.slice(index).some((after) => after.startsWith('FROM '));
  return [{ sources: words.slice(0, -1), target: words.at(-1) ?? '', isLast }];
});
/** What the last stage takes from those that build, but for their packages. */
const BUILT = INSTRUCTIONS.flatMap((line) => /^COPY --from=build \/app\/(\w+) \1$/.exec(line)?.[1] ?? []).filter(
  (name) => name !== 'node_modules',
);

describe('the Dockerfile', () => {
  it('copies what git knows and .dockerignore lets through', async () => {
    const ignore = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).split('\n');
    const sources = copies.flatMap((copy) => copy.sources);
    expect(sources).toContain('src');
    for (const source of sources) {
      expect(
        ignore.some((line) => line === `!${source}` || line === `!${dirname(source)}`),
        source,
      ).toBe(true);
      const { stdout } = await run('git', ['ls-files', source], { cwd: ROOT });
      expect(stdout, source).not.toBe('');
    }
  });

  it('stands on the Node.js that the sources need, and ends as a user without rights', () => {
    for (const from of argumentsOf('FROM')) expect(from).toMatch(/^(node:24-[a-z]+-slim|packages)( AS \w+)?$/);
    expect(argumentsOf('USER')).toEqual(['node']);
    const end = INSTRUCTIONS.slice(INSTRUCTIONS.indexOf('USER node'));
    expect(end.filter((line) => /^(RUN|COPY|ADD) /.test(line))).toEqual([]);
  });
});

const BUILD = join(ROOT, 'tools', 'build');
const cannot = !existsSync(join(BUILD, 'node_modules', 'esbuild'))
  ? ' (skipped: node tools/install.js tools/build has not run)'
  : process.platform === 'win32'
    ? ' (skipped on Windows)'
    : '';

describe.skipIf(cannot !== '')(`the tree of the image, closed to writing${cannot}`, () => {
  let folder: string;
  let variables: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geo-image-'));
    const app = join(folder, 'app');
    const data = join(folder, 'data');
    const building = join(folder, 'building');
    await copyStages(app, true);
    await copyStages(building, false);
    expect(argumentsOf('RUN')).toContain('node tools/build/build.ts');
    await run(process.execPath, ['tools/build/build.ts'], { cwd: building });
    expect(BUILT).toEqual(['dist']);
    for (const name of BUILT) await cp(join(building, name), join(app, name), { recursive: true });
    await rm(building, { recursive: true });
    await run('chmod', ['-R', 'a-w,a+rX', app]);
    await chmod(folder, 0o755);
    await mkdir(data, { mode: 0o700 });
    if (USER.uid !== undefined) await chown(data, USER.uid, USER.gid);
    const said = Object.fromEntries(
      argumentsOf('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
    );
    const [port, health] = [await freePort(), await freePort()];
    variables = { ...said, HOST: '127.0.0.1', PORT: String(port), HEALTH_PORT: String(health), DATA_DIR: data };
  });
  afterAll(async () => {
    await run('chmod', ['-R', 'u+w', folder]);
    await rm(folder, { recursive: true, force: true });
  });

  /** A command of the Dockerfile where the image's paths are those of the temporary folder. */
  function start(command: readonly string[]) {
    const [, ...args] = command.map((word) => word.replace('/app/', `${folder}/app/`));
    return spawn(process.execPath, args, {
      cwd: join(folder, 'app'),
      env: { ...variables, PATH: process.env['PATH'], LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...USER,
    });
  }
  const exitCode = async (command: readonly string[]) => (await once(start(command), 'exit'))[0];

  it('imports, answers, is told healthy, and ends at the first SIGTERM', { timeout: PATIENCE }, async () => {
    expect(await exitCode([...listOf('ENTRYPOINT'), 'import', '--from', FIXTURE_DIR])).toBe(0);
    const health = argumentsOf('HEALTHCHECK')[0]?.split(' CMD ')[1] ?? '';
    expect(await exitCode(JSON.parse(health))).toBe(1);
    const service = start([...listOf('ENTRYPOINT'), ...listOf('CMD')]);
    const [stderr, exited] = [text(service.stderr), once(service, 'exit')];
    const ready = () =>
      fetch(`http://127.0.0.1:${variables['PORT']}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(ready, { timeout: PATIENCE, interval: 200 }).toBe(200);
    // The port for requests is open before the one for health is.
    await expect.poll(() => exitCode(JSON.parse(health)), { timeout: PATIENCE }).toBe(0);
    // The prefixed variable comes before the plain one, as in the service.
    variables = { ...variables, GEO_HEALTH_PORT: variables['HEALTH_PORT'] ?? '', HEALTH_PORT: '1' };
    expect(await exitCode(JSON.parse(health))).toBe(0);
    const page = await fetch(`http://127.0.0.1:${variables['PORT']}/`);
    expect(page.status).toBe(200);
    service.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(await stderr).not.toMatch(/error/i);
    const { status } = spawnSync('sh', ['-c', `test -w ${folder}/app/src`], USER);
    expect(status).toBe(1);
  });
});

/** What the last stage has, or those before it. */
async function copyStages(to: string, ofLast: boolean): Promise<void> {
  await mkdir(to);
  for (const { sources, target } of copies.filter(({ isLast }) => isLast === ofLast)) {
    for (const source of sources) {
      const path = target.endsWith('/') ? join(to, target, basename(source)) : join(to, target);
      await cp(join(ROOT, source), path, { recursive: true });
    }
  }
  await linkPackages(to);
}

/** The packages of `npm ci --omit=dev` by the lock, and none of the others. */
async function linkPackages(app: string): Promise<void> {
  const lock: { readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>> } =
    JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const [path, { dev, link }] of Object.entries(lock.packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || dev || link) continue;
    await mkdir(join(app, dirname(path)), { recursive: true });
    await symlink(join(ROOT, path), join(app, path));
  }
}
