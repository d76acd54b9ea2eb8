import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Pace } from '../../src/execution/pace.ts';

/** Keeps the processor busy, as work does. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe('the pace of an operation', () => {
  it('has time until a turn is used up, and again in the next', async () => {
    const pace = new Pace();
    expect(pace.hasTime()).toBe(true);
    work(5);
    expect(pace.hasTime()).toBe(false);
    await nextTurn();
    expect(pace.hasTime()).toBe(true);
  });

  it('lets other work of the process run between what waits', async () => {
    const pace = new Pace();
    const order: string[] = [];
    let isDone = false;
    const others = () => {
      order.push('other');
      if (!isDone) setImmediate(others);
    };
    setImmediate(others);
    await Promise.all(
      [1, 2, 3, 4].map(async (piece) => {
        await pace.time();
        work(5);
        order.push(`piece ${piece}`);
      }),
    );
    isDone = true;
    const pieces = order.filter((each) => each !== 'other');
    expect(pieces).toEqual(['piece 1', 'piece 2', 'piece 3', 'piece 4']);
    for (const [at, each] of order.entries()) if (each !== 'other' && at > 0) expect(order[at - 1]).toBe('other');
  });

  it('calls loaders when the work that may ask them has been done', async () => {
    const pace = new Pace();
    const order: string[] = [];
    const called = new Promise<void>((resolve) => {
      pace.afterWork(() => {
        order.push('loader');
        resolve();
      });
    });
    const pieces = [1, 2, 3].map(async (piece) => {
      await pace.time();
      work(5);
      order.push(`piece ${piece}`);
    });
    await Promise.all([...pieces, called]);
    expect(order).toEqual(['piece 1', 'piece 2', 'piece 3', 'loader']);
  });

  it('calls loaders at once when nothing waits', async () => {
    const pace = new Pace();
    await new Promise<void>((resolve) => pace.afterWork(resolve));
  });
});
