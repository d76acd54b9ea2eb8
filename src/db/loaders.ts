/** Batched look-ups of one request: many keys asked for in one tick are one statement. */
import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { type HeldRows, heldCount, heldList } from './held-rows.ts';
import { countRowsByParent, type Listing, listRowsByParent } from './list.queries.ts';
import type { LookUp } from './look-up.ts';
import { readAgain } from './read.ts';
import { rowStatements } from './row-statements.ts';
import type { Rows, TableName } from './tables.ts';
import type { RowList } from '../rows/row-batch.ts';

export interface Loaders {
  /** A row of a table by the value of one unique property; the asked properties are the columns read. */
  rowBy<T extends TableName>(
    table: T,
    property: string,
    key: string | number,
    properties: readonly string[],
  ): Promise<Rows[T] | null> | Rows[T] | null;
  /** What a look-up finds for a key; null when nothing has it. Equal look-ups for equal properties are one statement. */
  find<Key, Found>(
    lookUp: LookUp<Key, Found>,
    key: Key,
    properties?: readonly string[],
  ): Promise<Found | null> | Found | null;
  /** The rows of a table that belong to one parent row, as the listing says; equal listings are one statement. */
  rowsOf<T extends TableName>(
    list: KeyedListing & { readonly table: T },
    property: string,
    parentId: string | number,
  ): Promise<RowList<Rows[T]>>;
  /** How many rows {@link rowsOf} has in all, whatever page is asked of it. */
  countOf(list: KeyedListing, property: string, parentId: string | number): Promise<number>;
}

/** A list below parent rows. */
export interface KeyedListing extends Omit<Listing, 'where'> {
  /** Equal for equal listings: {@link listKey} of it, computed once for many parents. */
  readonly key: string;
}

/** What makes two listings equal. */
export function listKey(listing: Omit<Listing, 'where'>): string {
  return JSON.stringify(listing);
}

export interface LoaderOptions {
  readonly signal?: AbortSignal | undefined;
  /** Calls back when all keys are known that are asked for at once. */
  readonly schedule: (dispatch: () => void) => void;
  /** What is in memory of the data set. */
  readonly held?: HeldRows | undefined;
}

/** Makes the loaders of one request. They read one data set and live no longer than the request. */
export function createLoaders(em: EntityManager, schema: string, { signal, schedule, held }: LoaderOptions): Loaders {
  // By what is read, and then by its key: no long text is put together for each look-up.
  const loaders = new Map<string, Map<string, unknown>>();

  function loaderFor<V, K = string | number>(
    kind: string,
    key: string,
    batch: (keys: readonly K[]) => Promise<(V | null)[]>,
    cacheKeyFn: (key: K) => unknown = (each) => each,
  ): DataLoader<K, V | null, unknown> {
    let ofKind = loaders.get(kind);
    if (!ofKind) {
      ofKind = new Map();
      loaders.set(kind, ofKind);
    }
    const known = ofKind.get(key);
    if (known) return known as DataLoader<K, V | null, unknown>; // Kind and key hold all that decides V and K.
    const made = new DataLoader<K, V | null, unknown>(batch, { batchScheduleFn: schedule, cacheKeyFn });
    ofKind.set(key, made);
    return made;
  }

  /** Rows in memory that were asked for: thousands of cities may ask for the same country. */
  const found = new Map<readonly string[], Map<string, object | null>>();

  function heldRow(table: TableName, id: number, properties: readonly string[]): object | null | undefined {
    let ofTable = found.get(properties);
    const key = `${table} ${id}`;
    const known = ofTable?.get(key);
    if (known !== undefined) return known;
    const row = held?.byId(table, id, properties);
    if (row === undefined) return undefined;
    if (!ofTable) {
      ofTable = new Map();
      found.set(properties, ofTable);
    }
    ofTable.set(key, row);
    return row;
  }

  return {
    rowBy(table, property, key, properties) {
      type Row = Rows[typeof table];
      const there = typeof key === 'number' && property === 'id' ? heldRow(table, key, properties) : undefined;
      if (there !== undefined) return there as Row | null; // As the importer stores it.
      const { one, many } = rowStatements(schema, table, property, properties);
      return loaderFor<Row>('row', one, async (keys) => {
        // One key is by far the most frequent, and is planned once for all: of an array the plan would depend on its length.
        if (keys.length === 1) return [(await readAgain<Row>(em, one, keys, signal))[0] ?? null];
        const rows = await readAgain<Row & { __key: string | number }>(em, many, [keys], signal);
        const byKey = new Map(rows.map((row) => [row.__key, row]));
        return keys.map((each) => byKey.get(each) ?? null);
      }).load(key);
    },

    find<Key, Found>(lookUp: LookUp<Key, Found>, key: Key, properties: readonly string[] = []) {
      const there = held && lookUp.held?.(held, key, properties);
      if (there !== undefined) return there;
      return loaderFor<Found, Key>(
        lookUp.name,
        properties.join(),
        (keys) => lookUp.find(em, schema, keys, properties, signal),
        JSON.stringify,
      ).load(key);
    },

    async rowsOf(list, property, parentId) {
      type Row = Rows[(typeof list)['table']];
      const there = heldList<Row>(held, list, { property, id: parentId });
      if (there) return there;
      const rows = await loaderFor<RowList<Row>>(`rows/${property}`, list.key, (ids) =>
        listRowsByParent(em, schema, list, { property, ids }, signal),
      ).load(parentId);
      return rows ?? [];
    },

    async countOf(list, property, parentId) {
      const there = heldCount(held, list, { property, id: parentId });
      if (there !== undefined) return there;
      const count = await loaderFor<number>(`count/${property}`, list.key, (ids) =>
        countRowsByParent(em, schema, list, { property, ids }, signal),
      ).load(parentId);
      return count ?? 0;
    },
  };
}
