import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../row.ts';
import { ask, sum } from '../traffic.ts';
import { assert, assertNoneLost } from '../world.ts';

/** For how long a connection that is idle when the stop begins keeps the door open, with some to spare, in milliseconds. */
const DRAIN_MS = 800;
/** `SHUTDOWN_SECONDS`, where nothing is said of it. */
const LONGEST_MS = 10_000;

export const stoppedUnderLoad: Row = {
  number: 17,
  title: 'SIGTERM under load, twice: what is in flight is answered, and who connects until that is done',
  async run(world) {
    const cases = world.pick(2, 20);
    const tallies = [];
    let [resets, late, slowestMs] = [0, 0, 0];
    for (let turn = 0; turn < cases; turn++) {
      await using service = await world.start();
      const traffic = world.traffic([service], { callers: 16 });
      const idle = connect(Number(new URL(service.base).port), '127.0.0.1');
      await once(
        idle.on('error', () => undefined),
        'connect',
      );
      await sleep(500);
      const stoppedAt = performance.now();
      service.child.kill('SIGTERM');
      await sleep(50);
      service.child.kill('SIGTERM');
      for (const until = performance.now() + DRAIN_MS; performance.now() < until; await sleep(50)) {
        const { status } = await ask(service.base, world.keys.Business, '/v1/countries/JP', {
          headers: { Connection: 'close' },
        });
        assert(status === 200 || status === 503, `who connects has ${status}`);
        if (status === 200) late += 1;
      }
      const code = await service.exited;
      assert(code === 0, `it ended with ${code}`);
      slowestMs = Math.max(slowestMs, performance.now() - stoppedAt);
      const tally = await traffic.stop();
      // A connection that was just being made when the listener closed is reset by the system.
      resets += tally.lost;
      tallies.push({ ...tally, lost: 0, refused: tally.refused + tally.lost });
    }
    const tally = sum(tallies);
    assertNoneLost(tally);
    assert(slowestMs <= LONGEST_MS, `a stop took ${slowestMs} ms`);
    assert(resets <= Math.max(1, tally.right / 1_000), `${resets} connections were reset: ${tally.notes.join('; ')}`);
    return {
      cases,
      tally,
      said: `${late} new connections answered meanwhile, ${resets} reset, the longest took ${(slowestMs / 1000).toFixed(1)} s`,
    };
  },
};
