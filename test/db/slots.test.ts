import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ANSWER_TIMEOUT } from '../../src/db/faults.ts';
import { inSlot } from '../../src/db/slots.ts';

describe('statements of one operation', () => {
  it('run four at a time, in the order of asking, and keep no other operation waiting', async () => {
    const { signal } = new AbortController();
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const work = (name: number) => () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const all = [0, 1, 2, 3, 4, 5].map((name) => inSlot(signal, work(name)));
    const other = inSlot(new AbortController().signal, async () => 'answered');
    expect(await other).toBe('answered');
    expect(begun).toEqual([0, 1, 2, 3]);
    ends[2]?.();
    await all[2];
    await nextTurn();
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    while (begun.length < 6 || ends.length > 0) {
      ends.shift()?.();
      await nextTurn();
    }
    await Promise.all(all);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('are not sent any more once nothing was heard of one, and are while the database has answered each', async () => {
    let sent = 0;
    const failing = (signal: AbortSignal, message: string) =>
      inSlot(signal, () => {
        sent += 1;
        return Promise.reject(new Error(message));
      });
    const all = async (message: string) => {
      const { signal } = new AbortController();
      await Promise.allSettled(Array.from({ length: 6 }, () => failing(signal, message)));
      await expect(failing(signal, 'another')).rejects.toThrow();
      return sent;
    };
    expect(await all('no such column')).toBe(7);
    sent = 0;
    expect(await all(ANSWER_TIMEOUT)).toBe(4);
    // Nobody else is concerned.
    expect(await inSlot(new AbortController().signal, async () => 'answered')).toBe('answered');
  });

  it('give their slot on when they fail, and are not sent when the operation is over', async () => {
    const controller = new AbortController();
    const fail = () => inSlot(controller.signal, () => Promise.reject(new Error('no')));
    const failures = await Promise.allSettled([fail(), fail(), fail(), fail(), fail()]);
    expect(failures.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    controller.abort();
    let sent = false;
    const late = inSlot(controller.signal, async () => {
      sent = true;
    });
    await expect(late).rejects.toThrow(/aborted/);
    expect(sent).toBe(false);
  });
});
