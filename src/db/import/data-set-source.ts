/** What the importer asks of a place that data sets come from. */
import type { FileWatch } from './file-watch.ts';
import type { SourceOrigin } from './source-origin.ts';

/** The tables of a data set in loading order: a row refers only to earlier tables or to its own. */
export const TABLES = ['regions', 'subregions', 'countries', 'states', 'cities'] as const;

export type TableName = (typeof TABLES)[number];

/** Some consecutive rows of one file, as parsed from JSON and not yet checked. */
export interface SourceBatch {
  /** The file's name as an operator would look for it. */
  readonly file: string;
  /** Number of the first of these rows within its file, counted from 1. */
  readonly firstRow: number;
  readonly values: readonly unknown[];
  /** How far the reading of this table has come, of `total`, in a unit of the source's choice (bytes or files). */
  readonly done: number;
  readonly total: number;
}

export interface DataSetSource {
  /** Says where the data comes from; kept with the data set. */
  readonly label: string;
  /** The files that have to stay what they are until the data set is in service. */
  readonly watch: FileWatch;
  /** Asked first. What the source says of itself; never when its files were written or read. Throws ImportError where that is damaged. */
  origin(): Promise<SourceOrigin>;
  /**
   * Reads one table from its beginning; may be called again. Throws ImportError for a file that is missing, damaged or
   * not a JSON array. Holds no more than a batch in memory, however long the file.
   */
  batches(table: TableName): AsyncIterable<SourceBatch>;
}
