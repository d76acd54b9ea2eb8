/** A key that gets another plan: what it may and what it sees follows, upwards and downwards, within the five seconds of a revocation. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createCallerDirectory } from '../../src/auth/caller-directory.ts';
import { generateKey, hashKey, keyPrefix } from '../../src/auth/key-format.ts';
import type { Plan } from '../../src/auth/plans.ts';
import { insertKey } from '../../src/db/api-key.queries.ts';
import { isDatabaseUnavailable } from '../../src/db/faults.ts';
import { read } from '../../src/db/read.ts';
import { openService, type TestService } from '../service.ts';

const CHANGES: readonly [way: string, from: Plan, to: Plan][] = [
  ['upwards', 'Community', 'Business'],
  ['downwards', 'Business', 'Community'],
];
/** What the plans see of a country, and how they are answered where one of them is refused. */
const ANSWERS: Readonly<Record<string, readonly unknown[]>> = {
  Community: ['community', 403, false],
  Business: ['business', 200, true],
};

describe.each(inject('homes'))('a key with another plan on $home', (home) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(home);
  });
  afterAll(() => service.close());

  async function store(plan: Plan): Promise<{ key: string; change(to: Plan): Promise<unknown> }> {
    const key = generateKey();
    const { em } = service.database;
    const id = await insertKey(em, { prefix: keyPrefix(key), hash: hashKey(key), plan });
    return { key, change: (to) => read(em, 'UPDATE api_keys SET plan = $1 WHERE id = $2 RETURNING id', [to, id]) };
  }

  function directory() {
    const clock = { now: 1_000_000 };
    const { em } = service.database;
    const callers = createCallerDirectory({ em, isUnavailable: isDatabaseUnavailable, monotonicNow: () => clock.now });
    return { clock, callers };
  }

  it.each(CHANGES)('has it within five seconds in each process, however it is used (%s)', async (_way, from, to) => {
    for (const pauses of [
      [5_000],
      [4_400, 600],
      [1_000, 1_000, 1_000, 1_000, 1_000],
      Array.from({ length: 50 }, () => 100),
    ]) {
      const { key, change } = await store(from);
      const processes = [directory(), directory(), directory()];
      // They have looked it up at different times before.
      for (const [at, { callers, clock }] of processes.entries()) {
        expect(await callers.find(key)).toMatchObject({ plan: from });
        clock.now += at * 900;
      }
      await change(to);
      for (const { callers, clock } of processes) {
        for (const pause of pauses) {
          clock.now += pause;
          await callers.find(key);
          // A look-up behind a request has the time that a request takes.
          await read(service.database.em, 'SELECT 1', []);
        }
        expect([pauses.length, await callers.find(key)]).toMatchObject([pauses.length, { plan: to }]);
      }
    }
  });

  it.each(CHANGES)('is answered by all gateways as that plan is, on the real clock (%s)', async (_way, from, to) => {
    await using other = await openService(home);
    const { key, change } = await store(from);
    const told = () =>
      Promise.all(
        [service, other].map(async (gateway) => {
          const ask = (path: string) => gateway.get(path, null, { 'X-SVCAPI-KEY': key });
          const country = await ask('/v1/countries/JP');
          const [plan, seen] = [country.headers.get('x-svcapi-plan'), await country.text()];
          // It was asked before and is asked for by nobody else: neither is its answer kept from another plan.
          return [plan, (await ask('/v1/regions/3')).status, seen.includes('"wikiDataId"')];
        }),
      );
    expect(await told()).toEqual([ANSWERS[from], ANSWERS[from]]);
    await change(to);
    await expect.poll(told, { interval: 250 }).toEqual([ANSWERS[to], ANSWERS[to]]);
  });
});
