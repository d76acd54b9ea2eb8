/** The commands of `geo` and how all of them report usage errors. */
import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { configCommand } from './config-command.ts';
import { doctorCommand } from './doctor-command.ts';
import { addExamples } from './examples.ts';
import { findCommand } from './find-command.ts';
import { importCommand } from './import-command.ts';
import { keysCommand } from './keys-command.ts';
import { lookupCommand } from './lookup-command.ts';
import { nearCommand } from './near-command.ts';
import { openapiCommand } from './openapi-command.ts';
import { reconcileCommand } from './reconcile-command.ts';
import { schemaCommand } from './schema-command.ts';
import { searchCommand } from './search-command.ts';
import { serveCommand } from './serve-command.ts';

/** The whole command line; usage errors are thrown as CommanderError, never printed or exited on. */
export function createProgram(): Command {
  const geo = new Command('geo')
    .description('The geographic reference service: run it, fill it, ask it.')
    .version(VERSION, '-V, --version', 'print the version');
  const commands = [
    serveCommand(),
    importCommand(),
    keysCommand(),
    searchCommand(),
    lookupCommand(),
    findCommand(),
    nearCommand(),
    reconcileCommand(),
    doctorCommand(),
    openapiCommand(),
    schemaCommand(),
    configCommand(),
  ];
  for (const command of commands) geo.addCommand(command);
  addExamples(geo, ['geo serve --port 8080', 'geo keys create --plan professional', 'geo doctor']);
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
