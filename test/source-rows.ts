/** Rows of a data set as its files have them, for tests that compare answers with the source. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export type SourceTable = 'regions' | 'subregions' | 'countries' | 'states' | 'cities';
export type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly name: string };

/** The rows of a table from `<folder>/<table>.json` or `.json.gz`, in the order of the file. */
export function sourceRows(folder: string, table: SourceTable): Row[] {
  const plain = join(folder, `${table}.json`);
  const text = existsSync(plain)
    ? readFileSync(plain, 'utf8')
    : gunzipSync(readFileSync(`${plain}.gz`)).toString('utf8');
  // The files are arrays of objects with at least these two columns: the importer refuses others.
  return JSON.parse(text) as Row[];
}

/** The order of lists: code points, not UTF-16 units. */
export function byCodePoints(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** Default order of countries, states and cities: by name, then id. */
export function byNameThenId(left: Row, right: Row): number {
  return byCodePoints(left.name, right.name) || left.id - right.id;
}
