/** From an outcome to the answer of HTTP: status, headers and bytes, for every lane alike (contract, section 5). */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Answer, COMPRESSION_FLOOR, type Encoding } from './answer.ts';
import { OPEN_HEADERS } from './cors.ts';
import { headerLines } from './header-lines.ts';
import type { HttpRequest, HttpResponse } from './messages.ts';
import { chooseEncoding, isNotModified } from './negotiate.ts';
import type { Outcome, Reply } from './outcome.ts';
import { type Form, RepeatedReply } from './repeated-reply.ts';

const gzipAsync = promisify(gzip);

/** The answer to a request; a promise only where bytes have to be compressed. */
export function respond(request: HttpRequest, outcome: Outcome): HttpResponse | Promise<HttpResponse> {
  const { body, status } = outcome.reply;
  if (body instanceof Answer) return kept(request, outcome, body);
  if (Buffer.isBuffer(body)) return once(request, outcome, body);
  const { id } = request;
  const headers: Headers = { 'X-Request-Id': id, ...commonHeaders(outcome) };
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
  const { id } = request;
  const form = { status, encoding, bytes, isHeadOnly: request.method === 'HEAD' };
  if (outcome.reply instanceof RepeatedReply) return outcome.reply.response(id, outcome, form, headersOf);
  const headers = `X-Request-Id: ${id}\r\n${commonLines(outcome)}${headerLines(ownHeaders(outcome.reply, form))}`;
  return { status, id, headers, body: form.isHeadOnly ? undefined : bytes };
}

type Headers = Record<string, string>;

function headersOf(id: string, outcome: Outcome, form: Form): Headers {
  return { 'X-Request-Id': id, ...commonHeaders(outcome), ...ownHeaders(outcome.reply, form) };
}

/** What only this answer has. */
function ownHeaders({ body, cacheControl, type }: Reply, { status, encoding, bytes }: Form): Headers {
  const headers: Headers = {};
  if (body instanceof Answer && cacheControl !== 'no-store') headers['ETag'] = body.etag(encoding);
  if (status === 304) return headers;
  if (type !== undefined) headers['Content-Type'] = type;
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  headers['Content-Length'] = String(bytes?.length ?? 0);
  return headers;
}

/** What other answers have, too. */
function commonHeaders({ reply, vary, caller, usage }: Outcome): Headers {
  const headers: Headers = { 'X-Content-Type-Options': 'nosniff' };
  if (reply.cacheControl !== undefined) headers['Cache-Control'] = reply.cacheControl;
  if (vary !== undefined) headers['Vary'] = vary;
  if (!reply.ownSiteOnly) Object.assign(headers, OPEN_HEADERS);
  if (caller) headers['X-SVCAPI-Plan'] = caller.plan.toLowerCase();
  return Object.assign(headers, usage, reply.headers);
}

/** Lines of what other answers have, too, and what they depend on. */
interface CommonLines extends Pick<Outcome, 'vary' | 'usage'>, Pick<Reply, 'cacheControl' | 'ownSiteOnly'> {
  readonly plan: string | undefined;
  readonly lines: string;
}

/** By the headers that the lane says beside, where those are the same object for many answers. */
const commonOf = new WeakMap<object, CommonLines[]>();
/** Quotas and ages of many values are not remembered. */
const MOST_COMMON = 16;

function commonLines(outcome: Outcome): string {
  const { reply, vary, usage, caller } = outcome;
  const { headers, cacheControl, ownSiteOnly } = reply;
  const isShared = headers && Object.isFrozen(headers) && (usage === undefined || Object.isFrozen(usage));
  if (!isShared) return headerLines(commonHeaders(outcome));
  const known = commonOf.get(headers) ?? [];
  for (const each of known) {
    if (each.plan !== caller?.plan || each.cacheControl !== cacheControl || each.vary !== vary) continue;
    if (each.usage === usage && each.ownSiteOnly === ownSiteOnly) return each.lines;
  }
  const lines = headerLines(commonHeaders(outcome));
  if (known.length < MOST_COMMON) known.push({ vary, usage, cacheControl, ownSiteOnly, plan: caller?.plan, lines });
  commonOf.set(headers, known);
  return lines;
}
