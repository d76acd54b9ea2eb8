import { afterEach, describe, expect, it, vi } from 'vitest';
import { BytesInFlight } from '../../../src/http/load/bytes-in-flight.ts';
import { DEFAULT_GATE_LIMITS, type GateLimits } from '../../../src/http/load/gate-limits.ts';
import type { RunningWork, Work } from '../../../src/http/load/work.ts';
import { WorkGate } from '../../../src/http/load/work-gate.ts';

const MB = 1024 * 1024;
const PATIENT = { ...DEFAULT_GATE_LIMITS, waitMs: 60_000 };
const CHEAP: Work = { owner: 1, bytes: 1024 };
const NEVER = new AbortController().signal;

function gateOf(limits: Partial<GateLimits> = {}, budget = 1024 * MB) {
  const inFlight = new BytesInFlight({ budget, process: Number.POSITIVE_INFINITY });
  return { gate: new WorkGate({ ...PATIENT, ...limits }, inFlight), inFlight };
}

/** Work that is done when one says so. */
function held(gate: WorkGate, work: Work, signal = NEVER, size = 0) {
  let finish = () => {};
  const state = { started: false, finish: () => finish(), outcome: Promise.resolve<unknown>(undefined) };
  state.outcome = gate
    .run(
      work,
      signal,
      () => {
        state.started = true;
        return new Promise<string>((resolve) => {
          finish = () => resolve('done');
        });
      },
      () => size,
    )
    .catch((error: unknown) => error);
  return state;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** From here on no time passes for the gate: a machine that stands still for a moment uses up no turn. */
const stopTheClock = () => vi.useFakeTimers({ toFake: ['performance'] });

afterEach(() => {
  vi.useRealTimers();
});

describe('the gate', () => {
  it('does nothing for who has gone before', async () => {
    const { gate } = gateOf();
    const gone = held(gate, CHEAP, AbortSignal.abort(new Error('gone')));
    expect([await gone.outcome, gone.started]).toEqual([new Error('gone'), false]);
  });

  it('lets in so many at a time, and the next when one is done', async () => {
    stopTheClock();
    const { gate } = gateOf({ atOnce: 3 });
    const all = Array.from({ length: 5 }, () => held(gate, CHEAP));
    await settled();
    expect(all.map(({ started }) => started)).toEqual([true, true, true, false, false]);
    all[1]?.finish();
    await all[1]?.outcome;
    await settled();
    expect(all.map(({ started }) => started)).toEqual([true, true, true, true, false]);
    for (const each of all) each.finish();
  });

  it('tells those who were not let in in time a few in a turn, and nobody who was let in meanwhile', async () => {
    const { gate } = gateOf({ atOnce: 1, waitMs: 1 });
    const first = held(gate, CHEAP);
    let inTurn = 0;
    let told = 0;
    const all = Array.from({ length: 60 }, (_, owner) =>
      gate
        .run({ owner, bytes: 1024 }, NEVER, async () => 'done')
        .catch(() => {
          for (const end = performance.now() + 1; performance.now() < end; );
          inTurn += 1;
          told += 1;
        }),
    );
    const turns: number[] = [];
    while (told < 40) {
      await settled();
      turns.push(inTurn);
      inTurn = 0;
    }
    first.finish();
    const outcomes = await Promise.all(all);
    expect(Math.max(...turns)).toBeLessThanOrEqual(10);
    expect(outcomes.filter((each) => each === 'done').length + told).toBe(60);
  });

  it('lets dear work in a few at a time, and cheap work past it', async () => {
    const { gate } = gateOf({ atOnce: 10, dearAtOnce: 2 });
    const dear = Array.from({ length: 4 }, () => held(gate, { owner: 1, bytes: 2 * MB }));
    const cheap = held(gate, CHEAP);
    // In the next turn where this one had no time left.
    await expect.poll(() => dear.filter(({ started }) => started).length).toBe(2);
    await settled();
    expect(dear.filter(({ started }) => started)).toHaveLength(2);
    // Whoever waits is asked in turn at the latest with the next sweep.
    await expect.poll(() => cheap.started).toBe(true);
  });

  it('remembers how large the answers of a name are, and so what is dear', async () => {
    stopTheClock();
    const { gate } = gateOf({ dearAtOnce: 1 });
    const first = held(gate, { name: 'Cities', owner: 1, bytes: 1024 }, NEVER, 5 * MB);
    await settled();
    first.finish();
    await first.outcome;
    const later = [1, 2].map(() => held(gate, { name: 'Cities', owner: 1, bytes: 1024 }, NEVER, 5 * MB));
    await settled();
    expect(later.map(({ started }) => started)).toEqual([true, false]);
  });

  it('lets dear work in while there is room for what it makes, and one of any size when there is nothing else', async () => {
    stopTheClock();
    const { gate, inFlight } = gateOf({ dearAtOnce: 10 }, 20 * MB);
    const first = held(gate, { owner: 1, bytes: 100 * MB });
    const second = held(gate, { owner: 1, bytes: 2 * MB });
    await settled();
    expect([first.started, second.started, inFlight.bytes]).toEqual([true, false, 200 * MB]);
    first.finish();
    await first.outcome;
    await expect.poll(() => second.started).toBe(true);
    expect(inFlight.bytes).toBe(4 * MB);
  });

  it('gives everybody a share: who has the least running comes first', async () => {
    stopTheClock();
    const { gate } = gateOf({ atOnce: 2 });
    const greedy = Array.from({ length: 50 }, () => held(gate, { owner: 'greedy', bytes: 1 }));
    const modest = held(gate, { owner: 'modest', bytes: 1 });
    await settled();
    expect(modest.started).toBe(false);
    greedy[0]?.finish();
    await greedy[0]?.outcome;
    await settled();
    expect([modest.started, greedy.filter(({ started }) => started).length]).toEqual([true, 2]);
  });

  it('refuses what waited too long, what comes when too many wait, and counts it', async () => {
    stopTheClock();
    const { gate } = gateOf({ atOnce: 2, waitMs: 500 });
    for (let each = 0; each < 2; each++) held(gate, CHEAP);
    const waiting = Array.from({ length: 1_010 }, () => held(gate, CHEAP));
    expect([gate.waiting, gate.refused]).toEqual([1_000, 10]);
    vi.advanceTimersByTime(500);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([gate.waiting, gate.refused]).toEqual([1_000, 10]);
    vi.advanceTimersByTime(1);
    const outcomes = await Promise.all(waiting.map(({ outcome }) => outcome));
    expect(new Set(outcomes.map(String))).toEqual(
      new Set(['NotNowError: there is more to do than can be done in time']),
    );
    expect(gate.refused).toBe(1_010);
    expect(waiting.some(({ started }) => started)).toBe(false);
  });

  it('refuses at once whoever would only make a queue longer that never empties, and nobody else', async () => {
    stopTheClock();
    const { gate } = gateOf({ atOnce: 2, waitMs: 1_000 });
    const greedy = Array.from({ length: 4 }, () => held(gate, { owner: 'greedy', bytes: 1 }));
    await settled();
    expect(greedy.map(({ started }) => started)).toEqual([true, true, false, false]);
    expect(gate.isInVain('greedy')).toBe(false);
    vi.advanceTimersByTime(1_001);
    expect([gate.isInVain('greedy'), gate.isInVain('modest')]).toEqual([true, false]);
    const refused = held(gate, { owner: 'greedy', bytes: 1 });
    const modest = held(gate, { owner: 'modest', bytes: 1 });
    expect(String(await refused.outcome)).toContain('NotNowError');
    expect(gate.refused).toBe(1);
    greedy[0]?.finish();
    await greedy[0]?.outcome;
    await settled();
    expect(modest.started).toBe(true);
  });

  it('takes a queue for as long as it lasts: where work is done fast, more may wait before it is in vain', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'setTimeout'] });
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    /** The part of all that is refused. */
    const refused = async (workMs: number) => {
      const { gate } = gateOf({ atOnce: 2, waitMs: 100, queueMs: 1_000 });
      const counts = { asked: 0, refused: 0 };
      const ask = () => {
        counts.asked += 1;
        return gate.run(CHEAP, NEVER, () => sleep(workMs)).catch(() => (counts.refused += 1));
      };
      // Twenty callers, who come again: the queue never empties.
      let isOver = false;
      const caller = async () => {
        do await Promise.all([ask(), sleep(10)]);
        while (!isOver);
      };
      const all = Promise.all(Array.from({ length: 20 }, caller));
      for (let ms = 0; ms < 600; ms++) await vi.advanceTimersByTimeAsync(1);
      isOver = true;
      await vi.advanceTimersByTimeAsync(1_000);
      await all;
      return counts.refused / counts.asked;
    };
    expect(await refused(2)).toBe(0);
    expect(await refused(200)).toBeGreaterThan(0.5);
  });

  it('tells who cannot be let in in time long before that time is over, of each owner as many as of any other', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'setTimeout', 'setImmediate'] });
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const { gate } = gateOf({ atOnce: 2, waitMs: 500, queueMs: 250 });
    /** When each of so many that came at once was told or done. */
    const burst = (owner: string, count: number) => {
      const [told, done]: [number[], number[]] = [[], []];
      const begunAt = performance.now();
      for (let each = 0; each < count; each++) {
        const note = (ends: number[]) => () => void ends.push(performance.now() - begunAt);
        void gate.run({ owner, bytes: 1 }, NEVER, () => sleep(10)).then(note(done), note(told));
      }
      return { told, done };
    };
    // A fifth of one is done a millisecond: a hundred in half a second.
    const greedy = burst('greedy', 600);
    const modest = burst('modest', 20);
    await vi.advanceTimersByTimeAsync(95);
    expect(greedy.told).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    // Work may go three times as fast as it has so far.
    expect(greedy.told.length).toBeGreaterThan(300);
    expect(gate.isInVain('greedy')).toBe(true);
    const later = burst('greedy', 1);
    await vi.advanceTimersByTimeAsync(0);
    expect(later.told).toEqual([0]);
    await vi.advanceTimersByTimeAsync(800);
    expect(modest).toMatchObject({ told: [], done: { length: 20 } });
    // As many as are done in the time that one may wait, and what it takes.
    expect(greedy.done.length + modest.done.length).toBeGreaterThan(95);
    expect(greedy.told.length + greedy.done.length).toBe(600);
  });

  it('tells of each owner as many early as of any other, whoever came first', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'setTimeout', 'setImmediate'] });
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const { gate } = gateOf({ atOnce: 2, waitMs: 500, queueMs: 400 });
    const told = { first: 0, second: 0 };
    for (const owner of ['first', 'second'] as const) {
      for (let each = 0; each < 300; each++) {
        void gate
          .run({ owner, bytes: 1 }, NEVER, () => sleep(10))
          .then(
            () => undefined,
            () => (told[owner] += 1),
          );
      }
    }
    await vi.advanceTimersByTimeAsync(400);
    expect(told.first).toBeGreaterThan(150);
    // In the order in which they came a hundred more of the second would be told.
    expect(Math.abs(told.first - told.second)).toBeLessThan(60);
  });

  it('wants more of those who come anew while only others wait, and says that of none of them it is in vain', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'setTimeout', 'setImmediate'] });
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const { gate } = gateOf({ atOnce: 2, waitMs: 500, queueMs: 400 });
    let isOver = false;
    const caller = async () => {
      while (!isOver) await gate.run(CHEAP, NEVER, () => sleep(20)).catch(() => sleep(20));
    };
    const callers = Promise.all(Array.from({ length: 60 }, caller));
    await vi.advanceTimersByTimeAsync(3_000);
    // A tenth of one is done a millisecond.
    expect(gate.waiting).toBeGreaterThan(30);
    expect(gate.demand(gate.waiting)).toMatchObject({ wanted: 0, isInVain: true });
    expect(gate.demand(3)).toMatchObject({ wanted: expect.closeTo(0.125, 1), isInVain: false });
    isOver = true;
    await vi.advanceTimersByTimeAsync(1_000);
    await callers;
  });

  it('tells nobody early who would have been let in: what runs together ends together', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'setTimeout', 'setImmediate'] });
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const { gate } = gateOf({ atOnce: 20, waitMs: 500, queueMs: 400 });
    let done = 0;
    for (let each = 0; each < 60; each++) {
      void gate
        .run(CHEAP, NEVER, () => sleep(240))
        .then(
          () => (done += 1),
          () => undefined,
        );
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect([done, gate.refused]).toEqual([60, 0]);
  });

  it('tells within a moment who comes in vain, where queues have shown how fast they go, unless this one is faster', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'setTimeout', 'setImmediate'] });
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const { gate } = gateOf({ atOnce: 2, waitMs: 500, queueMs: 400 });
    /** When each of so many that came at once was told, how many were done, and what the gate says of whoever comes after a moment. */
    const burst = async (count: number, workMs: number) => {
      const told: number[] = [];
      let done = 0;
      const begunAt = performance.now();
      for (let each = 0; each < count; each++) {
        void gate
          .run(CHEAP, NEVER, () => sleep(workMs))
          .then(
            () => (done += 1),
            () => told.push(performance.now() - begunAt),
          );
      }
      await vi.advanceTimersByTimeAsync(30);
      const before = gate.demand(gate.waiting).isInVain;
      await vi.advanceTimersByTimeAsync(15);
      const after = gate.demand(gate.waiting).isInVain;
      await vi.advanceTimersByTimeAsync(2_000);
      return { told: told.sort((left, right) => left - right), done, isInVain: [before, after] };
    };
    // A fifth of one is done a millisecond; and a process is warm that has done two hundred. What is served to its end is a burst.
    for (let each = 0; each < 3; each++) expect(await burst(90, 10)).toMatchObject({ told: [], done: 90 });
    expect((await burst(300, 10)).told[0]).toBeGreaterThan(100);
    const late = await burst(300, 10);
    expect(late.isInVain).toEqual([false, true]);
    expect(late.told[0]).toBeGreaterThanOrEqual(35);
    // But for some at the end of what could be done in time.
    expect(late.told.filter((ms) => ms <= 50).length).toBeGreaterThan(180);
    expect(late.done).toBeGreaterThan(85);
    expect(await burst(300, 2)).toMatchObject({ told: [], done: 300, isInVain: [false, false] });
  });

  it('judges nobody’s burst by what the queue of another has shown', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'setTimeout', 'setImmediate'] });
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const { gate } = gateOf({ atOnce: 4, waitMs: 500, queueMs: 400 });
    const told = { slow: 0, fast: 0 };
    const run = (owner: keyof typeof told, ms: number) =>
      gate
        .run({ owner, bytes: 1 }, NEVER, () => sleep(ms))
        .then(
          () => undefined,
          () => (told[owner] += 1),
        );
    // Forty callers, of whom forty a second are done and others refused, for long enough that this is what is remembered.
    let isOver = false;
    const caller = async () => {
      while (!isOver) {
        await run('slow', 100);
        await sleep(1);
      }
    };
    const callers = Promise.all(Array.from({ length: 40 }, caller));
    await vi.advanceTimersByTimeAsync(6_000);
    for (let each = 0; each < 40; each++) void run('fast', 5);
    await vi.advanceTimersByTimeAsync(1_000);
    isOver = true;
    await vi.advanceTimersByTimeAsync(1_000);
    await callers;
    expect(told.slow).toBeGreaterThan(0);
    expect(told.fast).toBe(0);
  });

  it('tells nobody early whose owner comes when another one is slow', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'setTimeout', 'setImmediate'] });
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const { gate } = gateOf({ atOnce: 20, waitMs: 500, queueMs: 400 });
    const told = { slow: 0, fast: 0 };
    const run = (owner: keyof typeof told, ms: number) =>
      void gate
        .run({ owner, bytes: 1 }, NEVER, () => sleep(ms))
        .then(
          () => undefined,
          () => (told[owner] += 1),
        );
    // Fifty a second are done, and a hundred come.
    for (let ms = 0; ms < 2_000; ms += 10) {
      run('slow', 400);
      if (ms === 1_000) for (let each = 0; each < 60; each++) run('fast', 5);
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told.slow).toBeGreaterThan(0);
    expect(told.fast).toBe(0);
  });

  it('waits with what has begun for as long as it may, whatever stands before it', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'setTimeout', 'setImmediate'] });
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const { gate } = gateOf({ atOnce: 1, waitMs: 500, dearAtOnce: 0 });
    const run = (task: (running: RunningWork) => Promise<void>) =>
      gate.run(CHEAP, NEVER, task).then(
        () => performance.now(),
        () => -performance.now(),
      );
    const startedAt = performance.now();
    const begun = run(async ({ become }) => {
      await Promise.resolve(); // The others wait before it does.
      await become(2 * MB);
    });
    for (let each = 0; each < 200; each++) void run(() => sleep(10));
    await vi.advanceTimersByTimeAsync(300);
    expect(gate.refused).toBeGreaterThan(50);
    await vi.advanceTimersByTimeAsync(300);
    expect(-(await begun) - startedAt).toBeGreaterThan(500);
  });

  it('counts what turned out to take more once: as come, and as done', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { gate } = gateOf({ atOnce: 2 });
    for (let each = 0; each < 40; each++) {
      await gate.run({ ...CHEAP, isReading: true }, NEVER, ({ become }) => become(2 * 1024));
      vi.advanceTimersByTime(10);
    }
    const { come, wanted } = gate.demand(gate.waiting);
    expect(come).toBe(40);
    // A tenth a millisecond and a quarter more.
    expect(wanted).toBeGreaterThan(0.09);
    expect(wanted).toBeLessThan(0.13);
  });

  it('divides work that waits for nothing among turns, and gives everybody a share of them', async () => {
    const { gate } = gateOf();
    const done: { readonly owner: string; readonly turn: number }[] = [];
    let turn = 0;
    const count = () => {
      turn += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const work = (owner: string) =>
      gate.run({ owner, bytes: 1 }, NEVER, async () => {
        await Promise.resolve(); // As behind a resolver: later, but within the turn.
        for (const end = performance.now() + 6; performance.now() < end; );
        done.push({ owner, turn });
      });
    const all: Promise<void>[] = [];
    for (const owner of [...Array.from({ length: 12 }, () => 'greedy'), 'modest']) {
      all.push(work(owner));
      // As requests come: in one turn, each heard before the next.
      await new Promise((resolve) => process.nextTick(resolve));
    }
    await Promise.all(all);
    clearImmediate(counting);
    const turns = Map.groupBy(done, (each) => each.turn);
    const most = Math.max(...[...turns.values()].map((each) => each.length));
    expect(most).toBeLessThanOrEqual(2);
    expect(done.findIndex(({ owner }) => owner === 'modest')).toBeLessThan(5);
  });

  it('counts the queue of each owner by itself: whose own never empties is refused at once, and nobody else for that', async () => {
    const { gate } = gateOf({ atOnce: 2, waitMs: 200 });
    const of = (owner: string) => held(gate, { owner, bytes: 1 });
    const running = [of('greedy'), of('greedy')];
    for (const { outcome } of [of('greedy'), of('greedy')]) expect(String(await outcome)).toContain('NotNowError');
    // The queue was refused, not served: it goes on with the next ones.
    const [first, second, third] = [of('greedy'), of('greedy'), of('greedy')];
    const modest = of('modest');
    expect([gate.waiting, gate.refused]).toEqual([3, 3]);
    expect(String(await third.outcome)).toContain('NotNowError');
    for (const each of running) each.finish();
    await expect.poll(() => modest.started && (first.started || second.started)).toBe(true);
    for (const each of [first, second, modest]) each.finish();
    expect(await modest.outcome).toBe('done');
  });

  it('has a place for dear work of who has none running, beside that of others', async () => {
    const { gate } = gateOf({ dearAtOnce: 2 });
    const dear = (owner: string) => held(gate, { owner, bytes: 2 * MB });
    const greedy = [1, 2, 3].map(() => dear('greedy'));
    // Where a turn has no time left, who comes later and has nothing running goes first.
    await expect.poll(() => greedy[1]?.started).toBe(true);
    const modest = [1, 2].map(() => dear('modest'));
    await expect.poll(() => modest[0]?.started).toBe(true);
    expect([...greedy, ...modest].map(({ started }) => started)).toEqual([true, true, false, true, false]);
    for (const each of [...greedy, ...modest]) each.finish();
  });

  it('lets no newcomer pass who waits: a key that asks two things at a time has no less than those that ask one', async () => {
    const { gate } = gateOf({ atOnce: 2 });
    const done: Record<string, number> = {};
    const stop = { isOver: false };
    const caller = async (owner: string) => {
      while (!stop.isOver) {
        await gate.run({ owner, bytes: 1 }, NEVER, () => settled());
        done[owner] = (done[owner] ?? 0) + 1;
        if (done[owner] === 300) stop.isOver = true;
      }
    };
    await Promise.all(['two', 'two', 'a', 'b', 'c', 'd'].map(caller));
    expect(done['two']).toBeGreaterThanOrEqual(Math.min(...['a', 'b', 'c', 'd'].map((owner) => done[owner] ?? 0)));
  });

  it('goes on with what was found out before it finds out more for the same owner, and with nothing in vain', async () => {
    const { gate } = gateOf({ atOnce: 4, dearAtOnce: 1 });
    const order: string[] = [];
    const finish: (() => void)[] = [];
    const document = (owner: string, name: string, bytes: number) =>
      gate.run({ owner, bytes: 1, isReading: true }, NEVER, async (running) => {
        order.push(`read ${name}`);
        await running.become(bytes);
        order.push(`run ${name}`);
        await new Promise<void>((resolve) => finish.push(resolve));
      });
    const all = ['a', 'b', 'c', 'd'].map((name) => document('greedy', name, 2 * MB));
    all.push(document('modest', 'other', 1));
    await expect.poll(() => order.includes('run other')).toBe(true);
    // One dear thing at a time: of what else would be as dear, one has been read and waits.
    expect(order.filter((each) => each.startsWith('read')).length).toBeLessThanOrEqual(3);
    for (const name of ['a', 'b', 'c', 'd']) {
      await expect.poll(() => order.includes(`run ${name}`)).toBe(true);
      for (const done of finish.splice(0)) done();
    }
    await Promise.all(all);
    expect([gate.running, gate.waiting]).toEqual([0, 0]);
  });

  it('divides what a turn has among owners, and what an owner has among its operations', async () => {
    stopTheClock();
    const { gate } = gateOf();
    const whole = gate.sliceMs('one');
    const all = ['one', 'many', 'many', 'many', 'many'].map((owner) => held(gate, { owner, bytes: 1 }));
    await settled();
    expect([gate.sliceMs('one'), gate.sliceMs('many')]).toEqual([whole / 2, whole / 8]);
    for (const each of all) each.finish();
    await Promise.all(all.map(({ outcome }) => outcome));
    expect(gate.sliceMs('many')).toBe(whole);
  });

  it('frees the place of what turned out to be too much, once', async () => {
    const { gate, inFlight } = gateOf({ atOnce: 2, dearAtOnce: 1, waitMs: 0 });
    const dear = held(gate, { owner: 1, bytes: 2 * MB });
    const leaving = new AbortController();
    const become = (signal: AbortSignal) =>
      gate.run({ owner: 1, bytes: 1, isReading: true }, signal, (running) => running.become(3 * MB));
    await expect(become(NEVER)).rejects.toThrow('more to do');
    const gone = expect(become(leaving.signal)).rejects.toBe('left');
    await settled();
    leaving.abort('left');
    await gone;
    expect([gate.running, inFlight.bytes]).toEqual([1, 4 * MB]);
    dear.finish();
    await dear.outcome;
    expect([gate.running, inFlight.bytes]).toEqual([0, 0]);
  });

  it('rests while nothing that waits can be let in', async () => {
    const { gate } = gateOf({ atOnce: 2 });
    const all = Array.from({ length: 3 }, () => held(gate, CHEAP));
    await settled();
    await settled();
    const turns = vi.spyOn(globalThis, 'setImmediate');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(turns).not.toHaveBeenCalled();
    turns.mockRestore();
    for (const each of all) each.finish();
  });

  it('forgets whoever goes while waiting', async () => {
    stopTheClock();
    const { gate } = gateOf({ atOnce: 2 });
    const running = [held(gate, CHEAP), held(gate, CHEAP)];
    const leaving = new AbortController();
    const gone = held(gate, CHEAP, leaving.signal);
    const next = held(gate, CHEAP);
    await settled();
    leaving.abort('left');
    expect(await gone.outcome).toBe('left');
    for (const each of running) each.finish();
    await expect.poll(() => next.started).toBe(true);
    expect(gone.started).toBe(false);
  });

  it('frees the place of work that fails', async () => {
    const { gate, inFlight } = gateOf({ atOnce: 2 });
    for (let each = 0; each < 10; each++) {
      await expect(gate.run(CHEAP, NEVER, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    }
    expect(inFlight.bytes).toBe(0);
    expect(await gate.run(CHEAP, NEVER, async () => 'done')).toBe('done');
  });

  it('runs what waits for nothing at once, and frees its place whether it fails or not', async () => {
    stopTheClock();
    const { gate, inFlight } = gateOf({ atOnce: 2 });
    const failing = (): string => {
      throw new Error('failed');
    };
    for (let each = 0; each < 10; each++) {
      expect(gate.run(CHEAP, NEVER, () => gate.running)).toBe(1);
      await expect(gate.run(CHEAP, NEVER, failing)).rejects.toThrow('failed');
    }
    expect([gate.running, inFlight.bytes]).toEqual([0, 0]);
    const work = { ...CHEAP, name: 'sized' };
    gate.run(
      work,
      NEVER,
      () => 'x'.repeat(5_000),
      (made) => made.length,
    );
    expect(gate.run(work, NEVER, () => inFlight.bytes)).toBeGreaterThan(5_000);
  });
});

describe('bytes in flight', () => {
  it('count a body that many are sent once', () => {
    const inFlight = new BytesInFlight({ budget: 100, process: Number.POSITIVE_INFINITY });
    const body = Buffer.alloc(60);
    const ends = [inFlight.send(body), inFlight.send(body), inFlight.send(Buffer.alloc(10))];
    expect([inFlight.bytes, inFlight.hasRoom(30), inFlight.hasRoom(31)]).toEqual([70, true, false]);
    for (const end of ends) end();
    expect(inFlight.bytes).toBe(0);
  });

  it('are short when the process is large, whatever was counted', () => {
    const inFlight = new BytesInFlight({ budget: 100, process: 1_000 }, () => 900);
    expect(inFlight.hasRoom(1)).toBe(true);
    inFlight.reserve(1);
    expect([inFlight.hasRoom(1), inFlight.isShort]).toEqual([false, true]);
  });
});
