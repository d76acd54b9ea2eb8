/** What pages answer while there is nothing to show, or after a fault. */
import { pageAnswer, pageReply, wantsHtml } from '../html/page-reply.ts';
import { HTML, TEXT } from '../http/media-types.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Reply } from '../http/outcome.ts';
import { loadingPage } from './front-page.ts';
import { faultPage, faultTitle } from './not-found-page.ts';

/** While no data is loaded. */
export function waitingReply(request: HttpRequest): Reply {
  const browser = wantsHtml(request);
  const answer = pageAnswer(browser ? loadingPage() : 'Loading the data; try again in a moment.\n');
  return failureReply(answer, { status: 503, browser, retryAfter: '3' });
}

/** After a fault of our own, or without a database. */
export function faultReply(request: HttpRequest, status: 500 | 503): Reply {
  const browser = wantsHtml(request);
  const answer = pageAnswer(browser ? faultPage(status) : `${faultTitle(status)}.\n`);
  return failureReply(answer, { status, browser, retryAfter: '5' });
}

function failureReply(
  answer: ReturnType<typeof pageAnswer>,
  { status, browser, retryAfter }: { readonly status: number; readonly browser: boolean; readonly retryAfter: string },
): Reply {
  return pageReply(answer, {
    status,
    type: browser ? HTML : TEXT,
    cacheControl: 'no-store',
    extra: { 'Retry-After': retryAfter },
    isOpen: true,
  });
}
