#!/usr/bin/env node
// Plain JavaScript that any Node.js runs: the sources need a newer one, and say so instead of failing to parse.
const NEEDED = 24;
const running = Number(process.versions.node.split('.')[0]);
if (running < NEEDED) {
  process.stderr.write(
    `geo needs Node.js ${NEEDED} or newer; this is ${process.version}.\n` +
      'The project brings its own: use `npm start`, `npm run import`, `npm run keys` or `npm exec geo` in its folder.\n',
  );
  process.exit(1);
}
await import('../src/cli/geo.ts');
