/**
 * Runs after `npm install`. Where the host's Node.js is too old for the sources it installs a newer one into this folder and puts
 * that first on the PATH of npm's scripts, as node_modules/.bin/node. Plain JavaScript for any Node.js.
 */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTools } from '../install.js';

const HERE = dirname(fileURLToPath(import.meta.url));
const BIN = join(HERE, '..', '..', 'node_modules', '.bin');
const NEEDED = 24;
const isWindows = process.platform === 'win32';

mkdirSync(BIN, { recursive: true });
if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  installTools(HERE);
  const node = join(HERE, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');
  if (isWindows) {
    writeFileSync(join(BIN, 'node.cmd'), `@"%~dp0${relative(BIN, node)}" %*\r\n`);
  } else {
    rmSync(join(BIN, 'node'), { force: true });
    symlinkSync(relative(BIN, node), join(BIN, 'node'));
  }
}
// The scripts begin with `exec`, so that a signal to npm reaches the service, and some have `env` with settings of glibc; Windows has no such
// words, and no glibc.
if (isWindows) {
  const script =
    "const command = process.argv.slice(1).filter((each) => !/^[A-Z_]+=/.test(each)).join(' ');" +
    "process.exitCode = require('child_process').spawnSync(command, { stdio: 'inherit', shell: true }).status ?? 1";
  writeFileSync(join(BIN, 'exec.cmd'), '@%*\r\n');
  writeFileSync(join(BIN, 'env.cmd'), `@node -e "${script}" -- %*\r\n`);
}
