/** The JSON of results, in bytes. Rows that nothing has to look at go there from the wire. */
import type { BatchRow, RowBatch } from '../rows/row-batch.ts';
import { JsonOutput } from './json-output.ts';
import type { Pace } from './pace.ts';
import { isCopyable, roomFor, writeRows } from './row-writer.ts';
import type { Selection } from './selection.ts';

/** Stands in a result for a list whose rows are copied from the wire: see {@link jsonRows}. */
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

/** Stands in a result for an object that is copied from the wire: see {@link jsonRow}. */
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

/** JSON in pieces, one after the other. */
type Piece = Buffer | JsonRows | JsonRow;

/**
 * What of a result is JSON already for whoever writes it with {@link resultJson}: `rows` are single ones, which come as {@link JsonRow};
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

/** Shorter lists are written with what they stand in. */
const LONG = 50;
/** Items of a list whose JSON is made without looking at the time. */
const SLICE = 16;
/** Rows that are copied, or counted, without looking at the time. */
const ROWS = 100;

const OPENING = Buffer.from('[');
const CLOSING = Buffer.from(']');
const COMMA = Buffer.from(',');
/** An object without properties. */
const EMPTY = '{}';

/** True for a list that is long enough for {@link ListJson} to be worth its while. */
export function isLong(items: { readonly length: number }): boolean {
  return items.length > LONG;
}

/** The rows as what stands in a result for them; undefined when something has to look at them. */
export function jsonRows(
  selection: Selection,
  batch: RowBatch,
  pace: Pace,
): JsonRows | undefined | Promise<JsonRows | undefined> {
  if (!isCopyable(selection, batch)) return undefined;
  let counted = 0;
  let room: number | undefined = 0;
  const slice = () => {
    const end = Math.min(counted + ROWS, batch.length);
    const more = roomFor(selection, batch, counted, end);
    room = more === undefined || room === undefined ? undefined : room + more;
    counted = end;
  };
  const isDone = () => counted === batch.length || room === undefined;
  const made = () => (room === undefined ? undefined : new JsonRows(selection, batch, room));
  while (!isDone() && (counted === 0 || pace.hasTime())) slice();
  if (isDone()) return made();
  const inTurns = async () => {
    while (!isDone()) {
      if (!pace.hasTime()) await pace.time();
      slice();
    }
    return made();
  };
  return inTurns();
}

/**
 * The JSON of a long list, made as its items come: a hundred thousand objects that wait for the last of them are what collecting garbage
 * would copy, twice, while everybody waits.
 */
export class ListJson {
  readonly #json = new Pieces();
  /** Items so far. */
  length = 0;

  constructor() {
    this.#json.text('[');
  }

  /** Adds a few items; of a list of them, in as many turns of the event loop as it takes: {@link addAll}. */
  add(items: readonly unknown[]): void {
    for (const item of items) {
      if (this.length > 0) this.#json.text(',');
      this.#json.value(item);
      this.length += 1;
    }
    this.#json.flush();
  }

  async addAll(items: readonly unknown[], pace: Pace): Promise<void> {
    for (let start = 0; start < items.length; start += SLICE) {
      if (!pace.hasTime()) await pace.time();
      this.add(items.slice(start, start + SLICE));
    }
  }

  finished(): JsonText {
    this.#json.text(']');
    return new JsonText(this.#json.finished(), this.length);
  }
}

/** The row as what stands in a result for it; undefined when something has to look at it. */
export function jsonRow(selection: Selection, row: BatchRow): JsonRow | undefined {
  const { batch, index } = row;
  // A single row has few escapes, and the memory grows by them: to count them takes longer.
  const room = isCopyable(selection, batch) ? roomFor(selection, batch, index, index + 1, 0) : undefined;
  return room === undefined ? undefined : new JsonRow(selection, row, room);
}

/** The JSON of a list, in as many turns of the event loop as it takes. */
async function listJson(items: readonly unknown[], pace: Pace): Promise<JsonText> {
  const json = new ListJson();
  await json.addAll(items, pace);
  return json.finished();
}

/** The JSON of a value that holds nothing but what JSON knows, in UTF-8. */
export async function plainJson(value: unknown, pace: Pace): Promise<Buffer> {
  return Array.isArray(value) && isLong(value) ? resultJson(value, pace) : Buffer.from(JSON.stringify(value) ?? 'null');
}

/** The JSON of a value that may hold {@link JsonRow}, {@link JsonRows} and {@link JsonText}, in UTF-8. */
export async function resultJson(value: unknown, pace: Pace): Promise<Buffer> {
  const json = new Pieces();
  json.value(Array.isArray(value) && isLong(value) ? await listJson(value, pace) : value);
  const pieces = json.finished();
  const [only] = pieces;
  if (pieces.length === 1 && only instanceof Buffer) return only;
  const out = new JsonOutput(pieces.reduce((sum, piece) => sum + roomOf(piece), 0));
  for (const piece of pieces) {
    if (piece instanceof JsonRows) await writeList(out, piece, pace);
    else if (piece instanceof JsonRow) writeObject(out, piece);
    else out.append(piece);
  }
  return out.written();
}

/** JSON that is being put together of values: text, what has been made before, and rows that are copied at the end. */
class Pieces {
  readonly #pieces: Piece[] = [];
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

  flush(): void {
    if (this.#text !== '') this.#pieces.push(Buffer.from(this.#text));
    this.#text = '';
  }

  finished(): readonly Piece[] {
    this.flush();
    return this.#pieces;
  }

  #take(pieces: readonly Piece[]): void {
    this.flush();
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

function roomOf(piece: Piece): number {
  if (piece instanceof JsonRows) return 2 + piece.room;
  // UTF-8 has at most three bytes for each unit of a text.
  return piece instanceof JsonRow ? piece.room + 3 * (piece.more?.length ?? 0) : piece.length;
}

function writeObject(out: JsonOutput, { selection, row: { batch, index }, more = EMPTY }: JsonRow): void {
  writeRows(out, selection, batch, index, index + 1);
  if (more !== EMPTY) out.goOn(more);
}

async function writeList(out: JsonOutput, { selection, batch }: JsonRows, pace: Pace): Promise<void> {
  out.append(OPENING);
  for (let start = 0; start < batch.length; start += ROWS) {
    if (!pace.hasTime()) await pace.time();
    if (start > 0) out.append(COMMA);
    writeRows(out, selection, batch, start, Math.min(start + ROWS, batch.length));
  }
  out.append(CLOSING);
}
