import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding, Row } from '../row.ts';
import { ask } from '../traffic.ts';
import { assertNoneLost, until, type World } from '../world.ts';

export const databaseRestarts: Row = {
  number: 4,
  title: 'the database crashes and starts again under load',
  run: (world) => restartDatabase(world, world.proxy.url),
};

/** @param url the database as the service is to reach it */
export async function restartDatabase(world: World, url: string): Promise<Finding> {
  const cases = world.pick(3, 100);
  await using service = await world.start({ DATABASE_URL: url });
  const traffic = world.traffic([service]);
  const recoveries: number[] = [];
  for (let turn = 0; turn < cases; turn++) {
    await sleep(300);
    await world.postgres.kill();
    await sleep(50 * (turn % 10));
    await world.postgres.start();
    let word = 0;
    const isBack = async () => {
      // Never asked before, so no cache has it.
      const body = JSON.stringify({ query: `{ r${turn}x${word++}: regions { nodes { id } } }` });
      return (await ask(service.base, world.keys.Business, '/graphql', { body })).status === 200;
    };
    recoveries.push(await until(isBack, 10_000));
  }
  const tally = await traffic.stop();
  assertNoneLost(tally);
  return { cases, tally, said: `back ${Math.round(Math.max(...recoveries))} ms after the database at most` };
}
