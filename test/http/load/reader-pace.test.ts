/** When a reader is given up, by the second, of a system that keeps megabytes and tells of room a third of them at a time. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DEFAULT_DELIVERY_LIMITS } from '../../../src/http/load/delivery.ts';
import { ReaderPace } from '../../../src/http/load/reader-pace.ts';

const KB = 1_000;
const PIECE = 256 * 1024;
const KEPT = 4 * 1024 * 1024;
const TICK_MS = 100;
const LOOK_MS = 500;
const WATCHED_S = 600;

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** The second in which a reader of so many bytes a second, whose turn on its connection comes in `turn`, is given up, if it is. */
function givenUpIn(speedIn: (second: number) => number, turn = 0): number | undefined {
  const pace = new ReaderPace();
  let [handed, read, isWaitedFor] = [0, 0, false];
  pace.took(0);
  for (let ms = 0; ms < WATCHED_S * 1_000; ms += TICK_MS) {
    const second = Math.floor(ms / 1_000);
    const isItsTurn = second >= turn;
    if (isItsTurn) read = Math.min(handed, read + (speedIn(second) * TICK_MS) / 1_000);
    if (isWaitedFor && isItsTurn && handed - read <= (KEPT * 2) / 3) {
      pace.took(PIECE);
      isWaitedFor = false;
    }
    while (!isWaitedFor) {
      pace.handOver();
      handed += PIECE;
      isWaitedFor = !isItsTurn || handed - read >= KEPT;
      if (!isWaitedFor) pace.took(PIECE);
    }
    vi.advanceTimersByTime(TICK_MS);
    if (ms % LOOK_MS > 0) continue;
    pace.look(isItsTurn, performance.now());
    if (pace.lateBy(DEFAULT_DELIVERY_LIMITS.usual, performance.now()) > 0) return second;
  }
  return undefined;
}

it.each([
  { what: 'nothing', speed: 0, least: 30, most: 31 },
  { what: '1 kB/s', speed: KB, least: 30, most: 31 },
  { what: '10 kB/s', speed: 10 * KB, least: 30, most: 31 },
  { what: '40 kB/s', speed: 40 * KB, least: 30, most: 42 },
  { what: '100 kB/s', speed: 100 * KB, least: 60, most: 130 },
])('who reads $what is given up after $least to $most seconds', ({ speed, least, most }) => {
  const second = givenUpIn(() => speed);
  expect(second).toBeGreaterThanOrEqual(least);
  expect(second).toBeLessThanOrEqual(most);
});

it.each([134, 300, 5_000])('who reads %d kB/s is never', (speed) => {
  expect(givenUpIn(() => speed * KB)).toBeUndefined();
});

it.each([134, 2_000, 5_000])(
  'who reads %d kB/s for two minutes and then nothing is given up half a minute later',
  (speed) => {
    const second = givenUpIn((at) => (at < 120 ? speed * KB : 0));
    // It may be waited for some seconds already, whose room has not been told of.
    expect(second).toBeGreaterThanOrEqual(135);
    expect(second).toBeLessThanOrEqual(151);
  },
);

it('how long somebody was fast is not held against who is slower, and pauses', () => {
  expect(givenUpIn((at) => (at < 120 ? 20_000 * KB : at < 135 ? 0 : 134 * KB))).toBeUndefined();
});

it.each([29, 31, 120, 400])('an answer whose turn comes after %d seconds has all its time from then on', (turn) => {
  expect(givenUpIn(() => 134 * KB, turn)).toBeUndefined();
  const second = givenUpIn(() => KB, turn);
  expect(second).toBeGreaterThanOrEqual(turn + 29);
  expect(second).toBeLessThanOrEqual(turn + 31);
});
