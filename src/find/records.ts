/**
 * The rows of a data set by what names them, and in the order of lists: a record or a plain list that is in memory is no statement to
 * the database.
 */
import type { Column, RowBatch } from '../rows/row-batch.ts';
import { NO_PLACE, type Places, type PlaceType } from './places.ts';
import { type Sections, section } from './sections.ts';

/** The parent of a list. */
export interface Parent {
  /** The property of the listed rows that names it. */
  readonly property: string;
  readonly id: string | number;
}

/**
 * Any of these may return undefined: then memory cannot tell, and the database has to be asked; null is the answer that there is no such
 * row. Rows by their names have the properties that were asked for, and no others, and are read when somebody asks for one (`BatchRow`).
 */
export interface Records {
  /** The row of a table with an id; null where none has it. */
  byId(table: string, id: number, properties: readonly string[]): object | null | undefined;
  /** The state of a country, by its id, with this code (without the country's, upper case); of several the one with the lowest id. */
  stateByCode(countryId: number, code: string, properties: readonly string[]): object | null | undefined;
  /** All rows of a table, as they are stored: those with larger populations first. */
  rows(table: string, properties: readonly string[]): RowBatch | undefined;
  /** The rows of a table, or those that belong to a parent, by name in the order of code points and then by id: all, or a part. */
  list(table: string, properties: readonly string[], parent?: Parent, part?: Part): RowBatch | undefined;
  /** How many rows such a list has in all. */
  count(table: string, parent?: Parent): number | undefined;
}

/** The first rows of a list, or its last ones. */
export interface Part {
  readonly limit: number;
  readonly fromEnd: boolean;
}

/** What is kept of a table for it, beside its rows. */
export interface RecordOrder {
  /** Where in the table's rows the row of each of its places stands. */
  readonly rows: Uint32Array;
  /** The places of the table by name, counted from its first. */
  readonly byName: Uint32Array;
}

export interface StoredTable extends RecordOrder {
  readonly batch: RowBatch;
}

/** For rows that are stored in an order of their numbers. */
export function buildRecordOrder(
  rows: readonly { readonly id: number; readonly name: string }[],
  order: readonly number[],
): Sections {
  const stored = new Uint32Array(rows.length);
  for (const [at, row] of order.entries()) stored[row] = at;
  const byId = [...rows.keys()].sort((a, b) => (rows[a]?.id ?? 0) - (rows[b]?.id ?? 0));
  // A text of a character for each byte compares as its bytes do, which is as code points do.
  const names = byId.map((row) => Buffer.from(rows[row]?.name ?? '').toString('latin1'));
  const byName = [...names.keys()].sort((a, b) => compare(names[a] ?? '', names[b] ?? '') || a - b);
  return { rows: Uint32Array.from(byId, (row) => stored[row] ?? 0), byName: Uint32Array.from(byName) };
}

export function openRecordOrder(sections: Sections): RecordOrder {
  return { rows: section(sections, 'rows', Uint32Array), byName: section(sections, 'byName', Uint32Array) };
}

export function openRecords(stored: Readonly<Record<string, StoredTable>>, places: Places): Records {
  const types: readonly (readonly [table: string, type: PlaceType, first: number])[] = [
    ['countries', 'country', 0],
    ['states', 'state', places.firstState],
    ['cities', 'city', places.firstCity],
  ];
  const tables = new Map(
    types.flatMap(([name, type, first]) => {
      const table = stored[name];
      return table ? [[name, openTable(table, places, type, first)] as const] : [];
    }),
  );
  let byCode: ReadonlyMap<string, number> | null | undefined;
  return {
    byId(name, id, properties) {
      const table = tables.get(name);
      const batch = table?.reading(properties);
      const place = table && places.placeOf(table.type, id);
      return place === undefined ? batch && null : batch?.row(table?.rowOf(place) ?? NO_PLACE);
    },
    stateByCode(countryId, code, properties) {
      const table = tables.get('states');
      const batch = table?.reading(properties);
      if (byCode === undefined) byCode = statesByCode(places);
      if (!batch || !byCode || !ASCII.test(code)) return undefined;
      const place = byCode.get(`${places.placeOf('country', countryId)} ${code}`);
      return place === undefined ? null : batch.row(table?.rowOf(place) ?? NO_PLACE);
    },
    rows: (name, properties) => tables.get(name)?.reading(properties),
    list(name, properties, parent, part) {
      const table = tables.get(name);
      const rows = table?.inOrder(parent);
      // A part first: thousands of short lists may be asked for of the longest one.
      return rows && table?.reading(properties)?.picked(part ? partOf(rows, part) : rows);
    },
    count: (name, parent) => tables.get(name)?.inOrder(parent)?.length,
  };
}

function partOf(rows: Uint32Array, { limit, fromEnd }: Part): Uint32Array {
  return fromEnd ? rows.subarray(Math.max(0, rows.length - limit)) : rows.subarray(0, limit);
}

interface Table {
  readonly type: PlaceType;
  /** All rows, of which these properties are read. Undefined where they have not all of them: a migration may have added one since. */
  reading(properties: readonly string[]): RowBatch | undefined;
  rowOf(place: number): number;
  /** The rows of a list in its order. Undefined where rows are not kept by such a parent. */
  inOrder(parent: Parent | undefined): Uint32Array | undefined;
}

function openTable({ batch, rows, byName }: StoredTable, places: Places, type: PlaceType, first: number): Table {
  const names = new Set(batch.columns.map(({ name }) => name));
  // The properties that an operation asks for are the same array each time.
  const read = new WeakMap<readonly string[], RowBatch>();
  const ordered = Uint32Array.from(byName, (place) => rows[place] ?? NO_PLACE);
  const parts = new Map<string, (parent: number) => Uint32Array>();

  /** The parents of each place, by the property that names them. */
  function parentsBy(property: string): { readonly of: Uint32Array; readonly type: PlaceType } | undefined {
    if (property === 'countryId' && type !== 'country') return { of: places.countries, type: 'country' };
    return property === 'stateId' && type === 'city' ? { of: places.states, type: 'state' } : undefined;
  }

  return {
    type,
    rowOf: (place) => rows[place - first] ?? NO_PLACE,
    reading(properties) {
      const known = read.get(properties);
      if (known || !properties.every((property) => names.has(property))) return known;
      const wanted = new Set(properties);
      const columns = batch.columns.map(
        (column): Column => (wanted.has(column.name) ? column : { ...column, kind: 'unread' }),
      );
      const made = batch.withColumns(columns);
      read.set(properties, made);
      return made;
    },
    inOrder(parent) {
      if (!parent) return ordered;
      const parents = parentsBy(parent.property);
      if (!parents || typeof parent.id !== 'number') return undefined;
      const place = places.placeOf(parents.type, parent.id);
      if (place === undefined) return new Uint32Array(0);
      let part = parts.get(parent.property);
      if (!part) {
        part = partsOf(ordered, (at) => parents.of[first + (byName[at] ?? 0)] ?? NO_PLACE, places.size);
        parts.set(parent.property, part);
      }
      return part(place);
    },
  };
}

/** The numbers of each parent, in their order. */
function partsOf(
  numbers: Uint32Array,
  parentAt: (at: number) => number,
  parents: number,
): (parent: number) => Uint32Array {
  const ends = new Uint32Array(parents + 1);
  for (let at = 0; at < numbers.length; at++) ends[parentAt(at)] = (ends[parentAt(at)] ?? 0) + 1;
  for (let parent = 1; parent <= parents; parent++) ends[parent] = (ends[parent] ?? 0) + (ends[parent - 1] ?? 0);
  const parts = new Uint32Array(numbers.length);
  const next = ends.slice();
  for (let at = numbers.length - 1; at >= 0; at--) {
    const parent = parentAt(at);
    if (parent === NO_PLACE) continue;
    next[parent] = (next[parent] ?? 0) - 1;
    parts[next[parent] ?? 0] = numbers[at] ?? 0;
  }
  return (parent) => parts.subarray(parent === 0 ? 0 : ends[parent - 1], ends[parent]);
}

/** Codes with other letters are left to the database: its locale decides what their upper case is. */
const ASCII = /^[ -~]*$/;

/** In the order of ids, so that the first one of a code answers for it. Null where not all codes are ASCII. */
function statesByCode(places: Places): ReadonlyMap<string, number> | null {
  const found = new Map<string, number>();
  for (let place = places.firstState; place < places.firstCity; place++) {
    const code = places.stateCode(place) ?? '';
    if (!ASCII.test(code)) return null;
    const key = `${places.countries[place]} ${code.toUpperCase()}`;
    if (!found.has(key)) found.set(key, place);
  }
  return found;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
