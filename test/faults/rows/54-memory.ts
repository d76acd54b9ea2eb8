import { freePort } from '../../free-port.ts';
import { type Heap, heapClasses } from '../heap-classes.ts';
import type { Row } from '../row.ts';
import { MOST_SLOPE, slopeOf } from '../soak.ts';
import { sum, type Tally } from '../traffic.ts';
import { assert, assertNoneLost, until, type World } from '../world.ts';

/** So often is looked at least. */
const LOOKS = 5;
/**
 * So often where there is more of a class at each look. A cache that is full holds many small documents or few long ones: of its classes
 * five looks find more of some class each time by chance, in one run of ten or so, and ten hardly ever. What leaks goes on.
 */
const MOST_LOOKS = 10;
/** Objects of a class for a request: less is what a process has at one moment and not at another. */
const LEAST_GROWTH = 0.001;

interface Look extends Heap {
  /** Answered before it. */
  readonly requests: number;
}

export const memory: Row = {
  number: 54,
  title: 'after many requests there are no more objects of any class than after fewer',
  async run(world) {
    const requests = world.pick(1_000, 100_000);
    const port = await freePort();
    // Caches so small that they are full before the first look.
    const caches = { CACHE_MB: '1', GRAPHQL_DOCUMENT_CACHE_BYTES: '200000' };
    await using service = await world.start({ ...caches, NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
    const tallies = [await rightly(world, service, requests)];
    const seen: Look[] = [];
    while (seen.length < LOOKS || (seen.length < MOST_LOOKS && growing(seen).length > 0)) {
      tallies.push(await rightly(world, service, requests));
      // A process that is looked at stands still: nobody may wait for it.
      seen.push({ ...(await heapClasses(port)), requests: sum(tallies).right });
    }
    const tally = sum(tallies);
    assertNoneLost(tally);
    assert(growing(seen).length === 0, `there are ever more of: ${growing(seen).join('; ')}`);
    const slope = slopeOf(seen);
    // So few requests tell nothing of a slope.
    assert(world.size === 'small' || slope <= MOST_SLOPE, `${slope.toFixed(2)} MB more for 100,000 requests`);
    return { cases: seen.length, tally, said: `${seen.map(({ mb }) => mb.toFixed(1)).join(', ')} MB on the heap` };
  },
};

/** The classes of which there was more at each look than at the one before, and their counts. */
function growing(seen: readonly Look[]): string[] {
  const [first, last] = [seen[0], seen.at(-1)];
  if (!first || !last) return [];
  const least = Math.max(10, (last.requests - first.requests) * LEAST_GROWTH);
  return [...last.classes.keys()].flatMap((name) => {
    const counts = seen.map(({ classes }) => classes.get(name) ?? 0);
    const isGrowing = counts.every((count, at) => at === 0 || count > (counts[at - 1] ?? 0));
    return isGrowing && (counts.at(-1) ?? 0) - (counts[0] ?? 0) >= least ? [`${name} ${counts.join(' ')}`] : [];
  });
}

/** Callers, until so many requests have been answered rightly. */
async function rightly(world: World, service: Parameters<World['traffic']>[0][0], requests: number): Promise<Tally> {
  const traffic = world.traffic([service]);
  await until(async () => traffic.tally.right >= requests, 30 * 60_000);
  return traffic.stop();
}
