/** Paths that are only read: OPTIONS says so, and every other method is told so. */
import { allowed } from './cors.ts';
import { ApiError, errorReply, methodNotAllowed } from './errors.ts';
import { READ_METHODS } from './lane.ts';
import type { HttpRequest } from './messages.ts';
import type { Reply } from './outcome.ts';

/** The reply to GET and HEAD, where undefined is a 404; to other methods what they may do here. */
export function readOnly(request: HttpRequest, read: () => Reply | Promise<Reply> | undefined): Reply | Promise<Reply> {
  if (request.method === 'OPTIONS') return allowed(request, READ_METHODS);
  if (request.method !== 'GET' && request.method !== 'HEAD') return errorReply(methodNotAllowed(READ_METHODS));
  return read() ?? errorReply(new ApiError('notFound'));
}
