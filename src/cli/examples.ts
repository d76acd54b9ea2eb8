/** Examples in the help of a command; every command has some. */
import type { Command } from 'commander';

const EXAMPLES = new WeakMap<Command, readonly string[]>();

export function addExamples(command: Command, examples: readonly string[]): Command {
  EXAMPLES.set(command, examples);
  return command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
}

/** The examples that a command was given. */
export function examplesOf(command: Command): readonly string[] {
  return EXAMPLES.get(command) ?? [];
}
