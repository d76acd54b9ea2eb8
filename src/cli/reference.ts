/** The command line as a document, made from the commands themselves. */
import type { Command, Option } from 'commander';
import { flagOf, SETTABLE_NAMES } from '../config/variables.ts';
import { examplesOf } from './examples.ts';
import { EXIT_CODES } from './failure.ts';
import { createProgram } from './program.ts';

const CONFIGURATION = new Set(SETTABLE_NAMES.map(flagOf));

/** `docs/cli.md`. */
export function cliReference(): string {
  const geo = createProgram();
  const parts = [
    '# The command line',
    geo.description(),
    'In the project: `npm run geo -- COMMAND`. Installed: `geo COMMAND`. Commands that need the database go through a running service’s embedded one, so they work beside it. With `--json` the answer is JSON on standard output and an error is one line of JSON on standard error: `{"error","exitCode"}`, and `faults` where the configuration is wrong. Progress and errors go to standard error, answers to standard output.',
    '## Exit codes',
    table(
      ['Code', 'Meaning'],
      Object.entries(EXIT_CODES).map(([code, meaning]) => [code, meaning]),
    ),
    ...leaves(geo).flatMap(({ path, command }) => section(path, command)),
  ];
  return `${parts.join('\n\n')}\n`;
}

interface Leaf {
  readonly path: string;
  readonly command: Command;
}

/** The commands that do something. */
function leaves(command: Command, path = command.name()): Leaf[] {
  if (command.commands.length === 0) return [{ path, command }];
  return command.commands.flatMap((child) => leaves(child, `${path} ${child.name()}`));
}

function section(path: string, command: Command): string[] {
  const args = command.registeredArguments.map((each) => [`\`<${each.name()}>\``, each.description]);
  const options = command.options.filter((option) => !isConfiguration(option));
  const flags = command.options.filter(isConfiguration);
  const rows = [...args, ...options.map((option) => [`\`${option.flags}\``, described(option)])];
  const taken =
    flags.length === 0
      ? []
      : flags.length < 10
        ? [`Configuration: ${flags.map(({ long }) => `\`${long}\``).join(', ')}.`]
        : ['Configuration: a flag for every variable of the table in the README.'];
  return [
    `## ${path}`,
    sentence(command.description()),
    ...(rows.length === 0 ? [] : [table(['Argument or option', 'Meaning'], rows)]),
    ...taken,
    ['```sh', ...examplesOf(command), '```'].join('\n'),
  ];
}

function isConfiguration({ long }: Option): boolean {
  return long !== undefined && long !== null && CONFIGURATION.has(long);
}

function described({ description, defaultValue, defaultValueDescription, argChoices, mandatory }: Option): string {
  const fallback = defaultValueDescription ?? (typeof defaultValue === 'string' ? defaultValue : undefined);
  const notes = [
    mandatory ? 'required' : '',
    argChoices ? `one of: ${argChoices.join(', ')}` : '',
    fallback === undefined ? '' : `default: ${fallback}`,
  ].filter((note) => note !== '');
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
