/** A resource: the one table that says what a record's fields are, and everything that derives from it. */
import { type Tier, tierIncludes } from '../auth/plans.ts';
import type { ColumnType } from '../db/column.ts';
import type { Comparison } from '../db/ordering.ts';
import { type FieldProperty, type TableName, tableColumn } from '../db/tables.ts';

/** What a resource says of a field; name and type are the column's. */
export interface FieldSpec {
  /** The lowest tier that sees the field (specification, "Resources and their fields"). */
  readonly tier: Tier;
  /** Name in GraphQL where it differs from the property. */
  readonly graphql?: string;
  /** Said where the contract lets a field be null though its column never is. */
  readonly nullable?: true;
  readonly doc: string;
}

export interface ResourceField extends FieldSpec {
  readonly property: string;
  readonly type: 'Int' | 'Float' | 'String';
  readonly graphql: string;
  /** Name in REST bodies and in `fields` and `sort`: the source's. */
  readonly wire: string;
}

export type SortableField = ResourceField & { readonly comparison: Comparison };

/**
 * How lists can be filtered by a property:
 * `ids` one of these ids · `codes` one of these codes in any case · `numericCodes` likewise, leading zeros or not ·
 * `texts` exactly one of these texts · `range` between two bounds · `present` has a value or has none · `country` the
 * country with one of these codes · `region` a country in one of these regions.
 */
export type FilterKind = 'ids' | 'codes' | 'numericCodes' | 'texts' | 'range' | 'present' | 'country' | 'region';

export interface Filter {
  readonly kind: FilterKind;
  /** What it reads; its tier is what the filter needs. */
  readonly field: ResourceField;
  /** Name in the filter input. */
  readonly argument: string;
}

export interface Resource {
  /** Name of the GraphQL type. */
  readonly name: string;
  /** Plural used in error texts, which is also the table's name. */
  readonly table: TableName;
  /** Every field in the order of the specification's table. */
  readonly fields: readonly ResourceField[];
  readonly byWire: ReadonlyMap<string, ResourceField>;
  /** The fields that can be sorted by, in the order in which the contract lists them. */
  readonly sortable: readonly SortableField[];
  /** What lists can be filtered by, beside their text. */
  readonly filters: readonly Filter[];
}

const FIELD_TYPES: Readonly<Partial<Record<ColumnType, ResourceField['type']>>> = {
  integer: 'Int',
  'double precision': 'Float',
};

/**
 * Declares a resource. Every column of the table that comes from the source must be there: one without a tier does not
 * compile. The order of the keys is the order of REST bodies.
 */
export function defineResource<Table extends TableName>(spec: {
  readonly name: string;
  readonly table: Table;
  /** What can be sorted by and how it compares, in the order of the contract, section 3. */
  readonly sortable: { readonly [Property in FieldProperty<Table>]?: Comparison };
  /** What lists can be filtered by, and how. */
  readonly filters: readonly (readonly [property: FieldProperty<Table>, kind: FilterKind])[];
  readonly fields: { readonly [Property in FieldProperty<Table>]: FieldSpec };
}): Resource {
  const fields = Object.entries<FieldSpec>(spec.fields).map(([property, field]) =>
    resourceField(spec.table, property, field),
  );
  return Object.freeze({
    name: spec.name,
    table: spec.table,
    fields: Object.freeze(fields),
    byWire: new Map(fields.map((field) => [field.wire, field])),
    sortable: Object.freeze(sortableOf(spec.sortable, fields)),
    filters: Object.freeze(filtersOf(spec.filters, fields)),
  });
}

function resourceField(table: TableName, property: string, field: FieldSpec): ResourceField {
  const { type, nullable, source } = tableColumn(table, property);
  return Object.freeze({
    graphql: property,
    ...field,
    ...(nullable ? { nullable } : {}),
    property,
    wire: source,
    type: FIELD_TYPES[type] ?? 'String',
  });
}

function filtersOf(filters: readonly (readonly [string, FilterKind])[], fields: readonly ResourceField[]): Filter[] {
  return filters.flatMap(([property, kind]) =>
    fields
      .filter((field) => field.property === property)
      .map((field) => Object.freeze({ kind, field, argument: filterArgument(field.graphql, kind) })),
  );
}

function filterArgument(name: string, kind: FilterKind): string {
  if (kind === 'present') return `has${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return kind === 'country' ? 'country' : kind === 'region' ? 'region' : name;
}

function sortableOf(
  sortable: Readonly<Record<string, Comparison | undefined>>,
  fields: readonly ResourceField[],
): SortableField[] {
  return Object.entries(sortable).flatMap(([property, comparison]) =>
    fields
      .filter((field) => comparison && field.property === property)
      .map((field) => ({ ...field, comparison: comparison ?? 'text' })),
  );
}

/**
 * The selection of a resource's fields under their wire names, each above Basic behind `@include(if: $coordinates)` or
 * `@include(if: $full)`: what a caller may not see is never selected.
 */
export function tiered(resource: Resource): string {
  return resource.fields
    .map(({ wire, graphql, tier }) => {
      const name = wire === graphql ? wire : `${wire}: ${graphql}`;
      return tier === 'basic' ? name : `${name} @include(if: $${tier})`;
    })
    .join(' ');
}

/** The values of `$coordinates` and `$full` for a tier. */
export function tierVariables(tier: Tier): { coordinates: boolean; full: boolean } {
  return { coordinates: tierIncludes(tier, 'coordinates'), full: tierIncludes(tier, 'full') };
}
