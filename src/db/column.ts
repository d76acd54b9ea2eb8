/** How a column of a data set's table is said: once, for the database, the importer and the fields above. */
import { required } from './import/column-values.ts';
import type { TableName } from './import/data-set-source.ts';

/** PostgreSQL types that columns of a data set have, and what their values are here. */
interface ColumnTypes {
  integer: number;
  'double precision': number;
  text: string;
  'text[]': string[];
}
export type ColumnType = keyof ColumnTypes;

export interface Column {
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** Name in the database, where it is not the property in snake case. */
  readonly name?: string;
  /** Name in the rows of the source and in `/v1`, where it is not the property in snake case. */
  readonly source?: string;
  /** The table whose id it holds. */
  readonly references?: TableName;
  /** No two rows have the same value. */
  readonly unique?: true;
  /** Turns a source value into the column's; throws ValueFault. Undefined where the importer makes the value itself. */
  readonly read: ((value: unknown) => string | number | null) | undefined;
}

export type Columns = Readonly<Record<string, Column>>;

type Extras = Pick<Column, 'name' | 'source' | 'references' | 'unique'>;
type Reader<Type extends ColumnType> = (value: unknown) => (ColumnTypes[Type] & (string | number)) | null;

/** A column that may be null. */
export function column<Type extends ColumnType>(type: Type, read: Reader<Type>, extras: Extras = {}) {
  return { ...extras, type, nullable: true, read } as const;
}

/** A column that every row fills: a row whose source lacks it is refused. */
export function requiredColumn<Type extends ColumnType>(type: Type, read: Reader<Type>, extras: Extras = {}) {
  return { ...extras, type, nullable: false, read: required(read) } as const;
}

/** A column that no source has: the importer makes it from others, and it is no field by itself. */
export function computedColumn<Type extends ColumnType, Nullable extends boolean>(type: Type, nullable: Nullable) {
  return { type, nullable, read: undefined } as const;
}

/** A row of a table: a property a column. */
export type RowOf<Table extends Columns> = {
  -readonly [Property in keyof Table]:
    | ColumnTypes[Table[Property]['type']]
    | (Table[Property]['nullable'] extends false ? never : null);
};

/** The properties of a table that come from the source. */
export type SourceProperty<Table extends Columns> = {
  [Property in keyof Table & string]: Table[Property]['read'] extends undefined ? never : Property;
}[keyof Table & string];
