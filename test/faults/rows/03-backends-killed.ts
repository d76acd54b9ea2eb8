import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding, Row } from '../row.ts';
import { assert, assertNoneLost, type World } from '../world.ts';

export const backendsKilled: Row = {
  number: 3,
  title: 'single backends are killed under load: no caller sees it',
  run: (world) => killBackends(world, world.proxy.url),
};

/** @param url the database as the service is to reach it */
export async function killBackends(world: World, url: string): Promise<Finding> {
  const cases = world.pick(30, 1_000);
  await using service = await world.start({ DATABASE_URL: url });
  const traffic = world.traffic([service]);
  let killed = 0;
  for (let turn = 0; killed < cases && turn < 10 * cases; turn++) {
    const rows = await world.postgres.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'geo-gateway' ORDER BY random() LIMIT 1`,
    );
    killed += rows.length;
    await sleep(50);
  }
  const tally = await traffic.stop();
  assertNoneLost(tally);
  assert(killed === cases, `only ${killed} backends were there to kill`);
  // On a machine that is busy with others new connections take longer than anybody may wait, and the rest is told.
  assert(
    tally.told <= world.pick(Math.ceil(tally.right / 1_000), 0),
    `${tally.told} callers were told of a killed backend`,
  );
  return { cases, tally };
}
