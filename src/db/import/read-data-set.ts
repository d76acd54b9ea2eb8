/** Reads a whole data set from its source, checks every row and sums it up; what happens to the rows is the caller's. */
import { DataSetChecksum } from './data-set-checksum.ts';
import { type DataSetSource, type SourceBatch, TABLES, type TableName } from './data-set-source.ts';
import { ImportError } from './import-error.ts';
import { RowChecker } from './row-checker.ts';

export interface DataSetSummary {
  /** SHA-256 of all rows, hexadecimal. */
  readonly checksum: string;
  readonly counts: Record<TableName, number>;
}

/** Takes checked rows, each as the JSON text of an object with the table's columns; may keep the reader waiting. */
export type RowTaker = (table: TableName, rowsJson: readonly string[], batch: SourceBatch) => Promise<void> | void;

/** Throws ImportError at the first fault. Memory holds a batch at a time. */
export async function readDataSet(source: DataSetSource, take: RowTaker): Promise<DataSetSummary> {
  const checker = new RowChecker();
  const checksum = new DataSetChecksum();
  for (const table of TABLES) {
    let file: string = table;
    for await (const batch of source.batches(table)) {
      file = batch.file;
      await take(table, checkBatch(table, batch, checker, checksum), batch);
    }
    checker.endOfTable(table);
    if (checksum.counts()[table] === 0) throw new ImportError({ file, reason: 'there are no rows in it' });
  }
  return { checksum: checksum.digest(), counts: checksum.counts() };
}

function checkBatch(table: TableName, batch: SourceBatch, checker: RowChecker, checksum: DataSetChecksum): string[] {
  return batch.values.map((value, index) => {
    const row = checker.check(table, { file: batch.file, row: batch.firstRow + index }, value);
    const json = JSON.stringify(row);
    checksum.add(table, json);
    return json;
  });
}
