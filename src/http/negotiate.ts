/** Content coding and conditional requests (RFC 9110, sections 12.5.3 and 13.1.2). */
import type { Answer, Encoding } from './answer.ts';

const OFFERED: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** The coding that `Accept-Encoding` likes best among br, gzip and none; ours decides between equals. */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (accept === undefined || accept === '' || accept === 'identity') return 'identity';
  const weights = new Map<string, number>();
  for (const part of accept.split(',')) {
    const [coding = '', ...parameters] = part.split(';');
    weights.set(coding.trim().toLowerCase(), weightOf(parameters));
  }
  const weightFor = (encoding: Encoding): number => {
    const own = weights.get(encoding) ?? (encoding === 'gzip' ? weights.get('x-gzip') : undefined);
    if (own !== undefined) return own;
    const any = weights.get('*');
    // No coding is always acceptable unless it is ruled out by name; it is the last choice among equals.
    return encoding === 'identity' ? (any === 0 ? 0 : 0.0001) : (any ?? 0);
  };
  let best: Encoding = 'identity';
  let bestWeight = 0;
  for (const encoding of OFFERED) {
    const weight = weightFor(encoding);
    if (weight > bestWeight) {
      best = encoding;
      bestWeight = weight;
    }
  }
  return best;
}

/** True when `If-None-Match` names this answer in any of its encodings. */
export function isNotModified(ifNoneMatch: string | undefined, answer: Answer): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '');
    return tag === answer.etag('identity') || tag === answer.etag('gzip') || tag === answer.etag('br');
  });
}

function weightOf(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const match = /^\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*$/i.exec(parameter);
    if (match) return Math.min(1, Number(match[1]));
  }
  return 1;
}
