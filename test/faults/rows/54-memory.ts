import { freePort } from '../../free-port.ts';
import { type Heap, heapClasses } from '../heap-classes.ts';
import type { Row } from '../row.ts';
import { MOST_SLOPE, slopeOf } from '../soak.ts';
import { sum, type Tally } from '../traffic.ts';
import { assert, assertNoneLost, until, type World } from '../world.ts';

const SNAPSHOTS = 5;
/** Objects of a class for a request: less is what a process has at one moment and not at another. */
const LEAST_GROWTH = 0.001;

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
    const seen: (Heap & { readonly requests: number })[] = [];
    for (let look = 0; look < SNAPSHOTS; look++) {
      tallies.push(await rightly(world, service, requests));
      // A process that is looked at stands still: nobody may wait for it.
      seen.push({ ...(await heapClasses(port)), requests: sum(tallies).right });
    }
    const tally = sum(tallies);
    assertNoneLost(tally);
    const least = Math.max(10, requests * (SNAPSHOTS - 1) * LEAST_GROWTH);
    const growing = [...(seen.at(-1)?.classes ?? [])].flatMap(([name]) => {
      const counts = seen.map(({ classes }) => classes.get(name) ?? 0);
      const isGrowing = counts.every((count, at) => at === 0 || count > (counts[at - 1] ?? 0));
      return isGrowing && (counts.at(-1) ?? 0) - (counts[0] ?? 0) >= least ? [`${name} ${counts.join(' ')}`] : [];
    });
    assert(growing.length === 0, `there are ever more of: ${growing.join('; ')}`);
    const slope = slopeOf(seen);
    // So few requests tell nothing of a slope.
    assert(world.size === 'small' || slope <= MOST_SLOPE, `${slope.toFixed(2)} MB more for 100,000 requests`);
    return { cases: SNAPSHOTS, tally, said: `${seen.map(({ mb }) => mb.toFixed(1)).join(', ')} MB on the heap` };
  },
};

/** Callers, until so many requests have been answered rightly. */
async function rightly(world: World, service: Parameters<World['traffic']>[0][0], requests: number): Promise<Tally> {
  const traffic = world.traffic([service]);
  await until(async () => traffic.tally.right >= requests, 30 * 60_000);
  return traffic.stop();
}
