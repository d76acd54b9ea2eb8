import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../../server/service-process.ts';
import { NO_HAPROXY, twoGateways } from '../haproxy.ts';
import { clientPortsOf, NO_PROC } from '../process-state.ts';
import type { Row } from '../row.ts';
import type { Tally } from '../traffic.ts';
import { assert, assertNoneLost, until, type World } from '../world.ts';

/** The line of a worker that is ready, with its process. */
const READY = /"pid":(\d+),[^\n]*"msg":"ready"/g;
/** From one kill to the next, in milliseconds, unless too few are ready by then. */
const BETWEEN_MS = 1_000;
/** Until another worker is ready, on a machine that is busy with others. */
const READY_MS = 60_000;
/** Of all that no worker took with it, where those that are left have too much to do. */
const MOST_TOLD = 0.001;

export const workersKilled: Row = {
  number: 19,
  title:
    'workers are killed under load, one each second where two are ready by then: nothing is lost but what they held',
  missing: NO_PROC,
  async run(world) {
    const cases = world.pick(5, 60);
    // At the size of a release so many that several can start at a time.
    const workers = world.pick(4, 8);
    // Not by the callers' process: each worker reads all indexes.
    await using service = await world.start({ WORKERS: String(workers), DATABASE_URL: world.postgres.url });
    await until(async () => readyCount(service) === workers, READY_MS);
    const traffic = world.traffic([service]);
    const held: number[] = [];
    const killed = new Set<number>();
    const startedAt = performance.now();
    for (let turn = 0; turn < cases; turn++) {
      const earliest = sleepUntil(startedAt + (turn + 1) * BETWEEN_MS);
      // Who kills the last of them kills the service.
      await until(async () => readyCount(service) - turn >= 2, READY_MS);
      await earliest;
      held.push(...killTheOldest(service, killed));
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    await until(async () => readyCount(service) === cases + workers, READY_MS);
    const tally = await traffic.stop();
    // Each connection of a killed worker may cost the one request that was on it.
    const others = held.reduce(without, traffic.lostOn);
    const gone = tally.lost - others.length;
    assertNoneLost({ ...tally, lost: others.length });
    assert(tally.refused === 0, `${tally.refused} were refused`);
    const most = mostTold(world, tally);
    assert(tally.told <= most, `${tally.told} of ${tally.right} were told, ${most} may be`);
    const said = `one every ${(seconds / cases).toFixed(1)} s; ${gone} requests went with the ${held.length} connections that they held, ${most} may be told`;
    return { cases, tally: { ...tally, lost: others.length, refused: gone }, said };
  },
};

/** What a killed worker had not begun to answer is asked again by haproxy, of another (`retry-on empty-response`). */
export const workersKilledBehindHaproxy: Row = {
  number: 19,
  title: 'workers of two gateways behind haproxy are killed under load, one each second where both can spare one',
  missing: NO_PROC ?? NO_HAPROXY,
  async run(world) {
    const cases = world.pick(5, 60);
    const workers = world.pick(3, 5);
    await using both = await twoGateways(world, { WORKERS: String(workers), DATABASE_URL: world.postgres.url });
    const { gateways } = both;
    const gone = new Set<number>();
    const areReady = (least: (at: number) => number) => async () =>
      gateways.every((gateway, at) => readyCount(gateway) >= least(at));
    await until(
      areReady(() => workers),
      READY_MS,
    );
    const traffic = world.traffic([both]);
    const startedAt = performance.now();
    for (let turn = 0; turn < cases; turn++) {
      const earliest = sleepUntil(startedAt + (turn + 1) * BETWEEN_MS);
      const killed = (at: number) => Math.ceil((turn - at) / 2);
      await until(
        areReady((at) => killed(at) + (at === turn % 2 ? 2 : 1)),
        READY_MS,
      );
      await earliest;
      const gateway = gateways[turn % 2];
      // Not stopped before: a crash leaves no time for requests that nobody reads, which would be reset.
      if (gateway) process.kill(oldestOf(gateway, gone), 'SIGKILL');
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    await sleep(BETWEEN_MS);
    const all = await traffic.stop();
    // What a killed worker has begun to write nobody else can go on with. A connection with a request that it had not read is reset, and then
    // haproxy closes the caller's, who is to ask again (`abort_keep_alive` in its source).
    const cut = all.notes.filter((note) => /: (aborted|socket hang up)$/.test(note)).length;
    const tally = { ...all, lost: all.lost - cut, refused: all.refused + cut };
    assertNoneLost(tally);
    const missed = tally.told + tally.refused;
    const most = mostTold(world, tally);
    assert(missed <= most, `${missed} of ${tally.right} were not answered, ${most} may be`);
    const said = `one every ${(seconds / cases).toFixed(1)} s; ${cut} answers were cut off and ${tally.told} told, ${most} may be`;
    return { cases, tally, said };
  },
};

/** Whole ones; at the small size, which asks for some hundred on a busy machine, the first one would be more than one in a thousand. */
function mostTold(world: World, { right }: Tally): number {
  return Math.max(world.pick(1, 0), Math.floor(MOST_TOLD * right));
}

/** At a moment of `performance.now()`, or at once where it has passed. */
function sleepUntil(moment: number): Promise<void> {
  return sleep(Math.max(0, moment - performance.now()));
}

/** How many workers have been ready so far: each says so in a line. */
function readyCount({ output }: ServiceProcess): number {
  return [...output.stdout.matchAll(READY)].length;
}

/**
 * Kills the one with most connections, as a rule; returns the clients' ports of those that it held. `killed` are those of before, which
 * on a busy machine take a while to go.
 */
function killTheOldest(service: ServiceProcess, killed: Set<number>): number[] {
  const oldest = oldestOf(service, killed);
  // So that it takes no connection between the look and its end.
  process.kill(oldest, 'SIGSTOP');
  const held = clientPortsOf(oldest, Number(new URL(service.base).port));
  process.kill(oldest, 'SIGKILL');
  return held;
}

/** The worker that was started before the others, of those that are ready and were not killed before. */
function oldestOf({ child: { pid }, output }: ServiceProcess, killed: Set<number>): number {
  const ready = new Set([...output.stdout.matchAll(READY)].map(([, worker]) => Number(worker)));
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  const oldest = children.find((child) => ready.has(child) && !killed.has(child));
  if (oldest === undefined) throw new Error('no worker is left to kill');
  killed.add(oldest);
  return oldest;
}

/** The list without the first that is `one`. */
function without(list: readonly (number | undefined)[], one: number): readonly (number | undefined)[] {
  const at = list.indexOf(one);
  return at < 0 ? list : list.toSpliced(at, 1);
}
