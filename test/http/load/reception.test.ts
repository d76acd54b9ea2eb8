import { describe, expect, it, vi } from 'vitest';
import { Reception } from '../../../src/http/load/reception.ts';

/** A turn's worth of work, and some more. */
function work(): void {
  for (const end = performance.now() + 11; performance.now() < end; );
}

/** Receives as the server does: at once where that may be. */
function receive(reception: Reception, owner: string, answer: () => void): void {
  if (reception.isFree()) answer();
  else reception.wait(owner, answer);
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the reception', () => {
  it('answers at once what a turn has time for', () => {
    const reception = new Reception();
    let answered = 0;
    // Who gets no processor for a while has no time left.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    for (let each = 0; each < 50; each++) receive(reception, 'one', () => void answered++);
    clock.mockRestore();
    expect(answered).toBe(50);
  });

  it('leaves the rest to the next turns, one of each owner after the other', async () => {
    const reception = new Reception();
    const order: string[] = [];
    for (let each = 0; each < 6; each++) {
      receive(reception, 'greedy', () => {
        work();
        order.push('greedy');
      });
    }
    for (const owner of ['modest', 'other']) receive(reception, owner, () => void order.push(owner));
    expect(order).toEqual(['greedy']);
    const turns: number[] = [];
    while (order.length < 8) {
      await nextTurn();
      turns.push(order.length);
    }
    expect(order).toEqual(['greedy', 'greedy', 'modest', 'other', 'greedy', 'greedy', 'greedy', 'greedy']);
    // Others were served in between.
    expect(turns.length).toBeGreaterThanOrEqual(5);
  });

  it('knows how many wait who were never answered', async () => {
    const reception = new Reception();
    receive(reception, 'one', work);
    for (const isNewcomer of [true, false, true]) reception.wait('one', work, isNewcomer);
    const seen = [reception.newcomers];
    for (let turn = 0; turn < 3; turn++) {
      await nextTurn();
      seen.push(reception.newcomers);
    }
    expect(seen).toEqual([2, 1, 1, 0]);
  });

  it('counts what an answer does in the promises that it comes to', async () => {
    const reception = new Reception();
    let answered = 0;
    const answer = () =>
      void Promise.resolve()
        .then(work)
        .then(() => void answered++);
    receive(reception, 'one', work);
    for (let each = 0; each < 4; each++) receive(reception, 'one', answer);
    const seen: number[] = [];
    while (answered < 4) {
      await nextTurn();
      seen.push(answered);
    }
    expect(Math.max(...seen.map((each, at) => each - (seen[at - 1] ?? 0)))).toBe(1);
  });

  it('has everybody answered when a few ask a lot', async () => {
    const reception = new Reception();
    let answered = 0;
    receive(reception, 'first', work);
    for (let each = 0; each < 2_000; each++) receive(reception, String(each % 7), () => void answered++);
    await expect.poll(() => answered).toBe(2_000);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    expect(reception.isFree()).toBe(true);
    clock.mockRestore();
  });
});
