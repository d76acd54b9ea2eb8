/** Rows of a data set that are in memory: what is asked of them first, and where they say nothing of the database. */
import type { Listing } from './list.queries.ts';
import type { RowBatch } from '../rows/row-batch.ts';

export interface Parent {
  /** The property of the listed rows that names their parent. */
  readonly property: string;
  readonly id: string | number;
}

/** The first rows of a list, or its last ones. */
interface Part {
  readonly limit: number;
  readonly fromEnd: boolean;
}

/** What is in memory of a data set. Any of these may be undefined: then memory cannot tell, and the database is asked. */
export interface HeldRows {
  /** The row of a table with an id, with these properties; null where none has it. */
  byId(table: string, id: number, properties: readonly string[]): object | null | undefined;
  /** The state that `STATE_BY_CODE` finds. */
  stateByCode(countryId: number, code: string, properties: readonly string[]): object | null | undefined;
  /** The rows of a table, or those that belong to a parent, by name in the order of code points and then by id: all, or a part. */
  list(table: string, properties: readonly string[], parent?: Parent, part?: Part): RowBatch | undefined;
  /** How many rows such a list has in all. */
  count(table: string, parent?: Parent): number | undefined;
}

type Held = HeldRows | undefined;

/** The rows of a list that nothing is asked of but to be whole, or to have a first or a last part. */
export function heldList<Row extends object>(held: Held, listing: Listing, parent?: Parent): RowBatch<Row> | undefined {
  const { table, properties, orderBy, after, before, limit, fromEnd = false } = listing;
  if (!held || after || before || !isWhole(listing)) return undefined;
  if (orderBy && !isByName(orderBy)) return undefined;
  const part = limit === undefined ? undefined : { limit, fromEnd };
  return held.list(table, properties, parent, part) as RowBatch<Row> | undefined; // As the importer stores them.
}

/** How many rows such a list has in all. */
export function heldCount(held: Held, listing: Listing, parent?: Parent): number | undefined {
  return isWhole(listing) ? held?.count(listing.table, parent) : undefined;
}

function isWhole({ where, contains, filter }: Listing): boolean {
  return where === undefined && contains === undefined && (filter === undefined || filter.length === 0);
}

function isByName(orderBy: NonNullable<Listing['orderBy']>): boolean {
  const [only, more] = orderBy;
  return more === undefined && only?.property === 'name' && only.direction === 'asc' && only.comparison === 'text';
}
