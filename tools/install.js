/**
 * `node tools/install.js FOLDER …`: installs the tools that FOLDER/package.json names, unless they are there: `.` those that the
 * project is tested with, `tools/NAME` those of one purpose. Plain JavaScript for any Node.js; who only runs the service needs none.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const QUIET = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];

/** Installs what `folder`/package.json names, in the versions that it names; ends the process when npm cannot. */
export function installTools(folder) {
  if (isComplete(folder)) return;
  process.stderr.write(`installing what ${join(folder, 'package.json')} names\n`);
  const hasLock = existsSync(join(folder, 'package-lock.json'));
  // The project's own come beside what is there. Where there is no lock, package.json says why.
  const command =
    hasLock && folder !== ROOT ? ['ci'] : ['install', '--no-save', ...(hasLock ? [] : ['--no-package-lock'])];
  const args = [...command, '--include=dev', '--prefix', folder, ...QUIET];
  // On Windows npm is a batch file, which only a shell starts.
  const shell = process.platform === 'win32';
  const { status, error } = spawnSync('npm', shell ? args.map((arg) => `"${arg}"`) : args, {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell,
  });
  if (status === 0 && isComplete(folder)) return;
  process.stderr.write(`npm ${args.join(' ')} failed${error ? `: ${error.message}` : ''}\n`);
  process.exit(1);
}

/** Whether every package that `folder`/package.json names is there in that version. */
export function isComplete(folder) {
  const { dependencies, devDependencies } = readJson(join(folder, 'package.json'));
  return Object.entries({ ...dependencies, ...devDependencies }).every(([name, version]) => {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    return existsSync(manifest) && readJson(manifest).version === version;
  });
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const folder of process.argv.slice(2)) installTools(resolve(ROOT, folder));
}
