/** What a request is called in its answer and in logs. */
import { randomUUID } from 'node:crypto';
import { holdsKey } from '../auth/key-format.ts';
import type { HttpRequest } from './messages.ts';

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's request id when it is a sane one, else a new one: one that holds a key would be written to logs. */
export function requestIdOf(header: HttpRequest['header']): string {
  const given = header('x-request-id');
  return given !== undefined && REQUEST_ID.test(given) && !holdsKey(given) ? given : randomUUID();
}
