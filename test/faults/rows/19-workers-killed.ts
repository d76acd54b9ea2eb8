import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../../server/service-process.ts';
import { clientPortsOf, NO_PROC } from '../process-state.ts';
import type { Row } from '../row.ts';
import { assert, assertNoneLost, until } from '../world.ts';

/** Between two kills at least, in milliseconds. */
const BETWEEN_MS = 1_000;
/** Until another worker is ready, on a machine that is busy with others. */
const READY_MS = 60_000;
/** Of all that no worker took with it, where those that are left have too much to do. */
const MOST_TOLD = 0.001;

export const workersKilled: Row = {
  number: 19,
  title:
    'workers are killed under load, one each second where the next is ready by then: nothing is lost but what they held',
  missing: NO_PROC,
  async run(world) {
    const cases = world.pick(5, 60);
    await using service = await world.start({ WORKERS: '2' });
    const traffic = world.traffic([service]);
    const held: number[] = [];
    const startedAt = performance.now();
    for (let turn = 0; turn < cases; turn++) {
      const earliest = sleep(BETWEEN_MS);
      // Who kills them before they are there kills the service.
      await until(async () => readyCount(service) === turn + 2, READY_MS);
      await earliest;
      held.push(...killTheOldest(service));
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    await until(async () => readyCount(service) === cases + 2, READY_MS);
    const tally = await traffic.stop();
    // Each connection of a killed worker may cost the one request that was on it.
    const others = held.reduce(without, traffic.lostOn);
    const gone = tally.lost - others.length;
    assertNoneLost({ ...tally, lost: others.length });
    assert(tally.refused === 0, `${tally.refused} were refused`);
    assert(tally.told <= MOST_TOLD * tally.right, `${tally.told} of ${tally.right} were told`);
    const said = `one every ${(seconds / cases).toFixed(1)} s; ${gone} requests went with the ${held.length} connections that they held`;
    return { cases, tally: { ...tally, lost: others.length, refused: gone }, said };
  },
};

/** How many workers have been ready so far: each says so in a line. */
function readyCount({ output }: ServiceProcess): number {
  return output.stdout.split('"msg":"ready"').length - 1;
}

/** Kills the one with most connections, as a rule; returns the clients' ports of those that it held. */
function killTheOldest({ child, base }: ServiceProcess): number[] {
  const oldest = Number(execFileSync('pgrep', ['-o', '-P', String(child.pid)], { encoding: 'utf8' }));
  // So that it takes no connection between the look and its end.
  process.kill(oldest, 'SIGSTOP');
  const held = clientPortsOf(oldest, Number(new URL(base).port));
  process.kill(oldest, 'SIGKILL');
  return held;
}

/** The list without the first that is `one`. */
function without(list: readonly (number | undefined)[], one: number): readonly (number | undefined)[] {
  const at = list.indexOf(one);
  return at < 0 ? list : list.toSpliced(at, 1);
}
