import { afterEach, expect, it, vi } from 'vitest';
import { withinDeadline } from '../../../src/http/load/deadline.ts';

afterEach(() => void vi.useRealTimers());

it('work that goes on at its deadline is given up, and told so by its signal', async () => {
  vi.useFakeTimers();
  const heard: { signal?: AbortSignal } = {};
  let outcome = 'waiting';
  withinDeadline(1_000, undefined, (signal) => {
    heard.signal = signal;
    return new Promise<never>(() => undefined);
  }).catch((error: unknown) => (outcome = String(error)));
  await vi.advanceTimersByTimeAsync(999);
  expect([outcome, heard.signal?.aborted]).toEqual(['waiting', false]);
  await vi.advanceTimersByTimeAsync(1);
  expect([outcome, heard.signal?.aborted]).toEqual([
    'NotNowError: the request was not answered within its deadline',
    true,
  ]);
});

it('nothing is begun for a client that has gone before', async () => {
  const begun = vi.fn(() => Promise.resolve());
  await expect(withinDeadline(1_000, AbortSignal.abort(new Error('gone')), begun)).rejects.toThrow('gone');
  expect(begun).not.toHaveBeenCalled();
});

it('work that waits for nothing is done at once, and what it throws is a rejection all the same', async () => {
  vi.useFakeTimers();
  expect(withinDeadline(1_000, new AbortController().signal, () => 'done')).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
  const failing = (): string => {
    throw new Error('failed');
  };
  await expect(withinDeadline(1_000, undefined, failing)).rejects.toThrow('failed');
});

it('a client that goes while work is begun is told of', async () => {
  const client = new AbortController();
  const begun = (signal: AbortSignal) => {
    client.abort(new Error('gone'));
    return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  await expect(withinDeadline(1_000, client.signal, begun)).rejects.toThrow('gone');
});
