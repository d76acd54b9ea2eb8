import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../row.ts';
import { sum } from '../traffic.ts';
import { assert, assertNoneLost } from '../world.ts';

export const fullLog: Row = {
  number: 11,
  title: 'the log cannot be written: a full disk, a pipe that nobody reads',
  missing: process.platform === 'linux' ? undefined : '/dev/full is a device of Linux',
  async run(world) {
    const full = openSync('/dev/full', 'w');
    const tallies = [];
    for (const stdout of [full, 'unread'] as const) {
      await using service = await world.start({}, { stdout });
      const traffic = world.traffic([service]);
      await sleep(world.pick(2_000, 30_000));
      tallies.push(await traffic.stop());
      service.child.kill('SIGTERM');
      const code = await service.exited;
      assert(code === 0, `the stop ended with ${code}`);
    }
    closeSync(full);
    const tally = sum(tallies);
    assertNoneLost(tally);
    // On a machine that is busy with others work may wait for longer than anybody does; a log that holds the process up loses all.
    assert(tally.told <= Math.ceil(tally.right / 100), `${tally.told} callers were told, ${tally.right} answered`);
    return { cases: 2, tally };
  },
};
