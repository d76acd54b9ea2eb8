/** Requests that cannot be told apart from the next one, or that node:http cannot read at all. */
import type { IncomingMessage } from 'node:http';
import { ApiError, errorReply, jsonError } from './errors.ts';
import type { Reply } from './outcome.ts';
import { ABSOLUTE_FORM } from './target.ts';

/** node:http drops what comes after the 2,000th line without a word; a request that is meant well has some dozens. */
const MOST_HEADERS = 200;

/**
 * What is wrong with a request that not every server on its way would read alike; undefined for one that has HTTP/1.0
 * or HTTP/1.1, no transfer coding but `chunked`, expects nothing but to be told when its body is wanted, and has one Host
 * that names a host, as a target in absolute form does, and, with GET and HEAD, no body: nothing here would read it, and an
 * intermediary may take it for the next request.
 */
export function framingFault(incoming: IncomingMessage): Reply | undefined {
  if (incoming.httpVersionMajor > 1) return jsonError(505, { error: 'HTTP version not supported. Ask with HTTP/1.1.' });
  if (isExpectingMore(incoming)) return jsonError(417, { error: 'Expectation failed: Expect is 100-continue.' });
  const rule = brokenRule(incoming);
  if (rule !== undefined) return errorReply(new ApiError('malformed', { error: `Malformed request: ${rule}.` }));
  return hasOtherCoding(incoming)
    ? jsonError(501, { error: 'Transfer coding not implemented. A body comes as it is, or with chunked alone.' })
    : undefined;
}

/** Nobody here takes another coding off again: what reads the body would get it compressed (RFC 9112, section 6.1). */
function hasOtherCoding({ headers: { 'transfer-encoding': coding } }: IncomingMessage): boolean {
  return coding !== undefined && coding.trim().toLowerCase() !== 'chunked';
}

/** HTTP/1.0 has no expectations: what stands there is ignored. */
function isExpectingMore({ headers: { expect }, httpVersion }: IncomingMessage): boolean {
  return expect !== undefined && httpVersion === '1.1' && expect.trim().toLowerCase() !== '100-continue';
}

/** The rule of HTTP that a request breaks, in words for its sender; undefined where it breaks none. */
function brokenRule({
  method,
  url = '/',
  headers,
  rawHeaders,
  httpVersion,
  httpVersionMajor,
}: IncomingMessage): string | undefined {
  if (httpVersionMajor < 1) return 'the version has to be HTTP/1.0 or HTTP/1.1';
  if (rawHeaders.length > 2 * MOST_HEADERS) return `there may be ${MOST_HEADERS} headers at most`;
  if (hasSeveralHosts(rawHeaders) || !isSaneHost(headers.host, httpVersion)) {
    return 'there has to be one Host, and it has to name a host';
  }
  const authority = ABSOLUTE_FORM.exec(url)?.[1];
  if (authority !== undefined && !isSaneHost(authority, httpVersion))
    return 'a target with a scheme has to name a host';
  const isBodiless = method === 'GET' || method === 'HEAD';
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
  return isBodiless && hasBody ? `${method} has to come without a body` : undefined;
}

function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** A service has few names; whoever makes up others is looked at each time. */
const saneHosts = new Set<string>();
const MOST_KNOWN = 100;

/** A bad Host makes URL parsing throw further in. */
function isSaneHost(host: string | undefined, httpVersion: string): boolean {
  if (host === undefined) return httpVersion === '1.0';
  if (saneHosts.has(host)) return true;
  const isSane = /^[A-Za-z0-9._\-:[\]]+$/.test(host) && URL.canParse(`http://${host}/`);
  if (isSane && saneHosts.size < MOST_KNOWN) saneHosts.add(host);
  return isSane;
}
