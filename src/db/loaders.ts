/** Batched look-ups of one request: many keys asked for in one tick are one statement. */
import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { type Listing, listRowsByParent, type RowPage } from './list.queries.ts';
import { read } from './read.ts';
import { columnOf, type Rows, selectList, type TableName } from './tables.ts';

export interface Loaders {
  /** A row of a table by the value of one unique property; the asked properties are the columns read. */
  rowBy<T extends TableName>(
    table: T,
    property: string,
    key: string | number,
    properties: readonly string[],
  ): Promise<Rows[T] | null>;
  /** The rows of a table that belong to one parent row, ordered, filtered and limited as `listing` says. */
  rowsOf<T extends TableName>(
    table: T,
    parentProperty: string,
    parentId: number,
    listing: Omit<Listing, 'table' | 'where'>,
  ): Promise<RowPage<Rows[T]>>;
}

/** Makes the loaders of one request. They read one data set and live no longer than the request. */
export function createLoaders(em: EntityManager, schema: string, signal?: AbortSignal): Loaders {
  const loaders = new Map<string, DataLoader<string | number, unknown>>();

  function loaderFor<V>(name: string, batch: (keys: readonly (string | number)[]) => Promise<(V | null)[]>) {
    const known = loaders.get(name);
    if (known) return known as DataLoader<string | number, V | null>; // The name holds all that decides V.
    const made = new DataLoader<string | number, V | null>(batch);
    loaders.set(name, made);
    return made;
  }

  return {
    rowBy(table, property, key, properties) {
      type Row = Rows[typeof table];
      return loaderFor<Row>(`${table}/${property}/${properties.join()}`, async (keys) => {
        const column = `"${columnOf(table, property)}"`;
        const rows = await read<Row & { __key: string | number }>(
          em,
          `SELECT ${selectList(table, properties)}, ${column} AS "__key" FROM ${schema}.${table} WHERE ${column} = ANY($1)`,
          [keys],
          signal,
        );
        const byKey = new Map(rows.map((row) => [row.__key, row]));
        return keys.map((each) => byKey.get(each) ?? null);
      }).load(key);
    },

    async rowsOf(table, parentProperty, parentId, listing) {
      type Row = Rows[typeof table];
      const name = `${table}/${parentProperty}/${JSON.stringify(listing)}`;
      const page = await loaderFor<RowPage<Row>>(name, (parentIds) =>
        listRowsByParent(em, schema, { ...listing, table, parentProperty, parentIds }, signal),
      ).load(parentId);
      return page ?? { rows: [], totalCount: 0 };
    },
  };
}
