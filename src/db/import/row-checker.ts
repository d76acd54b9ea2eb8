/** Checks the rows of a data set one after the other, against their columns' rules and against the rows before them. */
import { columnsOf } from '../tables.ts';
import { type ColumnValue, quoted } from './column-values.ts';
import type { TableName } from './data-set-source.ts';
import { dialCodes } from './dial-codes.ts';
import { IdSet } from './id-set.ts';
import { ImportError, type ImportFault, ValueFault } from './import-error.ts';

/** A row as it will stand in its table: every column of its table, in that order. */
export type CheckedRow = Record<string, ColumnValue>;

interface Place {
  readonly file: string;
  readonly row: number;
}

/** A reference to a row of the same table that had not come yet. */
interface AwaitedParent extends Place {
  readonly id: number;
  readonly column: string;
  readonly parent: number;
}

/** One checker sees one whole data set, the tables in the order of TABLES. */
export class RowChecker {
  readonly #ids: Record<TableName, IdSet> = {
    regions: new IdSet(),
    subregions: new IdSet(),
    countries: new IdSet(),
    states: new IdSet(),
    cities: new IdSet(),
  };
  readonly #taken = new Set<string>();
  readonly #countryCodes = new Map<number, string>();
  readonly #stateCountries = new Map<number, number>();
  #awaited: AwaitedParent[] = [];

  /** The row as it will be stored; throws ImportError naming file, row, id and column. */
  check(table: TableName, place: Place, source: unknown): CheckedRow {
    if (typeof source !== 'object' || source === null || Array.isArray(source)) {
      throw new ImportError({ ...place, reason: `the row is not an object but ${quoted(source)}` });
    }
    // What JSON.parse returned for an object: any key may be asked for, every value is unknown.
    const row = this.#readColumns(table, place, source as Record<string, unknown>);
    const id = row.id as number; // the column's reader returns nothing else
    const fail = (column: string, reason: string) => new ImportError({ ...place, id, column, reason });
    if (!this.#ids[table].add(id)) throw fail('id', `${id} is the id of an earlier row too`);
    this.#checkReferences(table, place, row, fail);
    this.#checkUnique(table, row, fail);
    this.#checkCountry(table, row, fail);
    return row;
  }

  /** To be called after a table's last row: throws ImportError for a parent that never came. */
  endOfTable(table: TableName): void {
    const orphan = this.#awaited.find(({ parent }) => !this.#ids[table].has(parent));
    this.#awaited = [];
    if (orphan === undefined) return;
    const { parent, ...place } = orphan;
    throw new ImportError({ ...place, reason: `there is no ${singular(table)} ${parent}` });
  }

  #readColumns(table: TableName, place: Place, source: Record<string, unknown>): CheckedRow {
    const row: CheckedRow = {};
    for (const column of columnsOf(table)) {
      if (column.read === undefined) continue;
      try {
        row[column.name] = column.read(source[column.source]);
      } catch (error) {
        throw asImportError(error, { ...place, ...knownId(row), column: column.source });
      }
    }
    if (table === 'countries') this.#addDialCodes(row, place);
    return row;
  }

  #addDialCodes(row: CheckedRow, place: Place): void {
    try {
      Object.assign(row, dialCodes(String(row.iso2), typeof row.phonecode === 'string' ? row.phonecode : null));
    } catch (error) {
      throw asImportError(error, { ...place, ...knownId(row), column: 'phonecode' });
    }
  }

  #checkReferences(table: TableName, place: Place, row: CheckedRow, fail: Fail): void {
    for (const { name, source, references } of columnsOf(table)) {
      const id = row[name];
      if (references === undefined || typeof id !== 'number' || this.#ids[references].has(id)) continue;
      // A row of the same table may come later.
      if (references !== table) throw fail(source, `there is no ${singular(references)} ${id}`);
      this.#awaited.push({ ...place, id: Number(row.id), column: source, parent: id });
    }
  }

  /** State codes need not be unique: of two states with one code the lowest id answers for it. */
  #checkUnique(table: TableName, row: CheckedRow, fail: Fail): void {
    for (const { name, source, unique } of columnsOf(table)) {
      const value = row[name];
      if (!unique || value === null) continue;
      const key = `${table} ${name} ${value}`;
      if (this.#taken.has(key)) throw fail(source, `${quoted(value)} stands in an earlier row too`);
      this.#taken.add(key);
    }
  }

  /** A country's code must be the same wherever it is written, and a city's state must lie in the city's country. */
  #checkCountry(table: TableName, row: CheckedRow, fail: Fail): void {
    if (table === 'countries') this.#countryCodes.set(Number(row.id), String(row.iso2));
    if (table !== 'states' && table !== 'cities') return;
    const country = Number(row.country_id);
    const code = this.#countryCodes.get(country);
    if (row.country_code !== code) {
      throw fail('country_code', `${quoted(row.country_code)} is not the code of country ${country}, ${quoted(code)}`);
    }
    if (table === 'states') {
      this.#stateCountries.set(Number(row.id), country);
    } else if (this.#stateCountries.get(Number(row.state_id)) !== country) {
      throw fail('state_id', `state ${row.state_id} does not belong to country ${country}`);
    }
  }
}

type Fail = (column: string, reason: string) => ImportError;

function knownId({ id }: CheckedRow): { id?: number } {
  return typeof id === 'number' ? { id } : {};
}

function asImportError(error: unknown, fault: Omit<ImportFault, 'reason'>): unknown {
  return error instanceof ValueFault ? new ImportError({ ...fault, reason: error.message }) : error;
}

function singular(table: TableName): string {
  return table.replace(/ies$/, 'y').replace(/s$/, '');
}
