/** Writes checked rows into a data set's tables, some thousand per statement, while the next ones are being read. */

import { columnsOf } from '../tables.ts';
import { schemaOf } from './data-set-schema.ts';
import type { TableName } from './data-set-source.ts';
import type { ImportConnection } from './import-connection.ts';

/** One statement's size: large enough to be quick, small enough to let other clients of an embedded database in. */
const ROWS_PER_STATEMENT = 2000;
const CHARACTERS_PER_STATEMENT = 1024 * 1024;

export class RowLoader {
  readonly #connection: ImportConnection;
  readonly #schema: string;
  readonly #between: () => Promise<void>;
  #table: TableName = 'regions';
  #waiting: string[] = [];
  #characters = 0;
  #writing: Promise<unknown> = Promise.resolve();

  /** `between` is called after each statement, when the connection is free. */
  constructor(connection: ImportConnection, dataSetId: number, between: () => Promise<void>) {
    this.#connection = connection;
    this.#schema = schemaOf(dataSetId);
    this.#between = between;
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
      if (this.#waiting.length >= ROWS_PER_STATEMENT || this.#characters >= CHARACTERS_PER_STATEMENT)
        await this.#flush();
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
    const rows = `[${this.#waiting.join(',')}]`;
    this.#waiting = [];
    this.#characters = 0;
    const sql = insertStatement(this.#schema, this.#table);
    this.#writing = this.#connection.transaction('preparing', () => this.#connection.rows(sql, [rows]));
    // The next flush reports the failure; until then it must not count as unhandled.
    this.#writing.catch(() => undefined);
  }
}

function insertStatement(schema: string, table: TableName): string {
  const columns = columnsOf(table);
  const names = columns.map(({ name }) => name).join(', ');
  const types = columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  return `INSERT INTO ${schema}.${table} (${names}) SELECT ${names} FROM json_to_recordset($1::json) AS row (${types})`;
}
