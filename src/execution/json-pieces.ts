/** What stands in a result for JSON that has been made, or is copied from rows; and how it is put together with all else. */
import type { BatchRow, RowBatch } from '../rows/row-batch.ts';
import { JsonOutput } from './json-output.ts';
import { writeRows } from './row-writer.ts';
import type { Selection } from './selection.ts';

/** Stands in a result for a list whose rows are copied from the wire: see `jsonRows`. */
export class JsonRows {
  readonly selection: Selection;
  readonly batch: RowBatch;
  /** Bytes that the rows take, but for escapes. */
  readonly room: number;

  constructor(selection: Selection, batch: RowBatch, room: number) {
    this.selection = selection;
    this.batch = batch;
    this.room = room;
  }

  get length(): number {
    return this.batch.length;
  }
}

/** Stands in a result for an object that is copied from the wire: see `jsonRow`. */
export class JsonRow {
  readonly selection: Selection;
  readonly row: BatchRow;
  /** Bytes that the object takes, but for escapes. */
  readonly room: number;
  /** JSON of an object whose properties stand in this one behind those of the row. */
  readonly more: string | undefined;

  constructor(selection: Selection, row: BatchRow, room: number, more?: string) {
    this.selection = selection;
    this.row = row;
    this.room = room;
    this.more = more;
  }

  /** The same with the properties of another object behind its own; they have other names. */
  with(properties: Readonly<Record<string, unknown>>): JsonRow {
    return new JsonRow(this.selection, this.row, this.room, JSON.stringify(properties));
  }
}

/** JSON in pieces, one after the other; texts are short ones, as those between two rows are. */
export type Piece = Buffer | string | JsonRows | JsonRow;

/** Longer texts are made into bytes at once: a hundred thousand of them are not kept for the end. */
const SHORT = 64;

/**
 * What of a result is JSON already for whoever writes it with `resultJson`: `rows` are single ones, which come as {@link JsonRow};
 * `all` are those and lists, which come as {@link JsonRows} or {@link JsonText}.
 */
export type JsonParts = 'rows' | 'all';

/** Stands in a result for a long list whose JSON has been made. */
export class JsonText {
  readonly pieces: readonly Piece[];
  /** Items of the list. */
  readonly length: number;

  constructor(pieces: readonly Piece[], length: number) {
    this.pieces = pieces;
    this.length = length;
  }
}

/** JSON that is being put together of values: text, what has been made before, and rows that are copied at the end. */
export class Pieces {
  readonly #pieces: Piece[] = [];
  /** How many of the pieces are no single rows any more. */
  #settled = 0;
  #text = '';

  text(text: string): void {
    this.#text += text;
  }

  value(value: unknown): void {
    if (value instanceof JsonRows || value instanceof JsonRow) this.#take([value]);
    else if (value instanceof JsonText) this.#take(value.pieces);
    else if (!holdsObjects(value)) this.#text += JSON.stringify(value) ?? 'null';
    else if (Array.isArray(value)) this.#list(value);
    else this.#object(value);
  }

  /** Writes the rows so far that are single ones: a hundred thousand of them are not kept for the end. */
  settle(): void {
    this.#flush();
    if (this.#hasRows()) {
      for (const piece of written(this.#pieces.splice(this.#settled))) this.#pieces.push(piece);
    }
    this.#settled = this.#pieces.length;
  }

  #hasRows(): boolean {
    for (let at = this.#settled; at < this.#pieces.length; at++) if (this.#pieces[at] instanceof JsonRow) return true;
    return false;
  }

  #flush(): void {
    if (this.#text === '') return;
    this.#pieces.push(this.#text.length > SHORT ? Buffer.from(this.#text) : this.#text);
    this.#text = '';
  }

  finished(): readonly Piece[] {
    this.#flush();
    return this.#pieces;
  }

  #take(pieces: readonly Piece[]): void {
    this.#flush();
    // One by one: lists in lists may have more pieces than a call takes arguments.
    for (const piece of pieces) this.#pieces.push(piece);
  }

  #list(items: readonly unknown[]): void {
    for (const [at, item] of items.entries()) {
      this.#text += at === 0 ? '[' : ',';
      this.value(item);
    }
    this.#text += ']';
  }

  #object(object: object): void {
    let lead = '{';
    for (const [key, value] of Object.entries(object)) {
      if (value === undefined) continue;
      this.#text += `${lead}${JSON.stringify(key)}:`;
      this.value(value);
      lead = ',';
    }
    this.#text += lead === '{' ? '{}' : '}';
  }
}

/** True for lists and objects with others in them, which may be rows; JSON.stringify writes all the rest. */
function holdsObjects(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || isOwnJson(value)) return false;
  for (const key in value) {
    const inner = (value as Record<string, unknown>)[key]; // Its own keys: answers inherit none.
    if (typeof inner === 'object' && inner !== null) return true;
  }
  return false;
}

/** True for a value that says itself what it is as JSON, as dates do. */
function isOwnJson(value: object): boolean {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

export function roomOf(piece: Piece): number {
  if (piece instanceof JsonRows) return 2 + piece.room;
  // UTF-8 has at most three bytes for each unit of a text.
  if (typeof piece === 'string') return 3 * piece.length;
  return piece instanceof JsonRow ? piece.room + 3 * (piece.more?.length ?? 0) : piece.length;
}

/** The same pieces, with texts and rows that stand side by side as one. */
function written(pieces: readonly Piece[]): Piece[] {
  const made: Piece[] = [];
  let run: Exclude<Piece, JsonRows>[] = [];
  const end = () => {
    const out = new JsonOutput(run.reduce((sum, piece) => sum + roomOf(piece), 0));
    for (const piece of run) writePiece(out, piece);
    if (run.length > 0) made.push(out.written());
    run = [];
  };
  for (const piece of pieces) {
    if (piece instanceof JsonRows) {
      end();
      made.push(piece);
    } else run.push(piece);
  }
  end();
  return made;
}

export function writePiece(out: JsonOutput, piece: Exclude<Piece, JsonRows>): void {
  if (typeof piece === 'string') {
    out.text(piece);
    return;
  }
  if (!(piece instanceof JsonRow)) {
    out.append(piece);
    return;
  }
  const { selection, row, more = EMPTY } = piece;
  writeRows(out, selection, row.batch, row.index, row.index + 1);
  if (more !== EMPTY) out.goOn(more);
}

/** An object without properties. */
const EMPTY = '{}';
