/**
 * The rows of one table in memory, whole, in a fixed order: what records, lists and found places are answered from without asking the
 * database. They are kept as it would send them, so that whatever reads its rows reads these.
 */
import { type Column, RowBatch } from '../rows/row-batch.ts';
import { HEADER_BYTES, type StoredColumn } from './data-row.ts';
import type { PackedRows } from './packed-rows.ts';
import { type Sections, section } from './sections.ts';

const MOST_BYTES = 0x7fff_ffff;

/** The rows in an order of their numbers. */
export function buildRowStore(rows: PackedRows, order: readonly number[]): Sections {
  const places = new Int32Array(2 * order.length);
  let size = 0;
  for (const [place, row] of order.entries()) {
    places[2 * place + 1] = size + HEADER_BYTES;
    size += rows.bytes(row).length;
  }
  if (size > MOST_BYTES) {
    throw new RangeError(`they would take ${Math.ceil(size / 2 ** 20)} MiB for one table, and can take 2047 at most`);
  }
  const values = new Uint8Array(size);
  for (const [place, row] of order.entries()) values.set(rows.bytes(row), (places[2 * place + 1] ?? 0) - HEADER_BYTES);
  return { columns: Buffer.from(JSON.stringify(rows.columns)), places, values };
}

/** Opens what {@link buildRowStore} made, without copying. */
export function openRowStore(sections: Sections): RowBatch {
  const stored = JSON.parse(Buffer.from(section(sections, 'columns', Uint8Array)).toString()) as StoredColumn[];
  const columns = stored.map(({ name, kind }): Column => ({ name, kind, parse: JSON.parse }));
  const values = section(sections, 'values', Uint8Array);
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.length);
  return new RowBatch(columns, [bytes], section(sections, 'places', Int32Array));
}
