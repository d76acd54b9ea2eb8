/** `geo config`: the configuration as it stands and where each part comes from, or an example to start from. */
import { Command } from 'commander';
import { exampleDotEnv } from '../config/documents.ts';
import { readConfig, readSettings } from '../config.ts';
import { addConfigFlags, configFlags } from './config-flags.ts';
import { addExamples } from './examples.ts';
import { escaped, print, readable } from './print.ts';

export function configCommand(): Command {
  const config = new Command('config')
    .description('check the configuration and show where each part comes from; secrets are hidden')
    .option('--example', 'print a commented .env with every variable instead', false)
    .option('--json', 'print JSON', false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(run);
  addExamples(config, ['geo config', 'geo config --example > .env', 'geo config --port 8080 --json']);
  return addConfigFlags(config);
}

interface ConfigOptions {
  readonly example: boolean;
  readonly json: boolean;
}

function run({ example, json }: ConfigOptions, command: Command): void {
  if (example) {
    print(json ? JSON.stringify({ dotEnv: exampleDotEnv() }) : exampleDotEnv().trimEnd());
    return;
  }
  const sources = { flags: configFlags(command) };
  const settings = readSettings(sources);
  const { notes } = readConfig(sources);
  if (json) {
    print(escaped(JSON.stringify({ settings, notes })));
    return;
  }
  const width = Math.max(...settings.map(({ name }) => name.length));
  for (const { name, value, isSet, origin } of settings) {
    const shown = isSet && value === undefined ? '(hidden)' : escaped(value ?? '');
    print(`${name.padEnd(width)}  ${shown === '' ? origin : `${shown}  (${origin})`}`);
  }
  for (const note of notes) print(`note: ${readable(note)}`);
}
