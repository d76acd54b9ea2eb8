/** Rows as they come over the wire: made into objects, or into bytes of an answer, only when asked. */

/** A column of a batch. */
export interface Column {
  readonly name: string;
  /** The kind of its fields, by the type that PostgreSQL told; `unread` for fields that rows have, and that are passed over. */
  readonly kind: 'text' | 'integer' | 'other' | 'unread';
  /** The value that a field's text means, for fields of the kind `other`. */
  readonly parse: (text: string) => unknown;
}

/** Reads a big-endian signed integer of four bytes; the length of a field, or -1 for null. */
export function int32At(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
}

/**
 * Rows in text format (PostgreSQL documentation, "Message Formats", DataRow). A batch is never changed: a part of one shares
 * its bytes.
 */
export class RowBatch<Row extends object = object> implements Iterable<Row> {
  readonly columns: readonly Column[];
  /** What was received, in pieces of whole rows. */
  readonly chunks: readonly Buffer[];
  /** Two numbers for each row: in which chunk it lies, and where in it the length of its first field does. */
  readonly places: Int32Array;

  constructor(columns: readonly Column[], chunks: readonly Buffer[], places: Int32Array) {
    this.columns = columns;
    this.chunks = chunks;
    this.places = places;
  }

  /** Reads chunks of DataRow messages that lie one after the other. */
  static of<Row extends object>(columns: readonly Column[], chunks: readonly Buffer[]): RowBatch<Row> {
    let rows = 0;
    for (const chunk of chunks) for (let at = 0; at < chunk.length; at = endOfMessage(chunk, at)) rows += 1;
    const places = new Int32Array(2 * rows);
    let next = 0;
    for (const [index, chunk] of chunks.entries()) {
      for (let at = 0; at < chunk.length; at = endOfMessage(chunk, at)) {
        places[next++] = index;
        places[next++] = at + ROW_HEADER_BYTES;
      }
    }
    return new RowBatch(columns, chunks, places);
  }

  /** The rows of several batches of the same columns, one after the other. */
  static joined<Row extends object>(batches: readonly RowBatch<Row>[]): RowBatch<Row> {
    const places = new Int32Array(batches.reduce((sum, batch) => sum + batch.places.length, 0));
    const chunks: Buffer[] = [];
    let next = 0;
    for (const batch of batches) {
      for (let at = 0; at < batch.places.length; at += 2) {
        places[next++] = chunks.length + (batch.places[at] ?? 0);
        places[next++] = batch.places[at + 1] ?? 0;
      }
      for (const chunk of batch.chunks) chunks.push(chunk);
    }
    return new RowBatch(batches[0]?.columns ?? [], chunks, places);
  }

  get length(): number {
    return this.places.length / 2;
  }

  /** The rows from `start` up to `end`, as a batch. */
  slice(start: number, end: number): RowBatch<Row> {
    return new RowBatch(this.columns, this.chunks, this.places.subarray(2 * start, 2 * end)); // Beyond the end is nothing.
  }

  /** The same rows, of which other columns are read. */
  withColumns(columns: readonly Column[]): RowBatch<Row> {
    return new RowBatch(columns, this.chunks, this.places);
  }

  /** The rows with these numbers, in their order. */
  picked(rows: Uint32Array): RowBatch<Row> {
    const places = new Int32Array(2 * rows.length);
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number; // In bounds.
      places[2 * at] = this.places[2 * row] ?? 0;
      places[2 * at + 1] = this.places[2 * row + 1] ?? 0;
    }
    return new RowBatch(this.columns, this.chunks, places);
  }

  /** The same rows from the last to the first. */
  reversed(): RowBatch<Row> {
    const places = new Int32Array(this.places.length);
    for (let at = 0; at < places.length; at += 2) {
      places[at] = this.places[places.length - at - 2] ?? 0;
      places[at + 1] = this.places[places.length - at - 1] ?? 0;
    }
    return new RowBatch(this.columns, this.chunks, places);
  }

  /** The rows in the order of these integers in their first fields; those that are not there are left out. */
  inOrderOf(integers: readonly number[]): RowBatch<Row> {
    const rows = new Map<number, number>();
    for (let row = 0; row < this.length; row++) rows.set(this.firstInteger(row), row);
    return this.picked(Uint32Array.from(integers.flatMap((integer) => rows.get(integer) ?? [])));
  }

  /** One row, which has to be there, for whoever may answer it as it lies there: see {@link BatchRow}. */
  row(index: number): Row & BatchRow<Row> {
    return new (rowClassOf(this.columns))(this, index) as Row & BatchRow<Row>; // The class has its columns as properties.
  }

  /** One row; a negative index counts from the end. Undefined where there is none. */
  at(index: number): Row | undefined {
    const row = index < 0 ? this.length + index : index;
    return row >= 0 && row < this.length ? this.#decode(row, emptyRow(this.columns)) : undefined;
  }

  /** An object for every row, its properties named as the columns. */
  toRows(): Row[] {
    const rows: Row[] = [];
    for (let row = 0; row < this.length; row++) rows.push(this.#decode(row, emptyRow(this.columns)));
    return rows;
  }

  [Symbol.iterator](): Iterator<Row> {
    return this.toRows()[Symbol.iterator]();
  }

  /** The bytes that a row lies in. */
  chunkOf(row: number): Buffer {
    return this.chunks[this.places[2 * row] ?? 0] ?? NO_BYTES;
  }

  /** Where in its chunk the length of a row's first field lies. */
  startOf(row: number): number {
    return this.places[2 * row + 1] ?? 0;
  }

  /** Where in its chunk a row ends. */
  endOf(row: number): number {
    return endOfMessage(this.chunkOf(row), this.startOf(row) - ROW_HEADER_BYTES);
  }

  /** The integer in a row's first field. */
  firstInteger(row: number): number {
    const bytes = this.chunkOf(row);
    const start = this.startOf(row);
    return integerIn(bytes, start + 4, start + 4 + int32At(bytes, start));
  }

  /** The bytes of a row's first field. */
  firstBytes(row: number): Uint8Array {
    const start = this.startOf(row) + 4;
    return this.chunkOf(row).subarray(start, start + int32At(this.chunkOf(row), start - 4));
  }

  /** The integers in the rows' first fields: an object for each of a hundred thousand ids would be a long turn. */
  firstIntegers(): number[] {
    return Array.from({ length: this.length }, (_, row) => this.firstInteger(row));
  }

  #decode(index: number, row: Record<string, unknown>): Row {
    const bytes = this.chunkOf(index);
    const start = this.startOf(index);
    // One call into the decoder for the row: ASCII fields, most of them, are cut out of this.
    const line = bytes.toString('latin1', start, this.endOf(index));
    let at = start;
    for (const { name, kind, parse } of this.columns) {
      const length = int32At(bytes, at);
      at += 4;
      if (length < 0) continue; // The empty row has null there.
      const end = at + length;
      if (kind === 'unread') {
        at = end;
        continue;
      }
      if (kind === 'integer') row[name] = integerIn(bytes, at, end);
      else {
        const isCut = length <= SHORT && isAscii(bytes, at, end);
        const text = isCut ? line.substring(at - start, end - start) : bytes.toString('utf8', at, end);
        row[name] = kind === 'text' ? text : parse(text);
      }
      at = end;
    }
    return row as Row; // Whoever wrote the statement names the columns that it selects.
  }
}

/**
 * One row of a batch. It has the properties of the object that {@link RowBatch.at} makes, and is made into that object when one of
 * them is read: they are not its own, so it is not to be spread.
 */
export class BatchRow<Row extends object = object> {
  readonly batch: RowBatch<Row>;
  readonly index: number;
  #read: Row | undefined;

  constructor(batch: RowBatch<Row>, index: number) {
    this.batch = batch;
    this.index = index;
  }

  toJSON(): Row {
    this.#read ??= this.batch.at(this.index);
    if (!this.#read) throw new RangeError('the batch has no such row');
    return this.#read;
  }
}

const rowClasses = new WeakMap<readonly Column[], typeof BatchRow>();

function rowClassOf(columns: readonly Column[]): typeof BatchRow {
  const known = rowClasses.get(columns);
  if (known) return known;
  const made = class<Row extends object> extends BatchRow<Row> {};
  for (const { name, kind } of columns) {
    if (kind === 'unread') continue;
    const get = function (this: BatchRow<Record<string, unknown>>) {
      return this.toJSON()[name];
    };
    Object.defineProperty(made.prototype, name, { get });
  }
  rowClasses.set(columns, made);
  return made;
}

function endOfMessage(bytes: Buffer, start: number): number {
  return start + 1 + int32At(bytes, start + 1);
}

const NO_BYTES = Buffer.alloc(0);

/** Rows, whether they have been made into objects or not. */
export type RowList<Row extends object = object> = RowBatch<Row> | readonly Row[];

/** The type of a message, its length, and the number of fields. */
const ROW_HEADER_BYTES = 7;

// Statements that have a name have the same columns each time.
const emptyRows = new WeakMap<readonly Column[], Readonly<Record<string, null>>>();

function emptyRow(columns: readonly Column[]): Record<string, unknown> {
  const known = emptyRows.get(columns);
  if (known) return { ...known };
  const read = columns.filter(({ kind }) => kind !== 'unread');
  const made = Object.fromEntries(read.map(({ name }) => [name, null]));
  emptyRows.set(columns, made);
  return { ...made };
}

function integerIn(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  const negative = bytes[start] === MINUS;
  for (let at = negative ? start + 1 : start; at < end; at++) value = value * 10 + (bytes[at] ?? 0) - ZERO;
  return negative ? -value : value;
}

const MINUS = 0x2d;
const ZERO = 0x30;

/** Longer texts are decoded faster than they are looked through. */
const SHORT = 64;

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((bytes[at] ?? 0) > 0x7f) return false;
  return true;
}
