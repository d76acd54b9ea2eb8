/** The order of a list, and the place of a row in it: ORDER BY, and what lies after or before a row. */
import { bind } from './conditions.ts';
import { columnOf, type TableName } from './tables.ts';

export type Comparison = 'text' | 'number' | 'decimal';

/** One sort key; `null` sorts first ascending and last descending (contract, section 3). */
export interface Order {
  readonly property: string;
  readonly direction: 'asc' | 'desc';
  /** How values compare: code points, numbers, or decimal text compared as numbers. */
  readonly comparison: Comparison;
}

/** A row's place in an order: its values of the sort keys, and its id. */
export interface Keyset {
  readonly values: readonly (string | number | null)[];
  readonly id: number;
}

// A NULLS clause other than an index's own keeps PostgreSQL from reading the order off that index.
const NEVER_NULL: ReadonlySet<string> = new Set(['id', 'name']);

const BY_NAME: readonly Order[] = [{ property: 'name', direction: 'asc', comparison: 'text' }];

/** Regions and subregions by id, everything else by name in code-point order (contract, section 1). */
export function defaultOrder(table: TableName): readonly Order[] {
  return table === 'regions' || table === 'subregions' ? [] : BY_NAME;
}

/** `ORDER BY` without the keyword; the last tie-break is the id. `reversed` is the same order from its end. */
export function orderSql(table: TableName, orders: readonly Order[], reversed = false): string {
  const terms = orders.map((order) => {
    const ascending = (order.direction === 'asc') !== reversed;
    const nulls = NEVER_NULL.has(order.property) ? '' : ascending ? ' NULLS FIRST' : ' NULLS LAST';
    return `${comparable(table, order)} ${ascending ? 'ASC' : 'DESC'}${nulls}`;
  });
  return [...terms, reversed ? 'id DESC' : 'id'].join(', ');
}

/**
 * The order of rows of one parent where an order begins with the id, which leaves nothing to the keys behind it; undefined for all other
 * orders. The index of the ids is of all rows: where a limit makes it look cheap, PostgreSQL reads it through for each parent in
 * search of theirs, and 250 countries with their first five cities take 4 s. It knows no order by a sum, and sorts the parent's rows: 50 ms.
 */
export function ownIdOrderSql([first]: readonly Order[], reversed = false): string | undefined {
  if (first && first.property !== 'id') return undefined;
  return ((first?.direction ?? 'asc') === 'asc') !== reversed ? 'id + 0' : 'id + 0 DESC';
}

/**
 * The condition that a row lies after a place in the order, or before it: some key differs in that direction and all keys
 * ahead of it are equal. Null is a value of its own here, the least of all.
 */
export function beyondSql(
  table: TableName,
  orders: readonly Order[],
  { place, side }: { readonly place: Keyset; readonly side: 'after' | 'before' },
  params: unknown[],
): string {
  const ids = bind(params, place.id);
  const sign = side === 'after' ? '>' : '<';
  if (orders.every(({ property, direction }) => NEVER_NULL.has(property) && direction === 'asc')) {
    // One row comparison, which an index on the same columns answers.
    const columns = orders.map((order) => comparable(table, order));
    const values = orders.map((order, at) => typed(order, bind(params, place.values[at])));
    return `(${[...columns, 'id'].join(', ')}) ${sign} (${[...values, `${ids}::int`].join(', ')})`;
  }
  const alternatives: string[] = [];
  const equal: string[] = [];
  for (const [at, order] of orders.entries()) {
    const value = place.values[at] ?? null;
    const placeholder = value === null ? undefined : typed(order, bind(params, value));
    const column = comparable(table, order);
    const differs = keyBeyond(column, placeholder, (order.direction === 'asc') === (side === 'after'));
    if (differs) alternatives.push([...equal, differs].join(' AND '));
    equal.push(placeholder === undefined ? `${column} IS NULL` : `${column} = ${placeholder}`);
  }
  alternatives.push([...equal, `id ${sign} ${ids}::int`].join(' AND '));
  return `(${alternatives.map((each) => `(${each})`).join(' OR ')})`;
}

/** A key greater than a value, or less; undefined where no key can be. */
function keyBeyond(column: string, placeholder: string | undefined, greater: boolean): string | undefined {
  if (greater) return placeholder === undefined ? `${column} IS NOT NULL` : `${column} > ${placeholder}`;
  return placeholder === undefined ? undefined : `(${column} < ${placeholder} OR ${column} IS NULL)`;
}

/** A column as it compares. */
function comparable(table: TableName, { property, comparison }: Order): string {
  const column = `"${columnOf(table, property)}"`;
  return comparison === 'text' ? `${column} COLLATE "C"` : comparison === 'decimal' ? `${column}::float8` : column;
}

function typed({ property, comparison }: Order, placeholder: string): string {
  return property === 'id' ? `${placeholder}::int` : `${placeholder}::${comparison === 'text' ? 'text' : 'float8'}`;
}
