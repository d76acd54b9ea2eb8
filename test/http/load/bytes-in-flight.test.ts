import { afterEach, expect, it, vi } from 'vitest';
import { BytesInFlight } from '../../../src/http/load/bytes-in-flight.ts';

afterEach(() => void vi.useRealTimers());

it('the size of the process is what it was where there is no descriptor to read it by', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const rssOf = vi.fn(() => 2_000);
  const inFlight = new BytesInFlight({ budget: 1_000, process: 1_000 }, rssOf);
  const tooMany = () => {
    throw new Error('EMFILE: too many open files, uv_resident_set_memory');
  };
  inFlight.reserve(1);
  for (const read of [tooMany, () => 2_000, tooMany, () => 10, tooMany]) {
    rssOf.mockImplementation(read);
    inFlight.hasRoom(1);
    vi.advanceTimersByTime(60_000);
  }
  expect([rssOf.mock.calls.length, inFlight.hasRoom(1), inFlight.isShort]).toEqual([5, true, false]);
  rssOf.mockImplementation(() => 2_000);
  vi.advanceTimersByTime(60_000);
  expect([inFlight.hasRoom(1), inFlight.isShort]).toEqual([false, true]);
  vi.advanceTimersByTime(60_000);
  rssOf.mockImplementation(tooMany);
  expect([inFlight.hasRoom(1), inFlight.isShort]).toEqual([false, true]);
});

it('of sizes with parts nothing is left when all are released, so that the largest answer has room again', () => {
  const inFlight = new BytesInFlight({ budget: 1_000, process: Number.POSITIVE_INFINITY }, () => 0);
  const sizes = Array.from({ length: 50 }, (_, at) => 900 * 0.9 ** at);
  for (const bytes of sizes) inFlight.reserve(bytes);
  expect(inFlight.hasRoom(1)).toBe(false);
  for (const bytes of sizes) inFlight.release(bytes);
  expect([inFlight.bytes, inFlight.hasRoom(2_000)]).toEqual([0, true]);
});
