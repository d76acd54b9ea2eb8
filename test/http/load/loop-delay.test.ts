import { afterEach, expect, it, vi } from 'vitest';
import { LoopDelay } from '../../../src/http/load/loop-delay.ts';

afterEach(() => void vi.useRealTimers());

/** Lets time pass in which no timer is called, as a turn of the event loop that takes so long. */
function longTurn(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + ms);
}

it('tells by how much a turn was late, also where work is done within the turn that brings it, and ends when none comes', async () => {
  vi.useFakeTimers();
  const delay = new LoopDelay();
  const work = () => {
    delay.start();
    delay.stop();
  };
  work();
  longTurn(100);
  await vi.advanceTimersByTimeAsync(20);
  expect(delay.ms).toBeGreaterThanOrEqual(80);
  vi.restoreAllMocks();
  work();
  await vi.advanceTimersByTimeAsync(20);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(40);
  expect([vi.getTimerCount(), delay.ms]).toEqual([0, 0]);
});

it('goes on while work that was begun has not ended', async () => {
  vi.useFakeTimers();
  const delay = new LoopDelay();
  delay.start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(1);
  delay.stop();
  await vi.advanceTimersByTimeAsync(60);
  expect(vi.getTimerCount()).toBe(0);
});
