/** `geo doctor`: says what is wrong with an installation and what to do about it. */
import { styleText } from 'node:util';
import { Command } from 'commander';
import { addConfigFlags, configFlags } from './config-flags.ts';
import type { Finding, State } from './doctor/finding.ts';
import { addExamples } from './examples.ts';
import { escaped, print, readable } from './print.ts';

export function doctorCommand(): Command {
  const command = new Command('doctor')
    .description(
      'check everything that a start needs, and say what to do about what is wrong; changes nothing but a count on trial in Redis, gone after seconds',
    )
    .option('--json', 'print JSON: {"ok","checks":[{"check","state","message","advice"}]}', false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(run);
  addExamples(command, ['geo doctor', 'geo doctor --port 8080 --json']);
  return addConfigFlags(command);
}

async function run({ json }: { readonly json: boolean }, command: Command): Promise<void> {
  const { examine, THIS_MACHINE } = await import('./doctor/examine.ts');
  const checks = await examine({ ...THIS_MACHINE, sources: { flags: configFlags(command) } });
  const faults = checks.filter(({ state }) => state === 'fault').length;
  if (json) print(escaped(JSON.stringify({ ok: faults === 0, checks })));
  else {
    for (const finding of checks) print(text(finding));
    print(faults === 0 ? '\nNothing is wrong.' : `\n${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`);
  }
  process.exitCode = faults === 0 ? 0 : 1;
}

const MARKS: Readonly<Record<State, readonly [string, Parameters<typeof styleText>[0]]>> = {
  ok: ['ok', 'green'],
  warning: ['warning', 'yellow'],
  fault: ['WRONG', 'red'],
  skipped: ['-', 'dim'],
};

function text({ check, state, message, advice }: Finding): string {
  const [word, format] = MARKS[state];
  // Colour only where a terminal shows it.
  const mark = styleText(format, word.padEnd(7), { stream: process.stdout });
  const line = `${mark}  ${check.padEnd(13)}  ${readable(message)}`;
  return advice === undefined ? line : `${line}\n${' '.repeat(24)}→ ${readable(advice)}`;
}
