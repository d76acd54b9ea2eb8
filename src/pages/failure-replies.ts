/** What pages answer while there is nothing to show, or after a fault. */
import { pageAnswer, pageReply, wantsHtml } from '../html/page-reply.ts';
import { HTML, TEXT } from '../http/media-types.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Reply } from '../http/outcome.ts';
import { emptyPage } from './front-page.ts';
import { type Fault, faultPage, faultTitle } from './not-found-page.ts';
import type { PagesOptions } from './page-options.ts';

/** Why there is nothing to show, and what to do about it; backquotes mark code. */
export interface EmptyNotice {
  readonly title: string;
  readonly text: readonly string[];
}

type EmptySources = Pick<PagesOptions, 'home' | 'isDatabaseReachable' | 'refusedData'>;

/** While no data is loaded. */
export function waitingReply(request: HttpRequest, sources: EmptySources): Reply {
  if (!sources.isDatabaseReachable()) return { ...faultReply(request, 'away'), reason: 'database' };
  const browser = wantsHtml(request);
  const notice = emptyNotice(sources);
  const plain = `${notice.title}.\n${notice.text.join('\n').replaceAll('`', '')}\n`;
  const answer = pageAnswer(browser ? emptyPage(notice) : plain);
  return { ...failureReply(answer, { status: 503, browser, retryAfter: '3' }), reason: 'data' };
}

function emptyNotice({ home, refusedData }: EmptySources): EmptyNotice {
  const refused = refusedData();
  if (refused !== undefined) return { title: 'The data cannot be served', text: [refused] };
  if (home === 'embedded') {
    return { title: 'Loading the data', text: ['The service is up, its data set is on the way.'] };
  }
  return {
    title: 'No data is loaded yet',
    text: [
      'PostgreSQL is there, but nothing was imported into it. With the same `DATABASE_URL`, run `npm run import -- --default` for the data that comes with the service, or `npm run import -- --from FOLDER` for an upstream release.',
      'While an import is running, there is nothing else to do.',
    ],
  };
}

/** In the place of a page that could not be made. */
export function faultReply(request: HttpRequest, fault: Fault): Reply {
  const browser = wantsHtml(request);
  const answer = pageAnswer(browser ? faultPage(fault) : `${faultTitle(fault)}.\n`);
  return failureReply(answer, { status: fault === 'fault' ? 500 : 503, browser, retryAfter: '5' });
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
