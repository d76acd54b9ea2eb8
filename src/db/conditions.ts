/** What rows of a table have to fulfil, as values; and the SQL that says so. */
import { containsPattern } from './contains.ts';
import { columnOf, type TableName } from './tables.ts';

/** One condition on a row; several are joined by AND. */
export type Condition =
  /** The property is one of the values. */
  | { readonly kind: 'in'; readonly property: string; readonly values: readonly (string | number)[] }
  /** The property lies between two bounds, both inclusive; a row without a value does not. */
  | {
      readonly kind: 'range';
      readonly property: string;
      readonly min: number | undefined;
      readonly max: number | undefined;
    }
  /** The property has a value, or has none. */
  | { readonly kind: 'present'; readonly property: string; readonly present: boolean }
  /** The property holds the id of a country that lies in one of these regions. */
  | { readonly kind: 'countryInRegion'; readonly property: string; readonly regionIds: readonly number[] }
  /** Literal, case-insensitive substring of `name` or `native`. */
  | { readonly kind: 'contains'; readonly text: string };

/** The tables whose rows have a `native` name. */
const HAS_NATIVE: ReadonlySet<TableName> = new Set(['countries', 'states', 'cities']);

/** Adds a parameter; returns its placeholder. */
export function bind(params: unknown[], value: unknown): string {
  params.push(value);
  return `$${params.length}`;
}

/** The SQL of a condition on the rows of `table`; values go to `params`. */
export function conditionSql(table: TableName, schema: string, condition: Condition, params: unknown[]): string {
  if (condition.kind === 'contains') {
    const pattern = bind(params, containsPattern(condition.text));
    // A native name equal to the name adds nothing, and the trigram index leaves it out.
    return HAS_NATIVE.has(table)
      ? `(name ILIKE ${pattern} OR (native <> name AND native ILIKE ${pattern}))`
      : `name ILIKE ${pattern}`;
  }
  const column = `"${columnOf(table, condition.property)}"`;
  switch (condition.kind) {
    case 'in': {
      const [only] = condition.values;
      return condition.values.length === 1
        ? `${column} = ${bind(params, only)}`
        : `${column} = ANY(${bind(params, condition.values)})`;
    }
    case 'range':
      return rangeSql(column, condition, params);
    case 'present':
      return `${column} IS ${condition.present ? 'NOT NULL' : 'NULL'}`;
    case 'countryInRegion': {
      const regions = bind(params, condition.regionIds);
      return `${column} IN (SELECT id FROM ${schema}.countries WHERE region_id = ANY(${regions}))`;
    }
  }
}

function rangeSql(
  column: string,
  { min, max }: { readonly min: number | undefined; readonly max: number | undefined },
  params: unknown[],
): string {
  const bounds = [
    min === undefined ? undefined : `${column} >= ${bind(params, min)}::float8`,
    max === undefined ? undefined : `${column} <= ${bind(params, max)}::float8`,
  ].filter((bound) => bound !== undefined);
  return bounds.length === 0 ? `${column} IS NOT NULL` : bounds.join(' AND ');
}
