/** Batched look-ups of one request: many keys asked for in one tick are one statement. */
import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { countRowsByParent, type Listing, listRowsByParent } from './list.queries.ts';
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
  /** The rows of a table that belong to one parent row, as `listing` says; equal listings are one statement. */
  rowsOf<T extends TableName>(list: ListOf & { readonly table: T }): Promise<readonly Rows[T][]>;
  /** How many rows {@link rowsOf} has in all, whatever page is asked of it. */
  countOf(list: ListOf): Promise<number>;
}

/** A list below a parent row. */
export interface ListOf extends Omit<Listing, 'where'> {
  readonly parent: { readonly property: string; readonly id: string | number };
  /** Equal for equal listings: {@link listKey} of it, computed once for many parents. */
  readonly key: string;
}

/** What makes two listings equal. */
export function listKey(listing: Omit<Listing, 'where'>): string {
  return JSON.stringify(listing);
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

    async rowsOf({ parent: { property, id }, key, ...listing }) {
      type Row = Rows[(typeof listing)['table']];
      const rows = await loaderFor<readonly Row[]>(`rows/${property}/${key}`, (ids) =>
        listRowsByParent(em, schema, listing, { property, ids }, signal),
      ).load(id);
      return rows ?? [];
    },

    async countOf({ parent: { property, id }, key, ...listing }) {
      const count = await loaderFor<number>(`count/${property}/${key}`, (ids) =>
        countRowsByParent(em, schema, listing, { property, ids }, signal),
      ).load(id);
      return count ?? 0;
    },
  };
}
