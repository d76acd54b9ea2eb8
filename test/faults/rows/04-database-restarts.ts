import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';
import type { Finding, Row } from '../row.ts';
import { ask } from '../traffic.ts';
import { moment, type Span, watchWaits } from '../waits.ts';
import { assert, assertNoneLost, until, type World } from '../world.ts';

const WITHIN_MS = 2_000;
/** What a machine that is busy with others may make of it. */
const BUSY_MS = 10_000;

export const databaseRestarts: Row = {
  number: 4,
  title: 'the database crashes and starts again under load',
  run: (world) => restartDatabase(world, world.proxy.url),
};

/** @param url the database as the service is to reach it */
export async function restartDatabase(world: World, url: string): Promise<Finding> {
  const cases = world.pick(3, 100);
  const port = await freePort();
  await using service = await world.start({ DATABASE_URL: url, NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
  const longestOf = await watchWaits(port);
  const traffic = world.traffic([service]);
  const recoveries: Span[] = [];
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
    const from = moment();
    await until(isBack, BUSY_MS);
    recoveries.push({ from, to: moment() });
  }
  const tally = await traffic.stop();
  assertNoneLost(tally);
  const slowest = Math.round(Math.max(...recoveries.map(({ from, to }) => to - from)));
  const longest = await longestOf(recoveries);
  const said = `back ${slowest} ms after the database at most, ${longest} ms without what its processes waited for a processor`;
  assert(longest <= WITHIN_MS, said);
  return { cases, tally, said };
}
