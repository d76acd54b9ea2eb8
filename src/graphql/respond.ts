/** Status, headers and bytes of a `/graphql` answer. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { GraphQLError } from 'graphql';
import type { Caller } from '../auth/caller.ts';
import { type Answer, COMPRESSION_FLOOR } from '../http/answer.ts';
import { EXPOSED_HEADERS } from '../http/cors.ts';
import type { HttpRequest, HttpResponse } from '../http/messages.ts';
import { chooseEncoding, isNotModified } from '../http/negotiate.ts';
import { requestId } from '../http/request-id.ts';
import type { GraphqlLimits } from './limits.ts';
import { planExtension, SHOW_HIDDEN_HEADER } from './plan-extension.ts';
import { mayReadSchema } from './use-document-limits.ts';
import { written } from './written.ts';

const gzipAsync = promisify(gzip);
const VARY = 'X-SVCAPI-KEY, Accept, Accept-Encoding';
const METHODS = 'GET, HEAD, POST, OPTIONS';

export interface Reply {
  /** Media type, without its charset. */
  readonly type: string;
  readonly legacy: boolean;
  readonly caller?: Caller | undefined;
  /** Headers that tell the caller of its quota. */
  readonly usage?: Readonly<Record<string, string>> | undefined;
}

/** An answer that no cache keeps. */
export async function fresh(
  request: HttpRequest,
  reply: Reply,
  {
    status,
    headers,
    body,
  }: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer },
): Promise<HttpResponse> {
  const all: Record<string, string> = {
    'Content-Type': `${reply.type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    ...commonHeaders(request, reply),
    ...headers,
  };
  // Brotli is for what is kept; an answer that is used once is compressed quickly or not at all.
  const coded =
    body.length > COMPRESSION_FLOOR && chooseEncoding(gzipOnly(request.header('accept-encoding'))) === 'gzip';
  if (coded) all['Content-Encoding'] = 'gzip';
  return withBody(request, status, all, coded ? await gzipAsync(body, { level: 4 }) : body);
}

/** A refusal: `errors`, and in `extensions` what the caller's plan is, once it is known. */
export async function refused(
  request: HttpRequest,
  reply: Reply,
  errors: readonly GraphQLError[],
  limits: Pick<GraphqlLimits, 'cost' | 'introspection'>,
): Promise<HttpResponse> {
  const { caller, legacy } = reply;
  const result = caller ? { errors, extensions: { plan: planExtension({ caller }, limits) } } : { errors };
  const hidden = caller !== undefined && !mayReadSchema(limits.introspection, { caller });
  const { status, headers, body } = await written(result, { legacy, hidden });
  const allow = status === 405 ? { Allow: METHODS } : {};
  return fresh(request, reply, { status, headers: { ...headers, ...allow }, body });
}

/**
 * The answer of a stored operation: over GET with its entity tag, or the 304 of a client that has it. `maxAge` is 0 for
 * an answer that nobody may keep.
 */
export async function kept(
  request: HttpRequest,
  reply: Reply,
  answer: Answer,
  { maxAge, hit, now }: { readonly maxAge: number; readonly hit: boolean; readonly now: number },
): Promise<HttpResponse> {
  const encoding = answer.compressible ? chooseEncoding(request.header('accept-encoding')) : 'identity';
  const keeps = request.method !== 'POST' && maxAge > 0;
  const headers: Record<string, string> = {
    ...(keeps
      ? { ETag: answer.etag(encoding), 'Cache-Control': `private, max-age=${secondsTrue(answer, maxAge, now)}` }
      : { 'Cache-Control': 'no-store' }),
    'X-Cache': hit ? 'HIT' : 'MISS',
    ...commonHeaders(request, reply),
  };
  if (keeps && isNotModified(request.header('if-none-match'), answer)) {
    return { status: 304, headers, body: undefined };
  }
  headers['Content-Type'] = `${reply.type}; charset=utf-8`;
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  return withBody(request, 200, headers, await answer.body(encoding));
}

/** The answer to OPTIONS, which is also a browser's preflight. */
export function preflight(request: HttpRequest): HttpResponse {
  return {
    status: 204,
    headers: {
      Allow: METHODS,
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': `Content-Type, X-SVCAPI-KEY, X-Request-Id, If-None-Match, ${SHOW_HIDDEN_HEADER}`,
      'Access-Control-Max-Age': '86400',
      ...commonHeaders(request, {}),
    },
    body: undefined,
  };
}

function commonHeaders(request: HttpRequest, { caller, usage }: Partial<Reply>): Record<string, string> {
  return {
    Vary: VARY,
    'X-Request-Id': requestId(request),
    // Keys travel in a header, never in a cookie, so any page may ask.
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
    'X-Content-Type-Options': 'nosniff',
    ...(caller ? { 'X-SVCAPI-Plan': caller.plan.toLowerCase() } : {}),
    ...usage,
  };
}

function secondsTrue({ validUntil }: Answer, maxAge: number, now: number): number {
  return Math.max(0, Math.min(maxAge, Math.floor((validUntil - now) / 1000)));
}

function gzipOnly(accept: string | undefined): string | undefined {
  return accept?.replace(/\bbr\b/gi, 'none');
}

function withBody(request: HttpRequest, status: number, headers: Record<string, string>, body: Buffer): HttpResponse {
  headers['Content-Length'] = String(body.length);
  return { status, headers, body: request.method === 'HEAD' ? undefined : body };
}
