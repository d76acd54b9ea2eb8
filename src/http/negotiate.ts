/** Content coding and conditional requests (RFC 9110, sections 12.5.3 and 13.1.2). */
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { Encoding } from './answer.ts';

/** What is offered, best first: ours decides between what the client likes alike. */
const OFFERED = {
  all: ['br', 'gzip', 'identity'],
  gzip: ['gzip', 'identity'],
} as const satisfies Record<string, readonly Encoding[]>;
type Offer = keyof typeof OFFERED;

/** Clients send few different headers; the longer ones are nobody's. */
const chosen = new LRUCache<string, Encoding>({ max: 200 });
const LONGEST_KEPT = 100;

/** The coding that `Accept-Encoding` likes best among br, gzip and none; without br where only gzip is offered. */
export function chooseEncoding(accept: string | undefined, offer: Offer = 'all'): Encoding {
  if (accept === undefined || accept === '' || accept === 'identity') return 'identity';
  if (accept.length > LONGEST_KEPT) return negotiated(accept, offer);
  const key = `${offer} ${accept}`;
  const known = chosen.get(key);
  if (known) return known;
  const encoding = negotiated(accept, offer);
  chosen.set(key, encoding);
  return encoding;
}

function negotiated(accept: string, offer: Offer): Encoding {
  // `x-gzip` is an older name of gzip (RFC 9110, section 8.4.1.3).
  const headers = { 'accept-encoding': accept.replace(/\bx-gzip\b/gi, 'gzip') };
  return new Negotiator({ headers }).encoding<Encoding>(OFFERED[offer], { preferred: OFFERED[offer] }) ?? 'identity';
}

/**
 * True when `If-None-Match` names the answer in the coding that this request gets (RFC 9110, section 13.1.2): `etag` is of that one. In
 * another coding it is another representation, and a cache that has only that could do nothing with a 304 (RFC 9111, section 4.3.4).
 */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
