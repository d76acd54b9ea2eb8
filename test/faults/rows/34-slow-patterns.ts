import { NO_PROC, processorMs } from '../process-state.ts';
import type { Row } from '../row.ts';
import { ask, emptyTally } from '../traffic.ts';
import { assert, assertNoneLost } from '../world.ts';

/** What patterns that look back take long for; each is repeated to the length that its place allows. */
const PIECES = [
  ' ',
  '\t\n',
  'a',
  '0',
  '+1',
  '-',
  '(',
  '{',
  '[',
  '"',
  '\\',
  '%',
  ',',
  ' Did you mean',
  'a@',
  '..',
  'é',
  '😀',
  'aA0 ',
];
/** Reading, checking and refusing a text of 90,000 characters; one that is gone over again and again takes seconds. */
const MOST_MS = 400;

export const slowPatterns: Row = {
  number: 34,
  title: 'long texts that patterns could be slow for: refused in time that grows with their length',
  missing: NO_PROC,
  async run(world) {
    await using service = await world.start();
    const tally = emptyTally();
    let most = 0;
    const places: readonly ((text: string) => { readonly path: string; readonly body?: string })[] = [
      (text: string) => ({ path: `/v1/countries?q=${encodeURIComponent(text).slice(0, 8_000).replace(/%.?$/, '')}` }),
      (text: string) => ({
        path: `/v1/phone/parse?number=${encodeURIComponent(text).slice(0, 8_000).replace(/%.?$/, '')}`,
      }),
      (text: string) => ({ path: '/graphql', body: JSON.stringify({ query: text }) }),
      (text: string) => ({
        path: '/graphql',
        body: JSON.stringify({ query: `{ country(iso2: ${JSON.stringify(text)}) { id } }` }),
      }),
      (text: string) => ({
        path: '/graphql',
        body: JSON.stringify({
          query: 'query ($c: Int!) { countries(first: $c) { nodes { id } } }',
          variables: { c: text },
        }),
      }),
      (text: string) => ({
        path: '/v1/reconcile',
        body: JSON.stringify({ rows: [{ city: text, state: text.slice(0, 999) }] }),
      }),
    ];
    const lengths = world.pick([30_000], [10_000, 30_000, 90_000]);
    for (const piece of PIECES) {
      for (const place of places) {
        for (const length of lengths) {
          const { path, body } = place(piece.repeat(Math.ceil(length / piece.length)));
          const before = processorMs(service);
          const { status, text } = await ask(service.base, world.keys.Business, path, { body });
          const took = processorMs(service) - before;
          most = Math.max(most, took);
          if (status >= 500 || text.length > 20_000) {
            tally.wrong += 1;
            tally.notes.push(`${JSON.stringify(piece)} at ${path.slice(0, 20)} is ${status}`);
          } else tally.right += 1;
          assert(took <= MOST_MS, `${JSON.stringify(piece)} ${length} times at ${path.slice(0, 20)} took ${took} ms`);
        }
      }
    }
    assertNoneLost(tally);
    return { cases: tally.right, tally, said: `at most ${most} ms of processor each` };
  },
};
