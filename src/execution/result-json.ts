/** The JSON of results, in bytes. Rows that nothing has to look at go there from the wire. */
import type { BatchRow, RowBatch } from '../rows/row-batch.ts';
import { JsonOutput } from './json-output.ts';
import { JsonRow, JsonRows, JsonText, type Piece, Pieces, roomOf, writePiece } from './json-pieces.ts';
import type { Pace } from './pace.ts';
import { isCopyable, roomFor, writeRows } from './row-writer.ts';
import type { Selection } from './selection.ts';

/** Shorter lists are written with what they stand in. */
const LONG = 50;
/** Items of a list whose JSON is made without looking at the time. */
const SLICE = 16;
/** Rows that are copied, or counted, without looking at the time. */
const ROWS = 100;

const OPENING = Buffer.from('[');
const CLOSING = Buffer.from(']');
const COMMA = Buffer.from(',');

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
    this.#json.settle();
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
export function plainJson(value: unknown, pace: Pace): Buffer | Promise<Buffer> {
  return Array.isArray(value) && isLong(value) ? resultJson(value, pace) : Buffer.from(JSON.stringify(value) ?? 'null');
}

/** The JSON of a value that may hold {@link JsonRow}, {@link JsonRows} and {@link JsonText}, in UTF-8; a promise only for what has lists. */
export function resultJson(value: unknown, pace: Pace): Buffer | Promise<Buffer> {
  if (Array.isArray(value) && isLong(value)) return listJson(value, pace).then((list) => shortJson(list, pace));
  return shortJson(value, pace);
}

/** The same where a list that is the value itself is none that takes several turns. */
function shortJson(value: unknown, pace: Pace): Buffer | Promise<Buffer> {
  const json = new Pieces();
  json.value(value);
  const pieces = json.finished();
  const [only] = pieces;
  if (pieces.length === 1 && typeof only === 'string') return Buffer.from(only);
  if (pieces.length === 1 && only instanceof Buffer) return only;
  const out = new JsonOutput(pieces.reduce((sum, piece) => sum + roomOf(piece), 0));
  for (const [at, piece] of pieces.entries()) {
    if (piece instanceof JsonRows) return writeRest(out, pieces.slice(at), pace);
    writePiece(out, piece);
  }
  return out.written();
}

async function writeRest(out: JsonOutput, pieces: readonly Piece[], pace: Pace): Promise<Buffer> {
  for (const piece of pieces) {
    if (piece instanceof JsonRows) await writeList(out, piece, pace);
    else writePiece(out, piece);
  }
  return out.written();
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
