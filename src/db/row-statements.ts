/** The statements that read rows of a table by a unique property: written once for what an operation reads. */
import { columnOf, selectList, type TableName } from './tables.ts';

export interface RowStatements {
  /** Reads the row of one key, `$1`. */
  readonly one: string;
  /** Reads the rows of the keys in the array `$1`, each with its key as `__key`. */
  readonly many: string;
}

interface Known extends RowStatements {
  readonly schema: string;
  readonly table: TableName;
  readonly property: string;
}

// The properties of an operation's field are the same list each time, and those of one table.
const known = new WeakMap<readonly string[], Known>();

export function rowStatements(
  schema: string,
  table: TableName,
  property: string,
  properties: readonly string[],
): RowStatements {
  const before = known.get(properties);
  if (before?.schema === schema && before.table === table && before.property === property) return before;
  const column = `"${columnOf(table, property)}"`;
  const select = `SELECT ${selectList(table, properties)}`;
  const made = {
    schema,
    table,
    property,
    one: `${select} FROM ${schema}.${table} WHERE ${column} = $1`,
    many: `${select}, ${column} AS "__key" FROM ${schema}.${table} WHERE ${column} = ANY($1)`,
  };
  known.set(properties, made);
  return made;
}
