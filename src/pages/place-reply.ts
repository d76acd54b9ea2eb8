/** Answers `/c/{country}/{state}` and `/c/{country}/{state}/{city}`. */
import type { Html } from '../html/html.ts';
import { pageAnswer, pageReply, redirect, wantsHtml } from '../html/page-reply.ts';
import { HTML, TEXT } from '../http/media-types.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Reply } from '../http/outcome.ts';
import { decodeOnce } from '../http/target.ts';
import type { DataSet } from '../schema/context.ts';
import { findCountryCodes } from '../schema/country-code.ts';
import { cityPage, cityText } from './city-page.ts';
import { waitingReply } from './failure-replies.ts';
import { notFoundReply } from './not-found-reply.ts';
import { freshHeaders, type PageRoom } from './page-room.ts';
import { createPlaceData } from './place-data.ts';
import { placePath } from './place-parts.ts';
import { statePage, stateText } from './state-page.ts';
import { KEY_PLACEHOLDER } from './try-box.ts';

/** Codes of states are shorter than this. */
const LONGEST_CODE = 10;
const MINUTE_MS = 60_000;
/** The page in the form that the client reads; undefined when there is no such place. */
type Made = { readonly html: () => Html; readonly text: () => string } | undefined;

interface Reader {
  readonly origin: string;
  readonly key: string;
}

export function createPlaceReply(
  room: PageRoom,
): (request: HttpRequest, segments: readonly string[]) => Promise<Reply> {
  const { options, data, finished } = room;
  const places = createPlaceData(data, options);

  async function state(dataSet: DataSet, country: string, code: string, reader: Reader): Promise<Made> {
    const view = await places.state(dataSet, country, code);
    return view && { html: () => statePage({ ...view, ...reader }), text: () => stateText({ ...view, ...reader }) };
  }

  async function city(dataSet: DataSet, country: string, code: string, id: number, reader: Reader): Promise<Made> {
    const view = await places.city(dataSet, country, code, id);
    const page = view && { ...view, ...reader, now: options.now() };
    return page && { html: () => cityPage(page), text: () => cityText(page) };
  }

  return async (request, segments) => {
    const dataSet = options.currentDataSet();
    if (!dataSet) return waitingReply(request, options);
    const named = namedPlace(dataSet, segments);
    if (!named) return notFoundReply(request);
    const { country, code, id } = named;
    const path = id === undefined ? placePath(country, code) : placePath(country, code, id);
    if (`/c/${segments.join('/')}` !== path) return redirect(302, path);
    const key = options.demoKeysFor(request)['community'] ?? KEY_PLACEHOLDER;
    const [browser, reader] = [wantsHtml(request), { origin: options.originOf(request), key }];
    // A city's page shows its clock, so it is made anew each minute.
    const minute = id === undefined ? '' : Math.floor(options.now() / MINUTE_MS);
    const indexed = dataSet.findIndex !== undefined;
    const name = `place ${browser} ${reader.origin} ${dataSet.edition} ${indexed} ${path} ${key === KEY_PLACEHOLDER} ${minute}`;
    try {
      const answer = await finished(name, async () => {
        const made = await (id === undefined
          ? state(dataSet, country, code, reader)
          : city(dataSet, country, code, id, reader));
        if (!made) throw new NoSuchPlace();
        return pageAnswer(browser ? made.html() : made.text());
      });
      return pageReply(answer, { type: browser ? HTML : TEXT, ...freshHeaders(key !== KEY_PLACEHOLDER) });
    } catch (error) {
      if (error instanceof NoSuchPlace) return notFoundReply(request);
      throw error;
    }
  };
}

/** Nothing is kept of a place that is not there. */
class NoSuchPlace extends Error {}

function namedPlace(dataSet: DataSet, segments: readonly string[]) {
  const [country = '', state = '', city] = segments.map(decodeOnce);
  const codes = findCountryCodes(dataSet, country);
  if (!codes || state === '' || state.length > LONGEST_CODE || segments.length > 3) return undefined;
  const isId = city === undefined || /^[1-9][0-9]{0,8}$/.test(city);
  if (!isId || (segments.length === 3 && city === undefined)) return undefined;
  return { country: codes.iso2, code: state.toUpperCase(), id: city === undefined ? undefined : Number(city) };
}
