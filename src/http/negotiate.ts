/** Content coding and conditional requests (RFC 9110, sections 12.5.3 and 13.1.2). */
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { Answer, Encoding } from './answer.ts';

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

/** True when `If-None-Match` names this answer in any of its encodings. */
export function isNotModified(ifNoneMatch: string | undefined, answer: Answer): boolean {
  if (ifNoneMatch === undefined) return false;
  if (isTagOf(ifNoneMatch, answer) || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => isTagOf(candidate.trim().replace(/^W\//, ''), answer));
}

function isTagOf(text: string, answer: Answer): boolean {
  return text === answer.etag('identity') || text === answer.etag('gzip') || text === answer.etag('br');
}
