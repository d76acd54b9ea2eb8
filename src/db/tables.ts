/** The tables of a data set and their columns, derived from the entities. */
import { UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import { CITY_COLUMNS } from './city.entity.ts';
import type { Column, Columns, RowOf, SourceProperty } from './column.ts';
import { COUNTRY_COLUMNS } from './country.entity.ts';
import type { TableName as LoadedTable } from './import/data-set-source.ts';
import { REGION_COLUMNS } from './region.entity.ts';
import { STATE_COLUMNS } from './state.entity.ts';
import { SUBREGION_COLUMNS } from './subregion.entity.ts';

const TABLE_COLUMNS = {
  regions: REGION_COLUMNS,
  subregions: SUBREGION_COLUMNS,
  countries: COUNTRY_COLUMNS,
  states: STATE_COLUMNS,
  cities: CITY_COLUMNS,
} as const satisfies Record<LoadedTable, Columns>;

export type Rows = { [Table in keyof typeof TABLE_COLUMNS]: RowOf<(typeof TABLE_COLUMNS)[Table]> };
export type TableName = keyof Rows;
/** The properties of a table's rows that come from the source: what a resource has fields of. */
export type FieldProperty<Table extends TableName> = SourceProperty<(typeof TABLE_COLUMNS)[Table]>;

/** A column with all of its names. */
export interface TableColumn extends Column {
  readonly property: string;
  readonly name: string;
  readonly source: string;
}

const NAMING = new UnderscoreNamingStrategy();

/** In the order in which rows are written and hashed. */
const LISTED: ReadonlyMap<string, readonly TableColumn[]> = new Map(
  Object.entries<Columns>(TABLE_COLUMNS).map(([table, columns]) => [
    table,
    Object.entries(columns).map(([property, column]) => named(property, column)),
  ]),
);

const BY_PROPERTY: ReadonlyMap<string, ReadonlyMap<string, TableColumn>> = new Map(
  [...LISTED].map(([table, columns]) => [table, new Map(columns.map((column) => [column.property, column]))]),
);

function named(property: string, column: Column): TableColumn {
  const usual = NAMING.propertyToColumnName(property);
  return Object.freeze({ name: usual, source: usual, ...column, property });
}

/** The columns of a table in the order in which rows are written and hashed. */
export function columnsOf(table: TableName): readonly TableColumn[] {
  return LISTED.get(table) ?? [];
}

/** The column that a property of a table's rows is; throws where there is none. */
export function tableColumn(table: TableName, property: string): TableColumn {
  const column = BY_PROPERTY.get(table)?.get(property);
  if (column === undefined) throw new Error(`${table} has no property ${property}`);
  return column;
}

/** Its name in the database. */
export function columnOf(table: TableName, property: string): string {
  return tableColumn(table, property).name;
}

/** `"numeric_code" AS "numericCode", …` for the given properties. */
export function selectList(table: TableName, properties: readonly string[], alias?: string): string {
  const from = alias ? `${alias}.` : '';
  return properties.map((property) => `${from}"${columnOf(table, property)}" AS "${property}"`).join(', ');
}
