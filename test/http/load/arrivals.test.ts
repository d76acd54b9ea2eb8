import { describe, expect, it, vi } from 'vitest';
import { Arrivals, type Surroundings } from '../../../src/http/load/arrivals.ts';
import { Pace } from '../../../src/http/load/pace.ts';

const SOCKETS = 32;

/** Turns of so many milliseconds with so many connections each; returns how many were taken of the last turn's. */
function played() {
  let now = 0;
  const arrivals = new Arrivals(undefined, () => now);
  const turn = (connections: number, ms: number) => {
    let turns = 0;
    const taken = Array.from({ length: connections }, () => arrivals.take('192.0.2.1', () => turns++)).filter(
      Boolean,
    ).length;
    now += ms;
    if (turns > 0) arrivals.endTurn();
    return taken;
  };
  return (turns: number, connections: number, ms = 2) =>
    Array.from({ length: turns }, () => turn(connections, ms)).reduce((sum, each) => sum + each, 0);
}

describe('arriving connections', () => {
  it('are all taken while the turns are not full, however long', () => {
    const play = played();
    expect([play(1_000, 23), play(50, 23, 100), play(1_000, 1)]).toEqual([23_000, 1_150, 1_000]);
  });

  it('are all taken in a burst', () => {
    const play = played();
    for (let burst = 0; burst < 20; burst++) expect([play(25, SOCKETS), play(50, 2)]).toEqual([800, 100]);
  });

  it('are all taken in a burst after a quiet time, of which no turn tells', () => {
    const play = played();
    expect([play(30, 1), play(1, 0, 60_000), play(3, SOCKETS, 50)]).toEqual([30, 0, 96]);
  });

  it('are all taken in a burst that a process without a processor took long for', () => {
    const play = played();
    expect([play(30, 1), play(1, 0, 60_000), play(2, SOCKETS, 400), play(1, 20, 400)]).toEqual([30, 0, 64, 20]);
    // A third long turn that is full is a queue.
    expect([play(1, 0, 60_000), play(3, SOCKETS, 400), play(1, SOCKETS, 400)]).not.toEqual([0, 96, 32]);
  });

  it('are taken in part, and ever less, while turn after turn is full', () => {
    const play = played();
    play(100, SOCKETS);
    const parts = Array.from({ length: 10 }, () => play(50, SOCKETS) / (50 * SOCKETS));
    expect(parts[0]).toBeLessThan(1);
    for (const [at, part] of parts.entries()) expect(part).toBeLessThan((parts[at - 1] ?? 1) + 0.002);
    // Nor does it matter how long the turns are.
    expect(play(10, SOCKETS, 500)).toBeLessThan(0.06 * 10 * SOCKETS);
    // One in twenty is taken whatever comes: to refuse still more would leave less for those that are.
    expect(parts.at(-1)).toBeCloseTo(0.05);
  });

  it('are all taken again a little after the turns are no longer full, and at once when nobody came for a while', () => {
    const play = played();
    play(1_000, SOCKETS);
    expect(play(10, 4)).toBeLessThan(10);
    play(500, 4);
    expect(play(10, 4)).toBe(40);
    play(1_000, SOCKETS);
    play(1, 0, 1_000);
    expect(play(10, 4)).toBe(40);
  });

  it('find a share that leaves turns neither all full nor all empty', () => {
    // A turn lasts for as long as what is taken in it takes; as many come as the sockets hold, or fewer when it was short.
    let now = 0;
    const arrivals = new Arrivals(undefined, () => now);
    let taken = 0;
    let came = 0;
    let waiting = 0;
    while (now < 10_000) {
      const inTurn = Math.min(SOCKETS, Math.floor(waiting));
      const takenInTurn = Array.from({ length: inTurn }, () => arrivals.take('192.0.2.1', () => undefined)).filter(
        Boolean,
      ).length;
      const ms = 0.1 + inTurn * 0.05 + takenInTurn;
      taken += takenInTurn;
      if (inTurn > 0) arrivals.endTurn();
      now += ms;
      came += inTurn;
      waiting += ms * 5 - inTurn;
    }
    // Five in a millisecond: a fourth of the time goes into refusals, and most of the rest into one in a millisecond.
    expect(taken).toBeGreaterThan(0.8 * 7_000);
    expect(waiting).toBeLessThan(500);
    expect(came).toBeGreaterThan(49_000);
  });

  describe('of questions that take a while', () => {
    const WORK_MS = 0.4;
    const TO_REFUSE_MS = 0.05;
    /** So many wait for their turn; who is taken beside them is refused, too. */
    const MOST_TAKEN = 200;
    const MS = 10_000;

    /**
     * Ten seconds in which a turn takes a connection from each socket and does ten questions of those that were taken. Connections come
     * anew as soon as they have an answer (`callers`), or so many a millisecond whatever becomes of them. Returns the part of the
     * time that went into questions, and the longest queue of the second half.
     */
    function flooded(load: { readonly callers?: number; readonly perMs?: number }, isTold = true) {
      let now = 0;
      let [waiting, taken, worked, done, longest] = [load.callers ?? 0, 0, 0, 0, 0];
      const pace = new Pace(() => now);
      const surroundings: Surroundings = {
        demand: () => ({ wanted: pace.wanted(taken), come: worked, isInVain: false }),
        backlog: () => (isTold ? Math.floor(waiting) : undefined),
        unseen: () => 0,
      };
      const arrivals = new Arrivals(surroundings, () => now);
      while (now < MS) {
        const inTurn = Math.min(SOCKETS, Math.floor(waiting));
        for (let each = 0; each < inTurn; each++) {
          const isTaken = arrivals.take('192.0.2.1', () => undefined);
          if (isTaken) worked += 1;
          if (isTaken && taken < MOST_TAKEN) taken += 1;
          else if (load.callers) waiting += 1;
        }
        waiting -= inTurn;
        const doneInTurn = Math.min(10, taken);
        for (let each = 0; each < doneInTurn; each++) pace.note();
        taken -= doneInTurn;
        done += doneInTurn;
        if (load.callers) waiting += doneInTurn;
        const ms = 0.1 + inTurn * TO_REFUSE_MS + doneInTurn * WORK_MS;
        now += ms;
        waiting += ms * (load.perMs ?? 0);
        if (inTurn > 0) arrivals.endTurn();
        if (now > MS / 2) longest = Math.max(longest, waiting);
      }
      return { busy: (done * WORK_MS) / MS, longest };
    }

    it('are taken as fast as those are done, though who is refused is back at once', () => {
      expect(flooded({ callers: 400 }).busy).toBeGreaterThan(0.65);
      expect(flooded({ callers: 600 }).busy).toBeGreaterThan(0.5);
      // To refuse nineteen of twenty only has them come twice as often.
      expect(flooded({ callers: 400 }, false).busy).toBeLessThan(0.4);
    });

    it.each([
      [6, 0.65],
      [12, 0.35],
    ])('are refused when others would wait for long: %d a millisecond', (perMs, least) => {
      const { busy, longest } = flooded({ perMs });
      // A turn may take so long that those who come in it are just taken: 0.68 and 0.36 are all that there can be.
      expect(busy).toBeGreaterThan(least);
      expect(longest).toBeLessThan(perMs * 100);
    });
  });

  describe('whose requests are not looked at as fast as they come', () => {
    const TURN_MS = 25;
    const LOOKED_AT = 6;

    /**
     * Ten seconds of turns in which so many connections come, never enough to fill one, and six requests of those that were taken are
     * looked at. Returns the longest queue behind the door after the first second, and which part of the requests that could be looked at
     * there were.
     */
    function flooded(inTurn: number) {
      let now = 0;
      let [lookedAt, unseen, longest] = [0, 0, 0];
      // The gate has enough to do, so that nothing more is wanted.
      const surroundings = {
        demand: () => ({ wanted: 0, come: lookedAt, isInVain: false }),
        backlog: () => 0,
        unseen: () => unseen,
      };
      const arrivals = new Arrivals(surroundings, () => now);
      while (now < 10_000) {
        for (let each = 0; each < inTurn; each++) unseen += Number(arrivals.take('192.0.2.1', () => undefined));
        lookedAt += Math.min(unseen, LOOKED_AT);
        unseen = Math.max(0, unseen - LOOKED_AT);
        now += TURN_MS;
        arrivals.endTurn();
        if (now > 1_000) longest = Math.max(longest, unseen);
      }
      return { longest, part: lookedAt / ((10_000 / TURN_MS) * LOOKED_AT) };
    }

    it.each([9, 12, 31])('are taken in part of %d a turn, and no longer than it takes', (inTurn) => {
      const { longest, part } = flooded(inTurn);
      // Half a second of what comes, of ten.
      expect(longest).toBeLessThan((500 / TURN_MS) * inTurn);
      expect(part).toBeGreaterThan(0.75);
    });

    it('are all taken that come a few at a time beside those that a burst has left', () => {
      let now = 0;
      const left = { demand: () => ({ wanted: 0, come: 0, isInVain: false }), backlog: () => 0, unseen: () => 44 };
      const arrivals = new Arrivals(left, () => now);
      let taken = 0;
      for (let turn = 0; turn < 200; turn++) {
        for (let each = 0; each < 3; each++) taken += Number(arrivals.take('192.0.2.1', () => undefined));
        now += TURN_MS;
        arrivals.endTurn();
      }
      expect(taken).toBe(600);
    });

    it('are all taken where they are', () => {
      expect(flooded(LOOKED_AT)).toEqual({ longest: 0, part: 1 });
    });
  });

  describe('of one socket, of which a turn takes one', () => {
    const TURN_MS = 20;

    /** Two seconds of turns; the gate has enough to do. Returns which part of the last second's was taken. */
    function taken(waiting: number | undefined) {
      let now = 0;
      let came = 0;
      const enough = {
        demand: () => ({ wanted: 0, come: came, isInVain: false }),
        backlog: () => waiting,
        unseen: () => 0,
      };
      const arrivals = new Arrivals(enough, () => now);
      arrivals.hasOneSocket = true;
      let part = 0;
      for (let turn = 0; turn < 100; turn++) {
        const isTaken = arrivals.take('192.0.2.1', () => undefined);
        came += Number(isTaken);
        part += turn < 50 ? 0 : Number(isTaken) / 50;
        now += TURN_MS;
        arrivals.endTurn();
      }
      return part;
    }

    it('are taken in part while many wait for it', () => {
      expect(taken(400)).toBeLessThan(0.2);
    });

    it.each([0, 31, undefined])('are all taken where %s do, whatever waits at the gate', (waiting) => {
      expect(taken(waiting)).toBeCloseTo(1);
    });
  });

  describe('beside a deputy', () => {
    const PER_MS = 2;
    const STEP_MS = 20;

    /** Arrivals of which a deputy takes those that come while it is at the door, and of whom so many wait at the gate. */
    function beside() {
      const state = { now: 0, wanted: 0, waiting: 0, came: 0, asked: 0, share: 1, isAtDoor: false, work: 1, unseen: 0 };
      let come = 0;
      const surroundings: Surroundings = {
        demand: () => ({ wanted: state.wanted, come, isInVain: false }),
        backlog: () => undefined,
        unseen: () => state.unseen,
      };
      const arrivals = new Arrivals(surroundings, () => state.now);
      const deputy = {
        get isAtDoor() {
          return state.isAtDoor;
        },
        get waiting() {
          return state.waiting;
        },
        newlyCome() {
          const newly = state.came - state.asked;
          state.asked = state.came;
          return newly;
        },
        take: vi.fn((share: number) => {
          state.share = share;
        }),
        rest: vi.fn(() => {
          state.isAtDoor = false;
        }),
      };
      arrivals.deputy = deputy;
      const step = (perMs = PER_MS) => {
        state.came += perMs * STEP_MS;
        for (let each = 0; each < perMs * STEP_MS * state.share; each++) {
          come += state.work;
          arrivals.receive(() => undefined);
        }
        state.now += STEP_MS;
        arrivals.endTurn();
      };
      return { state, arrivals, deputy, step };
    }

    it('are taken as many as are wanted of all that come to it', () => {
      const { state, step } = beside();
      state.isAtDoor = true;
      for (let steps = 0; steps < 100; steps++) step();
      expect(state.share).toBeCloseTo(0.05);
      state.wanted = 0.5;
      step();
      expect(state.share).toBeCloseTo(0.5 / PER_MS);
      // Those on their way from it are a queue like any other.
      state.waiting = 10_000;
      for (let steps = 0; steps < 10; steps++) step();
      expect(state.share).toBeCloseTo(0.05);
    });

    it.each([0, 0.1])('are all taken when few come any more, whoever fills the gate: %d a millisecond', (perMs) => {
      const { state, step } = beside();
      state.isAtDoor = true;
      for (let steps = 0; steps < 100; steps++) step();
      for (let steps = 0; steps < 50; steps++) step(perMs);
      expect(state.share).toBe(1);
    });

    it('are left to the main loop where most ask what is in memory, and are not where some do', () => {
      const { state, deputy, step } = beside();
      state.isAtDoor = true;
      for (let steps = 0; steps < 100; steps++) step();
      state.work = 0.5;
      for (let steps = 0; steps < 100; steps++) step();
      expect([state.isAtDoor, deputy.rest.mock.calls.length]).toEqual([true, 0]);
      state.work = 0;
      for (let steps = 0; steps < 20; steps++) step();
      expect(state.isAtDoor).toBe(false);
      const before = deputy.take.mock.calls.length;
      state.work = 0.5;
      for (let steps = 0; steps < 20; steps++) step();
      expect(deputy.take.mock.calls.length).toBe(before);
      state.work = 1;
      for (let steps = 0; steps < 20; steps++) step();
      expect(deputy.take.mock.calls.length).toBeGreaterThan(before);
    });

    it('are a queue behind the door as well, where few come and their requests are not looked at', () => {
      const { state, step } = beside();
      state.isAtDoor = true;
      state.unseen = 100;
      for (let steps = 0; steps < 100; steps++) step(0.3);
      expect(state.share).toBeCloseTo(0.05);
    });

    describe('whose refusals take nothing of the main loop', () => {
      /** What part of so many a turn is taken after so many turns, and what the deputy is told. */
      function shareAfter(
        turns: number,
        inTurn: number,
        { hasDeputy = true, isInVain = true, unseen = 0, waiting = 0 } = {},
      ) {
        let now = 0;
        let all = 0;
        const arrivals = new Arrivals(
          { demand: () => ({ wanted: 0, come: all, isInVain }), backlog: () => waiting, unseen: () => unseen },
          () => now,
        );
        const take = vi.fn();
        if (hasDeputy) arrivals.deputy = { isAtDoor: false, waiting: 0, newlyCome: () => 0, take, rest: vi.fn() };
        let taken = 0;
        for (let turn = 0; turn < turns; turn++) {
          const isTaken = Array.from({ length: inTurn }, () => arrivals.take('192.0.2.1', () => undefined));
          taken = isTaken.filter(Boolean).length;
          all += taken;
          now += STEP_MS;
          arrivals.endTurn();
        }
        return { part: taken / inTurn, told: take.mock.lastCall?.[0] };
      }

      it('are refused from fewer on, where whoever comes does so in vain', () => {
        expect(shareAfter(100, 20, { hasDeputy: false })).toEqual({ part: 1, told: undefined });
        expect(shareAfter(100, 3)).toEqual({ part: 1, told: 1 });
        expect(shareAfter(100, 5).told).toBeCloseTo(0.05);
        expect(shareAfter(100, 13).part).toBeLessThan(0.2);
        expect(shareAfter(100, 31, { isInVain: false })).toEqual({ part: 1, told: 1 });
      });

      it('are refused within some turns then, and otherwise when that has lasted for longer than a burst', () => {
        expect(shareAfter(2, 32).told).toBe(1);
        expect(shareAfter(3, 32).told).toBeLessThan(1);
        expect(shareAfter(10, 32, { isInVain: false }).told).toBe(1);
        expect(shareAfter(11, 32, { isInVain: false }).told).toBeLessThan(1);
      });

      it('are refused within some turns where there is a queue already, on either side of the door', () => {
        // Of 0.78 to 0.94 a millisecond, as far as is known by then, 58 to 71 wait for 75.
        for (const queue of ['unseen', 'waiting'] as const) {
          expect(shareAfter(4, 32, { isInVain: false, [queue]: 55 }).told).toBe(1);
          expect(shareAfter(4, 32, { isInVain: false, [queue]: 75 }).told).toBeLessThan(1);
        }
      });
    });
  });

  describe('of what is in memory', () => {
    const TO_ANSWER_MS = 0.12;
    const TO_REFUSE_MS = 0.05;

    /** Ten seconds as above, in which whoever is taken is answered in that turn; beside it so much work is done a turn, by keys that keep connections. */
    function flooded(load: { readonly callers?: number; readonly perMs?: number }, workMs = 0) {
      let now = 0;
      let [waiting, answered, refused, longest] = [load.callers ?? 0, 0, 0, 0];
      const pace = new Pace(() => now);
      let worked = 0;
      const surroundings = {
        demand: () => ({ wanted: pace.wanted(0), come: worked, isInVain: false }),
        backlog: () => Math.floor(waiting),
        unseen: () => 0,
      };
      const arrivals = new Arrivals(surroundings, () => now);
      while (now < 10_000) {
        const inTurn = Math.min(SOCKETS, Math.floor(waiting));
        const isTaken = Array.from({ length: inTurn }, () => arrivals.take('192.0.2.1', () => undefined));
        const taken = isTaken.filter(Boolean).length;
        if (workMs > 0) {
          pace.note();
          worked += 1;
        }
        const ms = 0.1 + workMs + taken * TO_ANSWER_MS + (inTurn - taken) * TO_REFUSE_MS;
        now += ms;
        waiting += load.callers ? 0 : ms * (load.perMs ?? 0) - inTurn;
        if (inTurn > 0) arrivals.endTurn();
        if (now > 5_000) longest = Math.max(longest, waiting);
        answered += taken;
        refused += inTurn - taken;
      }
      return { answered, refused, longest };
    }

    it.each([
      [200, 0],
      [600, 0],
      [1_500, 0],
      [200, 6],
    ])('are all taken of %d callers who come again at once, also beside work of %d ms a turn', (callers, workMs) => {
      expect(flooded({ callers }, workMs)).toMatchObject({ refused: 0 });
    });

    it('are refused when others would wait for a quarter of a second', () => {
      const { answered, longest } = flooded({ perMs: 12 });
      // 12 a millisecond take 0.6 to refuse, and 0.07 more for each that is answered.
      expect(answered).toBeGreaterThan(0.8 * 57_000);
      expect(longest).toBeLessThan(12 * 300);
      expect(longest).toBeGreaterThan(12 * 100);
    });
  });

  describe('of several networks', () => {
    /** Turns of 2 ms, each with one connection of every network that is named; returns the parts that were taken. */
    function mixed() {
      let now = 0;
      const arrivals = new Arrivals(undefined, () => now);
      return (turns: number, networksOf: (turn: number) => readonly (string | undefined)[]) => {
        const came = new Map<string | undefined, { taken: number; all: number }>();
        for (let turn = 0; turn < turns; turn++) {
          for (const network of networksOf(turn)) {
            const sum = came.get(network) ?? { taken: 0, all: 0 };
            came.set(network, sum);
            sum.all += 1;
            if (arrivals.take(network, () => undefined)) sum.taken += 1;
          }
          now += 2;
          arrivals.endTurn();
        }
        return (network: string | undefined) => {
          const { taken, all } = came.get(network) ?? { taken: 0, all: 0 };
          return taken / all;
        };
      };
    }
    const flood = Array<string>(SOCKETS).fill('flood');

    it('are taken of those that make few while one makes thousands', () => {
      const play = mixed();
      play(300, () => flood);
      const part = play(3_000, (turn) => (turn % 100 === 0 ? [...flood, 'guest', 'other'] : flood));
      expect([part('guest'), part('other')]).toEqual([1, 1]);
      expect(part('flood')).toBeLessThan(0.05);
    });

    it('are taken of a network that nobody knows, and of one that comes in a burst', () => {
      const play = mixed();
      play(500, () => flood);
      const part = play(1_000, (turn) => {
        if (turn === 500) return [...flood, ...Array<string>(6).fill('page')];
        return turn % 50 === 0 ? [...flood, `new ${turn}`] : flood;
      });
      expect([part('page'), part('new 100'), part('new 450'), part('new 950')]).toEqual([1, 1, 1, 1]);
    });

    it('are taken as many of each where all make too many', () => {
      const play = mixed();
      const three = () => [...flood.slice(8), ...Array<string>(16).fill('half'), ...Array<string>(8).fill('quarter')];
      play(300, three);
      const part = play(2_000, three);
      const taken = [24 * part('flood'), 16 * part('half'), 8 * part('quarter')];
      expect(Math.max(...taken)).toBeLessThan(1.1 * Math.min(...taken));
    });

    it('are taken in the same part where each of tens of thousands makes one', () => {
      const play = mixed();
      const anew = (turn: number) => Array.from({ length: 64 }, (_, at) => `${turn % 600} ${at}`);
      play(3_000, anew);
      const part = play(600, anew);
      const taken = Array.from(
        { length: 600 },
        (_, turn) => anew(turn).filter((network) => part(network) === 1).length,
      );
      const sum = taken.reduce((all, each) => all + each, 0);
      expect(sum / (600 * 64)).toBeGreaterThan(0.04);
      expect(sum / (600 * 64)).toBeLessThan(0.06);
    });

    it('are all taken again when it is over', () => {
      const play = mixed();
      play(500, () => flood);
      play(500, () => ['flood']);
      expect(play(100, () => ['flood', 'guest'])('flood')).toBe(1);
    });

    it('are not taken where the client has gone, and take nobody else along', () => {
      const play = mixed();
      const gone = Array<undefined>(SOCKETS).fill(undefined);
      expect(play(500, () => gone)(undefined)).toBe(0);
      expect(play(1_000, (turn) => (turn % 100 === 50 ? [...gone, 'guest'] : gone))('guest')).toBe(1);
    });
  });
});
