/** Ordered, filtered lists of one table of a data set, whole or in pages. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { bind, type Condition, conditionSql } from './conditions.ts';
import { beyondSql, defaultOrder, type Keyset, type Order, orderSql, ownIdOrderSql } from './ordering.ts';
import { read, readBatch } from './read.ts';
import { columnOf, type Rows, selectList, type TableName } from './tables.ts';
import { RowBatch, type RowList } from '../rows/row-batch.ts';

/** Rows of a whole list that one statement reads. */
const WHOLE_SLICE = 20_000;

export interface Listing {
  readonly table: TableName;
  /** How many rows the table has at most, where that is known. */
  readonly most?: number | undefined;
  readonly properties: readonly string[];
  /** Equality on one property, for example `{ countryId: 233 }`; several are joined by AND. */
  readonly where?: Readonly<Record<string, string | number>>;
  /** Literal, case-insensitive substring of `name` or `native`. */
  readonly contains?: string | undefined;
  /** More conditions, joined by AND. */
  readonly filter?: readonly Condition[];
  readonly orderBy?: readonly Order[];
  readonly limit?: number | undefined;
  /** Only rows after this place in the order. */
  readonly after?: Keyset | undefined;
  /** Only rows before this place in the order. */
  readonly before?: Keyset | undefined;
  /** `limit` counts from the end of the list; the rows come in the order of the list all the same. */
  readonly fromEnd?: boolean;
}

type Filtered = Pick<Listing, 'table' | 'where' | 'contains' | 'filter'>;

/** The parents of many equal lists. */
export interface Parents {
  /** The property of the listed rows that names their parent. */
  readonly property: string;
  readonly ids: readonly (string | number)[];
}

/** The rows of a list, as they came over the wire. One without `limit` is read whole, however many statements that takes. */
export async function listBatch<T extends TableName>(
  em: EntityManager,
  schema: string,
  listing: Listing & { readonly table: T },
  signal?: AbortSignal,
): Promise<RowBatch<Rows[T]>> {
  return listing.limit === undefined ? wholeList(em, schema, listing, signal) : readList(em, schema, listing, signal);
}

/** The rows of a list, with one statement. */
async function readList<T extends TableName>(
  em: EntityManager,
  schema: string,
  listing: Listing & { readonly table: T },
  signal?: AbortSignal,
): Promise<RowBatch<Rows[T]>> {
  const params: unknown[] = [];
  const rows = await readBatch<Rows[T]>(em, selectSql(schema, listing, params), params, signal);
  return listing.fromEnd ? rows.reversed() : rows;
}

/**
 * A whole list. A long one is read as the order of its ids and then its rows a slice at a time: no statement runs long.
 * The rows of a data set never change, so the slices fit together.
 */
async function wholeList<T extends TableName>(
  em: EntityManager,
  schema: string,
  listing: Listing & { readonly table: T },
  signal?: AbortSignal,
): Promise<RowBatch<Rows[T]>> {
  // A limit that cannot be reached makes PostgreSQL's sort dearer by half.
  const { most = Number.POSITIVE_INFINITY } = listing;
  const limit = most <= WHOLE_SLICE ? undefined : WHOLE_SLICE + 1;
  const rows = await readList(em, schema, { ...listing, limit }, signal);
  if (rows.length <= WHOLE_SLICE) return rows;
  const params: unknown[] = [];
  const inOrder = selectSql(schema, { ...listing, properties: ['id'] }, params);
  const ids = await readBatch<{ id: number }>(em, inOrder, params, signal);
  const wanted = listing.fromEnd ? ids.reversed() : ids;
  const columns = selectList(listing.table, [...new Set(['id', ...listing.properties])]);
  const sql = `SELECT ${columns} FROM ${schema}.${listing.table} WHERE id = ANY($1)`;
  const slices: RowBatch<Rows[T]>[] = [];
  for (let start = 0; start < wanted.length; start += WHOLE_SLICE) {
    const slice = wanted.slice(start, start + WHOLE_SLICE).firstIntegers();
    // As PostgreSQL writes a list: the driver takes twenty times as long, with each number by itself.
    slices.push((await readBatch<Rows[T]>(em, sql, [`{${slice.join()}}`], signal)).inOrderOf(slice));
  }
  return RowBatch.joined(slices);
}

/**
 * The same list for many parents in one statement, in the order of `parents.ids`. A lateral join reads each parent's
 * page from the index that begins with the parent: 250 countries with 20 cities each take 3 ms, where numbering all
 * their cities with a window function takes 137 ms.
 */
export async function listRowsByParent<T extends TableName>(
  em: EntityManager,
  schema: string,
  listing: Omit<Listing, 'where'> & { readonly table: T },
  parents: Parents,
  signal?: AbortSignal,
): Promise<RowList<Rows[T]>[]> {
  const [only] = parents.ids;
  if (only !== undefined && parents.ids.length === 1) {
    const own = { ...listing, where: { [parents.property]: only } };
    return [await listBatch(em, schema, own, signal)];
  }
  const params: unknown[] = [];
  const from = parentsSql(parents, params);
  const page = selectSql(schema, listing, params, parents);
  const sql = `SELECT parent.place::int AS "__parent", page.* FROM ${from} CROSS JOIN LATERAL (${page}) AS page`;
  const rows = await readBatch<Rows[T]>(em, sql, params, signal);
  // One run of the lateral part is one parent's rows in their order: no plan can do it other than parent by parent, and
  // nothing above it reorders rows. Numbering them would cost half as much again.
  const lists = parents.ids.map(() => rows.slice(0, 0));
  for (let start = 0, end = 0; start < rows.length; start = end) {
    const place = rows.firstInteger(start);
    while (end < rows.length && rows.firstInteger(end) === place) end += 1;
    lists[place - 1] = rows.slice(start, end);
  }
  return listing.fromEnd ? lists.map((list) => list.reversed()) : lists;
}

/** How many rows a list has in all, whatever page is asked of it. */
export async function countRows(
  em: EntityManager,
  schema: string,
  listing: Filtered,
  signal?: AbortSignal,
): Promise<number> {
  const params: unknown[] = [];
  const where = whereSql(conditions(schema, listing, params));
  const sql = `SELECT count(*)::int AS count FROM ${schema}.${listing.table}${where}`;
  const [row] = await read<{ count: number }>(em, sql, params, signal);
  return row?.count ?? 0;
}

/** The counts of the same list for many parents in one statement, in the order of `parents.ids`. */
export async function countRowsByParent(
  em: EntityManager,
  schema: string,
  listing: Omit<Filtered, 'where'>,
  parents: Parents,
  signal?: AbortSignal,
): Promise<number[]> {
  const params: unknown[] = [];
  const column = `"${columnOf(listing.table, parents.property)}"`;
  const where = [`${column} = ANY(${bind(params, parents.ids)})`, ...conditions(schema, listing, params)];
  const sql = `SELECT ${column} AS parent, count(*)::int AS count FROM ${schema}.${listing.table}${whereSql(where)} GROUP BY 1`;
  const rows = await read<{ parent: string | number; count: number }>(em, sql, params, signal);
  const counts = new Map(rows.map(({ parent, count }) => [parent, count]));
  return parents.ids.map((id) => counts.get(id) ?? 0);
}

function selectSql(schema: string, listing: Listing, params: unknown[], below?: Parents): string {
  const { table, properties, limit, after, before, fromEnd } = listing;
  const orders = listing.orderBy ?? defaultOrder(table);
  const isOfParent = below !== undefined || listing.where !== undefined;
  const order = (isOfParent && ownIdOrderSql(orders, fromEnd)) || orderSql(table, orders, fromEnd);
  const where = conditions(schema, listing, params);
  if (below) where.unshift(`"${columnOf(table, below.property)}" = parent.id`);
  if (after) where.push(beyondSql(table, orders, { place: after, side: 'after' }, params));
  if (before) where.push(beyondSql(table, orders, { place: before, side: 'before' }, params));
  const most = limit === undefined ? '' : ` LIMIT ${bind(params, limit)}`;
  return `SELECT ${selectList(table, properties)} FROM ${schema}.${table}${whereSql(where)} ORDER BY ${order}${most}`;
}

function parentsSql({ ids }: Parents, params: unknown[]): string {
  const type = typeof ids[0] === 'number' ? 'int' : 'text';
  return `unnest(${bind(params, ids)}::${type}[]) WITH ORDINALITY AS parent (id, place)`;
}

function conditions(schema: string, listing: Filtered, params: unknown[]): string[] {
  const { table, where, contains, filter } = listing;
  const all: Condition[] = Object.entries(where ?? {}).map(([property, value]) => ({
    kind: 'in',
    property,
    values: [value],
  }));
  if (contains !== undefined) all.push({ kind: 'contains', text: contains });
  return [...all, ...(filter ?? [])].map((condition) => conditionSql(table, schema, condition, params));
}

function whereSql(all: readonly string[]): string {
  return all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`;
}
