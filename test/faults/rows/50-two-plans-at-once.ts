import { freePort } from '../../free-port.ts';
import { openInspector } from '../inspector.ts';
import type { Row } from '../row.ts';
import { MOST_SLOPE, slopeOf } from '../soak.ts';
import { sum, type Tally } from '../traffic.ts';
import { assert, assertNoneLost, until } from '../world.ts';

const CALLERS = 16;
const LOOKS = 5;

export const twoPlansAtOnce: Row = {
  number: 50,
  title:
    'the lowest and the highest plan ask at the same time: none gets what is the other’s, and nothing of them stays',
  async run(world) {
    const cases = world.pick(3_000, 100_000);
    const port = await freePort();
    // Caches so small that they are full before the first look, and that most is read anew.
    const caches = { CACHE_MB: '1', GRAPHQL_DOCUMENT_CACHE_BYTES: '200000' };
    await using service = await world.start({ ...caches, NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
    const inspector = await openInspector(port);
    const golden = new Map([...world.golden].filter(([{ plan }]) => plan === 'Community' || plan === 'Business'));
    const tallies: Tally[] = [];
    const seen: { readonly requests: number; readonly mb: number }[] = [];
    for (let look = 0; look < LOOKS; look++) {
      const traffic = world.traffic([service], { goldens: () => [golden], callers: CALLERS, pauseMs: 0 });
      await until(async () => traffic.tally.right >= cases / LOOKS, 30 * 60_000);
      tallies.push(await traffic.stop());
      // A process that is looked at stands still: nobody may wait for it.
      await inspector.collect();
      const { usedSize } = await inspector.call('Runtime.getHeapUsage');
      seen.push({ requests: sum(tallies).right, mb: Number(usedSize) / 1024 / 1024 });
    }
    inspector.close();
    const tally = sum(tallies);
    assertNoneLost(tally);
    const slope = slopeOf(seen.slice(1));
    // So few requests tell nothing of a slope.
    assert(world.size === 'small' || slope <= MOST_SLOPE, `${slope.toFixed(2)} MB more for 100,000 requests`);
    return { cases: tally.right, tally, said: `${seen.map(({ mb }) => mb.toFixed(1)).join(', ')} MB on the heap` };
  },
};
