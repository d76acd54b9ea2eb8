/** Ordered, filtered lists of one table of a data set. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { containsPattern } from './contains.ts';
import { read } from './read.ts';
import { columnOf, type Rows, selectList, type TableName } from './tables.ts';

export type Comparison = 'text' | 'number' | 'decimal';

/** One sort key; `null` sorts first ascending and last descending (contract, section 3). */
export interface Order {
  readonly property: string;
  readonly direction: 'asc' | 'desc';
  /** How values compare: code points, numbers, or decimal text compared as numbers. */
  readonly comparison: Comparison;
}

export interface Listing {
  readonly table: TableName;
  readonly properties: readonly string[];
  /** Equality on one property, for example `{ countryId: 233 }`; several are joined by AND. */
  readonly where?: Readonly<Record<string, string | number>>;
  /** Literal, case-insensitive substring of `name` or `native`. */
  readonly contains?: string | undefined;
  readonly orderBy?: readonly Order[];
  readonly limit?: number | undefined;
  /** Whether the total of a list below a parent is wanted as well. */
  readonly counted?: boolean;
}

const HAS_NATIVE: ReadonlySet<TableName> = new Set(['countries', 'states', 'cities']);

// A NULLS clause other than an index's own keeps PostgreSQL from reading the order off that index.
const NEVER_NULL: ReadonlySet<string> = new Set(['id', 'name']);

/** Regions and subregions by id, everything else by name in code-point order (contract, section 1). */
export function defaultOrder(table: TableName): readonly Order[] {
  return table === 'regions' || table === 'subregions'
    ? []
    : [{ property: 'name', direction: 'asc', comparison: 'text' }];
}

export function listRows<T extends TableName>(
  em: EntityManager,
  schema: string,
  listing: Listing & { readonly table: T },
  signal?: AbortSignal,
): Promise<Rows[T][]> {
  const params: unknown[] = [];
  const where = conditions(listing, params);
  const limit = listing.limit === undefined ? '' : ` LIMIT ${bind(params, listing.limit)}`;
  const sql = `SELECT ${selectList(listing.table, listing.properties)} FROM ${schema}.${listing.table}${where} ORDER BY ${orderTerms(listing)}${limit}`;
  return read(em, sql, params, signal);
}

/** A page of rows, and how many there are in all. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly totalCount: number;
}

/**
 * The same list for many parents in one statement, in the order of `parentIds`: a window function numbers the rows
 * within each parent, so a limit holds for each and nothing beyond it is read into the service.
 */
export async function listRowsByParent<T extends TableName>(
  em: EntityManager,
  schema: string,
  listing: Omit<Listing, 'where'> & {
    readonly table: T;
    readonly parentProperty: string;
    readonly parentIds: readonly (string | number)[];
  },
  signal?: AbortSignal,
): Promise<RowPage<Rows[T]>[]> {
  const { parentProperty, parentIds } = listing;
  const [only] = parentIds;
  if (only !== undefined && parentIds.length === 1) {
    const one = { ...listing, where: { [parentProperty]: only } };
    const rows = await listRows(em, schema, one, signal);
    return [{ rows, totalCount: listing.counted ? await countRows(em, schema, one, signal) : rows.length }];
  }
  const params: unknown[] = [];
  const sql = numberedByParent(schema, listing, params);
  const rows = await read<Rows[T] & { __parent: number; __total: number }>(em, sql, params, signal);
  const byParent = Map.groupBy(rows, (row) => row.__parent);
  return parentIds.map((id) => {
    const own = byParent.get(Number(id)) ?? [];
    return { rows: own, totalCount: own[0]?.__total ?? 0 };
  });
}

function numberedByParent(
  schema: string,
  listing: Omit<Listing, 'where'> & {
    readonly parentProperty: string;
    readonly parentIds: readonly (string | number)[];
  },
  params: unknown[],
): string {
  const { table, limit } = listing;
  const parent = `"${columnOf(table, listing.parentProperty)}"`;
  const where = conditions(listing, params, [`${parent} = ANY(${bind(params, listing.parentIds)})`]);
  const within = limit === undefined ? '' : ` WHERE "__n" <= ${bind(params, limit)}`;
  return `SELECT ${selectList(table, listing.properties)}, ${parent} AS "__parent", "__total"
    FROM (SELECT *, row_number() OVER (PARTITION BY ${parent} ORDER BY ${orderTerms(listing)}) AS "__n",
                 count(*) OVER (PARTITION BY ${parent})::int AS "__total"
            FROM ${schema}.${table}${where}) AS numbered${within} ORDER BY "__parent", "__n"`;
}

export async function countRows(
  em: EntityManager,
  schema: string,
  listing: Pick<Listing, 'table' | 'where' | 'contains'>,
  signal?: AbortSignal,
): Promise<number> {
  const params: unknown[] = [];
  const sql = `SELECT count(*)::int AS count FROM ${schema}.${listing.table}${conditions(listing, params)}`;
  const [row] = await read<{ count: number }>(em, sql, params, signal);
  return row?.count ?? 0;
}

function conditions(
  { table, where, contains }: Pick<Listing, 'table' | 'where' | 'contains'>,
  params: unknown[],
  others: readonly string[] = [],
): string {
  const all = [...others];
  for (const [property, value] of Object.entries(where ?? {})) {
    all.push(`"${columnOf(table, property)}" = ${bind(params, value)}`);
  }
  if (contains !== undefined) {
    const pattern = bind(params, containsPattern(contains));
    all.push(HAS_NATIVE.has(table) ? `(name ILIKE ${pattern} OR native ILIKE ${pattern})` : `name ILIKE ${pattern}`);
  }
  return all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`;
}

function orderTerms({ table, orderBy }: Pick<Listing, 'table' | 'orderBy'>): string {
  const terms = (orderBy ?? defaultOrder(table)).map(({ property, direction, comparison }) => {
    const column = `"${columnOf(table, property)}"`;
    const value =
      comparison === 'text' ? `${column} COLLATE "C"` : comparison === 'decimal' ? `${column}::float8` : column;
    if (NEVER_NULL.has(property)) return `${value} ${direction}`;
    return `${value} ${direction === 'asc' ? 'ASC NULLS FIRST' : 'DESC NULLS LAST'}`;
  });
  return [...terms, 'id'].join(', ');
}

function bind(params: unknown[], value: unknown): string {
  params.push(value);
  return `$${params.length}`;
}
