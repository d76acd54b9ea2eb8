/** The front page as it is sent: made once for each origin, data set and kind of reader. */
import { pageAnswer, pageReply, wantsHtml } from '../html/page-reply.ts';
import { HTML, TEXT } from '../http/media-types.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Reply } from '../http/outcome.ts';
import type { DataSet } from '../schema/context.ts';
import { waitingReply } from './failure-replies.ts';
import { type FrontPage, frontPage, frontText } from './front-page.ts';
import { bodyOf } from './page-data.ts';
import { freshHeaders, type PageRoom } from './page-room.ts';
import { SAMPLE_PLAN, type Sample, sampleOf } from './try-box.ts';

export function createFrontReply({ options, data, finished }: PageRoom): (request: HttpRequest) => Promise<Reply> {
  async function takeSample(dataSet: DataSet): Promise<Sample> {
    const request = sampleOf(dataSet);
    const startedAt = performance.now();
    const body = bodyOf(await options.ask(request.target, SAMPLE_PLAN));
    const milliseconds = Math.max(1, Math.round(performance.now() - startedAt));
    return { ...request, milliseconds, body };
  }

  return async (request) => {
    const dataSet = options.currentDataSet();
    if (!dataSet) return waitingReply(request, options);
    const browser = wantsHtml(request);
    const [demoKeys, ready, origin] = [
      options.demoKeysFor(request),
      options.isDatabaseReachable(),
      options.originOf(request),
    ];
    const demo = Object.keys(demoKeys).length > 0;
    const name = `front ${browser} ${origin} ${dataSet.edition} ${dataSet.findIndex !== undefined} ${ready} ${demo}`;
    const answer = await finished(name, async () => {
      const [map, countries, sample] = await Promise.all([
        browser ? data.world(dataSet) : '',
        data.countries(dataSet),
        takeSample(dataSet),
      ]);
      const parts: FrontPage = { origin, dataSet, home: options.home, ready, map, countries, sample, demoKeys };
      return pageAnswer(browser ? frontPage(parts) : frontText({ ...parts, version: options.version }));
    });
    return pageReply(answer, { type: browser ? HTML : TEXT, ...freshHeaders(demo) });
  };
}
