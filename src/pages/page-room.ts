/** What the pages share: their data, the pages that are finished, and who may be shown the demo keys. */
import type { DemoKeys } from '../auth/demo-keys.ts';
import type { Answer } from '../http/answer.ts';
import { createAnswerCache } from '../http/answer-cache.ts';
import type { HttpRequest } from '../http/messages.ts';
import { isOnThisMachine } from '../http/on-this-machine.ts';
import { createPageData, type PageData } from './page-data.ts';
import type { PagesOptions } from './page-options.ts';

/** Memory for finished pages; one country's is some 100 KB in all its encodings. */
const CACHE_BYTES = 32 * 1024 * 1024;
const KEPT_SECONDS = 86_400;
/** Asked again each time, and answered with 304 while nothing changed. */
export const FRESH = 'private, no-cache';

export interface PageRoom {
  readonly options: PagesOptions;
  readonly data: PageData;
  /** The finished page of a name, made when it is first asked for. */
  finished(name: string, make: () => Promise<Answer>): Promise<Answer>;
}

export function createPageRoom(options: PagesOptions): PageRoom {
  const cache = createAnswerCache(CACHE_BYTES);
  return {
    options,
    data: createPageData(options),
    finished: async (name, make) => cache.get(name) ?? cache.compute(name, KEPT_SECONDS, make),
  };
}

/** The demo keys that a reader is shown. */
export function demoKeysFor(request: HttpRequest, { demoKeys }: Pick<PagesOptions, 'demoKeys'>): DemoKeys {
  return isOnThisMachine(request) ? demoKeys() : {};
}
