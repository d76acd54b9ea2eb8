/** The page of one country as it is sent, and the way there from other codes and names. */
import { FIND_PATH } from '../html/finder.ts';
import { pageAnswer, pageReply, redirect, wantsHtml } from '../html/page-reply.ts';
import { HTML, TEXT } from '../http/media-types.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Reply } from '../http/outcome.ts';
import { decodeOnce, parseQuery, splitTarget } from '../http/target.ts';
import type { DataSet } from '../schema/context.ts';
import { countryPage, countryText } from './country-page.ts';
import { waitingReply } from './failure-replies.ts';
import { foundReply } from './find-reply.ts';
import { cutQuery } from './found-page.ts';
import { freshHeaders, type PageRoom } from './page-room.ts';
import { KEY_PLACEHOLDER } from './try-box.ts';

/** The form of a code: what has it and is none of ours was no name that somebody typed. */
const CODE = /^[a-z]{2}$/i;

/** Answers `/c/{segment}`. */
export function createCountryReply(room: PageRoom): (request: HttpRequest, segment: string) => Promise<Reply> {
  const { options, data, finder, finished } = room;

  /** What is no country may be another place; what begins with the letters of an unknown code is only shown. */
  async function another(request: HttpRequest, dataSet: DataSet, wanted: string): Promise<Reply> {
    const q = cutQuery(wanted);
    const places = q === '' ? [] : await finder.places(dataSet, q);
    const isCode = CODE.test(wanted);
    if (places.length === 0 || isCode) return foundReply(request, { q, type: undefined, places, isCode }, 404);
    return redirect(302, `${FIND_PATH}?${new URLSearchParams({ q })}`);
  }

  return async (request, segment) => {
    const dataSet = options.currentDataSet();
    if (!dataSet) return waitingReply(request, options);
    // A path segment that is ill-formed names nothing: it is looked for as it stands.
    const wanted = decodeOnce(segment) ?? segment;
    const iso2 = await finder.country(dataSet, wanted);
    if (iso2 !== undefined && iso2 !== wanted) return redirect(302, `/c/${iso2}`);
    const codes = iso2 === undefined ? undefined : dataSet.countryCodes.get(iso2);
    if (!codes) return another(request, dataSet, wanted);
    const [browser, origin] = [wantsHtml(request), options.originOf(request)];
    const key = options.demoKeysFor(request)['community'] ?? KEY_PLACEHOLDER;
    const indexed = dataSet.findIndex !== undefined;
    const name = `country ${browser} ${origin} ${dataSet.edition} ${indexed} ${codes.iso2} ${key === KEY_PLACEHOLDER}`;
    const answer = await finished(name, async () => {
      const [view, countries] = await Promise.all([data.country(dataSet, codes), data.countries(dataSet)]);
      const parts = { ...view, origin, key, countries };
      return pageAnswer(browser ? countryPage(parts) : countryText(parts));
    });
    return pageReply(answer, { type: browser ? HTML : TEXT, ...freshHeaders(key !== KEY_PLACEHOLDER) });
  };
}

/** Where the form of the front page leads. */
export function chosenCountry({ target }: HttpRequest): Reply {
  const wanted = parseQuery(splitTarget(target).query)?.get('code')?.[0]?.trim() ?? '';
  return redirect(302, wanted === '' ? '/#countries' : `/c/${encodeURIComponent(wanted)}`);
}
