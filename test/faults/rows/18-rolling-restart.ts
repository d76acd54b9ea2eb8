import { setTimeout as sleep } from 'node:timers/promises';
import { NO_HAPROXY, twoGateways } from '../haproxy.ts';
import type { Row } from '../row.ts';
import { assert, assertNoneLost, until, type World } from '../world.ts';

const LONGEST_MS = 60 * 60_000;

export const rollingRestart: Row = {
  number: 18,
  title: 'two gateways behind haproxy are restarted one after the other under load',
  missing: NO_HAPROXY,
  async run(world) {
    const finding = await endInTurns(world, { turns: world.pick(2, 20), requests: world.pick(0, 100_000) }, 'SIGTERM');
    assert(world.size === 'small' || finding.tally.told === 0, finding.said);
    return finding;
  },
};

export const processKilled: Row = {
  number: 19,
  title: 'one of two gateways behind haproxy is killed under load and started again',
  missing: NO_HAPROXY,
  run: (world) => endInTurns(world, { turns: world.pick(2, 40), requests: 0 }, 'SIGKILL'),
};

/** So many restarts, spread over so many requests. */
interface Least {
  readonly turns: number;
  readonly requests: number;
}

async function endInTurns(world: World, { turns, requests }: Least, signal: NodeJS.Signals) {
  await using both = await twoGateways(world);
  const traffic = world.traffic([both], { callers: 16 });
  for (let turn = 0; turn < turns; turn++) {
    await sleep(1_500);
    await until(async () => traffic.tally.right >= (requests * turn) / turns, LONGEST_MS);
    const at = turn % 2;
    both.gateways[at]?.child.kill(signal);
    await both.gateways[at]?.exited;
    await both.startAgain(at);
  }
  await sleep(1_500);
  await until(async () => traffic.tally.right >= requests, LONGEST_MS);
  const tally = await traffic.stop();
  assertNoneLost(tally);
  assert(tally.refused === 0, `${tally.refused} were refused`);
  return { cases: turns, tally, said: `${tally.told} were told 503` };
}
