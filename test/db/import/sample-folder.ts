/** Copies of the tests' data set with something changed, each in a folder of its own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { TABLES, type TableName } from '../../../src/db/import/data-set-source.ts';

export type SourceRow = Record<string, unknown>;
export type Changes = Partial<Record<TableName, (rows: SourceRow[]) => unknown>>;

const SAMPLE = new URL('../../fixtures/data-set/', import.meta.url);
const folders: string[] = [];

export function sampleRows(table: TableName): SourceRow[] {
  // The fixture's files hold arrays of objects.
  return JSON.parse(readFileSync(new URL(`${table}.json`, SAMPLE), 'utf8')) as SourceRow[];
}

/** A folder with the sample data; a change gets a table's rows to alter in place, or returns what to write instead. */
export function sampleFolder(changes: Changes = {}, form: 'json' | 'json.gz' = 'json'): string {
  const folder = mkdtempSync(join(tmpdir(), 'data-set-'));
  folders.push(folder);
  for (const table of TABLES) {
    const rows = sampleRows(table);
    const written = JSON.stringify(changes[table]?.(rows) ?? rows);
    writeFileSync(join(folder, `${table}.${form}`), form === 'json' ? written : gzipSync(written));
  }
  return folder;
}

/** Replaces one file of a folder by these bytes. */
export function overwrite(folder: string, file: string, bytes: string | Buffer): string {
  writeFileSync(join(folder, file), bytes);
  return folder;
}

export function removeSampleFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
