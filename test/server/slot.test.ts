/** Places for workers: in which order those end that share a socket. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { Slot, stopAll } from '../../src/workers/slot.ts';

const opened: Slot[] = [];
afterEach(() => opened.splice(0).forEach((slot) => void slot.kill()));

/** A place in which a worker is ready that waits so long for the others to go, and otherwise ends after so long. */
async function ready(patienceMs: number, whileMs: number): Promise<Slot> {
  const exec = join(import.meta.dirname, 'waiting-worker-process.ts');
  cluster.setupPrimary({ exec, args: [String(patienceMs), String(whileMs)], execArgv: [] });
  const slot = new Slot({ onLoss: () => undefined, onNote: () => undefined });
  opened.push(slot);
  slot.start();
  expect(await slot.firstOutcome).toBe('ready');
  return slot;
}

/** Its exit code, and when that was. */
async function endOf({ worker }: Slot): Promise<{ readonly code: number; readonly at: number }> {
  const [code] = await once(worker as Worker, 'exit');
  return { code, at: performance.now() };
}

it('where all end one waits until the others have gone', async () => {
  const slots = [await ready(60_000, 0), await ready(0, 300), await ready(0, 0)] as const;
  const ends = slots.map(endOf);
  const stop = vi.spyOn(Slot.prototype, 'stop');
  await stopAll(slots);
  expect(stop).toHaveBeenCalledTimes(3);
  const [last, slow, quick] = await Promise.all(ends);
  expect([last?.code, slow?.code, quick?.code]).toEqual([3, 4, 4]);
  expect(last?.at).toBeGreaterThan(slow?.at ?? Number.POSITIVE_INFINITY);
});

it('it waits for so long at most', async () => {
  const slots = [await ready(10, 0), await ready(0, 1_000)] as const;
  const ends = slots.map(endOf);
  await stopAll(slots);
  const [last, slow] = await Promise.all(ends);
  expect([last?.code, slow?.code]).toEqual([3, 4]);
  expect(last?.at).toBeLessThan(slow?.at ?? 0);
});

it('one whose place another takes is not the last', async () => {
  const slot = await ready(60_000, 0);
  const end = endOf(slot);
  expect(await slot.replace()).toBe(true);
  expect((await end).code).toBe(4);
});
