import { freePort } from '../../free-port.ts';
import { openInspector } from '../inspector.ts';
import type { Row } from '../row.ts';
import { SLOW_PIECES } from '../slow-pieces.ts';
import { ask, emptyTally } from '../traffic.ts';
import { assert, assertNoneLost } from '../world.ts';

/** For reading, checking and refusing a text of 90,000 characters, in milliseconds of processor. */
const MOST_MS = 10;
/** The shortest of so many tries counts: in one of them garbage is collected, or code compiled. */
const TRIES = 3;

export const slowPatterns: Row = {
  number: 34,
  title: 'long texts that patterns could be slow for: refused in time that grows with their length',
  async run(world) {
    const port = await freePort();
    await using service = await world.start({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
    const inspector = await openInspector(port);
    const processorMs = async () => {
      const expression = '(({ user, system }) => (user + system) / 1000)(process.threadCpuUsage())';
      const { result } = await inspector.call('Runtime.evaluate', { expression });
      return Number((result as { readonly value: number }).value);
    };
    const tally = emptyTally();
    let most = { ms: 0, of: '' };
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
    for (const piece of SLOW_PIECES) {
      for (const place of places) {
        for (const length of lengths) {
          const { path, body } = place(piece.repeat(Math.ceil(length / piece.length)));
          const { answer, ms } = await shortest(async () => {
            const before = await processorMs();
            const given = await ask(service.base, world.keys.Business, path, { body });
            return { answer: given, ms: (await processorMs()) - before };
          });
          const { status, text } = answer;
          if (ms > most.ms) most = { ms, of: `${JSON.stringify(piece)} ${length} times at ${path.slice(0, 20)}` };
          if (status >= 500 || text.length > 20_000) {
            tally.wrong += 1;
            tally.notes.push(`${JSON.stringify(piece)} at ${path.slice(0, 20)} is ${status}`);
          } else tally.right += 1;
        }
      }
    }
    assertNoneLost(tally);
    inspector.close();
    const said = `at most ${most.ms.toFixed(1)} ms of processor each, for ${most.of}`;
    assert(most.ms <= world.pick(Number.POSITIVE_INFINITY, MOST_MS), said);
    return { cases: tally.right, tally, said };
  },
};

async function shortest<T extends { readonly ms: number }>(measure: () => Promise<T>): Promise<T> {
  let best = await measure();
  for (let tried = 1; tried < TRIES; tried++) {
    const other = await measure();
    if (other.ms < best.ms) best = other;
  }
  return best;
}
