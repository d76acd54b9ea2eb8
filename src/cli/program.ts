/** The commands of `geo` and how all of them report usage errors. */
import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { configCommand } from './config-command.ts';
import { importCommand } from './import-command.ts';
import { keysCommand } from './keys-command.ts';
import { serveCommand } from './serve-command.ts';

/** The whole command line; usage errors are thrown as CommanderError, never printed or exited on. */
export function createProgram(): Command {
  const geo = new Command('geo')
    .description('The geographic reference service: run it, fill it, ask it.')
    .version(VERSION, '-V, --version', 'print the version');
  for (const command of [serveCommand(), importCommand(), keysCommand(), configCommand()]) geo.addCommand(command);
  prepare(geo);
  return geo;
}

function prepare(command: Command): void {
  command
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({ outputError: () => undefined });
  for (const child of command.commands) prepare(child);
}
