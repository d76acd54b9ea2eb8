/** The operator's command line. */
import { CommanderError } from 'commander';
import { type Failure, failureOf } from './failure.ts';
import { escaped, readable, shortened } from './print.ts';
import { createProgram } from './program.ts';

// Whoever reads the answer may stop early (`geo schema | head`); that is no failure of the command.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    if (stream === process.stdout) tell({ message: `cannot write the answer: ${error.message}`, exitCode: 1 });
    process.exit(1);
  });
}

try {
  await createProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError && error.exitCode === 0) process.exit(0); // help and version
  const failure = failureOf(error);
  // A shown help needs no word more.
  if (!(error instanceof CommanderError && error.code === 'commander.help')) tell(failure);
  // What a failed start leaves open must not keep the process.
  process.exit(failure.exitCode);
}

function tell({ message: whole, exitCode, faults: all }: Failure): void {
  const [error, faults] = [shortened(whole), all?.map(shortened)];
  const shown = isJson()
    ? escaped(JSON.stringify({ error, exitCode, ...(faults ? { faults } : {}) }))
    : readable(whole);
  process.stderr.write(`${shown}\n`);
}

function isJson(): boolean {
  const words = process.argv.slice(2);
  const end = words.indexOf('--');
  return (end === -1 ? words : words.slice(0, end)).includes('--json');
}
