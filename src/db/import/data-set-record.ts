/** What the database keeps of each data set besides its tables: where it came from, what it holds, since when it is in service. */
import { randomInt } from 'node:crypto';
import type { TableName } from './data-set-source.ts';
import type { ImportConnection } from './import-connection.ts';
import type { DataSetSummary } from './read-data-set.ts';
import type { SourceOrigin } from './source-origin.ts';

export interface ActiveDataSet {
  readonly id: number;
  readonly checksum: string;
  readonly row_counts: Partial<Record<TableName, number>>;
}

export async function findActive(connection: ImportConnection): Promise<ActiveDataSet | undefined> {
  const [active] = await connection.rows<ActiveDataSet>(
    `SELECT id, checksum, row_counts FROM data_sets WHERE activated_at IS NOT NULL
      ORDER BY activated_at DESC, id DESC LIMIT 1`,
  );
  return active;
}

/** Ids are drawn by lot and have nine digits. Releases before 0.4.27 counted from 1, in every database. */
const LEAST_ID = 100_000_000;

/** True for an id that no data set of another database has. */
export function isDrawn(id: number): boolean {
  return id >= LEAST_ID;
}

/** Where a data set comes from, as it is kept with it. */
export interface Origin extends SourceOrigin {
  readonly label: string;
}

/** The id of a new data set, which is nobody's yet. What is read of it on a server that has others fails, and is no row of theirs. */
export async function register(connection: ImportConnection, { label, version, date }: Origin): Promise<number> {
  const id = randomInt(LEAST_ID, 10 * LEAST_ID);
  await connection.rows(
    `INSERT INTO data_sets (id, checksum, source, source_version, source_date) OVERRIDING SYSTEM VALUE VALUES ($1, '', $2, $3, $4)`,
    [id, label, version, date],
  );
  return id;
}

/** The same rows may come again from a source that says more of itself, or by a program that asks it more. */
export async function recordOrigin(
  connection: ImportConnection,
  id: number,
  { label, version, date }: Origin,
): Promise<void> {
  if (version === null && date === null) return;
  await connection.rows('UPDATE data_sets SET source = $2, source_version = $3, source_date = $4 WHERE id = $1', [
    id,
    label,
    version,
    date,
  ]);
}

/** From the end of the transaction on it is the current one. */
export async function markActive(
  connection: ImportConnection,
  id: number,
  { checksum, counts }: DataSetSummary,
): Promise<void> {
  await connection.rows(ACTIVATE, [id, checksum, counts]);
}

// Never earlier than the data set before it, whatever the clock did since.
const ACTIVATE = `
  UPDATE data_sets SET checksum = $2, row_counts = $3, loaded_at = clock_timestamp(), activated_at = greatest(
    clock_timestamp(), (SELECT max(activated_at) + interval '1 microsecond' FROM data_sets))
   WHERE id = $1`;
