/** The operator's command line. Exit codes: 0 done, 1 failed, 2 wrong usage or configuration. */
import { Command } from 'commander';
import { ConfigError } from '../config.ts';
import { importCommand } from './import-command.ts';
import { keysCommand } from './keys-command.ts';

const geo = new Command('geo')
  .description('Geographic reference service')
  .showSuggestionAfterError()
  .configureHelp({ showGlobalOptions: true })
  .exitOverride((error) => {
    process.exit(error.exitCode === 0 ? 0 : 2);
  });

geo
  .command('serve')
  .description('start the service')
  .action(async () => {
    await import('../main.ts');
  });
for (const command of [importCommand(), keysCommand()]) geo.addCommand(command.copyInheritedSettings(geo));

try {
  await geo.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
