import { setFlagsFromString } from 'node:v8';
import { beforeEach, expect, test, vi } from 'vitest';
import { withFrugalHeap } from '../../../src/db/import/frugal-heap.ts';

vi.mock(import('node:v8'), async (original) => ({ ...(await original()), setFlagsFromString: vi.fn() }));

const flags = vi.mocked(setFlagsFromString);
const FRUGAL = ['--heap-growing-percent=20'];
const USUAL = ['--heap-growing-percent=0'];

beforeEach(() => void flags.mockClear());

test('heaps are frugal until the last of what runs at the same time is done', async () => {
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const both = [withFrugalHeap(() => first.promise), withFrugalHeap(() => second.promise)] as const;
  expect(flags.mock.calls).toEqual([FRUGAL]);
  first.resolve('one');
  expect(await both[0]).toBe('one');
  expect(flags.mock.calls).toEqual([FRUGAL]);
  second.resolve('other');
  expect(await both[1]).toBe('other');
  expect(flags.mock.calls).toEqual([FRUGAL, USUAL]);
});

test('a failure is passed on, and heaps are as before', async () => {
  await expect(withFrugalHeap(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(flags.mock.calls).toEqual([FRUGAL, USUAL]);
});
