import { randomBytes } from 'node:crypto';
import { memoryMb, NO_PROC } from '../process-state.ts';
import type { Row } from '../row.ts';
import { ask, emptyTally, isDocumented } from '../traffic.ts';
import { assert, assertNoneLost } from '../world.ts';

/** What memory may grow by, once the cache is full. */
const MOST_GROWTH_MB = 64;
/** How often the hot set has to be answered from what is kept. */
const LEAST_HITS = 0.95;

export const randomKeys: Row = {
  number: 47,
  title: 'questions that never come again fill no memory, and push nobody’s out who asks often',
  missing: NO_PROC,
  async run(world) {
    const cases = world.pick(4_000, 1_000_000);
    // So little that what comes pushes out what was there.
    const cacheMb = world.pick(1, 16);
    await using service = await world.start({ CACHE_MB: String(cacheMb) });
    const { Business } = world.keys;
    const known = [...world.golden.keys()].filter(({ name, plan }) => name === 'a country' && plan === 'Business');
    const hot = known.slice(0, 4).map((question) => question.request('').path);
    for (const path of hot) await ask(service.base, Business, path);
    const tally = emptyTally();
    let [hits, asked, warm] = [0, 0, 0];
    let firstSearch = '';
    const random = async (number: number) => {
      const word = randomBytes(6).toString('hex');
      const paths = [
        `/v1/countries?q=${word}`,
        `/v1/search/fuzzy?q=${word}&type=city&threshold=0.1${number}`,
        `/v1/countries/JP/states/${word.slice(0, 4)}`,
        `/v1/${word}`,
        `/v1/countries?${word}=${word}`,
      ];
      const path = paths[number % paths.length] ?? '';
      if (number === 1) firstSearch = path;
      const answer = await ask(service.base, Business, path);
      if (answer.status === 200 || answer.status === 404 || answer.status === 400) tally.right += 1;
      else if (isDocumented(answer)) tally.told += 1;
      else tally.wrong += 1;
    };
    const caller = async (first: number) => {
      for (let number = first; number < cases; number += 4) {
        await random(number);
        if (number % 10 < 4) {
          const { headers } = await ask(service.base, Business, hot[number % hot.length] ?? '');
          asked += 1;
          if (headers['x-cache'] === 'HIT') hits += 1;
        }
        if (number >= cases / 4 && warm === 0) warm = memoryMb(service).now;
      }
    };
    await Promise.all([0, 1, 2, 3].map(caller));
    const again = await ask(service.base, Business, firstSearch);
    assert(again.headers['x-cache'] === 'MISS', 'the first search is still there: nothing was pushed out');
    const grown = memoryMb(service).now - warm;
    assertNoneLost(tally);
    assert(hits >= asked * LEAST_HITS, `${hits} of ${asked} of the hot set were kept`);
    assert(grown <= MOST_GROWTH_MB, `memory grew by ${Math.round(grown)} MB`);
    return {
      cases,
      tally,
      said: `${hits} of ${asked} hits, memory ${Math.round(grown)} MB more after the first quarter`,
    };
  },
};
