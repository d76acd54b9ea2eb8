/** What `geo reconcile` does: rows of a file by the hundred, appended to another with what they mean. */
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Command } from 'commander';
import { type Reconcile, withReconciler } from './ask.ts';
import { type CsvRow, readCsv } from './csv-input.ts';
import { appendLines, beginsAs, csvLine, cutAfter, wholeBytes } from './csv-output.ts';
import { CommandError } from './failure.ts';
import { assertApart, claimOutput } from './output-claim.ts';
import { print, shown } from './print.ts';
import { byteProgress } from './progress.ts';
import { type Fields, textOf } from './table.ts';

export interface ReconcileOptions {
  readonly output?: string;
  /** Name of a cell of a row → name of the file's column. */
  readonly column: Readonly<Record<string, string>>;
  readonly delimiter?: string;
  readonly json: boolean;
}

/** What columns may be called, in lower case. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  country: ['country', 'country_code'],
  state: ['state', 'region', 'province', 'state_code'],
  city: ['city', 'town'],
  postcode: ['postcode', 'postal_code', 'zip'],
  lat: ['lat', 'latitude'],
  lng: ['lng', 'lon', 'longitude'],
  lang: ['lang', 'language'],
};
const LEVELS = ['country', 'state', 'city'] as const;
const ADDED = [
  ...LEVELS.flatMap((level) =>
    ['id', 'name', 'score', 'verdict', 'contradiction'].map((name) => `geo_${level}_${name}`),
  ),
  'geo_alternatives',
  'geo_error',
];
const ROWS_AT_A_TIME = 500;
/** Rows may be large: their lines are put together to one text. */
const BYTES_AT_A_TIME = 16 * 1024 * 1024;

export async function reconcileFile(file: string, options: ReconcileOptions, command: Command): Promise<void> {
  const output = options.output ?? `${file.slice(0, file.length - extname(file).length)}.reconciled${extname(file)}`;
  await assertApart(output, file);
  const rows = readCsv(file, options.delimiter);
  const names = (await rows.next()).value?.cells;
  if (!names) throw new CommandError(`${file} is empty`, 2);
  const places = placesOf(names, options.column, file);
  const claim = await claimOutput(output);
  try {
    const before = await goOn(rows, [...names, ...ADDED], output, file);
    const told = await withReconciler(command, (reconcile) => answerRows(rows, { reconcile, places, output, file }));
    const summary = { rows: before + told.rows, before, errors: told.errors, output, verdicts: told.verdicts };
    print(options.json ? JSON.stringify(summary) : sentence(summary));
  } finally {
    claim.close();
  }
}

type Places = ReadonlyMap<string, number>;

/** Where in a row each cell stands. */
function placesOf(names: readonly string[], given: Readonly<Record<string, string>>, file: string): Places {
  const has = `it has: ${names.slice(0, 20).map(shown).join(', ')}`;
  for (const [cell, column] of Object.entries(given)) {
    const cells = Object.keys(CALLED);
    if (!cells.includes(cell))
      throw new CommandError(`--column ${shown(cell)}=…: must be one of: ${cells.join(', ')}`, 2);
    if (!names.includes(column)) throw new CommandError(`${file} has no column ${shown(column)}; ${has}`, 2);
  }
  const lower = names.map((name) => name.trim().toLowerCase());
  const places = Object.entries(CALLED).flatMap(([cell, called]) => {
    const named = given[cell];
    const at = named === undefined ? lower.findIndex((name) => called.includes(name)) : names.indexOf(named);
    // Who names a column writes it as it stands there.
    const all = named === undefined ? lower : names;
    if (at !== -1 && all.lastIndexOf(all[at] ?? '') !== at) {
      throw new CommandError(
        `${file} has more than one column ${shown(names[at] ?? '')}: which one is meant cannot be told`,
        2,
      );
    }
    return at === -1 ? [] : [[cell, at] as const];
  });
  const found = new Map(places);
  if (LEVELS.some((level) => found.has(level))) return found;
  throw new CommandError(
    `${file} has no column country, state or city; ${has}. Say which is which: --column city=${shown(names[0] ?? 'Town')}`,
    2,
  );
}

/** How many rows an earlier run has done: they are read past, and each has to be the same still. */
async function goOn(
  rows: AsyncGenerator<CsvRow>,
  names: readonly string[],
  output: string,
  file: string,
): Promise<number> {
  const whole = await wholeBytes(output);
  const line = csvLine(names);
  const foreign = (why = '') =>
    new CommandError(
      `${output} is there and does not belong to ${file}${why}: name another file with --output, or remove it`,
      2,
    );
  if (whole !== undefined && !(await beginsAs(output, line))) throw foreign();
  if (!whole) {
    if (whole === 0) await cutAfter(output, 0);
    await appendLines(output, line);
    return 0;
  }
  const earlier = readCsv(output, ',', whole);
  await earlier.next(); // The names.
  let row = 0;
  for await (const { cells } of earlier) {
    row += 1;
    const own: CsvRow['cells'] | undefined = (await rows.next()).value?.cells;
    if (!own?.every((cell, at) => cell === cells[at])) throw foreign(`, whose row ${row} is another`);
  }
  await cutAfter(output, whole);
  return row;
}

interface Work {
  readonly reconcile: Reconcile;
  readonly places: Places;
  readonly output: string;
  readonly file: string;
}

type Verdicts = Record<string, Record<string, number>>;

async function answerRows(rows: AsyncGenerator<CsvRow>, { reconcile, places, output, file }: Work) {
  const told = { rows: 0, errors: 0, verdicts: {} as Verdicts };
  const bar = byteProgress('Reconciling', (await stat(file)).size);
  try {
    for await (const some of batches(rows)) {
      const answered = await answersTo(some, places, reconcile);
      const lines = some.map(({ cells }, at) => csvLine([...cells, ...added(answered[at] ?? {})]));
      await appendLines(output, lines.join(''));
      for (const row of answered) count(row, told);
      told.rows += some.length;
      bar.update(some.at(-1)?.bytes ?? 0, told.rows);
    }
  } finally {
    bar.stop();
  }
  return told;
}

/** A row that could not be told apart into its cells is not asked for: its answer says why. */
async function answersTo(rows: readonly CsvRow[], places: Places, reconcile: Reconcile): Promise<Fields[]> {
  const whole = rows.filter(({ problem }) => problem === undefined);
  const asked = whole.map(({ cells }) => Object.fromEntries([...places].map(([name, at]) => [name, cells[at] ?? ''])));
  const answered = new Map((whole.length === 0 ? [] : await reconcile(asked)).map((row, at) => [whole[at], row]));
  return rows.map((row) => (row.problem === undefined ? (answered.get(row) ?? {}) : { error: row.problem }));
}

/** What stands before a fault of the file comes ahead of it. */
async function* batches(rows: AsyncGenerator<CsvRow>): AsyncGenerator<readonly CsvRow[]> {
  let taken: CsvRow[] = [];
  let start = 0;
  try {
    for await (const row of rows) {
      taken.push(row);
      if (taken.length < ROWS_AT_A_TIME && row.bytes - start < BYTES_AT_A_TIME) continue;
      yield taken;
      taken = [];
      start = row.bytes;
    }
  } catch (error) {
    if (taken.length > 0) yield taken;
    throw error;
  }
  if (taken.length > 0) yield taken;
}

function added(row: Fields): string[] {
  const levels = LEVELS.flatMap((level) => {
    const found = (row[level] ?? {}) as Fields; // A level is a record or null.
    return [found['id'], found['name'], found['score'], found['verdict'], found['contradiction']].map(textOf);
  });
  const alternatives = (row['alternatives'] ?? []) as readonly Fields[];
  return [...levels, alternatives.map(({ id }) => id).join(' '), textOf(row['error'])];
}

function count(row: Fields, told: { errors: number; verdicts: Verdicts }): void {
  if (row['error']) told.errors += 1;
  for (const level of LEVELS) {
    const verdict = (row[level] as Fields | null)?.['verdict'];
    if (typeof verdict !== 'string') continue;
    const own = told.verdicts[level] ?? {};
    told.verdicts[level] = { ...own, [verdict]: (own[verdict] ?? 0) + 1 };
  }
}

function sentence(summary: {
  rows: number;
  before: number;
  errors: number;
  output: string;
  verdicts: Verdicts;
}): string {
  const { rows, before, errors, output, verdicts } = summary;
  const levels = Object.entries(verdicts).map(
    ([level, own]) =>
      `${level}: ${Object.entries(own)
        .map(([verdict, times]) => `${times} ${verdict}`)
        .join(', ')}`,
  );
  const went = before > 0 ? `, ${before} of them by an earlier run` : '';
  const wrong = errors > 0 ? [`${errors} rows could not be looked for: see geo_error`] : [];
  return [`${rows} rows in ${output}${went}`, ...levels, ...wrong].join('\n');
}
