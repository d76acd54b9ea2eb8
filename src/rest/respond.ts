/** Status, headers and bytes of an answer (contract, sections 1 and 5). */
import { randomUUID } from 'node:crypto';
import type { Caller } from '../auth/caller.ts';
import type { Answer } from './answer.ts';
import type { ApiError } from './errors.ts';
import { chooseEncoding, isNotModified } from './negotiate.ts';
import type { RestRequest, RestResponse } from './request.ts';
import type { Route } from './route.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
const VARY = 'X-SVCAPI-KEY, Accept-Encoding';
/** What the data may be used for (RFC 8288; the data's own terms). */
export const DATA_LICENCE_LINK = '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"';
/** Headers that scripts of other sites may read. */
export const EXPOSED_HEADERS = [
  'ETag',
  'Link',
  'X-Cache',
  'X-SVCAPI-Plan',
  'X-SVCAPI-Daily-Used',
  'X-SVCAPI-Daily-Limit',
  'X-SVCAPI-Monthly-Used',
  'X-SVCAPI-Monthly-Limit',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'Retry-After',
].join(', ');
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's request id when it is a sane one, else a new one. */
export function requestId(request: RestRequest): string {
  const given = request.header('x-request-id');
  return given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
}

/** The 200 or 304 of a finished answer. */
export function answered(
  request: RestRequest,
  answer: Answer,
  {
    route,
    caller,
    hit,
    at,
  }: { readonly route: Route; readonly caller: Caller; readonly hit: boolean; readonly at: number },
): RestResponse | Promise<RestResponse> {
  const encoding = answer.compressible ? chooseEncoding(request.header('accept-encoding')) : 'identity';
  const headers: Record<string, string> = {
    ETag: answer.etag(encoding),
    'Cache-Control': `private, max-age=${maxAge(route, answer, at)}`,
    'X-Cache': hit ? 'HIT' : 'MISS',
    Link: DATA_LICENCE_LINK,
    ...commonHeaders(request, caller),
  };
  if (isNotModified(request.header('if-none-match'), answer)) return { status: 304, headers, body: undefined };
  headers['Content-Type'] = JSON_TYPE;
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  const body = answer.body(encoding);
  return body instanceof Promise
    ? body.then((bytes) => withBody(request, 200, headers, bytes))
    : withBody(request, 200, headers, body);
}

/** The 200 of an answer with personal data: nobody keeps it, so it has no validator either. */
export function answeredOnce(request: RestRequest, answer: Answer, caller: Caller): RestResponse {
  const headers = {
    'Content-Type': JSON_TYPE,
    'Cache-Control': 'no-store',
    'X-Cache': 'MISS',
    ...commonHeaders(request, caller),
  };
  return withBody(request, 200, headers, answer.identity);
}

/** The JSON body of an error. */
export function failed(request: RestRequest, error: ApiError, caller: Caller | undefined): RestResponse {
  const headers: Record<string, string> = {
    'Content-Type': JSON_TYPE,
    'Cache-Control': 'no-store',
    Link: `</docs/errors#${error.kind}>; rel="help"`,
    ...commonHeaders(request, caller),
    ...error.headers,
  };
  return withBody(request, error.status, headers, Buffer.from(JSON.stringify(error.body)));
}

/** The answer to OPTIONS, which is also a browser's preflight. */
export function preflight(request: RestRequest, methods: string): RestResponse {
  return {
    status: 204,
    headers: {
      Allow: methods,
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': 'X-SVCAPI-KEY, X-Request-Id, If-None-Match, Content-Type, User-Agent',
      'Access-Control-Max-Age': '86400',
      ...commonHeaders(request, undefined),
    },
    body: undefined,
  };
}

/** The answer with further headers. */
export function addHeaders(response: RestResponse, headers: Readonly<Record<string, string>>): RestResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

/** Seconds for which a client may keep the answer: never longer than it is true. */
function maxAge({ maxAge: most }: Route, { validUntil }: Answer, at: number): number {
  return Math.max(0, Math.min(most, Math.floor((validUntil - at) / 1000)));
}

function commonHeaders(request: RestRequest, caller: Caller | undefined): Record<string, string> {
  const headers: Record<string, string> = {
    Vary: VARY,
    'X-Request-Id': requestId(request),
    // Keys travel in a header, never in a cookie, so any page may ask.
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
    'X-Content-Type-Options': 'nosniff',
  };
  if (caller) headers['X-SVCAPI-Plan'] = caller.plan.toLowerCase();
  return headers;
}

function withBody(request: RestRequest, status: number, headers: Record<string, string>, body: Buffer): RestResponse {
  headers['Content-Length'] = String(body.length);
  return { status, headers, body: request.method === 'HEAD' ? undefined : body };
}
