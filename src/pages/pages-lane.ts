/** The pages as a lane: front page, countries, status and the files that they load. */
import { type Asset, assetAt } from '../html/assets.ts';
import { pageAnswer, pageReply, wantsHtml } from '../html/page-reply.ts';
import { FIND_PATH } from '../html/finder.ts';
import { type Lane, onlyRead } from '../http/lane.ts';
import { HTML, JSON_TYPE } from '../http/media-types.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Reply } from '../http/outcome.ts';
import { readOnly } from '../http/read-only.ts';
import { VISIT_PATH } from '../http/visit.ts';
import { chosenCountry, createCountryReply } from './country-reply.ts';
import { faultReply } from './failure-replies.ts';
import { createFindReply } from './find-reply.ts';
import { createFrontReply } from './front-reply.ts';
import { NoAnswer } from './page-data.ts';
import type { PagesOptions } from './page-options.ts';
import { createPageRoom } from './page-room.ts';
import { createPlaceReply } from './place-reply.ts';
import { serviceStatus, statusPage } from './service-status.ts';
import { visitReply } from './visit-reply.ts';

const VARY = 'Accept, Accept-Encoding';
const COUNTRY_PATH = '/c/';

/** A page by its name for the log, and the work to make it. */
interface Page {
  readonly route: string;
  reply(request: HttpRequest, path: string): Reply | Promise<Reply>;
}

export function createPagesLane(options: PagesOptions): Lane {
  const room = createPageRoom(options);
  const country = createCountryReply(room);
  const place = createPlaceReply(room);
  const pages: ReadonlyMap<string, Page> = new Map([
    ['/', { route: 'page:front', reply: createFrontReply(room) }],
    [FIND_PATH, { route: 'page:find', reply: createFindReply(room) }],
    [VISIT_PATH, { route: 'page:visit', reply: (request: HttpRequest) => visitReply(request, options) }],
    ['/status', { route: 'page:status', reply: (request: HttpRequest) => statusReply(request, options) }],
    ['/c', { route: 'page:country', reply: chosenCountry }],
    [COUNTRY_PATH, { route: 'page:country', reply: chosenCountry }],
  ]);
  const countries: Page = {
    route: 'page:country',
    reply: (request, path) => country(request, path.slice(COUNTRY_PATH.length)),
  };
  const places: Page = {
    route: 'page:place',
    reply: (request, path) => place(request, path.slice(COUNTRY_PATH.length).split('/')),
  };

  function pageAt(path: string): Page | undefined {
    const page = pages.get(path);
    if (page) return page;
    const asset = assetAt(path);
    if (asset) return { route: 'page:asset', reply: () => assetReply(asset, path) };
    if (!path.startsWith(COUNTRY_PATH)) return undefined;
    return path.includes('/', COUNTRY_PATH.length) ? places : countries;
  }

  return {
    owns: (path) => pageAt(path) !== undefined,
    methodsOf: onlyRead,
    async handle(request, path) {
      const page = pageAt(path);
      const route = page?.route ?? 'page';
      try {
        return { route, vary: VARY, reply: await readOnly(request, () => page?.reply(request, path)) };
      } catch (error) {
        const reason = error instanceof NoAnswer ? error.reason : options.whyUnavailable(error);
        if (!reason) options.onFault(error, request, route);
        const fault = !reason ? 'fault' : options.isDatabaseReachable() ? 'busy' : 'away';
        return { route, vary: VARY, reply: { ...faultReply(request, fault), reason } };
      }
    },
  };
}

function assetReply({ path: named, type, answer }: Asset, path: string): Reply {
  const cacheControl = path === named ? 'public, max-age=31536000, immutable' : 'public, max-age=86400';
  return pageReply(answer, { type, cacheControl });
}

function statusReply(request: HttpRequest, options: PagesOptions): Reply {
  const now = serviceStatus(options);
  return wantsHtml(request)
    ? pageReply(pageAnswer(statusPage(now)), { type: HTML, cacheControl: 'no-store' })
    : pageReply(pageAnswer(`${JSON.stringify(now, null, 2)}\n`), {
        type: JSON_TYPE,
        cacheControl: 'no-store',
        isOpen: true,
      });
}
