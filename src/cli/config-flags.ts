/** The configuration's flags on commands: `--port` for PORT, and so on for every variable. */
import { type Command, Option } from 'commander';
import type { Flags } from '../config/sources.ts';
import { flagOf, SETTABLE_NAMES, VARIABLE_NAMES, type VariableName, variable } from '../config/variables.ts';

const GROUP = 'Configuration:';
/** What every command that opens the database takes. */
export const DATABASE_VARIABLES: readonly VariableName[] = ['DATA_DIR', 'DATABASE_URL'];

/** Gives a command the flags of these variables; all of them by default. */
export function addConfigFlags(command: Command, names: readonly VariableName[] = VARIABLE_NAMES): Command {
  for (const name of names) {
    const { doc, default: fallback, file } = variable(name);
    const plain = doc.replaceAll('`', '').replace(/\.$/, '');
    const shown = fallback === undefined ? plain : `${plain} (default: ${fallback})`;
    command.addOption(new Option(`${flagOf(name)} <value>`, shown).helpGroup(GROUP));
    if (file) {
      const text = `file that holds the value of ${flagOf(name)}`;
      command.addOption(new Option(`${flagOf(`${name}_FILE`)} <path>`, text).helpGroup(GROUP));
    }
  }
  return command;
}

/** The flags that were given. Words that a command which allows unknown options did not know are in its arguments. */
export function configFlags(command: Command): Flags {
  const options: Readonly<Record<string, unknown>> = command.optsWithGlobals();
  const values = SETTABLE_NAMES.flatMap((name) => {
    const value = options[new Option(flagOf(name)).attributeName()];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const words = command.args.slice(command.registeredArguments.length);
  const isFlag = (word: string | undefined) => word?.startsWith('-') === true;
  return {
    values: Object.fromEntries(values),
    // Only the name: what follows may be a secret.
    unknown: words.filter(isFlag).map((word) => word.replace(/=.*/s, '')),
    unexpected: words.filter((word, index) => !isFlag(word) && !isFlag(words[index - 1])),
  };
}
