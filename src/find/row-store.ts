/** The rows of one table in memory, whole, in a fixed order: what a found place is answered from without asking the database. */
import type { PackedRows } from './packed-rows.ts';
import { type Sections, section } from './sections.ts';

export interface RowStore {
  readonly length: number;
  /** The row at a place as an object of all its properties; throws RangeError where there is none. */
  row(place: number): Readonly<Record<string, unknown>>;
}

/**
 * The rows in an order of their numbers. Each is kept as the JSON of its values, UTF-8, one behind the other: objects of 153,000 cities
 * would take several times the room.
 */
export function buildRowStore(rows: PackedRows, order: readonly number[]): Sections {
  const ends = new Uint32Array(order.length);
  let end = 0;
  for (const [place, row] of order.entries()) {
    end += rows.bytes(row).length;
    ends[place] = end;
  }
  const values = new Uint8Array(end);
  for (const [place, row] of order.entries()) values.set(rows.bytes(row), place === 0 ? 0 : ends[place - 1]);
  return { properties: Buffer.from(JSON.stringify(rows.properties)), ends, values };
}

export function openRowStore(sections: Sections): RowStore {
  const properties = JSON.parse(Buffer.from(section(sections, 'properties', Uint8Array)).toString()) as string[];
  const ends = section(sections, 'ends', Uint32Array);
  const stored = section(sections, 'values', Uint8Array);
  const values = Buffer.from(stored.buffer, stored.byteOffset, stored.length);
  // With its properties from the start: to add them one by one to each row takes longer than to read it.
  const empty: Readonly<Record<string, unknown>> = Object.fromEntries(properties.map((property) => [property, null]));
  return {
    length: ends.length,
    row(place) {
      const end = ends[place];
      if (end === undefined) throw new RangeError(`there is no row at place ${place}`);
      const text = values.toString('utf8', place === 0 ? 0 : ends[place - 1], end);
      const read = JSON.parse(text) as unknown[];
      const row = { ...empty };
      for (let at = 0; at < properties.length; at++) row[properties[at] as string] = read[at]; // In bounds.
      return row;
    },
  };
}
