/**
 * Holds the ratios of runs with `--json` against those of the last release that was recorded: ratios to a peer or to a limit that were
 * measured in turns, since times say more of the machine. Fails where one has fallen by more than {@link TOLERANCE}.
 * Run: npm run bench -- regression [--keep VERSION] FILE…
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of a ratio that may be lost before it counts: runs on shared machines differ by as much. */
const TOLERANCE = 0.2;
const RESULTS = join(import.meta.dirname, 'results');

/** What runs write: a ratio, or its least and median, of which the median counts. More is better. */
interface Run {
  readonly figures: readonly { readonly name: string; readonly ratio: number | { readonly median: number } }[];
}

const options = process.argv.slice(2);
const keepAt = options.indexOf('--keep');
const version = keepAt === -1 ? undefined : options[keepAt + 1];
const files = options.filter((_, at) => keepAt === -1 || (at !== keepAt && at !== keepAt + 1));
if (files.length === 0) throw new Error('usage: npm run bench -- regression [--keep VERSION] FILE…');
const found = Object.fromEntries(files.flatMap((file) => ratiosOf(JSON.parse(readFileSync(file, 'utf8')) as Run)));
compare(found);
if (version !== undefined) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('--keep: a version such as 0.2.0');
  writeFileSync(join(RESULTS, `${version}.json`), `${JSON.stringify(found, undefined, 2)}\n`);
}

function ratiosOf({ figures }: Run): [name: string, ratio: number][] {
  return figures.map(({ name, ratio }) => [
    name,
    Number((typeof ratio === 'number' ? ratio : ratio.median).toFixed(2)),
  ]);
}

function compare(ratios: Readonly<Record<string, number>>): void {
  const last = lastRecord();
  for (const [name, ratio] of Object.entries(ratios)) {
    const before = last?.[name];
    const isWorse = before !== undefined && ratio < before * (1 - TOLERANCE);
    console.log(
      `${name.padEnd(48)} ${ratio.toFixed(2).padStart(6)}   ${before === undefined ? 'new' : `was ${before.toFixed(2)}`}${isWorse ? '   WORSE' : ''}`,
    );
    if (isWorse) process.exitCode = 1;
  }
}

/** The figures of the newest version that there is a record of. */
function lastRecord(): Readonly<Record<string, number>> | undefined {
  if (!existsSync(RESULTS)) return undefined;
  const names = readdirSync(RESULTS).filter((name) => name.endsWith('.json'));
  const newest = names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return newest === undefined
    ? undefined
    : (JSON.parse(readFileSync(join(RESULTS, newest), 'utf8')) as Record<string, number>);
}
