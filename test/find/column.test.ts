import { expect, it } from 'vitest';
import { Column, grown } from '../../src/find/column.ts';

it('an array that was grown grows where it stands, and keeps what it held', () => {
  const first = grown(Uint16Array.of(7, 8), 3);
  first[2] = 9;
  const larger = grown(first, 1_000_000);
  expect(larger).toBe(first);
  expect(larger.length).toBeGreaterThanOrEqual(1_000_000);
  expect([...larger.subarray(0, 4)]).toEqual([7, 8, 9, 0]);
});

it('a column gives back what was pushed, and nothing of the room to grow', () => {
  const column = new Column();
  for (let number = 0; number < 5000; number += 1) column.push(number * 3);
  expect([column.at(4999), column.at(5000), column.at(-1)]).toEqual([14_997, 0, 0]);
  expect(column.numbers()).toEqual(Uint32Array.from({ length: 5000 }, (_, number) => number * 3));
});
