/** Writes rows as JSON straight from the bytes of the wire: no text, no object and no number is made on the way. */
import { type Column, int32At, type RowBatch } from '../db/wire/row-batch.ts';
import type { JsonOutput } from './json-output.ts';
import type { SelectedField, Selection } from './selection.ts';

/** How a field of the answer is written. */
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
  readonly writers: readonly Writer[] | undefined;
  /** For each column, whether null may not be there; nothing beyond the last of those. */
  readonly required: readonly boolean[];
  /** Bytes of a row that are not its values. */
  readonly overhead: number;
}

const known = new WeakMap<Selection, Writers>();

/**
 * True when every field of the rows can be copied: no type is written in another way than PostgreSQL does it, and no null
 * is where none may be.
 */
export function isCopyable(selection: Selection, batch: RowBatch): boolean {
  const { writers, required } = writersOf(selection, batch.columns);
  return writers !== undefined && batch.isWithoutNull(required);
}

/** The most bytes that {@link writeRows} takes for the rows, but for escapes. */
export function roomFor(selection: Selection, batch: RowBatch): number {
  return batch.size + batch.length * writersOf(selection, batch.columns).overhead;
}

/**
 * Writes the rows from `start` up to `end`, with commas before all but the first of the batch, as `completeRow` and
 * JSON.stringify would make it of the rows' objects. They have to be copyable, and {@link roomFor} them to be counted.
 */
export function writeRows(output: JsonOutput, selection: Selection, batch: RowBatch, start: number, end: number): void {
  const { writers = [] } = writersOf(selection, batch.columns);
  const width = batch.columns.length;
  const places = new Int32Array(width);
  const lengths = new Int32Array(width);
  let out = output.bytes;
  let used = output.used;
  for (let row = start; row < end; row++) {
    const bytes = batch.chunkOf(row);
    let place = batch.startOf(row);
    for (let column = 0; column < width; column++) {
      const length = int32At(bytes, place);
      place += 4;
      places[column] = place;
      lengths[column] = length;
      if (length > 0) place += length;
    }
    if (row > 0) out[used++] = COMMA;
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
      while (byte < end && ESCAPED[bytes[byte] as number] === 0) out[used++] = bytes[byte++] as number;
      if (byte < end) {
        const json = JSON.stringify(bytes.toString('utf8', byte, end)).slice(1, -1);
        output.used = used;
        output.beyond(Buffer.byteLength(json) - (end - byte));
        output.text(json);
        out = output.bytes;
        used = output.used;
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

/** 1 for the bytes that stand for something else in a text (RFC 8259, section 7). */
const ESCAPED = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || byte === QUOTE || byte === BACKSLASH ? 1 : 0,
);

function writersOf(selection: Selection, columns: readonly Column[]): Writers {
  const made = known.get(selection);
  if (made && areEqual(made.columns, columns)) return made;
  const writers = selection.fields.map((field, index) => writerOf(field, columns, index === 0));
  const required: boolean[] = [];
  for (const each of writers) if (each && each.column >= 0 && !each.isNullable) required[each.column] = true;
  const all: Writers = {
    columns,
    required: Array.from(required, Boolean),
    writers: writers.every((each) => each !== undefined) ? writers : undefined,
    // A comma, two braces, and for each field its key, its quotes, and the four bytes of null.
    overhead: writers.reduce((sum, each) => sum + (each ? each.beforeNull.length + each.before.length : 0) + 2, 3),
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
