/** A route that takes many rows by POST, and answers them as it gets them: JSON as JSON, NDJSON line by line. */
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Caller } from '../auth/caller.ts';
import { type Gate, isAtLeast } from '../auth/plans.ts';
import { resultJson } from '../execution/result-json.ts';
import { ApiError } from '../http/errors.ts';
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
    const bytes = await readBytes(request, batch.mostBytes);
    const { rows, given } = isLines ? linesOf(bytes, query) : bodyOf(bytes);
    if (rows.length > batch.mostRows) throw invalid(`rows: must be at most ${batch.mostRows} at a time`);
    const own = batch.options(given);
    const dataSet = options.currentDataSet();
    const document = operations.get(batch.operationId)?.document;
    if (!dataSet || !document) throw unavailable();
    const run = createRun({ document, own, caller, dataSet, request }, options);
    if (!isLines) return reply(JSON_TYPE, await run(rows.map((value) => batch.row(value))));
    return reply(NDJSON_TYPE, answeredLines(rows, batch, run, options));
  };
}

interface Work {
  readonly document: DocumentNode;
  readonly own: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  readonly dataSet: DataSet;
  readonly request: HttpRequest;
}

type Run = (rows: readonly BatchRow[]) => Promise<Buffer>;

/** The JSON of a list of answered rows, made when it is their turn. */
function createRun({ document, own, caller, dataSet, request }: Work, { takeOn, execute }: BatchOptions): Run {
  return (rows) =>
    takeOn({ owner: caller.keyId, bytes: rows.length * ROW_BYTES }, request.signal, async (signal) => {
      const data = await execute(document, { ...own, rows }, caller, dataSet, { signal, asJson: false });
      return resultJson(data['result']);
    });
}

/** Lines as they are done. What stops the work once the answer has begun is told in the lines that are left. */
async function* answeredLines(
  rows: readonly unknown[],
  batch: BatchRoute,
  run: Run,
  { isUnavailable, onFault }: BatchOptions,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < rows.length; at += ROWS_AT_A_TIME) {
    const some = rows.slice(at, at + ROWS_AT_A_TIME).map((value) => batch.row(value));
    try {
      const answered = JSON.parse((await run(some)).toString()) as unknown[]; // What was a list of rows just before.
      yield Buffer.from(answered.map((row) => `${JSON.stringify(row)}\n`).join(''));
    } catch (error) {
      if (!isUnavailable(error)) onFault(error, batch.operationId);
      const { body } = new ApiError(isUnavailable(error) ? 'unavailable' : 'internal');
      yield Buffer.from(`${JSON.stringify(body)}\n`.repeat(some.length));
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

async function readBytes(request: HttpRequest, mostBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new ApiError('tooLarge', { error: `Request body too large: at most ${mostBytes} bytes.` });
  if (Number(request.header('content-length') ?? 0) > mostBytes) throw tooLarge();
  const bytes = await request.readBody(mostBytes).catch(() => {
    throw new ApiError('malformed');
  });
  if (!bytes) throw tooLarge();
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

/** A line that is no JSON, or no text, is a row that is none. */
function linesOf(bytes: Uint8Array, query: ReadonlyMap<string, readonly string[]> | undefined): Given {
  const rows: unknown[] = [];
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(LINE_FEED, from);
    const to = at === -1 ? bytes.length : at;
    const line = textOf(bytes.subarray(from, to));
    if (line?.trim() !== '') rows.push(line === undefined ? undefined : jsonOf(line));
    from = to + 1;
  }
  const given = [...(query ?? [])].map(([name, [first = '']]) => [name, jsonOf(first) ?? first] as const);
  return { rows, given: Object.fromEntries(given) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(rule: string): ApiError {
  return new ApiError('invalid', { error: `Invalid request body: ${rule}` });
}
