import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../row.ts';
import { sum } from '../traffic.ts';
import { assert, assertNoneLost } from '../world.ts';

export const stoppedUnderLoad: Row = {
  number: 17,
  title: 'SIGTERM under load, twice: what is in flight is answered',
  async run(world) {
    const cases = world.pick(2, 20);
    const tallies = [];
    let resets = 0;
    for (let turn = 0; turn < cases; turn++) {
      await using service = await world.start();
      const traffic = world.traffic([service], { callers: 16 });
      await sleep(500);
      service.child.kill('SIGTERM');
      await sleep(50);
      service.child.kill('SIGTERM');
      const code = await service.exited;
      assert(code === 0, `it ended with ${code}`);
      const tally = await traffic.stop();
      // A connection that was just being made when the listener closed is reset by the system.
      resets += tally.lost;
      tallies.push({ ...tally, lost: 0, refused: tally.refused + tally.lost });
    }
    const tally = sum(tallies);
    assertNoneLost(tally);
    assert(resets <= Math.max(1, tally.right / 1_000), `${resets} connections were reset: ${tally.notes.join('; ')}`);
    return { cases, tally, said: `${resets} connections reset while they were made` };
  },
};
