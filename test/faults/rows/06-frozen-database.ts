import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../row.ts';
import { assert, assertNoneLost } from '../world.ts';

export const frozenDatabase: Row = {
  number: 6,
  title: 'the database stands still, connections open, and goes on',
  async run(world) {
    const cases = world.pick(2, 20);
    await using service = await world.start();
    const traffic = world.traffic([service]);
    for (let turn = 0; turn < cases; turn++) {
      await sleep(500);
      world.postgres.freeze();
      await sleep(500 + 1_000 * (turn % 4));
      world.postgres.thaw();
    }
    await sleep(1_000);
    const tally = await traffic.stop();
    assertNoneLost(tally);
    assert(tally.slowestMs < 6_000, `an answer took ${Math.round(tally.slowestMs)} ms`);
    return { cases, tally, said: `slowest answer ${Math.round(tally.slowestMs)} ms` };
  },
};
