import { describe, expect, it } from 'vitest';
import { Pace } from '../../../src/http/load/pace.ts';

describe('the pace of work', () => {
  const paceAt = () => {
    const clock = { ms: 1_000 };
    const pace = new Pace(() => clock.ms);
    const work = (perMs: number, ms: number) => {
      for (let passed = 0; passed < ms; passed += 10) {
        for (let each = 0; each < perMs * 10; each++) pace.note();
        clock.ms += 10;
        pace.countIn(1);
      }
    };
    return { clock, pace, work };
  };

  it('is what has been done lately, and nothing at first', () => {
    const { pace, work } = paceAt();
    expect(pace.countIn(50)).toBe(0);
    work(2, 2_000);
    expect(pace.countIn(50)).toBeCloseTo(100, 1);
    work(0.5, 2_000);
    expect(pace.countIn(50)).toBeCloseTo(25, 1);
  });

  it('does not jump with one step, and is forgotten after a rest', () => {
    const { clock, pace, work } = paceAt();
    work(1, 2_000);
    work(10, 20);
    expect(pace.countIn(1)).toBeGreaterThan(1.5);
    expect(pace.countIn(1)).toBeLessThan(3);
    clock.ms += 10_000;
    expect(pace.countIn(1)).toBe(0);
  });

  it('is to be a little faster while hardly anybody waits, and no faster while as many do as are done in a moment', () => {
    const { pace, work } = paceAt();
    work(2, 2_000);
    expect(pace.wanted(199)).toBeCloseTo(2.5, 1);
    expect(pace.wanted(201)).toBe(0);
  });

  it('is to be whatever comes while nothing is done and nobody waits', () => {
    const { clock, pace, work } = paceAt();
    expect([pace.wanted(0), pace.wanted(1)]).toEqual([Number.POSITIVE_INFINITY, 0]);
    work(2, 2_000);
    clock.ms += 10_000;
    expect([pace.wanted(0), pace.wanted(1)]).toEqual([Number.POSITIVE_INFINITY, 0]);
  });

  it('is that of a queue once it has stood for a while and some of it was done, whatever was before', () => {
    const { clock, pace, work } = paceAt();
    work(2, 2_000);
    pace.beginQueue();
    expect(pace.countInQueue(100)).toBeUndefined();
    clock.ms += 200;
    expect(pace.countInQueue(100)).toBeUndefined();
    for (let each = 0; each < 10; each++) pace.note();
    expect(pace.countInQueue(100)).toBe(5);
    work(0.1, 2_000);
    expect(pace.countInQueue(100)).toBeCloseTo(10, 0);
    // What was longer ago than a second or two counts little.
    for (let each = 0; each < 50; each++) {
      work(0.5, 100);
      pace.countInQueue(100);
    }
    expect(pace.countInQueue(100)).toBeGreaterThan(45);
    pace.beginQueue();
    for (let each = 0; each < 10; each++) pace.note();
    expect(pace.countInQueue(100)).toBeUndefined();
  });

  it('stays known of a queue that goes slowly, once it is', () => {
    const { clock, pace } = paceAt();
    pace.beginQueue();
    const known: number[] = [];
    for (let each = 0; each < 100; each++) {
      clock.ms += 125;
      pace.note();
      known.push(pace.countInQueue(1_000) ?? 0);
    }
    expect(known.slice(0, 7).every((count) => count === 0)).toBe(true);
    expect(known.slice(7).every((count) => Math.abs(count - 8) < 0.1)).toBe(true);
  });

  describe('by heart', () => {
    /** A process that is warm, of which a queue has shown a pace of two a millisecond. */
    const learnt = () => {
      const all = paceAt();
      all.pace.beginQueue();
      all.pace.noteRefusal();
      all.work(2, 400);
      expect(all.pace.countInQueue(1)).toBe(2);
      return all;
    };

    it('is what a queue has shown lately, as soon as the next one has stood for a moment', () => {
      const { clock, pace } = learnt();
      pace.beginQueue();
      clock.ms += 34;
      expect(pace.countByHeart(100)).toBeUndefined();
      clock.ms += 1;
      expect(pace.countByHeart(100)).toBe(200);
    });

    it('is nothing of what goes faster in this moment: it is of another kind', () => {
      const { clock, pace } = learnt();
      pace.beginQueue();
      clock.ms += 100;
      for (let each = 0; each < 260; each++) pace.note();
      expect(pace.countByHeart(100)).toBe(260);
      pace.note();
      expect(pace.countByHeart(100)).toBeUndefined();
    });

    it('is nothing for a process that has not done much, whose work goes slowly at first', () => {
      const { pace, work } = paceAt();
      pace.beginQueue();
      pace.noteRefusal();
      work(0.4, 490);
      pace.countInQueue(1);
      expect(pace.countByHeart(1)).toBeUndefined();
      work(0.4, 10);
      pace.countInQueue(1);
      expect(pace.countByHeart(1)).toBe(0.4);
    });

    it('is nothing of a queue that has just begun, when there is much else to do', () => {
      const { pace, work } = paceAt();
      work(1, 1_000);
      pace.beginQueue();
      pace.noteRefusal();
      work(0.5, 390);
      pace.countInQueue(1);
      expect(pace.countByHeart(1)).toBeUndefined();
      work(0.5, 10);
      pace.countInQueue(1);
      expect(pace.countByHeart(1)).toBe(0.5);
    });

    it('is nothing of a queue of whom nobody was refused, nor of what that one before had shown', () => {
      const { pace, work } = paceAt();
      pace.noteRefusal();
      pace.beginQueue();
      work(1, 1_000);
      expect(pace.countInQueue(1)).toBe(1);
      expect(pace.countByHeart(1)).toBeUndefined();
      pace.noteRefusal();
      pace.countInQueue(1);
      expect(pace.countByHeart(1)).toBe(1);
    });

    it('is nothing of a few in a long time, in which a process has stood still', () => {
      const { clock, pace, work } = paceAt();
      work(1, 1_000);
      pace.beginQueue();
      pace.noteRefusal();
      clock.ms += 1_000;
      for (let each = 0; each < 39; each++) pace.note();
      expect(pace.countInQueue(1_000)).toBe(39);
      expect(pace.countByHeart(1)).toBeUndefined();
      pace.note();
      expect(pace.countInQueue(1_000)).toBe(40);
      expect(pace.countByHeart(1_000)).toBe(40);
    });

    it('is the fastest of some seconds, and is forgotten after a minute', () => {
      const { clock, pace, work } = learnt();
      const slower = () => {
        pace.beginQueue();
        pace.noteRefusal();
        work(1, 400);
        pace.countInQueue(1);
        return pace.countByHeart(1);
      };
      clock.ms += 9_600;
      expect(slower()).toBe(2);
      expect(slower()).toBe(1);
      clock.ms += 60_000;
      expect(pace.countByHeart(1)).toBe(1);
      clock.ms += 1;
      expect(pace.countByHeart(1)).toBeUndefined();
    });
  });
});
