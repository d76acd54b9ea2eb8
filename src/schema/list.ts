/** Lists of records: the arguments, the connection type and the resolving of one resource's lists. */
import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { type Gate, gate } from '../auth/plans.ts';
import type { RowPage } from '../db/list.queries.ts';
import { countRows, type Listing, listRows, type Order } from '../db/list.queries.ts';
import { builder } from './builder.ts';
import { CITY } from './city.resource.ts';
import type { OperationContext } from './context.ts';
import { COUNTRY } from './country.resource.ts';
import { paced } from './paced.ts';
import { CityRef, CountryRef, RegionRef, StateRef, SubregionRef } from './refs.ts';
import { REGION } from './region.resource.ts';
import type { Resource } from './resource.ts';
import { asksFor, selectedColumns } from './selection.ts';
import { STATE } from './state.resource.ts';
import { SUBREGION } from './subregion.resource.ts';

/** The arguments of every list, as resolvers get them. */
export interface ListArgs {
  readonly search?: string | null | undefined;
  readonly orderBy?: readonly { readonly field: string; readonly direction: string }[] | null | undefined;
  readonly first?: number | null | undefined;
}

const Direction = builder.enumType('OrderDirection', {
  description: '`ASC` puts null first, `DESC` last.',
  values: { ASC: { value: 'asc' }, DESC: { value: 'desc' } } as const,
});

export const COUNTRIES = defineList(COUNTRY, CountryRef);
export const STATES = defineList(STATE, StateRef);
export const CITIES = defineList(CITY, CityRef);
export const REGIONS = defineList(REGION, RegionRef);
export const SUBREGIONS = defineList(SUBREGION, SubregionRef);

/** The gates of a list's arguments: searching and ordering are a Supporter's (contract, sections 3 and 4). */
export function listGates(args: Readonly<Record<string, unknown>>): Gate[] {
  const gates: Gate[] = [];
  if (args['search'] !== undefined && args['search'] !== null) gates.push(gate('inlineSearch'));
  if (args['orderBy'] !== undefined && args['orderBy'] !== null) gates.push(gate('fieldsFiltering'));
  return gates;
}

type List = typeof COUNTRIES;

/** Resolves a list of the whole table. */
export async function resolveList(list: List, args: ListArgs, context: OperationContext, info: GraphQLResolveInfo) {
  const { em, dataSet, signal } = context;
  const listing = listingOf(list.resource, args, context, info);
  const rows = info && asksFor(info, 'nodes') ? await listRows(em, dataSet.schema, listing, signal) : [];
  return { rows, totalCount: () => countRows(em, dataSet.schema, listing, signal) };
}

/** Resolves the list of the rows that belong to one parent; equal lists of many parents are one statement. */
export async function resolveListOf(
  list: List,
  parent: { readonly property: string; readonly id: number },
  args: ListArgs,
  context: OperationContext,
  info: GraphQLResolveInfo,
) {
  const { table, ...listing } = listingOf(list.resource, args, context, info);
  const page: RowPage<object> = await context.loaders.rowsOf(table, parent.property, parent.id, {
    ...listing,
    counted: asksFor(info, 'totalCount'),
  });
  return { rows: page.rows, totalCount: () => page.totalCount };
}

function listingOf(resource: Resource, args: ListArgs, context: OperationContext, info: GraphQLResolveInfo): Listing {
  return {
    table: resource.table,
    properties: selectedColumns(info, resource.name),
    contains: searchText(args.search),
    ...(args.orderBy ? { orderBy: args.orderBy.map((order) => orderOf(resource, order)) } : {}),
    limit: pageSize(args.first, context),
  };
}

function orderOf(resource: Resource, { field, direction }: { field: string; direction: string }): Order {
  const spec = resource.sortable.find(({ property }) => property === field);
  if (!spec) throw badInput(`${resource.table} cannot be ordered by ${field}`);
  return { property: field, direction: direction === 'desc' ? 'desc' : 'asc', comparison: spec.comparison };
}

function searchText(search: string | null | undefined): string | undefined {
  if (search === null || search === undefined) return undefined;
  const text = search.trim().normalize('NFC');
  const length = [...text].length;
  if (length < 2 || length > 100) throw badInput('search must be 2 to 100 characters');
  if (text.includes('\0')) throw badInput('search must not contain NUL');
  return text;
}

function pageSize(first: number | null | undefined, { pages }: OperationContext): number | undefined {
  if (first === null || first === undefined) return pages.default;
  if (first < 0 || first > pages.max) throw badInput(`first must be from 0 to ${pages.max}`);
  return first;
}

export function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}

function defineList<Row extends object>(resource: Resource, ref: ReturnType<typeof builder.objectRef<Row>>) {
  const orderField = builder.enumType(`${resource.name}OrderField`, {
    description: `What lists of ${resource.table} can be ordered by.`,
    values: Object.fromEntries(
      resource.sortable.map(({ wire, property, doc }) => [wire.toUpperCase(), { value: property, description: doc }]),
    ),
  });
  const order = builder.inputType(`${resource.name}Order`, {
    description: `One sort key of a list of ${resource.table}. Earlier keys come first; the last tie-break is the id.`,
    fields: (t) => ({
      field: t.field({ type: orderField, required: true }),
      direction: t.field({ type: Direction, required: true, defaultValue: 'asc' }),
    }),
  });
  const connection = builder.objectRef<RowPageSource>(`${resource.name}Connection`).implement({
    description: `A list of ${resource.table}.`,
    fields: (t) => ({
      nodes: t.field({
        type: [ref],
        description: 'The records.',
        // Items may be promises; Pothos's types know a promise of the whole list only.
        resolve: ({ rows }) => paced(rows) as never,
      }),
      totalCount: t.int({
        description: 'How many there are in all, whatever `first` says.',
        resolve: ({ totalCount }) => totalCount(),
      }),
    }),
  });
  const args = builder.args((t) => ({
    search: t.string({
      description: 'A literal, case-insensitive part of the name or native name, 2 to 100 characters.',
    }),
    orderBy: t.field({ type: [order], description: 'Sort keys. Without them: by name, then id.' }),
    first: t.int({ description: 'How many records at most.' }),
  }));
  return { resource, connection, args };
}

interface RowPageSource {
  readonly rows: readonly object[];
  readonly totalCount: () => number | Promise<number>;
}
