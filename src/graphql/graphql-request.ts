/** Reads a GraphQL request (GraphQL over HTTP): media types, the body under its cap, the parameters and their kinds. */
import type { GraphQLError } from 'graphql';
import { isTooLong, jsonOf, mediaTypeOf, QUICK_BYTES, receiveBody, textOf } from '../http/body.ts';
import type { HttpRequest } from '../http/messages.ts';
import { parseQuery, splitTarget } from '../http/target.ts';
import type { GraphqlParams } from './lane-context.ts';
import { refusal } from './refusals.ts';
import type { AnswerForm } from './replies.ts';

const PARAMETERS = ['query', 'operationName', 'variables', 'extensions'] as const;
/** The short form of a stored operation over GET: `?operation=<id or name>&variables={…}`. */
const STORED_PARAMETER = 'operation';

export interface ReadRequest {
  readonly params: GraphqlParams;
  /** What `?operation=` named. */
  readonly operation?: string | undefined;
}

/** What is wrong with the headers of a POST; undefined for a body that can be read. No key and no byte is needed to say it. */
export function bodyFault(request: HttpRequest, limit: number): GraphQLError | undefined {
  if (mediaTypeOf(request) !== 'application/json') {
    return refusal('UNSUPPORTED_MEDIA_TYPE', 'A request body is application/json, in UTF-8 and not compressed.');
  }
  return isTooLong(request, limit) ? BODY_FAULTS.tooLong(limit) : undefined;
}

const BODY_FAULTS = {
  tooLong: (limit: number) => refusal('PAYLOAD_TOO_LARGE', `A request body has at most ${limit} bytes.`),
  broken: () => badRequest('The request body did not arrive whole.'),
};

/** The body of a POST. Rejects with a refusal, or with a `NotNowError`. */
export function readBody(request: HttpRequest, limit: number): Promise<Uint8Array> {
  return receiveBody(request, limit, BODY_FAULTS);
}

/** True for a POST whose body may be longer than what is read in no time. */
export function isLarge(request: HttpRequest): boolean {
  return request.method === 'POST' && !(Number(request.header('content-length')) <= QUICK_BYTES);
}

/** The parameters of a POST with this body. Throws a refusal. */
export function readPost(bytes: Uint8Array): ReadRequest {
  const text = textOf(bytes);
  const value = text === undefined ? undefined : jsonOf(text);
  if (value === undefined) throw badRequest('The request body is not JSON in UTF-8.');
  if (Array.isArray(value)) {
    throw refusal('BATCHING_NOT_SUPPORTED', 'One request carries one operation; batches are not supported.');
  }
  if (typeof value !== 'object' || value === null) throw badRequest('The request body is not a JSON object.');
  return { params: checkedParams(new Map(Object.entries(value))) };
}

/** The parameters of a GET. Throws a refusal. */
export function readGet(request: HttpRequest): ReadRequest {
  const query = parseQuery(splitTarget(request.target).query);
  if (!query) throw badRequest('The query string is not well-formed UTF-8.');
  const values = new Map<string, unknown>();
  for (const [name, [text = '', ...more]] of query) {
    if (more.length > 0) throw badRequest('A parameter is there more than once.');
    values.set(name, name === 'variables' || name === 'extensions' ? jsonParameter(name, text) : text);
  }
  const operation = values.get(STORED_PARAMETER);
  values.delete(STORED_PARAMETER);
  return { params: checkedParams(values), operation: typeof operation === 'string' ? operation : undefined };
}

function jsonParameter(name: string, text: string): unknown {
  if (text === '') return undefined;
  const value = jsonOf(text);
  if (value === undefined) throw badRequest(`The parameter "${name}" is not JSON.`);
  return value;
}

function checkedParams(values: ReadonlyMap<string, unknown>): GraphqlParams {
  for (const [name, value] of values) {
    if (!PARAMETERS.some((known) => known === name) && value !== null) {
      throw badRequest('A request has the parameters query, operationName, variables and extensions, and no others.');
    }
  }
  assertPlainText([...values]);
  const query = stringOf(values, 'query');
  const operationName = stringOf(values, 'operationName');
  const variables = mapOf(values, 'variables');
  const extensions = mapOf(values, 'extensions');
  return {
    ...(query === undefined ? {} : { query }),
    ...(operationName ? { operationName } : {}),
    ...(variables ? { variables } : {}),
    ...(extensions ? { extensions } : {}),
  };
}

function stringOf(values: ReadonlyMap<string, unknown>, name: string): string | undefined {
  const value = values.get(name) ?? undefined;
  if (value !== undefined && typeof value !== 'string') throw badRequest(`The parameter "${name}" is not a string.`);
  return value;
}

function mapOf(values: ReadonlyMap<string, unknown>, name: string): Record<string, unknown> | undefined {
  const value = values.get(name) ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw badRequest(`The parameter "${name}" is not a map.`);
  return value as Record<string, unknown>; // JSON.parse made it: a plain object.
}

/**
 * Throws for what no variable means: lists in lists without end, on which recursive code overflows its stack, and texts
 * with NUL or half a surrogate pair, on which PostgreSQL fails or which it changes in silence.
 */
function assertPlainText(json: unknown): void {
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_NESTING) throw badRequest('The request is nested too deep.');
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') assertText(value);
      else if (typeof value === 'object' && value !== null) {
        for (const name of Object.keys(value)) assertText(name);
        for (const inner of Object.values(value)) next.push(inner);
      }
    }
    level = next;
  }
}

function assertText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw badRequest('The request holds what is not Unicode text.');
}

/** Levels of lists and maps in the JSON of a request; no input type of the schema nests nearly as deep. */
const MAX_NESTING = 64;

export function badRequest(message: string): GraphQLError {
  return refusal('BAD_REQUEST', message);
}

/** The media type of the answer; undefined when the client accepts none that there is. */
export function answerType(accept: string | undefined): AnswerForm | undefined {
  const types = new Set<string>();
  for (const part of (accept ?? '*/*').toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.split(';').map((each) => each.trim());
    if (!parameters.some((each) => /^q=0(?:\.0*)?$/.test(each) || /^charset=(?!"?utf-8)/.test(each))) types.add(type);
  }
  if (types.has(GRAPHQL_RESPONSE)) return { type: GRAPHQL_RESPONSE, legacy: false };
  if (types.has(JSON_RESPONSE)) return { type: JSON_RESPONSE, legacy: true };
  const any = types.has('*/*') || types.has('application/*') || types.has('');
  return any ? { type: JSON_RESPONSE, legacy: false } : undefined;
}

const GRAPHQL_RESPONSE = 'application/graphql-response+json';
const JSON_RESPONSE = 'application/json';
