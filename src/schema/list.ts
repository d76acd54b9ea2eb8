/** Lists of records as connections: the arguments, the types, and the resolving of one resource's lists. */
import type { GraphQLResolveInfo } from 'graphql';
import { argumentGate, type Gate, type Tier } from '../auth/plans.ts';
import { heldCount, heldList } from '../db/held-rows.ts';
import { countRows, listBatch } from '../db/list.queries.ts';
import { type KeyedListing, listKey } from '../db/loaders.ts';
import { defaultOrder, type Order } from '../db/ordering.ts';
import type { RowList } from '../rows/row-batch.ts';
import { badInput } from './bad-input.ts';
import { facts } from './builder.ts';
import { CITY } from './city.resource.ts';
import { defineConnection, mostKeys, type RowPage } from './connection.ts';
import type { OperationContext } from './context.ts';
import { COUNTRY } from './country.resource.ts';
import { decodeCursor } from './cursor.ts';
import { type FilterValue, filterConditions, filterReads, filtersText } from './filter.ts';
import { type Arguments, type FieldRead, type Needs, neededScopes } from './needs.ts';
import { CityRef, CountryRef, RegionRef, StateRef, SubregionRef } from './refs.ts';
import { REGION } from './region.resource.ts';
import type { Resource } from './resource.ts';
import { searchText } from './search-text.ts';
import { asksFor, selectedColumns } from './selected-columns.ts';
import { STATE } from './state.resource.ts';
import { SUBREGION } from './subregion.resource.ts';

export const COUNTRIES = defineConnection(COUNTRY, CountryRef);
export const STATES = defineConnection(STATE, StateRef);
export const CITIES = defineConnection(CITY, CityRef);
export const REGIONS = defineConnection(REGION, RegionRef);
export const SUBREGIONS = defineConnection(SUBREGION, SubregionRef);

/** The arguments of every list, as resolvers get them. */
export interface ListArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
  readonly search?: string | null | undefined;
  readonly filter?: FilterValue | null | undefined;
  readonly orderBy?: readonly { readonly field: string; readonly direction: string }[] | null | undefined;
}

/** The gates of a list's arguments: searching and ordering are a Supporter's (contract, sections 3 and 4). */
function listGates(args: Arguments): Gate[] {
  const gates: Gate[] = [];
  const isGiven = (name: string) => args[name] !== undefined && args[name] !== null;
  if (isGiven('search')) gates.push(argumentGate('inlineSearch', 'search'));
  if (filtersText(args['filter'])) gates.push(argumentGate('inlineSearch', 'filter.text'));
  if (isGiven('orderBy')) gates.push(argumentGate('fieldsFiltering', 'orderBy'));
  return gates;
}

type List = Pick<typeof COUNTRIES, 'resource'>;

/**
 * Both locks of a list field: the gates of the field itself, those of its arguments, and the tiers of the fields that
 * `filter` and `orderBy` read. `columns` are what the resolver reads of the parent, `tier` is that of the field itself.
 */
export function guardedList(
  { resource }: List,
  gates: readonly Gate[] = [],
  columns: readonly string[] = [],
  tier: Tier = 'basic',
) {
  const needs: Needs = {
    gates: (args) => [...gates, ...listGates(args)],
    reads: (args) => [...filterReads(resource, args['filter']), ...orderReads(resource, args['orderBy'])],
  };
  return {
    extensions: facts({ ...needs, columns, tier }),
    authScopes: (_parent: unknown, args: Arguments) => neededScopes(needs, args, tier),
  };
}

function orderReads(resource: Resource, orderBy: unknown): FieldRead[] {
  if (!Array.isArray(orderBy)) return [];
  const properties = new Set(orderBy.map((order: { field?: unknown } | null) => order?.field));
  return resource.sortable
    .filter(({ property, tier }) => tier !== 'basic' && properties.has(property))
    .map(({ graphql, tier }) => ({ field: `${resource.name}.${graphql}`, tier }));
}

/** What the arguments and the selection of a list amount to: the same for every parent that it is resolved for. */
interface Page {
  readonly listing: KeyedListing & { readonly orderBy: readonly Order[] };
  readonly size: number | undefined;
  readonly wantsRows: boolean;
  readonly wantsCount: boolean;
  /** What it was made with, beside the arguments. */
  readonly madeWith: Pick<OperationContext, 'dataSet' | 'pages'> & { readonly properties: readonly string[] };
}

// Arguments are those of one field in one execution, or in all where no variable is in them.
const known = new WeakMap<ListArgs, Page>();

function pageAsked({ resource }: List, args: ListArgs, context: OperationContext, info: GraphQLResolveInfo): Page {
  const { dataSet, pages } = context;
  const properties = selectedColumns(info, resource.name);
  const before = known.get(args);
  if (before && areSame(before.madeWith, { dataSet, pages, properties })) return before;
  const orderBy = args.orderBy?.length ? ordersOf(resource, args.orderBy) : defaultOrder(resource.table);
  const { size, fromEnd } = pageSize(args, context);
  const paged = asksFor(info, 'pageInfo');
  const edges = asksFor(info, 'edges');
  const listing = {
    table: resource.table,
    most: dataSet.rowCounts[resource.table],
    properties: paged || edges ? [...new Set([...properties, ...orderBy.map(({ property }) => property)])] : properties,
    contains: searchText(args.search, 'search'),
    filter: args.filter ? filterConditions(resource, args.filter, dataSet) : [],
    orderBy,
    after: place(args.after, orderBy, 'after'),
    before: place(args.before, orderBy, 'before'),
    fromEnd,
    // One more row tells whether there is another page.
    limit: size === undefined ? undefined : size + (paged ? 1 : 0),
  };
  const asked: Page = {
    listing: { ...listing, key: listKey(listing) },
    size,
    wantsRows: listing.limit !== 0 && (paged || edges || asksFor(info, 'nodes')),
    wantsCount: asksFor(info, 'totalCount'),
    madeWith: { dataSet, pages, properties },
  };
  known.set(args, asked);
  return asked;
}

function areSame(a: Page['madeWith'], b: Page['madeWith']): boolean {
  return a.dataSet === b.dataSet && a.pages === b.pages && a.properties === b.properties;
}

/** Resolves a list of the whole table. */
export async function resolveList(list: List, args: ListArgs, context: OperationContext, info: GraphQLResolveInfo) {
  const asked = pageAsked(list, args, context, info);
  const { em, dataSet, held, signal } = context;
  const { listing } = asked;
  const read = () => heldList(held, listing) ?? listBatch(em, dataSet.schema, listing, signal);
  const count = async () => heldCount(held, listing) ?? countRows(em, dataSet.schema, listing, signal);
  return page(asked, asked.wantsRows ? await read() : [], count);
}

/** Resolves the list of the rows that belong to one parent; equal lists of many parents are one statement. */
export async function resolveListOf(
  list: List,
  parent: { readonly property: string; readonly id: number | string },
  args: ListArgs,
  context: OperationContext,
  info: GraphQLResolveInfo,
) {
  const asked = pageAsked(list, args, context, info);
  const rows = asked.wantsRows ? await context.loaders.rowsOf(asked.listing, parent.property, parent.id) : [];
  return page(asked, rows, () => context.loaders.countOf(asked.listing, parent.property, parent.id));
}

function page({ listing, size }: Page, rows: RowList, totalCount: () => Promise<number>): RowPage {
  const more = size !== undefined && rows.length > size;
  const shown = more ? (listing.fromEnd ? rows.slice(1, rows.length) : rows.slice(0, size)) : rows;
  return {
    rows: shown,
    orders: listing.orderBy,
    hasNextPage: listing.fromEnd ? listing.before !== undefined : more,
    hasPreviousPage: listing.fromEnd ? more : listing.after !== undefined,
    totalCount,
  };
}

function place(cursor: string | null | undefined, orders: readonly Order[], argument: string) {
  return cursor === null || cursor === undefined ? undefined : decodeCursor(cursor, orders, argument);
}

function ordersOf(resource: Resource, orderBy: NonNullable<ListArgs['orderBy']>): Order[] {
  const most = mostKeys(resource);
  if (orderBy.length > most) throw badInput(`orderBy must have at most ${most} keys`);
  return orderBy.map(({ field, direction }) => {
    const spec = resource.sortable.find(({ property }) => property === field);
    if (!spec) throw badInput(`${resource.table} cannot be ordered by ${field}`);
    return { property: field, direction: direction === 'desc' ? 'desc' : 'asc', comparison: spec.comparison };
  });
}

function pageSize({ first, last }: ListArgs, { pages }: OperationContext) {
  const given = (value: number | null | undefined, name: string) => {
    if (value === null || value === undefined) return undefined;
    if (value < 0 || value > pages.max) throw badInput(`${name} must be from 0 to ${pages.max}`);
    return value;
  };
  const head = given(first, 'first');
  const tail = given(last, 'last');
  if (head !== undefined && tail !== undefined) throw badInput('first and last do not go together');
  return { size: head ?? tail ?? pages.default, fromEnd: tail !== undefined };
}
