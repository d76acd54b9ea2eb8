/** A route that takes many rows by POST, and answers them as it gets them: JSON as JSON, NDJSON line by line. */
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Caller } from '../auth/caller.ts';
import { type Gate, isAtLeast } from '../auth/plans.ts';
import { resultJson } from '../execution/result-json.ts';
import { hasTooManyValues, isTooLong, jsonOf, MOST_VALUES, mediaTypeOf, receiveBody, textOf } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import type { OnFault } from '../http/lane.ts';
import type { BytesInFlight } from '../http/load/bytes-in-flight.ts';
import { NotNowError } from '../http/load/not-now.ts';
import { JSON_TYPE, NDJSON_TYPE } from '../http/media-types.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Reply, Unavailability } from '../http/outcome.ts';
import type { DataSet } from '../schema/context.ts';
import type { LookUpOptions } from './look-up.ts';
import { compileOperations } from './operations.ts';
import { BODY_FAULTS, forbidden, unavailable } from '../http/refusals.ts';
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

export interface BatchOptions
  extends Pick<LookUpOptions, 'upgradeUrl' | 'currentDataSet' | 'execute' | 'paceOf' | 'takeOn'> {
  readonly schema: GraphQLSchema;
  readonly batches: readonly BatchRoute[];
  /** Where rows are counted that are kept while their answers are fetched. */
  readonly inFlight: BytesInFlight;
  /** Throws where more work of the owner would be refused, so that it need not be received. */
  assertNotInVain(owner: number): void;
  /** Why it is that a request cannot be answered now; undefined for a fault of our own. */
  whyUnavailable(error: unknown): Unavailability | undefined;
  readonly onFault: OnFault;
}

/** plan → body → look-up; what comes before is the same for all routes. Rejects with an `ApiError`, or with a fault. */
export function createBatchAnswers(options: BatchOptions): AnswerBatch {
  const operations = compileOperations(options.batches, options.schema);
  return async (batch, request, query, caller) => {
    if (!isAtLeast(caller.plan, batch.gate.plan)) throw forbidden(batch.gate.feature, options.upgradeUrl);
    const isLines = assertType(request) === 'lines';
    if (isTooLong(request, batch.mostBytes)) throw BODY_FAULTS.tooLong(batch.mostBytes);
    options.assertNotInVain(caller.keyId);
    const bytes = await receiveBody(request, batch.mostBytes, BODY_FAULTS);
    const { takeOn, currentDataSet } = options;
    const read = (): Batch => {
      if (hasTooManyValues(bytes)) throw invalid(`must have at most ${MOST_VALUES} values`);
      const { rows, given } = isLines ? linesOf(bytes, query, batch.mostRows) : bodyOf(bytes);
      if (rows.length > batch.mostRows) throw tooManyRows(batch.mostRows);
      const own = batch.options(given);
      const dataSet = currentDataSet();
      const document = operations.get(batch.operationId)?.document;
      if (!dataSet || !document) throw unavailable('data');
      return { document, own, caller, dataSet, rows: rows.map((value) => batch.row(value)) };
    };
    // Reading is work: hundreds of bodies at once would be one turn of the event loop.
    const reading = { owner: caller.keyId, bytes: bytes.length, isReading: true };
    if (isLines) {
      const lines = await takeOn(reading, request.signal, async () => read());
      // They are kept until the last line has been fetched, which is not to stand in the way of other bodies.
      const release = takeRoom(options.inFlight, bytes.length, request.signal);
      request.releaseBody?.();
      return reply(NDJSON_TYPE, withEnd(answeredLines(lines, batch, request, options), release));
    }
    const body = await takeOn(reading, request.signal, async (signal, running) => {
      const table = read();
      await running.become(table.rows.length * ROW_BYTES);
      return resultJson(await answered(table, signal, options), options.paceOf(caller, signal));
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

/** The rows as they are answered. */
async function answered(
  { document, own, caller, dataSet, rows }: Batch,
  signal: AbortSignal,
  { execute }: BatchOptions,
): Promise<readonly unknown[]> {
  const { result } = await execute(document, { ...own, rows }, caller, dataSet, { signal });
  if (!Array.isArray(result)) throw new Error('an operation of rows answers a list');
  return result;
}

/** Lines as they are done. What stops the work once the answer has begun is told in the lines that are left. */
async function* answeredLines(
  lines: Batch,
  batch: BatchRoute,
  request: HttpRequest,
  options: BatchOptions,
): AsyncGenerator<Buffer> {
  const { takeOn, whyUnavailable, onFault } = options;
  for (let at = 0; at < lines.rows.length; at += ROWS_AT_A_TIME) {
    const rows = lines.rows.slice(at, at + ROWS_AT_A_TIME);
    const work = { owner: lines.caller.keyId, bytes: rows.length * ROW_BYTES };
    try {
      yield await takeOn(work, request.signal, async (signal) => {
        const list = await answered({ ...lines, rows }, signal, options);
        return Buffer.from(list.map((row) => `${JSON.stringify(row)}\n`).join(''));
      });
    } catch (error) {
      const isKnown = whyUnavailable(error) !== undefined;
      if (!isKnown) onFault(error, request, batch.operationId);
      const { body } = new ApiError(isKnown ? 'unavailable' : 'internal');
      yield Buffer.from(`${JSON.stringify(body)}\n`.repeat(rows.length));
    }
  }
}

/**
 * Counts so many bytes until what this returns is called, or the client goes: nothing else ends an answer that is not begun. Throws a
 * NotNowError where there is no room for them.
 */
function takeRoom(inFlight: BytesInFlight, bytes: number, client: AbortSignal | undefined): () => void {
  if (!inFlight.hasRoom(bytes)) throw new NotNowError('busy');
  inFlight.reserve(bytes);
  let isTaken = true;
  const release = () => {
    if (isTaken) inFlight.release(bytes);
    isTaken = false;
    client?.removeEventListener('abort', release);
  };
  client?.addEventListener('abort', release, { once: true });
  if (client?.aborted) release();
  return release;
}

/** The same pieces; tells of the end when the last one has been fetched, or nobody fetches any more. */
async function* withEnd(pieces: AsyncGenerator<Buffer>, onEnd: () => void): AsyncGenerator<Buffer> {
  try {
    yield* pieces;
  } finally {
    onEnd();
  }
}

function reply(type: string, body: Buffer | AsyncIterable<Buffer>): Reply {
  return { status: 200, type, cacheControl: 'no-store', body };
}

const LINES = new Set(['application/x-ndjson', 'application/ndjson', 'application/jsonl']);

function assertType(request: HttpRequest): 'json' | 'lines' {
  const type = mediaTypeOf(request) ?? '';
  if (type === 'application/json') return 'json';
  if (LINES.has(type)) return 'lines';
  throw new ApiError('unsupportedMediaType');
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

function tooManyRows(mostRows: number): ApiError {
  return invalid(`rows: must be at most ${mostRows} at a time`);
}

function invalid(rule: string): ApiError {
  return new ApiError('invalid', { error: `Invalid request body: ${rule}` });
}
