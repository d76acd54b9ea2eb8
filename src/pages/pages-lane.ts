/** The pages by path: front page, countries, status and the files that they load. */
import type { DemoKeys } from '../auth/demo-keys.ts';
import { assetAt } from '../html/assets.ts';
import { originOf, pageAnswer, pageResponse, redirect, wantsHtml } from '../html/page-response.ts';
import { createAnswerCache } from '../http/answer-cache.ts';
import { HTML, JSON_TYPE, TEXT } from '../http/media-types.ts';
import type { HttpRequest, HttpResponse } from '../http/messages.ts';
import { isOnThisMachine } from '../http/on-this-machine.ts';
import type { Outcome } from '../http/outcome.ts';
import { decodeOnce, parseQuery, splitTarget } from '../http/target.ts';
import type { DataSet } from '../schema/context.ts';
import { createCountryFinder } from './country-finder.ts';
import { countryPage, countryText } from './country-page.ts';
import { type FrontPage, frontPage, frontText, loadingPage } from './front-page.ts';
import { faultPage, faultTitle, notFoundPage, notFoundText } from './not-found-page.ts';
import { bodyOf, createPageData, NoAnswer } from './page-data.ts';
import type { PagesOptions } from './page-options.ts';
import { serviceStatus, statusPage } from './service-status.ts';
import { KEY_PLACEHOLDER, SAMPLE_PLAN, SAMPLE_TARGET, type Sample } from './try-box.ts';

/** Memory for finished pages; one country's is some 100 KB in all its encodings. */
const CACHE_BYTES = 32 * 1024 * 1024;
const KEPT_SECONDS = 86_400;
const METHODS = 'GET, HEAD';
/** Asked again each time, and answered with 304 while nothing changed. */
const FRESH = 'private, no-cache';

export interface PagesLane {
  /** Answers a path of the pages; undefined for every other path. */
  handle(request: HttpRequest, path: string): Promise<Outcome> | undefined;
}

export function createPagesLane(options: PagesOptions): PagesLane {
  const data = createPageData(options);
  const finder = createCountryFinder(data, options);
  const finished = createAnswerCache(CACHE_BYTES);

  const keysFor = (request: HttpRequest): DemoKeys => (isOnThisMachine(request) ? options.demoKeys() : {});

  async function front(request: HttpRequest): Promise<HttpResponse> {
    const dataSet = options.currentDataSet();
    if (!dataSet) return waiting(request);
    const browser = wantsHtml(request);
    const [demoKeys, ready, origin] = [keysFor(request), options.isDatabaseReachable(), originOf(request)];
    const demo = Object.keys(demoKeys).length > 0;
    const key = `front ${browser} ${origin} ${dataSet.version} ${ready} ${demo}`;
    const answer =
      finished.get(key) ??
      (await finished.compute(key, KEPT_SECONDS, async () => {
        const [map, countries, sample] = await Promise.all([
          browser ? data.world(dataSet) : '',
          data.countries(dataSet),
          takeSample(),
        ]);
        const parts: FrontPage = { origin, dataSet, home: options.home, ready, map, countries, sample, demoKeys };
        return pageAnswer(browser ? frontPage(parts) : frontText({ ...parts, version: options.version }));
      }));
    return pageResponse(request, answer, { type: browser ? HTML : TEXT, cacheControl: FRESH });
  }

  async function country(request: HttpRequest, wanted: string): Promise<HttpResponse> {
    const dataSet = options.currentDataSet();
    if (!dataSet) return waiting(request);
    const iso2 = await finder.find(dataSet, wanted);
    if (iso2 === undefined) return unknownCountry(request, dataSet, wanted);
    if (iso2 !== wanted) return redirect(302, `/c/${iso2}`);
    const codes = dataSet.countryCodes.get(iso2);
    if (!codes) return unknownCountry(request, dataSet, wanted);
    const [browser, origin] = [wantsHtml(request), originOf(request)];
    const key = keysFor(request)['community'] ?? KEY_PLACEHOLDER;
    const name = `country ${browser} ${origin} ${dataSet.version} ${iso2} ${key === KEY_PLACEHOLDER}`;
    const answer =
      finished.get(name) ??
      (await finished.compute(name, KEPT_SECONDS, async () => {
        const [view, countries] = await Promise.all([data.country(dataSet, codes), data.countries(dataSet)]);
        const parts = { ...view, origin, key, countries };
        return pageAnswer(browser ? countryPage(parts) : countryText(parts));
      }));
    return pageResponse(request, answer, { type: browser ? HTML : TEXT, cacheControl: FRESH });
  }

  async function unknownCountry(request: HttpRequest, dataSet: DataSet, wanted: string): Promise<HttpResponse> {
    const suggestions = await finder.suggest(dataSet, wanted);
    const browser = wantsHtml(request);
    const answer = pageAnswer(browser ? notFoundPage(wanted, suggestions) : notFoundText(wanted, suggestions));
    return pageResponse(request, answer, { status: 404, type: browser ? HTML : TEXT, cacheControl: 'no-store' });
  }

  async function takeSample(): Promise<Sample> {
    const startedAt = performance.now();
    const body = bodyOf(await options.ask(SAMPLE_TARGET, SAMPLE_PLAN));
    const milliseconds = Math.max(1, Math.round(performance.now() - startedAt));
    return { target: SAMPLE_TARGET, milliseconds, body };
  }

  function status(request: HttpRequest): Promise<HttpResponse> {
    const now = serviceStatus(options);
    return wantsHtml(request)
      ? pageResponse(request, pageAnswer(statusPage(now)), { type: HTML, cacheControl: 'no-store' })
      : pageResponse(request, pageAnswer(`${JSON.stringify(now, null, 2)}\n`), {
          type: JSON_TYPE,
          cacheControl: 'no-store',
          extra: { 'Access-Control-Allow-Origin': '*' },
        });
  }

  /** The page behind a path, as its name for the log and the work to do. */
  function pageAt(request: HttpRequest, path: string): [string, () => Promise<HttpResponse>] | undefined {
    if (path === '/') return ['page:front', () => front(request)];
    if (path === '/status') return ['page:status', () => status(request)];
    const asset = assetAt(path);
    if (asset) {
      const cacheControl = path === asset.path ? 'public, max-age=31536000, immutable' : 'public, max-age=86400';
      return ['page:asset', () => pageResponse(request, asset.answer, { type: asset.type, cacheControl })];
    }
    if (path === '/c' || path === '/c/') return ['page:country', () => chosen(request)];
    if (!path.startsWith('/c/')) return undefined;
    // A path segment that is ill-formed names nothing: it is looked for as it stands.
    const segment = path.slice('/c/'.length);
    const wanted = decodeOnce(segment) ?? segment;
    return ['page:country', () => country(request, wanted)];
  }

  /** Where the form of the front page leads. */
  async function chosen(request: HttpRequest): Promise<HttpResponse> {
    const wanted = parseQuery(splitTarget(request.target).query)?.get('code')?.[0]?.trim() ?? '';
    return redirect(302, wanted === '' ? '/#countries' : `/c/${encodeURIComponent(wanted)}`);
  }

  return {
    handle(request, path) {
      const found = pageAt(request, path);
      if (!found) return undefined;
      const [route, work] = found;
      const outcome = (response: HttpResponse): Outcome => ({ response, route, caller: undefined });
      if (request.method !== 'GET' && request.method !== 'HEAD') return Promise.resolve(outcome(refused()));
      return work()
        .catch((error: unknown) => {
          const away = error instanceof NoAnswer || options.isUnavailable(error);
          if (!away) options.onFault(error, route);
          return unavailable(request, away ? 503 : 500);
        })
        .then(outcome);
    },
  };
}

function waiting(request: HttpRequest): Promise<HttpResponse> {
  const browser = wantsHtml(request);
  return pageResponse(request, pageAnswer(browser ? loadingPage() : 'Loading the data; try again in a moment.\n'), {
    status: 503,
    type: browser ? HTML : TEXT,
    cacheControl: 'no-store',
    extra: { 'Retry-After': '3' },
  });
}

function unavailable(request: HttpRequest, status: 500 | 503): Promise<HttpResponse> {
  const browser = wantsHtml(request);
  return pageResponse(request, pageAnswer(browser ? faultPage(status) : `${faultTitle(status)}.\n`), {
    status,
    type: browser ? HTML : TEXT,
    cacheControl: 'no-store',
    extra: { 'Retry-After': '5' },
  });
}

function refused(): HttpResponse {
  return {
    status: 405,
    headers: { Allow: METHODS, 'Cache-Control': 'no-store', 'Content-Length': '0' },
    body: undefined,
  };
}
