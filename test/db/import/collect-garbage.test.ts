import { setImmediate } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { collectGarbage } from '../../../src/db/import/frugal-heap.ts';

it('what nobody refers to is gone at once, and nobody else is handed the means', async () => {
  const forgotten = new WeakRef({});
  await setImmediate(); // What was made in this turn is kept until it ends.
  expect(forgotten.deref()).toBeDefined();
  await setImmediate();
  collectGarbage();
  expect(forgotten.deref()).toBeUndefined();
  expect(runInNewContext('typeof gc')).toBe('undefined');
});
