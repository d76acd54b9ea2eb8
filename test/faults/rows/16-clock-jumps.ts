import { globSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from '../../../src/auth/plans.ts';
import type { Row } from '../row.ts';
import { type Answered, ask, isDocumented } from '../traffic.ts';
import { assert, assertNoneLost, until, type World } from '../world.ts';

const [LIBRARY] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
const DAY_MS = 86_400_000;
/** Of a key of Supporter, in a day. */
const DAILY = 20;
/** Every deadline of the service and what a busy machine adds. */
const LONGEST_MS = 6_000;
/** Nobody is told of a database that is slow before that. */
const SHORTEST_MS = 400;

export const clockJumps: Row = {
  number: 16,
  title: 'the clock jumps two days on and back, over the end of summer time, a month and a year, under load',
  missing: LIBRARY === undefined ? 'there is no libfaketime on this machine (Debian: faketime)' : undefined,
  async run(world) {
    const years = world.pick(1, 10);
    const clock = new Clock(world.folder);
    clock.show(endOfSummerTime(2027));
    const quotas = JSON.stringify({ supporter: { daily: DAILY } });
    await using service = await world.start({ ...clock.variables, QUOTAS: quotas });
    const get = (plan: Plan, path: string) => ask(service.base, world.keys[plan], path);
    // The plan with a quota is nobody's but ours.
    const golden = new Map([...world.golden].filter(([{ plan }]) => plan !== 'Supporter'));
    const traffic = world.traffic([service], { goldens: () => [golden], callers: 2, pauseMs: 20 });
    for (let year = 2027; year < 2027 + years; year++) {
      const saturday = endOfSummerTime(year);
      await countsOverJumps(clock, get, saturday);
      await keepsOverJumps(clock, get, saturday);
      await waitsOverJumps(world, clock, get, saturday);
      await countsOverEndOfYear(clock, get, year);
    }
    const tally = await traffic.stop();
    assertNoneLost(tally);
    assert(tally.slowestMs < LONGEST_MS, `an answer took ${Math.round(tally.slowestMs)} ms`);
    return { cases: clock.jumps, tally, said: `slowest answer ${Math.round(tally.slowestMs)} ms` };
  },
};

type Get = (plan: Plan, path: string) => Promise<Answered>;

/** Asks again where a machine that is busy with others tells so. */
async function right(get: Get, path: string): Promise<Answered> {
  let answer = await get('Business', path);
  for (let left = 20; left > 0 && answer.status === 503; left--) {
    await sleep(200);
    answer = await get('Business', path);
  }
  assert(answer.status === 200, `${path} is ${answer.status}`);
  return answer;
}

/** What a process takes for the time of day; the clock that only counts on is the system's. */
class Clock {
  readonly #file: string;
  /** How often it was set. */
  jumps = -1; // The first is where it starts.

  constructor(folder: string) {
    this.#file = join(folder, 'clock');
  }

  get variables(): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: LIBRARY ?? '',
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  show(moment: number): void {
    const seconds = Math.round((moment - Date.now()) / 1_000);
    // The process may be reading it.
    writeFileSync(`${this.#file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    renameSync(`${this.#file}.new`, this.#file);
    this.jumps += 1;
  }
}

/** Noon of the Saturday before Europe's clocks go back; two days later it is winter, and in most years November. */
function endOfSummerTime(year: number): number {
  const last = new Date(Date.UTC(year, 9, 31, 12));
  return last.getTime() - (last.getUTCDay() + 1) * DAY_MS;
}

/** A day's window is neither doubled by a way back into it nor stuck by one out of it. */
async function countsOverJumps(clock: Clock, get: Get, noon: number): Promise<void> {
  for (const [days, isNew] of [
    [0, true],
    [2, true],
    [0, false],
    [-2, true],
    [2, false],
  ] as const) {
    clock.show(noon + days * DAY_MS);
    const when = `on ${new Date(noon + days * DAY_MS).toISOString()}`;
    const seen = { right: 0, told: 0 };
    let over = await get('Supporter', '/v1/countries/JP');
    for (; over.status !== 429 && seen.right <= DAILY; over = await get('Supporter', '/v1/countries/JP')) {
      // A machine that is busy with others tells to come again, which may count, too.
      seen[over.status === 503 ? 'told' : 'right'] += 1;
    }
    const [least, most] = isNew ? [DAILY - seen.told, DAILY] : [0, 0];
    assert(seen.right >= least && seen.right <= most, `${seen.right} were answered, not ${most}, ${when}`);
    assert(isDocumented(over), `one too many is ${over.status} ${when}`);
    const wait = Number(over.headers['retry-after']);
    assert(wait <= DAY_MS / 2 / 1_000 + 1, `the next day is told to be ${wait} s away ${when}`);
  }
}

async function countsOverEndOfYear(clock: Clock, get: Get, year: number): Promise<void> {
  clock.show(Date.UTC(year + 1, 0, 1) - 20_000);
  const use = async () => (await get('Supporter', '/v1/countries/JP')).status;
  await until(async () => (await use()) === 429, 15_000);
  await until(async () => (await use()) === 200, 30_000);
}

/** What is kept stays, but for what the time of day makes untrue. */
async function keepsOverJumps(clock: Clock, get: Get, noon: number): Promise<void> {
  const [kept, zone] = ['/v1/countries/JP', '/v1/timezone/AD'];
  clock.show(noon);
  await right(get, kept);
  for (const days of [0, 2, 0, -2, 2]) {
    clock.show(noon + days * DAY_MS);
    const again = await right(get, kept);
    assert(again.headers['x-cache'] === 'HIT', `${days} days on an answer is kept no more`);
    const { is_dst_now: isSummer } = JSON.parse((await right(get, zone)).text) as { is_dst_now?: boolean };
    assert(isSummer === days < 2, `${days} days on is_dst_now is ${isSummer}`);
  }
}

/** Who waits for the database waits as long as without a jump. */
async function waitsOverJumps(world: World, clock: Clock, get: Get, noon: number): Promise<void> {
  const asked = async (days: number, word: string) => {
    clock.show(noon);
    const startedAt = performance.now();
    let isEarly = false;
    const answer = get('Business', `/v1/states?q=${word}${days}of${noon}`).finally(() => (isEarly = true));
    await sleep(100);
    // Of a database that is known to be away everybody is told at once.
    const wasEarly = isEarly;
    clock.show(noon + days * DAY_MS);
    const { status } = await answer;
    return { status, wasEarly, ms: Math.round(performance.now() - startedAt), when: `over a jump of ${days} days` };
  };
  for (const days of [2, -2]) {
    world.proxy.delay(300);
    const { status, ms, when } = await asked(days, 'late');
    world.proxy.delay(0);
    assert(
      status === 200 || (status === 503 && ms > SHORTEST_MS),
      `what comes late is ${status} after ${ms} ms ${when}`,
    );
  }
  for (const days of [2, -2]) {
    for (let left = 10; ; left--) {
      world.proxy.freeze();
      const { status, wasEarly, ms, when } = await asked(days, `never${left}`);
      await world.proxy.open();
      await right(get, `/v1/states?q=again${left}${days}of${noon}`);
      if (wasEarly && left > 0) continue;
      const isTold = status === 503 && ms > SHORTEST_MS && ms < LONGEST_MS;
      assert(isTold, `what never comes is ${status} after ${ms} ms ${when}`);
      break;
    }
  }
}
