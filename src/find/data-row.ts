/** A row as PostgreSQL sends it (its documentation, "Message Formats", DataRow), in text format: how the indexes keep rows. */
import { type Column, int32At } from '../rows/row-batch.ts';
import { grown } from './column.ts';

/** A column of a table: texts, integers of 32 bits, or whatever JSON knows. */
export type StoredColumn = Pick<Column, 'name'> & { readonly kind: 'text' | 'integer' | 'other' };

/** The type of a message, its length, and the number of fields (PostgreSQL documentation, "Message Formats", DataRow). */
export const HEADER_BYTES = 7;
const DATA_ROW = 0x44;

/** Writes a row at the end of the bytes that have been used; returns the bytes, which may have moved, and where it ends. */
export function writeRow(
  bytes: Uint8Array<ArrayBuffer>,
  start: number,
  values: readonly unknown[],
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly end: number } {
  const fields = values.map(fieldOf);
  const size = fields.reduce((sum, field) => sum + 4 + (field === null ? 0 : Buffer.byteLength(field)), HEADER_BYTES);
  const room = grown(bytes, start + size);
  const out = Buffer.from(room.buffer, room.byteOffset, room.byteLength);
  let at = out.writeUInt8(DATA_ROW, start);
  at = out.writeInt32BE(size - 1, at);
  at = out.writeInt16BE(fields.length, at);
  for (const field of fields) {
    const length = field === null ? 0 : out.write(field, at + 4);
    out.writeInt32BE(field === null ? -1 : length, at);
    at += 4 + length;
  }
  return { bytes: room, end: at };
}

/** A value as text; null is none. */
function fieldOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The text of a field of the row that begins there; null where it has none. */
export function textOf(bytes: Uint8Array<ArrayBuffer>, start: number, field: number): string | null {
  let at = start + HEADER_BYTES;
  for (let before = 0; before < field; before++) at += 4 + Math.max(0, int32At(bytes, at));
  const length = int32At(bytes, at);
  return length < 0 ? null : Buffer.from(bytes.buffer, bytes.byteOffset + at + 4, length).toString();
}
