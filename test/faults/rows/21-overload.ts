import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';
import { statusOf } from '../../server/service-process.ts';
import { askAnew, bySecond, callers, type Outcome } from '../flood.ts';
import { comeFirst, memoryMb, NO_PROC } from '../process-state.ts';
import type { Row } from '../row.ts';
import { ask, emptyTally, sum, type Tally } from '../traffic.ts';
import { assert, assertNoneLost, until } from '../world.ts';

/** As many as have the most from it, more or less. */
const CALLERS = 30;
const TIMES = [5, 20];
/** How many callers were answered may be a chance of the machine; that hardly anybody was is none. In a release it is less of a chance. */
export const LEAST = { small: 0.1, full: 0.3 };
/** What a release keeps of its peak, in new connections a second, of the questions with which an audit began: some 55 a second could be answered. */
const LEAST_OF_AUDIT = 0.8;
/** The slowest of a hundred that are answered: in a release the deadline, and a tenth of a second for the way. */
const DEADLINE_MS = { small: 10_000, full: 5_100 };
const MEMORY_MB = 1_024;
const PROBE_MS = 200;
/** Whoever is told is to hear so within this. */
const EARLY_MS = 50;

export const overload: Row = {
  number: 21,
  title:
    'five and twenty times the load by new connections: some are answered, the others told, health and callers of old go on',
  missing: NO_PROC,
  async run(world) {
    const ms = world.pick(1_500, 8_000);
    const healthPort = await freePort();
    // Without the proxy of ours, which is in the process that floods.
    const variables = {
      DATABASE_URL: world.postgres.url,
      HEALTH_PORT: String(healthPort),
      MEMORY_MB: String(MEMORY_MB),
    };
    await using service = await world.start(variables);
    // A core for the main loop, where there are two; what helps it is wherever the system puts it.
    spawnSync('taskset', ['-cp', '0', String(service.child.pid)], { stdio: 'ignore' });
    // Whoever floods does so from elsewhere: what it hears late for want of a processor is not the service's.
    const isFirst = comeFirst();
    const key = world.keys.Business;
    let asked = 0;
    const questions: readonly (readonly [string, () => string])[] = [
      [
        'states with a word',
        () => `GET /v1/states?q=x${asked++} HTTP/1.1\r\nHost: a\r\nX-SVCAPI-KEY: ${key}\r\nConnection: close\r\n\r\n`,
      ],
      ...[100, 500].map((count) => [`GraphQL, ${count} states`, () => statesQuestion(key, count, asked++)] as const),
    ];
    const old = world.traffic([service], { callers: 2, pauseMs: 20 });
    const tallies: Tally[] = [];
    const said: string[] = [];
    const health = probes(() => statusOf({ ...service, get: () => fetch(`http://127.0.0.1:${healthPort}/livez`) }, ''));
    for (const [name, question] of questions) {
      const isAudit = question === questions.at(-1)?.[1];
      const one = () => askAnew(service.base, question());
      const file = (outcomes: readonly Outcome[]) => {
        tallies.push(tallyOf(outcomes));
        return outcomes.filter(({ status }) => status === 200).length / (ms / 1000);
      };
      file(await callers(CALLERS, ms / 2, one)); // What is compiled is compiled.
      const peak = file(await callers(CALLERS, ms, one));
      const parts: string[] = [];
      const part = (opened: readonly Outcome[], what: string, least = LEAST[world.size]) => {
        const good = file(opened);
        parts.push(`${what} ${Math.round((100 * good) / peak)} %${toldAfter(opened)}`);
        assert(good > peak * least, `${name}: ${good} good a second of ${peak} at the peak with ${what}`);
        const slow = slowOf(opened);
        assert(slow <= DEADLINE_MS[world.size], `${name}: with ${what} one in a hundred is answered after ${slow} ms`);
      };
      for (const times of TIMES) {
        const byCallers = await callers(CALLERS * times, ms, one);
        part(byCallers, `${CALLERS * times} callers`);
        const opened = await bySecond(peak * times, ms, one);
        const perSecond = Math.round(opened.length / (ms / 1000));
        part(opened, `${perSecond} a second`, isAudit && world.size === 'full' ? LEAST_OF_AUDIT : undefined);
        const normalMs = await until(
          async () => (await ask(service.base, key, '/v1/countries/JP')).status === 200,
          10_000,
        );
        assert(normalMs <= 5_000, `it took ${normalMs} ms until a country was answered`);
      }
      said.push(`${name}: peak ${Math.round(peak)} a second; ${parts.join(', ')}`);
    }
    const memory = Math.round(memoryMb(service).most);
    assert(memory < MEMORY_MB, `the process came to ${memory} MB`);
    const statuses = await health.stop();
    assert(
      statuses.every((status) => status === 200),
      `/livez on HEALTH_PORT was ${[...new Set(statuses)]}`,
    );
    const oldTally = await old.stop();
    assertNoneLost(oldTally);
    const tally = sum([oldTally, ...tallies]);
    assertNoneLost(tally);
    return {
      cases: questions.length * TIMES.length * 2,
      tally,
      said: `${said.join('; ')}; at most ${memory} of ${MEMORY_MB} MB${isFirst ? '' : ', the callers as late as the machine lets them'}`,
    };
  },
};

/** States with the five largest cities of each, asked as never before. */
export function statesQuestion(key: string, count: number, number: number): string {
  const cities = 'cities(first: 5, orderBy: [{ field: POPULATION, direction: DESC }]) { nodes { name population } }';
  const body = JSON.stringify({ query: `{ a${number}: states(first: ${count}) { nodes { name ${cities} } } }` });
  return `POST /graphql HTTP/1.1\r\nHost: a\r\nX-SVCAPI-KEY: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
}

/** When those heard that are told: in the middle, and how many of them as early as they should. */
export function toldAfter(outcomes: readonly Outcome[]): string {
  const told = outcomes.filter(({ isTold }) => isTold).map(({ ms }) => ms);
  const middle = told.sort((left, right) => left - right)[Math.floor(told.length / 2)];
  if (middle === undefined) return '';
  const early = told.filter((ms) => ms <= EARLY_MS).length / told.length;
  return ` (${Math.round(middle)} ms, ${Math.round(100 * early)} % within ${EARLY_MS})`;
}

/** Of those that are answered, when the slowest in a hundred is. */
function slowOf(outcomes: readonly Outcome[]): number {
  const took = outcomes.filter(({ status }) => status === 200).map(({ ms }) => ms);
  return took.sort((left, right) => left - right)[Math.floor(took.length * 0.99)] ?? 0;
}

/** Where nobody listened nobody was lost. */
export function tallyOf(outcomes: readonly Outcome[]): Tally {
  const tally = emptyTally();
  for (const { status, isTold, ms, fault } of outcomes) {
    if (status === 200) tally.right += 1;
    else if (isTold) tally.told += 1;
    else if (fault?.includes('ECONNREFUSED')) tally.refused += 1;
    else if (status === 0) tally.lost += 1;
    else tally.wrong += 1;
    tally.slowestMs = Math.max(tally.slowestMs, ms);
    if (status === 0 && !fault?.includes('ECONNREFUSED') && tally.notes.length < 3)
      tally.notes.push(fault ?? 'closed without an answer');
  }
  return tally;
}

/** Asks on and on; `stop` resolves to what it heard. */
function probes(askOnce: () => Promise<number>) {
  const statuses: number[] = [];
  let isRunning = true;
  const running = (async () => {
    while (isRunning) {
      statuses.push(await askOnce());
      await sleep(PROBE_MS);
    }
  })();
  return {
    async stop(): Promise<readonly number[]> {
      isRunning = false;
      await running;
      return statuses;
    },
  };
}
