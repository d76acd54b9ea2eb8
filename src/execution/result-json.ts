/** The JSON of results, in bytes. Rows that nothing has to look at go there from the wire. */
import type { RowBatch } from '../db/wire/row-batch.ts';
import { JsonOutput } from './json-output.ts';
import { Pace } from './pace.ts';
import { roomFor, writeRows } from './row-writer.ts';
import type { Selection } from './selection.ts';

/** Stands in a result for a list whose rows can be copied: see `isCopyable`. */
export class JsonRows {
  readonly selection: Selection;
  readonly batch: RowBatch;

  constructor(selection: Selection, batch: RowBatch) {
    this.selection = selection;
    this.batch = batch;
  }

  /** Called by JSON.stringify where the list stands. */
  toJSON(): string {
    met.push([this]);
    return MARK;
  }
}

/** JSON in pieces, one after the other. */
type Piece = Buffer | JsonRows;
type Pieces = readonly Piece[];

/** Stands in a result for a list whose JSON has been made. */
export class JsonText {
  readonly pieces: Pieces;

  constructor(pieces: Pieces) {
    this.pieces = pieces;
  }

  toJSON(): string {
    met.push(this.pieces);
    return MARK;
  }
}

// PostgreSQL's texts hold no NUL and a request with one is refused, so that this is no value of a result.
const MARK = '\0';
const MARK_IN_JSON = JSON.stringify(MARK);

/** What JSON.stringify met in its last call that is not for it, in the order of its text. */
let met: Pieces[] = [];

function piecesOf(value: unknown): Pieces {
  met = [];
  const texts = JSON.stringify(value).split(MARK_IN_JSON);
  const between = met;
  met = [];
  return texts.flatMap((text, at) => [Buffer.from(text), ...(between[at] ?? [])]);
}

/** Shorter lists are written with what they stand in. */
const LONG = 50;
/** Items of a list whose JSON is made without looking at the time. */
const SLICE = 16;
/** Rows that are copied without looking at the time. */
const ROWS = 500;

/** True for a list that is long enough for {@link listJson} to be worth its while. */
export function isLong(items: readonly unknown[]): boolean {
  return items.length > LONG;
}

/** The JSON of a list, in as many turns of the event loop as it takes. */
export async function listJson(items: readonly unknown[], pace: Pace): Promise<JsonText> {
  const pieces: Piece[] = [OPENING];
  for (let start = 0; start < items.length; start += SLICE) {
    if (!pace.hasTime()) await pace.time();
    if (start > 0) pieces.push(COMMA);
    // One by one: lists in lists may have more pieces than a call takes arguments.
    for (const piece of withoutBrackets(piecesOf(items.slice(start, start + SLICE)))) pieces.push(piece);
  }
  pieces.push(CLOSING);
  return new JsonText(pieces);
}

const OPENING = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSING = Buffer.from(']');

function withoutBrackets(pieces: Pieces): Pieces {
  return pieces.map((piece, at) => {
    if (piece instanceof JsonRows) return piece;
    return piece.subarray(at === 0 ? 1 : 0, at === pieces.length - 1 ? -1 : undefined);
  });
}

/** The JSON of a result that may hold {@link JsonRows} and {@link JsonText}, in UTF-8. */
export async function resultJson(value: unknown, pace = new Pace()): Promise<Buffer> {
  const pieces = piecesOf(value);
  const [only] = pieces;
  if (pieces.length === 1 && only && !(only instanceof JsonRows)) return only;
  const out = new JsonOutput(pieces.reduce((sum, piece) => sum + roomOf(piece), 0));
  for (const piece of pieces) {
    if (piece instanceof JsonRows) await writeList(out, piece, pace);
    else out.append(piece);
  }
  return out.written();
}

function roomOf(piece: Piece): number {
  return piece instanceof JsonRows ? 2 + roomFor(piece.selection, piece.batch) : piece.length;
}

async function writeList(out: JsonOutput, { selection, batch }: JsonRows, pace: Pace): Promise<void> {
  out.append(OPENING);
  for (let start = 0; start < batch.length; start += ROWS) {
    if (!pace.hasTime()) await pace.time();
    writeRows(out, selection, batch, start, Math.min(start + ROWS, batch.length));
  }
  out.append(CLOSING);
}
