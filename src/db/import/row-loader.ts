/** Writes checked rows into a data set's tables, some thousand per statement, while the next ones are being read. */

import { columnsOf } from '../tables.ts';
import { schemaOf } from './data-set-schema.ts';
import type { TableName } from './data-set-source.ts';
import type { ImportConnection } from './import-connection.ts';

/** One statement's size where nobody waits for it: large enough to be quick. */
const ROWS_PER_STATEMENT = 2000;
const CHARACTERS_PER_STATEMENT = 1024 * 1024;

/** Beside readers it begins with few rows, and then has as many as were written in this time, in milliseconds. */
const FIRST_ROWS = 20;
const TURN_MS = 40;

export class RowLoader {
  readonly #connection: ImportConnection;
  readonly #schema: string;
  readonly #between: () => Promise<void>;
  readonly #besideReaders: boolean;
  #most = ROWS_PER_STATEMENT;
  #table: TableName = 'regions';
  #waiting: string[] = [];
  #characters = 0;
  #writing: Promise<unknown> = Promise.resolve();

  /** `between` is called after each statement, when the connection is free. */
  constructor(
    connection: ImportConnection,
    dataSetId: number,
    between: () => Promise<void>,
    { besideReaders = false }: { readonly besideReaders?: boolean } = {},
  ) {
    this.#connection = connection;
    this.#schema = schemaOf(dataSetId);
    this.#between = between;
    this.#besideReaders = besideReaders;
    if (besideReaders) this.#most = FIRST_ROWS;
  }

  /** Takes rows as JSON texts; waits for the statement before when a new one is due. */
  async add(table: TableName, rowsJson: readonly string[]): Promise<void> {
    if (table !== this.#table) {
      await this.#flush();
      this.#table = table;
    }
    for (const json of rowsJson) {
      this.#waiting.push(json);
      this.#characters += json.length;
      if (this.#waiting.length >= this.#most || this.#characters >= CHARACTERS_PER_STATEMENT) await this.#flush();
    }
  }

  /** Waits until every row is in the database. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  /** Waits until the connection is free again, whatever became of the statement at hand. */
  async settle(): Promise<void> {
    await this.#writing.catch(() => undefined);
  }

  async #flush(): Promise<void> {
    await this.#writing;
    await this.#between();
    if (this.#waiting.length === 0) return;
    const count = this.#waiting.length;
    const rows = `[${this.#waiting.join(',')}]`;
    this.#waiting = [];
    this.#characters = 0;
    const sql = insertStatement(this.#schema, this.#table);
    this.#writing = this.#connection.transaction('preparing', async () => {
      // PostgreSQL collects what goes into a GIN index and files all of it within one unlucky statement.
      if (this.#besideReaders) await this.#connection.rows(SMALL_PENDING_LIST);
      const startedAt = performance.now();
      await this.#connection.rows(sql, [rows]);
      if (this.#besideReaders) this.#adapt(count, performance.now() - startedAt);
    });
    // The next flush reports the failure; until then it must not count as unhandled.
    this.#writing.catch(() => undefined);
  }

  /** As many rows as fit into a turn, and at most twice as many as before. The rest of a table says little. */
  #adapt(count: number, ms: number): void {
    if (2 * count < this.#most) return;
    this.#most = Math.max(1, Math.min(Math.floor((count * TURN_MS) / ms), 2 * count, ROWS_PER_STATEMENT));
  }
}

const SMALL_PENDING_LIST = "SET LOCAL gin_pending_list_limit = '64kB'";

function insertStatement(schema: string, table: TableName): string {
  const columns = columnsOf(table);
  const names = columns.map(({ name }) => name).join(', ');
  const types = columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  return `INSERT INTO ${schema}.${table} (${names}) SELECT ${names} FROM json_to_recordset($1::json) AS row (${types})`;
}
