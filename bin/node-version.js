// Says what to do under a Node.js that cannot run the sources. Plain JavaScript, so that any Node.js gets this far.
const NEEDED = 24;
if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  const error =
    `geo needs Node.js ${NEEDED} or newer; this is ${process.version}.\n` +
    'The project brings its own: use `npm start` or `npm run geo -- COMMAND` in its folder, and where these say so too,\n' +
    '`npm install` has not run to its end (it has to be allowed to run the install script of this project).';
  process.stderr.write(`${process.argv.includes('--json') ? JSON.stringify({ error, exitCode: 1 }) : error}\n`);
  process.exit(1);
}
