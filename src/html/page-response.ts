/** Status, headers and bytes of a page: what browsers are told about it, and nothing that others may add to it. */
import { Answer } from '../http/answer.ts';
import { DATA_LICENCE_LINK } from '../http/data-licence.ts';
import type { HttpRequest, HttpResponse } from '../http/messages.ts';
import { chooseEncoding, isNotModified } from '../http/negotiate.ts';
import type { Html } from './html.ts';

/** Scripts, styles and answers from this service only; nothing inline, nothing framed. */
const SECURITY: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

export interface PageHeaders {
  readonly status?: number;
  readonly type: string;
  readonly cacheControl: string;
  readonly extra?: Readonly<Record<string, string>>;
}

/** A finished page or asset in the encoding that the client likes best, or 304 when it has it already. */
export async function pageResponse(
  request: HttpRequest,
  answer: Answer,
  { status = 200, type, cacheControl, extra }: PageHeaders,
): Promise<HttpResponse> {
  const encoding = answer.compressible ? chooseEncoding(request.header('accept-encoding')) : 'identity';
  const headers: Record<string, string> = {
    ...SECURITY,
    ETag: answer.etag(encoding),
    'Cache-Control': cacheControl,
    Vary: 'Accept, Accept-Encoding',
    Link: DATA_LICENCE_LINK,
    ...extra,
  };
  if (status === 200 && isNotModified(request.header('if-none-match'), answer)) {
    return { status: 304, headers, body: undefined };
  }
  const body = await answer.body(encoding);
  headers['Content-Type'] = type;
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  headers['Content-Length'] = String(body.length);
  return { status, headers, body: request.method === 'HEAD' ? undefined : body };
}

/** A page as bytes to keep. */
export function pageAnswer(content: Html | string): Answer {
  return new Answer(Buffer.from(typeof content === 'string' ? content : content.text), 'page');
}

/** Sends the client to another page of this service. */
export function redirect(status: 301 | 302, location: string): HttpResponse {
  const headers = { ...SECURITY, Location: location, 'Cache-Control': 'no-cache', 'Content-Length': '0' };
  return { status, headers, body: undefined };
}

/** True for a browser: whoever names HTML in `Accept` gets it, curl and other programs get what they can paste. */
export function wantsHtml(request: HttpRequest): boolean {
  return /\btext\/html\b/i.test(request.header('accept') ?? '');
}

/** `http://host:port` as the client wrote it, for requests to copy. */
export function originOf(request: HttpRequest): string {
  const scheme = request.header('x-forwarded-proto') === 'https' ? 'https' : 'http';
  return `${scheme}://${request.header('host') ?? 'localhost:4000'}`;
}
