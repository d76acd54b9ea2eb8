/** Answers `/find?q=…`: where the boxes lead without their script, and where it reads what they list. */
import { pageAnswer, pageReply, wantsHtml } from '../html/page-reply.ts';
import { HTML, TEXT } from '../http/media-types.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Reply } from '../http/outcome.ts';
import { parseQuery, splitTarget } from '../http/target.ts';
import { waitingReply } from './failure-replies.ts';
import { cutQuery, type Found, foundPage, foundText } from './found-page.ts';
import type { PageRoom } from './page-room.ts';
import { wantedType } from './place-finder.ts';

/** What was typed a moment ago is often typed again, letter by letter. */
const CACHE_CONTROL = 'private, max-age=60';

export function createFindReply({ options, finder }: PageRoom): (request: HttpRequest) => Promise<Reply> {
  return async (request) => {
    const dataSet = options.currentDataSet();
    if (!dataSet) return waitingReply(request, options);
    const query = parseQuery(splitTarget(request.target).query);
    const q = cutQuery(query?.get('q')?.[0] ?? '');
    const type = wantedType(query?.get('type')?.[0]);
    const places = q === '' ? [] : await finder.places(dataSet, q, type);
    return foundReply(request, { q, type, places }, 200);
  };
}

/** A page of what was found, which holds no key. */
export function foundReply(request: HttpRequest, found: Found, status: 200 | 404): Reply {
  const browser = wantsHtml(request);
  return pageReply(pageAnswer(browser ? foundPage(found) : foundText(found)), {
    status,
    type: browser ? HTML : TEXT,
    cacheControl: status === 200 ? CACHE_CONTROL : 'no-store',
    // Pages of other sites ask /v1, with a key.
    isOpen: status === 404,
  });
}
