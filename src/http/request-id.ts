/** The id that a request has in answers and logs. */
import { randomUUID } from 'node:crypto';
import { holdsKey } from '../auth/key-format.ts';
import type { HttpRequest } from './messages.ts';

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's request id when it is a sane one, else a new one: one that holds a key would be written to logs. */
export function requestId(request: HttpRequest): string {
  const given = request.header('x-request-id');
  return given !== undefined && REQUEST_ID.test(given) && !holdsKey(given) ? given : randomUUID();
}
