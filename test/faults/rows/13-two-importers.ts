import { setTimeout as sleep } from 'node:timers/promises';
import { geo } from '../cli.ts';
import type { Row } from '../row.ts';
import { assert, assertNoneLost } from '../world.ts';

export const twoImporters: Row = {
  number: 13,
  title: 'two import at once: one does, the other is told',
  async run(world) {
    const cases = world.pick(1, 20);
    await using service = await world.start();
    const traffic = world.traffic([service]);
    for (let turn = 0; turn < cases; turn++) {
      const both = [0, 1].map(() => geo(['import', '--from', world.dataDir], { DATABASE_URL: world.postgres.url }));
      const codes = (await Promise.all(both.map(({ ended }) => ended))).map(({ code }) => code);
      // Where the first was over before the second began, both are right.
      assert(codes.includes(0) && codes.every((code) => typeof code === 'number'), `they ended with ${codes}`);
      await sleep(100);
    }
    const tally = await traffic.stop();
    assertNoneLost(tally);
    return { cases, tally };
  },
};
