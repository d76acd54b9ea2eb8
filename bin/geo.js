#!/usr/bin/env node
// Plain JavaScript that any Node.js runs: the sources need a newer one, and say so instead of failing to parse.
const NEEDED = 24;
const running = Number(process.versions.node.split('.')[0]);
if (running < NEEDED) {
  const error =
    `geo needs Node.js ${NEEDED} or newer; this is ${process.version}.\n` +
    'The project brings its own: use `npm start` or `npm run geo -- COMMAND` in its folder.';
  process.stderr.write(`${process.argv.includes('--json') ? JSON.stringify({ error, exitCode: 1 }) : error}\n`);
  process.exit(1);
}
await import('../src/cli/geo.ts');
