import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../row.ts';
import { sum } from '../traffic.ts';
import { assert, assertNoneLost, until } from '../world.ts';

/** What callers wait for at most: the deadline for a statement, twice where one was sent again, and what a busy machine takes. */
const PATIENCE_MS = 6_000;

export const slowDatabase: Row = {
  number: 5,
  title: 'every answer of the database is late',
  async run(world) {
    const delays = world.pick([200, 1_500], [50, 200, 500, 900, 1_500, 3_000]);
    await using service = await world.start();
    const tallies = [];
    for (const ms of delays) {
      const traffic = world.traffic([service]);
      world.proxy.delay(ms);
      await sleep(world.pick(3_000, 15_000));
      world.proxy.delay(0);
      const tally = await traffic.stop();
      assert(tally.slowestMs < PATIENCE_MS, `with ${ms} ms an answer took ${Math.round(tally.slowestMs)} ms`);
      tallies.push(tally);
      // What was given up does not go on in the database.
      await until(async () => (await activeStatements(world)) === 0, 5_000);
    }
    const after = world.traffic([service]);
    await sleep(1_000);
    tallies.push(await after.stop());
    const tally = sum(tallies);
    assertNoneLost(tally);
    return { cases: delays.length, tally, said: `slowest answer ${Math.round(tally.slowestMs)} ms` };
  },
};

async function activeStatements(world: Parameters<Row['run']>[0]): Promise<number> {
  const rows = await world.postgres.query(
    `SELECT 1 FROM pg_stat_activity WHERE application_name = 'geo-gateway' AND state = 'active'`,
  );
  return rows.length;
}
