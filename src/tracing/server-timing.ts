/** `Server-Timing` (W3C): what an answer took, for the tools of browsers. */
import type { Exchange } from '../http/exchange.ts';
import type { HttpResponse } from '../http/messages.ts';
import type { DatabaseTime } from './database-time.ts';

/**
 * The response with the header, `total;dur=1.24, cache;desc=MISS, db;dur=0.81;desc="2 statements"`: milliseconds up to the head;
 * what the answer cache had, where it was asked; and the time in the database, where there was any.
 */
export function withServerTiming({ response, outcome, ms }: Exchange, time: DatabaseTime): HttpResponse {
  const cache = outcome.reply.headers?.['X-Cache'];
  const { statements } = time;
  const value = [
    `total;dur=${ms.toFixed(2)}`,
    ...(cache === undefined ? [] : [`cache;desc=${cache}`]),
    ...(statements === 0
      ? []
      : [`db;dur=${time.ms.toFixed(2)};desc="${statements} statement${statements === 1 ? '' : 's'}"`]),
  ].join(', ');
  const { headers } = response;
  if (typeof headers === 'string') return { ...response, headers: `${headers}Server-Timing: ${value}\r\n` };
  return { ...response, headers: { ...headers, 'Server-Timing': value } };
}
