/** A route that takes many rows by POST, and answers them as it gets them: JSON as JSON, NDJSON line by line. */
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Caller } from '../auth/caller.ts';
import { type Gate, isAtLeast } from '../auth/plans.ts';
import { resultJson } from '../execution/result-json.ts';
import { ApiError } from '../http/errors.ts';
import { NotNowError } from '../http/load/not-now.ts';
import { JSON_TYPE, NDJSON_TYPE } from '../http/media-types.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Reply } from '../http/outcome.ts';
import type { DataSet } from '../schema/context.ts';
import type { LookUpOptions } from './look-up.ts';
import { compileOperations } from './operations.ts';
import { forbidden, unavailable } from '../http/refusals.ts';
import type { Route } from './route.ts';

/** A row as the operation takes it; what is none becomes `{ error }`. */
export type BatchRow = Readonly<Record<string, unknown>>;

export interface BatchRoute extends Pick<Route, 'operationId' | 'summary' | 'tag' | 'document' | 'maxAge'> {
  readonly path: `/v1/${string}`;
  readonly gate: Gate;
  readonly doc: string;
  /** A body that has an answer in every data set. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Properties of a row by name, as OpenAPI describes them. */
  readonly rowProperties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly mostRows: number;
  readonly mostBytes: number;
  /** The options that stand beside the rows, or in the query of a body of lines. Throws ApiError. */
  options(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** A row of the body, of whatever kind it is. */
  row(value: unknown): BatchRow;
}

/** Rows of a body of lines that are done in one turn at the gate. */
const ROWS_AT_A_TIME = 50;
/** What a row takes while it is answered, roughly: a few hundred are dear work, of which little is done at a time. */
const ROW_BYTES = 4096;

export const BATCH_METHODS = 'POST, OPTIONS';

export type AnswerBatch = (
  batch: BatchRoute,
  request: HttpRequest,
  query: ReadonlyMap<string, readonly string[]> | undefined,
  caller: Caller,
) => Promise<Reply>;

export interface BatchOptions extends Pick<LookUpOptions, 'upgradeUrl' | 'currentDataSet' | 'execute' | 'takeOn'> {
  readonly schema: GraphQLSchema;
  readonly batches: readonly BatchRoute[];
  /** Throws where more work of the owner would be refused, so that it need not be received. */
  assertNotInVain(owner: number): void;
  /** Tells a database that is out of reach from a fault of our own. */
  isUnavailable(error: unknown): boolean;
  onFault(error: unknown, route: string): void;
}

/** plan → body → look-up; what comes before is the same for all routes. Rejects with an `ApiError`, or with a fault. */
export function createBatchAnswers(options: BatchOptions): AnswerBatch {
  const operations = compileOperations(options.batches, options.schema);
  return async (batch, request, query, caller) => {
    if (!isAtLeast(caller.plan, batch.gate.plan)) throw forbidden(batch.gate.feature, options.upgradeUrl);
    const isLines = assertType(request) === 'lines';
    assertLength(request, batch.mostBytes);
    options.assertNotInVain(caller.keyId);
    const bytes = await readBytes(request, batch.mostBytes);
    const { takeOn, currentDataSet } = options;
    const read = (): Batch => {
      const { rows, given } = isLines ? linesOf(bytes, query, batch.mostRows) : bodyOf(bytes);
      if (rows.length > batch.mostRows) throw tooManyRows(batch.mostRows);
      const own = batch.options(given);
      const dataSet = currentDataSet();
      const document = operations.get(batch.operationId)?.document;
      if (!dataSet || !document) throw unavailable();
      return { document, own, caller, dataSet, rows: rows.map((value) => batch.row(value)) };
    };
    // Reading is work: hundreds of bodies at once would be one turn of the event loop.
    const reading = { owner: caller.keyId, bytes: bytes.length, isReading: true };
    if (isLines) {
      const lines = await takeOn(reading, request.signal, async () => read());
      return reply(NDJSON_TYPE, answeredLines(lines, batch, request, options));
    }
    const body = await takeOn(reading, request.signal, async (signal, place) => {
      const table = read();
      await place.become(table.rows.length * ROW_BYTES);
      return answered(table, signal, options);
    });
    return reply(JSON_TYPE, body);
  };
}

interface Batch {
  readonly document: DocumentNode;
  readonly own: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  readonly dataSet: DataSet;
  readonly rows: readonly BatchRow[];
}

/** The JSON of a list of answered rows. */
async function answered(
  { document, own, caller, dataSet, rows }: Batch,
  signal: AbortSignal,
  { execute }: BatchOptions,
): Promise<Buffer> {
  const data = await execute(document, { ...own, rows }, caller, dataSet, { signal, asJson: false });
  return resultJson(data['result']);
}

/** Lines as they are done. What stops the work once the answer has begun is told in the lines that are left. */
async function* answeredLines(
  lines: Batch,
  batch: BatchRoute,
  { signal: client }: HttpRequest,
  options: BatchOptions,
): AsyncGenerator<Buffer> {
  const { takeOn, isUnavailable, onFault } = options;
  for (let at = 0; at < lines.rows.length; at += ROWS_AT_A_TIME) {
    const rows = lines.rows.slice(at, at + ROWS_AT_A_TIME);
    const work = { owner: lines.caller.keyId, bytes: rows.length * ROW_BYTES };
    try {
      const json = await takeOn(work, client, (signal) => answered({ ...lines, rows }, signal, options));
      const list = JSON.parse(json.toString()) as unknown[]; // What was a list of rows just before.
      yield Buffer.from(list.map((row) => `${JSON.stringify(row)}\n`).join(''));
    } catch (error) {
      if (!isUnavailable(error)) onFault(error, batch.operationId);
      const { body } = new ApiError(isUnavailable(error) ? 'unavailable' : 'internal');
      yield Buffer.from(`${JSON.stringify(body)}\n`.repeat(rows.length));
    }
  }
}

function reply(type: string, body: Buffer | AsyncIterable<Buffer>): Reply {
  return { status: 200, type, cacheControl: 'no-store', body };
}

const LINES = new Set(['application/x-ndjson', 'application/ndjson', 'application/jsonl']);

function assertType(request: HttpRequest): 'json' | 'lines' {
  const [type = '', ...parameters] = (request.header('content-type') ?? '').toLowerCase().split(';');
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  const coding = request.header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  const isText = (charset === undefined || /^charset="?utf-8"?$/.test(charset)) && coding === 'identity';
  if (isText && type.trim() === 'application/json') return 'json';
  if (isText && LINES.has(type.trim())) return 'lines';
  throw new ApiError('unsupportedMediaType');
}

/** What can be said of a body before any of it is received. */
function assertLength(request: HttpRequest, mostBytes: number): void {
  if (Number(request.header('content-length') ?? 0) > mostBytes) throw tooLarge(mostBytes);
}

async function readBytes(request: HttpRequest, mostBytes: number): Promise<Uint8Array> {
  const bytes = await request.readBody(mostBytes).catch((error: unknown) => {
    throw error instanceof NotNowError ? error : new ApiError('malformed');
  });
  if (!bytes) throw tooLarge(mostBytes);
  return bytes;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined for what is not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

interface Given {
  readonly rows: readonly unknown[];
  readonly given: Readonly<Record<string, unknown>>;
}

function bodyOf(bytes: Uint8Array): Given {
  const text = textOf(bytes);
  if (text === undefined) throw invalid('must be UTF-8');
  const value = jsonOf(text);
  if (value === undefined) throw invalid('must be JSON');
  if (typeof value !== 'object' || value === null || !('rows' in value) || !Array.isArray(value.rows)) {
    throw invalid('rows: must be an array');
  }
  return { rows: value.rows, given: { ...value } };
}

const LINE_FEED = 0x0a;
const BLANK = 0x20;

/** A line that is no JSON, or no text, is a row that is none. */
function linesOf(
  bytes: Uint8Array,
  query: ReadonlyMap<string, readonly string[]> | undefined,
  mostRows: number,
): Given {
  const rows: unknown[] = [];
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(LINE_FEED, from);
    const to = at === -1 ? bytes.length : at;
    if (!isBlank(bytes, from, to)) {
      if (rows.length === mostRows) throw tooManyRows(mostRows);
      const line = textOf(bytes.subarray(from, to));
      rows.push(line === undefined ? undefined : jsonOf(line));
    }
    from = to + 1;
  }
  const given = [...(query ?? [])].map(([name, [first = '']]) => [name, jsonOf(first) ?? first] as const);
  return { rows, given: Object.fromEntries(given) };
}

/** True for a line of blanks, which nothing has to be made of: a body may have a million. */
function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) > BLANK) return false;
  return true;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function tooManyRows(mostRows: number): ApiError {
  return invalid(`rows: must be at most ${mostRows} at a time`);
}

function tooLarge(mostBytes: number): ApiError {
  return new ApiError('tooLarge', { error: `Request body too large: at most ${mostBytes} bytes.` });
}

function invalid(rule: string): ApiError {
  return new ApiError('invalid', { error: `Invalid request body: ${rule}` });
}
