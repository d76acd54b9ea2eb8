/**
 * What tests start as the command line and the service: what `npm run build` makes of the sources, which takes half the processor of
 * a start. Built once a state of the sources, and only where esbuild is there; else, and in the inner loop, the sources.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const BUILD = join(ROOT, 'tools', 'build');
const BUILT = join(ROOT, 'test', 'dist');
const A_DAY_MS = 86_400_000;
/** How whoever begins a run tells all of its processes. */
const VARIABLE = 'GEO_TEST_PROGRAM';

/** To be run by Node.js with a command and its flags. */
export const program = () => process.env[VARIABLE] ?? join(ROOT, 'bin', 'geo.js');

/** Has every process that starts from here on take what is built of the sources as they are now. */
export async function useBuiltProgram(): Promise<void> {
  if (!existsSync(join(BUILD, 'node_modules', 'esbuild'))) return;
  removeOld();
  const folder = join(BUILT, stampOf(['bin', 'src', 'migrations', 'package-lock.json', 'tools/build/build.ts']));
  const program = join(folder, 'geo.js');
  if (!existsSync(program)) await buildOnce(folder);
  process.env[VARIABLE] = program;
}

/** Other runs may build the same at this moment, and start it as soon as it is there: whoever is first stays. */
async function buildOnce(folder: string): Promise<void> {
  const own = `${folder}.${process.pid}`;
  const [code] = await once(spawn(process.execPath, [join(BUILD, 'build.ts'), own], { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error('the program cannot be built');
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

function stampOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    const whole = join(ROOT, path);
    const files = statSync(whole).isFile() ? [''] : readdirSync(whole, { recursive: true, encoding: 'utf8' }).sort();
    for (const file of files) {
      if (statSync(join(whole, file)).isFile())
        hash.update(`${path}/${file}\0`).update(readFileSync(join(whole, file)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function removeOld(): void {
  if (!existsSync(BUILT)) return;
  for (const name of readdirSync(BUILT)) {
    const isOld = Date.now() - statSync(join(BUILT, name)).mtimeMs > A_DAY_MS;
    if (isOld) rmSync(join(BUILT, name), { recursive: true, force: true });
  }
}
