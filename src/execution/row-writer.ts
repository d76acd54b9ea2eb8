/** Writes rows as JSON straight from the bytes of the wire: no text, no object and no number is made on the way. */
import { type Column, int32At, type RowBatch } from '../rows/row-batch.ts';
import type { JsonOutput } from './json-output.ts';
import type { SelectedField, Selection } from './selection.ts';

/** How a field of the result is written. */
interface Writer {
  /** What stands before the value: a comma where one is due, the key, and the opening quote of a text. */
  readonly before: Buffer;
  /** The same for null. */
  readonly beforeNull: Buffer;
  /** The place of the column; -1 for a value that is part of `before`. */
  readonly column: number;
  readonly isText: boolean;
  readonly isNullable: boolean;
}

interface Writers {
  readonly columns: readonly Column[];
  /** Undefined when a field is written in another way than PostgreSQL does it. */
  readonly writers: readonly Writer[] | undefined;
  /** For each column of the batch, how many fields of the result are copies of it. */
  readonly copies: Uint32Array;
  /** The same for those that are texts, in which JSON may escape some. */
  readonly textCopies: Uint32Array;
  /** For each column, 1 where null may not be. */
  readonly required: Uint8Array;
  /** Bytes of a row that are not its values. */
  readonly overhead: number;
  /** Where the fields of the row at hand begin, and how long they are. */
  readonly places: Int32Array;
  readonly lengths: Int32Array;
}

const known = new WeakMap<Selection, Writers>();

/** True when no field of the rows is written in another way than PostgreSQL does it, but for escapes. */
export function isCopyable(selection: Selection, batch: RowBatch): boolean {
  return writersOf(selection, batch.columns).writers !== undefined;
}

/**
 * The bytes that {@link writeRows} takes for the rows from `start` up to `end`, about: the escapes are counted in the first few of
 * them only. Undefined when null is where none may be: such rows are not copied.
 */
export function roomFor(
  selection: Selection,
  batch: RowBatch,
  start: number,
  end: number,
  counted = SAMPLE,
): number | undefined {
  const { copies, textCopies, required, overhead } = writersOf(selection, batch.columns);
  let room = (end - start) * overhead;
  let escapes = 0;
  for (let row = start; row < end; row++) {
    const bytes = batch.chunkOf(row);
    let place = batch.startOf(row);
    for (let column = 0; column < copies.length; column++) {
      const length = int32At(bytes, place);
      place += 4;
      if (length < 0) {
        if (required[column] === 1) return undefined;
        continue;
      }
      room += (copies[column] as number) * length; // In bounds, as is the next one.
      const texts = textCopies[column] as number;
      if (texts > 0 && row < start + counted) escapes += texts * escapesIn(bytes, place, place + length);
      place += length;
    }
  }
  return room + Math.ceil((escapes * SPARE * (end - start)) / Math.max(1, Math.min(counted, end - start)));
}

/** Rows whose escapes are counted; the others have as many, and a few more. */
const SAMPLE = 16;
const SPARE = 1.1;

/** How many bytes the escapes of a text add to it. */
function escapesIn(bytes: Uint8Array, start: number, end: number): number {
  let more = 0;
  for (let at = start; at < end; at++) more += MORE[bytes[at] as number] as number; // In bounds.
  return more;
}

/**
 * Writes the rows from `start` up to `end`, with commas between them, as `completeRow` and
 * JSON.stringify would make it of the rows' objects. {@link isCopyable} and {@link roomFor} have to allow it.
 */
export function writeRows(output: JsonOutput, selection: Selection, batch: RowBatch, start: number, end: number): void {
  const { writers = [], copies, overhead, places, lengths } = writersOf(selection, batch.columns);
  const width = batch.columns.length;
  let used = output.used;
  for (let row = start; row < end; row++) {
    const bytes = batch.chunkOf(row);
    let place = batch.startOf(row);
    let room = overhead;
    for (let column = 0; column < width; column++) {
      const length = int32At(bytes, place);
      place += 4;
      places[column] = place;
      lengths[column] = length;
      if (length <= 0) continue;
      place += length;
      room += (copies[column] as number) * length; // In bounds.
    }
    output.used = used;
    output.reserve(room);
    let out = output.bytes;
    let last = used + room; // What the row takes at most; an escape moves it.
    if (row > start) out[used++] = COMMA;
    out[used++] = OPENING_BRACE;
    for (let index = 0; index < writers.length; index++) {
      const { column, isText, before, beforeNull } = writers[index] as Writer; // In bounds.
      const length = column < 0 ? 0 : (lengths[column] as number);
      const lead = length < 0 ? beforeNull : before;
      // Keys and fields are short: a loop is done before a call into the memory's own copying has begun.
      for (let byte = 0; byte < lead.length; byte++) out[used++] = lead[byte] as number;
      if (length < 0 || column < 0) continue;
      const from = places[column] as number; // In bounds, as are all below.
      const end = from + length;
      let byte = from;
      if (!isText) {
        while (byte < end) out[used++] = bytes[byte++] as number;
        continue;
      }
      // Where there is room for as many as there may be, a backslash is put before each byte and written over where none is due: to guess
      // which are escaped takes longer.
      if (last + length < out.length) {
        last += length;
        for (; byte < end; byte++) {
          const each = bytes[byte] as number;
          if (each < SPACE) break;
          out[used] = BACKSLASH;
          used += MORE[each] as number;
          out[used++] = each;
        }
      }
      if (byte < end) {
        last += escapesIn(bytes, byte, end);
        output.used = used;
        output.reserve(last - used);
        out = output.bytes;
        while (byte < end) {
          const each = bytes[byte++] as number;
          if (MORE[each] === 0) out[used++] = each;
          else used += out.write(ESCAPES[each] as string, used, 'latin1');
        }
      }
      out[used++] = QUOTE;
    }
    out[used++] = CLOSING_BRACE;
  }
  output.used = used;
}

const COMMA = 0x2c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** What stands in a text for each byte of ASCII (RFC 8259, section 7). */
const ESCAPES = Array.from({ length: 128 }, (_, byte) => JSON.stringify(String.fromCharCode(byte)).slice(1, -1));
/** How much longer than the byte that is; nothing for the bytes of other letters. */
const MORE = Uint8Array.from({ length: 256 }, (_, byte) => (ESCAPES[byte] ?? ' ').length - 1);

function writersOf(selection: Selection, columns: readonly Column[]): Writers {
  const made = known.get(selection);
  if (made && areEqual(made.columns, columns)) return made;
  const writers = selection.fields.map((field, index) => writerOf(field, columns, index === 0));
  const copies = new Uint32Array(columns.length);
  const textCopies = new Uint32Array(columns.length);
  const required = new Uint8Array(columns.length);
  for (const each of writers) {
    if (!each || each.column < 0) continue;
    copies[each.column] = (copies[each.column] ?? 0) + 1;
    if (each.isText) textCopies[each.column] = (textCopies[each.column] ?? 0) + 1;
    if (!each.isNullable) required[each.column] = 1;
  }
  const all: Writers = {
    columns,
    copies,
    textCopies,
    required,
    places: new Int32Array(columns.length),
    lengths: new Int32Array(columns.length),
    writers: writers.every((each) => each !== undefined) ? writers : undefined,
    // A comma, two braces, and for each field its key with what stands around the value.
    overhead: writers.reduce(
      (sum, each) => sum + (each ? Math.max(each.before.length, each.beforeNull.length) : 0) + 1,
      3,
    ),
  };
  known.set(selection, all);
  return all;
}

/** Columns are made anew with each statement, mostly as they were. */
function areEqual(some: readonly Column[], others: readonly Column[]): boolean {
  if (some === others) return true;
  return (
    some.length === others.length &&
    some.every(({ name, kind }, at) => name === others[at]?.name && kind === others[at].kind)
  );
}

function writerOf(field: SelectedField, columns: readonly Column[], isFirst: boolean): Writer | undefined {
  const { key, constant, property, shape } = field;
  const name = `${isFirst ? '' : ','}${JSON.stringify(key)}:`;
  if (constant !== undefined) {
    const before = Buffer.from(name + JSON.stringify(constant));
    return { before, beforeNull: before, column: -1, isText: false, isNullable: false };
  }
  const column = columns.findIndex((each) => each.name === property);
  const kind = columns[column]?.kind;
  const isText = kind === 'text' && shape.leaf?.name === 'String';
  if (!isText && !(kind === 'integer' && shape.leaf?.name === 'Int')) return undefined;
  return {
    before: Buffer.from(isText ? `${name}"` : name),
    beforeNull: Buffer.from(`${name}null`),
    column,
    isText,
    isNullable: shape.isNullable,
  };
}
