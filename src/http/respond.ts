/** From an outcome to the answer of HTTP: status, headers and bytes, for every lane alike (contract, section 5). */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Answer, COMPRESSION_FLOOR } from './answer.ts';
import { OPEN_HEADERS } from './cors.ts';
import type { HttpRequest, HttpResponse } from './messages.ts';
import { chooseEncoding, isNotModified } from './negotiate.ts';
import type { Outcome, Reply } from './outcome.ts';
import { requestId } from './request-id.ts';

const gzipAsync = promisify(gzip);

type Headers = Record<string, string>;

/** The answer to a request; a promise only where bytes have to be compressed. */
export function respond(request: HttpRequest, outcome: Outcome): HttpResponse | Promise<HttpResponse> {
  const { body, status } = outcome.reply;
  const headers = commonHeaders(request, outcome);
  if (body instanceof Answer) return kept(request, outcome.reply, body, headers);
  if (body && !Buffer.isBuffer(body)) {
    if (outcome.reply.type !== undefined) headers['Content-Type'] = outcome.reply.type;
    return { status, headers, body };
  }
  if (body) return once(request, outcome.reply, body, headers);
  if (status !== 204) headers['Content-Length'] = '0';
  return { status, headers, body: undefined };
}

function commonHeaders(request: HttpRequest, { reply, vary, caller, usage }: Outcome): Headers {
  const headers: Headers = {
    'X-Request-Id': requestId(request),
    'X-Content-Type-Options': 'nosniff',
  };
  if (reply.cacheControl !== undefined) headers['Cache-Control'] = reply.cacheControl;
  if (vary !== undefined) headers['Vary'] = vary;
  if (!reply.ownSiteOnly) Object.assign(headers, OPEN_HEADERS);
  if (caller) headers['X-SVCAPI-Plan'] = caller.plan.toLowerCase();
  return Object.assign(headers, usage, reply.headers);
}

/** An answer in the coding that the client likes best, or the 304 of a client that has it. */
function kept(
  request: HttpRequest,
  { status, cacheControl, type }: Reply,
  answer: Answer,
  headers: Headers,
): HttpResponse | Promise<HttpResponse> {
  const encoding = answer.compressible ? chooseEncoding(request.header('accept-encoding')) : 'identity';
  if (cacheControl !== 'no-store') {
    headers['ETag'] = answer.etag(encoding);
    const unchanged = status === 200 && isNotModified(request.header('if-none-match'), answer);
    if (unchanged) return { status: 304, headers, body: undefined };
  }
  if (type !== undefined) headers['Content-Type'] = type;
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  const bytes = answer.body(encoding);
  return bytes instanceof Promise
    ? bytes.then((made) => withBody(request, status, headers, made))
    : withBody(request, status, headers, bytes);
}

/** Bytes that nobody keeps: compressed quickly or not at all. Brotli is for what is kept. */
function once(
  request: HttpRequest,
  { status, type }: Reply,
  bytes: Buffer,
  headers: Headers,
): HttpResponse | Promise<HttpResponse> {
  if (type !== undefined) headers['Content-Type'] = type;
  const wanted =
    bytes.length > COMPRESSION_FLOOR ? chooseEncoding(request.header('accept-encoding'), 'gzip') : 'identity';
  if (wanted === 'identity') return withBody(request, status, headers, bytes);
  headers['Content-Encoding'] = wanted;
  return gzipAsync(bytes, { level: 4 }).then((made) => withBody(request, status, headers, made));
}

function withBody(request: HttpRequest, status: number, headers: Headers, body: Buffer): HttpResponse {
  headers['Content-Length'] = String(body.length);
  return { status, headers, body: request.method === 'HEAD' ? undefined : body };
}
