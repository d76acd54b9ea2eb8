/** Status, headers and bytes of an answer (contract, sections 1 and 5). */
import type { Caller } from '../auth/caller.ts';
import type { Answer } from '../http/answer.ts';
import { EXPOSED_HEADERS } from '../http/cors.ts';
import { DATA_LICENCE_LINK } from '../http/data-licence.ts';
import type { ApiError } from '../http/errors.ts';
import { JSON_TYPE } from '../http/media-types.ts';
import type { HttpRequest, HttpResponse } from '../http/messages.ts';
import { chooseEncoding, isNotModified } from '../http/negotiate.ts';
import { requestId } from '../http/request-id.ts';
import type { Route } from './route.ts';

const VARY = 'X-SVCAPI-KEY, Accept-Encoding';

/** The 200 or 304 of a finished answer. */
export function answered(
  request: HttpRequest,
  answer: Answer,
  {
    route,
    caller,
    hit,
    at,
  }: { readonly route: Route; readonly caller: Caller; readonly hit: boolean; readonly at: number },
): HttpResponse | Promise<HttpResponse> {
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
export function answeredOnce(request: HttpRequest, answer: Answer, caller: Caller): HttpResponse {
  const headers = {
    'Content-Type': JSON_TYPE,
    'Cache-Control': 'no-store',
    'X-Cache': 'MISS',
    ...commonHeaders(request, caller),
  };
  return withBody(request, 200, headers, answer.identity);
}

/** The JSON body of an error. */
export function failed(request: HttpRequest, error: ApiError, caller: Caller | undefined): HttpResponse {
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
export function preflight(request: HttpRequest, methods: string): HttpResponse {
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
export function addHeaders(response: HttpResponse, headers: Readonly<Record<string, string>>): HttpResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

/** Seconds for which a client may keep the answer: never longer than it is true. */
function maxAge({ maxAge: most }: Route, { validUntil }: Answer, at: number): number {
  return Math.max(0, Math.min(most, Math.floor((validUntil - at) / 1000)));
}

function commonHeaders(request: HttpRequest, caller: Caller | undefined): Record<string, string> {
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

function withBody(request: HttpRequest, status: number, headers: Record<string, string>, body: Buffer): HttpResponse {
  headers['Content-Length'] = String(body.length);
  return { status, headers, body: request.method === 'HEAD' ? undefined : body };
}
