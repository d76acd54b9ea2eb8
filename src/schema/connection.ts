/** The types of a list of records: the connection, its edges, and the arguments that every such list takes. */
import type { Order } from '../db/ordering.ts';
import type { RowList } from '../rows/row-batch.ts';
import { builder, facts } from './builder.ts';
import { encodeCursor } from './cursor.ts';
import { defineFilter } from './filter.ts';
import type { Resource } from './resource.ts';

/** A page of rows, and what is known of the list around it. */
export interface RowPage {
  readonly rows: RowList;
  readonly orders: readonly Order[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly totalCount: () => number | Promise<number>;
}

interface Edge {
  readonly row: object;
  readonly orders: readonly Order[];
}

const Direction = builder.enumType('OrderDirection', {
  description: 'The direction of a sort key.',
  values: {
    ASC: { value: 'asc', description: 'The least first; null is the least of all.' },
    DESC: { value: 'desc', description: 'The greatest first; null comes last.' },
  } as const,
});

const PageInfo = builder.objectRef<RowPage>('PageInfo').implement({
  extensions: facts({ carries: 'records' }),
  description: 'Where a page of a list stands in the list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      description: 'Whether more records follow. With `last`: whether `before` was given.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      description: 'With `last`: whether more records precede. Otherwise whether `after` was given.',
    }),
    startCursor: t.string({
      nullable: true,
      description: 'The cursor of the first record, for `before`; null when the page is empty.',
      resolve: ({ rows, orders }) => cursorOf(rows.at(0), orders),
    }),
    endCursor: t.string({
      nullable: true,
      description: 'The cursor of the last record, for `after`; null when the page is empty.',
      resolve: ({ rows, orders }) => cursorOf(rows.at(-1), orders),
    }),
  }),
});

/** Declares the connection of a resource whose object type is `ref`. */
export function defineConnection<Row extends object>(
  resource: Resource,
  ref: ReturnType<typeof builder.objectRef<Row>>,
) {
  const { name, table } = resource;
  const edge = builder.objectRef<Edge>(`${name}Edge`).implement({
    extensions: facts({ carries: 'records' }),
    description: `A record of a list of ${table}, and its place in the list.`,
    fields: (t) => ({
      cursor: t.string({
        description: 'Opaque text that names the place, for `after` and `before` of a list in the same order.',
        resolve: ({ row, orders }) => encodeCursor(row as Record<string, unknown>, orders),
      }),
      // Rows of this list were read from the resource's table.
      node: t.field({ type: ref, description: 'The record.', resolve: ({ row }) => row as never }),
    }),
  });
  const connection = builder.objectRef<RowPage>(`${name}Connection`).implement({
    extensions: facts({ carries: 'page' }),
    description: `A list of ${table}, a page at a time.`,
    fields: (t) => ({
      nodes: t.field({
        type: [ref],
        description: 'The records of the page.',
        // Rows of this list were read from the resource's table.
        resolve: ({ rows }) => rows as Iterable<Row>,
      }),
      edges: t.field({
        type: [edge],
        description: 'The records of the page, each with its cursor.',
        resolve: ({ rows, orders }) => Array.from(rows, (row) => ({ row, orders })),
      }),
      pageInfo: t.field({ type: PageInfo, description: 'Where the page stands in the list.', resolve: (page) => page }),
      totalCount: t.int({
        description: 'How many records the list has in all, whatever page is asked of it.',
        resolve: ({ totalCount }) => totalCount(),
      }),
    }),
  });
  return { resource, connection, args: listArguments(resource) };
}

function listArguments(resource: Resource) {
  const { name, table } = resource;
  const orderField = builder.enumType(`${name}OrderField`, {
    description: `What lists of ${table} can be ordered by.`,
    values: Object.fromEntries(
      resource.sortable.map(({ wire, property, doc }) => [wire.toUpperCase(), { value: property, description: doc }]),
    ),
  });
  const order = builder.inputType(`${name}Order`, {
    description: `One sort key of a list of ${table}. Earlier keys come first; the last tie-break is the id.`,
    fields: (t) => ({
      field: t.field({ type: orderField, required: true, description: 'What to order by.' }),
      direction: t.field({ type: Direction, required: true, defaultValue: 'asc', description: 'Which way.' }),
    }),
  });
  const filter = defineFilter(resource);
  const byDefault = table === 'regions' || table === 'subregions' ? 'by id' : 'by name, then id';
  return builder.args((t) => ({
    first: t.int({ description: 'How many records at most, from the start; at most 500, and 100 when not given.' }),
    after: t.string({ description: 'Only records after this cursor.' }),
    last: t.int({ description: 'How many records at most, from the end; at most 500. Not together with `first`.' }),
    before: t.string({ description: 'Only records before this cursor.' }),
    search: t.string({
      description:
        'A literal, case-insensitive part of the name or native name, 2 to 100 characters (Supporter and above).',
    }),
    filter: t.field({ type: filter, description: 'What the records have to fulfil.' }),
    orderBy: t.field({
      type: [order],
      description: `Sort keys, at most ${mostKeys(resource)} (Supporter and above). Without them: ${byDefault}.`,
    }),
  }));
}

function cursorOf(row: object | undefined, orders: readonly Order[]): string | null {
  return row ? encodeCursor(row as Record<string, unknown>, orders) : null; // A row is a record of its properties.
}

const MOST_KEYS = 5;

/** How many sort keys a list takes: each of its fields may be one. */
export function mostKeys({ sortable }: Pick<Resource, 'sortable'>): number {
  return Math.max(MOST_KEYS, sortable.length);
}
