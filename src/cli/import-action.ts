/** What `geo import` does. */
import type { Command } from 'commander';
import { defaultDataSet } from '../db/import/default-data-set.ts';
import { type ImportOutcome, importDataSet } from '../db/import/import-data-set.ts';
import { releaseFolder } from '../db/import/release-folder.ts';
import { INDEX_MAKER } from '../find/index-maker.ts';
import { failureOf } from './failure.ts';
import { print } from './print.ts';
import { importProgressBar } from './progress.ts';
import { withDatabase } from './with-database.ts';

export interface ImportOptions {
  readonly from?: string;
  readonly default: boolean;
  readonly allowShrink: boolean;
  readonly json: boolean;
}

export async function runImport(
  { from, default: useDefault, allowShrink, json }: ImportOptions,
  command: Command,
): Promise<void> {
  if ((from === undefined) !== useDefault)
    command.error('error: give either --from FOLDER or --default', { exitCode: 2 });
  if (from === '') command.error('error: --from is empty: give the folder of the data set', { exitCode: 2 });
  const source = from === undefined ? defaultDataSet() : releaseFolder(from);
  const bar = importProgressBar();
  const index = {
    maker: INDEX_MAKER,
    onFault: (error: unknown) => process.stderr.write(`import: no search index: ${failureOf(error).message}\n`),
  };
  const outcome = await withDatabase(command, ({ em, home, owner }) => {
    // A running service has the embedded database open and answers from it.
    const besideReaders = home === 'embedded' && !owner;
    return importDataSet({ em, source, onProgress: bar.update, allowShrink, index, besideReaders }).finally(bar.stop);
  });
  const { regions, subregions, countries, states, cities } = outcome.counts;
  const rows = `${regions} regions, ${subregions} subregions, ${countries} countries, ${states} states, ${cities} cities`;
  const text =
    outcome.status === 'unchanged'
      ? `unchanged: data set ${outcome.version} is current already (${rows})`
      : `imported data set ${outcome.version} in ${outcome.seconds.toFixed(1)} s: ${rows}`;
  print(json ? JSON.stringify(outcome) : text + geonamesText(outcome));
}

function geonamesText({ geonames }: ImportOutcome): string {
  if (!geonames) return '';
  const { joined, largeWithoutRow } = geonames;
  return `\nGeoNames: names and sizes for ${joined} cities; ${largeWithoutRow} of its places from 15,000 people on have no row`;
}
