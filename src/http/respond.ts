/** From an outcome to the answer of HTTP: status, headers and bytes, for every lane alike (contract, section 5). */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Answer, COMPRESSION_FLOOR, type Encoding } from './answer.ts';
import { OPEN_HEADERS } from './cors.ts';
import { headerLines } from './header-lines.ts';
import type { HttpRequest, HttpResponse } from './messages.ts';
import { chooseEncoding, isNotModified } from './negotiate.ts';
import type { Outcome } from './outcome.ts';
import { type Form, RepeatedReply } from './repeated-reply.ts';
import { requestId } from './request-id.ts';

const gzipAsync = promisify(gzip);

/** The answer to a request; a promise only where bytes have to be compressed. */
export function respond(request: HttpRequest, outcome: Outcome): HttpResponse | Promise<HttpResponse> {
  const { body, status } = outcome.reply;
  if (body instanceof Answer) return kept(request, outcome, body);
  if (Buffer.isBuffer(body)) return once(request, outcome, body);
  const id = requestId(request);
  const headers = commonHeaders(id, outcome);
  if (body) {
    if (outcome.reply.type !== undefined) headers['Content-Type'] = outcome.reply.type;
    return { status, id, headers, body };
  }
  if (status !== 204) headers['Content-Length'] = '0';
  return { status, id, headers, body: undefined };
}

/** An answer in the coding that the client likes best, or the 304 of a client that has it in that. */
function kept(request: HttpRequest, outcome: Outcome, answer: Answer): HttpResponse | Promise<HttpResponse> {
  const { status, cacheControl } = outcome.reply;
  const encoding = answer.compressible ? chooseEncoding(request.header('accept-encoding')) : 'identity';
  const isUnchanged =
    status === 200 &&
    cacheControl !== 'no-store' &&
    isNotModified(request.header('if-none-match'), answer.etag(encoding));
  return isUnchanged
    ? sent(request, outcome, 304, encoding, undefined)
    : inTime(request, outcome, encoding, answer.body(encoding));
}

/** Bytes that nobody keeps: compressed quickly or not at all. Brotli is for what is kept. */
function once(request: HttpRequest, outcome: Outcome, bytes: Buffer): HttpResponse | Promise<HttpResponse> {
  const wanted =
    bytes.length > COMPRESSION_FLOOR ? chooseEncoding(request.header('accept-encoding'), 'gzip') : 'identity';
  return inTime(request, outcome, wanted, wanted === 'identity' ? bytes : gzipAsync(bytes, { level: 4 }));
}

function inTime(
  request: HttpRequest,
  outcome: Outcome,
  encoding: Encoding,
  bytes: Buffer | Promise<Buffer>,
): HttpResponse | Promise<HttpResponse> {
  const { status } = outcome.reply;
  return bytes instanceof Promise
    ? bytes.then((made) => sent(request, outcome, status, encoding, made))
    : sent(request, outcome, status, encoding, bytes);
}

function sent(
  request: HttpRequest,
  outcome: Outcome,
  status: number,
  encoding: Encoding,
  bytes: Buffer | undefined,
): HttpResponse {
  const id = requestId(request);
  const form = { status, encoding, bytes, isHeadOnly: request.method === 'HEAD' };
  if (outcome.reply instanceof RepeatedReply) return outcome.reply.response(id, outcome, form, headersOf);
  const headers = headerLines(headersOf(id, outcome, form));
  return { status, id, headers, body: form.isHeadOnly ? undefined : bytes };
}

type Headers = Record<string, string>;

function headersOf(id: string, outcome: Outcome, { status, encoding, bytes }: Form): Headers {
  const { body, cacheControl, type } = outcome.reply;
  const headers = commonHeaders(id, outcome);
  if (body instanceof Answer && cacheControl !== 'no-store') headers['ETag'] = body.etag(encoding);
  if (status === 304) return headers;
  if (type !== undefined) headers['Content-Type'] = type;
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  headers['Content-Length'] = String(bytes?.length ?? 0);
  return headers;
}

function commonHeaders(id: string, { reply, vary, caller, usage }: Outcome): Headers {
  const headers: Headers = {
    'X-Request-Id': id,
    'X-Content-Type-Options': 'nosniff',
  };
  if (reply.cacheControl !== undefined) headers['Cache-Control'] = reply.cacheControl;
  if (vary !== undefined) headers['Vary'] = vary;
  if (!reply.ownSiteOnly) Object.assign(headers, OPEN_HEADERS);
  if (caller) headers['X-SVCAPI-Plan'] = caller.plan.toLowerCase();
  return Object.assign(headers, usage, reply.headers);
}
