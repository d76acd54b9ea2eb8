/** What the pages share: their data and the pages that are finished. */
import type { Answer } from '../http/answer.ts';
import { createAnswerCache } from '../http/answer-cache.ts';
import { createPageData, type PageData } from './page-data.ts';
import type { PagesOptions } from './page-options.ts';
import { createPlaceFinder, type PlaceFinder } from './place-finder.ts';

/** Memory for finished pages; one country's is some 100 KB in all its encodings. */
const CACHE_BYTES = 32 * 1024 * 1024;
const KEPT_SECONDS = 86_400;
/** Asked again each time, and answered with 304 while nothing changed. */
const FRESH = 'private, no-cache';

export interface PageRoom {
  readonly options: PagesOptions;
  readonly data: PageData;
  readonly finder: PlaceFinder;
  /** The finished page of a name, made when it is first asked for. */
  finished(name: string, make: () => Promise<Answer>): Promise<Answer>;
}

export function createPageRoom(options: PagesOptions): PageRoom {
  const cache = createAnswerCache(CACHE_BYTES);
  const data = createPageData(options);
  return {
    options,
    data,
    finder: createPlaceFinder(data, options),
    finished: async (name, make) => cache.get(name) ?? cache.compute(name, KEPT_SECONDS, make),
  };
}

/** How a page is kept that shows demo keys to some readers. */
export function freshHeaders(showsKeys: boolean) {
  return {
    cacheControl: showsKeys ? 'no-store' : FRESH,
    extra: { Vary: 'Accept, Accept-Encoding, Cookie' },
  };
}
