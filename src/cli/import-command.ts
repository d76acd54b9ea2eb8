/** `geo import`: loads a data set, all of it or nothing. */
import { Command } from 'commander';
import { defaultDataSet } from '../db/import/default-data-set.ts';
import { importDataSet } from '../db/import/import-data-set.ts';
import { releaseFolder } from '../db/import/release-folder.ts';
import { addConfigFlags, DATABASE_VARIABLES } from './config-flags.ts';
import { addExamples } from './examples.ts';
import { print } from './print.ts';
import { importProgressBar } from './progress.ts';
import { withDatabase } from './with-database.ts';

export function importCommand(): Command {
  const command = new Command('import')
    .description('load a data set; readers see the old one until the new one is complete')
    .option('--from <folder>', 'folder with countries, states, cities, regions and subregions as .json or .json.gz')
    .option('--default', 'the data set that comes with the service', false)
    .option('--allow-shrink', 'accept a data set with far fewer rows than the current one', false)
    .option('--json', 'print JSON', false)
    .action(run);
  addExamples(command, ['geo import --default', 'geo import --from ./release --json']);
  return addConfigFlags(command, DATABASE_VARIABLES);
}

interface ImportOptions {
  readonly from?: string;
  readonly default: boolean;
  readonly allowShrink: boolean;
  readonly json: boolean;
}

async function run({ from, default: useDefault, allowShrink, json }: ImportOptions, command: Command): Promise<void> {
  if ((from === undefined) !== useDefault)
    command.error('error: give either --from FOLDER or --default', { exitCode: 2 });
  const source = from === undefined ? defaultDataSet() : releaseFolder(from);
  const bar = importProgressBar();
  const outcome = await withDatabase(command, ({ em }) =>
    importDataSet({ em, source, onProgress: bar.update, allowShrink }).finally(bar.stop),
  );
  const { regions, subregions, countries, states, cities } = outcome.counts;
  const rows = `${regions} regions, ${subregions} subregions, ${countries} countries, ${states} states, ${cities} cities`;
  const text =
    outcome.status === 'unchanged'
      ? `unchanged: data set ${outcome.version} is current already (${rows})`
      : `imported data set ${outcome.version} in ${outcome.seconds.toFixed(1)} s: ${rows}`;
  print(json ? JSON.stringify(outcome) : text);
}
