/** The entity of a data set's table, made from its columns. */
import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Column, Columns } from './column.ts';

/** The schema stays open: the data set decides which `geo_<id>` is read. */
export function dataEntity(name: string, tableName: string, columns: Columns) {
  const properties = Object.entries(columns).map(([property, column]) => [property, entityProperty(property, column)]);
  return defineEntity({ name, tableName, schema: '*', properties: Object.fromEntries(properties) });
}

function entityProperty(property: string, { type, nullable, name }: Column) {
  const plain = type === 'integer' ? p.integer() : p.string().columnType(type);
  const named = name === undefined ? plain : plain.name(name);
  if (property === 'id') return named.primary().autoincrement(false);
  return nullable ? named.nullable() : named;
}
