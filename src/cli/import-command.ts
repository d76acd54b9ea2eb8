/** `geo import`: loads a data set, all of it or nothing. */
import { Command } from 'commander';
import { addConfigFlags, DATABASE_VARIABLES } from './config-flags.ts';
import { addExamples } from './examples.ts';
import type { ImportOptions } from './import-action.ts';

export function importCommand(): Command {
  const command = new Command('import')
    .description('load a data set; readers see the old one until the new one is complete')
    .option('--from <folder>', 'folder with countries, states, cities, regions and subregions as .json or .json.gz')
    .option('--default', 'the data set that comes with the service', false)
    .option(
      '--allow-shrink',
      'accept far fewer states or cities of the same countries; one of fewer countries is another data set, and taken',
      false,
    )
    .option('--json', 'print JSON', false)
    .action(async (options: ImportOptions, self: Command) => {
      const { runImport } = await import('./import-action.ts');
      await runImport(options, self);
    });
  addExamples(command, ['geo import --default', 'geo import --from ./release --json']);
  return addConfigFlags(command, DATABASE_VARIABLES);
}
