/** What is answered where no lane has the path: a page to browsers, JSON to programs. */
import { pageAnswer, pageReply, wantsHtml } from '../html/page-reply.ts';
import { ApiError, errorReply } from '../http/errors.ts';
import { HTML } from '../http/media-types.ts';
import { type HttpRequest, pathOf } from '../http/messages.ts';
import type { Reply } from '../http/outcome.ts';
import { nowherePage } from './not-found-page.ts';

export function notFoundReply(request: HttpRequest): Reply {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || !wantsHtml(request)) return errorReply(new ApiError('notFound'));
  return pageReply(pageAnswer(nowherePage(pathOf(request))), {
    status: 404,
    type: HTML,
    cacheControl: 'no-store',
    isOpen: true,
  });
}
