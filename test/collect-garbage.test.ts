import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { collectGarbage } from '../src/collect-garbage.ts';

it('what nobody refers to is gone at once, and nobody else is handed the means', async () => {
  const forgotten = new WeakRef({});
  await setImmediate(); // What was made in this turn is kept until it ends.
  expect(forgotten.deref()).toBeDefined();
  await setImmediate();
  collectGarbage();
  expect(forgotten.deref()).toBeUndefined();
  expect(runInNewContext('typeof gc')).toBe('undefined');
});

it('the room of young objects is given back', () => {
  const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
  let kept: object[] = [];
  for (let round = 0; young() < 8 * 2 ** 20 && round < 1e7; round++) {
    kept.push({ round });
    if (kept.length === 100_000) kept = [];
  }
  const before = young();
  collectGarbage();
  expect([before >= 8 * 2 ** 20, young() < before / 2]).toEqual([true, true]);
});

it('several threads may do so at once, though the switch is one for all', async () => {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData).then(({ collectGarbage }) => {
      for (let round = 0; round < 60; round++) collectGarbage();
      parentPort.postMessage('collected');
    });`;
  const workerData = new URL('../src/collect-garbage.ts', import.meta.url).href;
  const told = Array.from({ length: 4 }, async () => {
    const [message] = await once(new Worker(code, { eval: true, workerData }), 'message');
    return message;
  });
  expect(await Promise.all(told)).toEqual(Array(4).fill('collected'));
});
