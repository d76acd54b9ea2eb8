/** A place for a worker: what its workers hear of the others before they end. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { Slot } from '../../src/workers/slot.ts';

const opened: Slot[] = [];
afterEach(() => opened.splice(0).forEach((slot) => void slot.kill()));

/** A place in which a worker is ready that waits at SIGTERM for so long. */
async function ready(waitMs: number): Promise<Slot> {
  const exec = join(import.meta.dirname, 'waiting-worker-process.ts');
  cluster.setupPrimary({ exec, args: [String(waitMs)], execArgv: [] });
  const slot = new Slot({ onLoss: () => undefined, onNote: () => undefined });
  opened.push(slot);
  slot.start();
  expect(await slot.firstOutcome).toBe('ready');
  return slot;
}

it('a worker that ends with all others hears so', async () => {
  const slot = await ready(60_000);
  const ended = once(slot.worker as Worker, 'exit');
  await slot.stop();
  expect(await ended).toEqual([3, null]);
});

it('one whose place another takes does not: that one goes on at their socket', async () => {
  const slot = await ready(500);
  const ended = once(slot.worker as Worker, 'exit');
  expect(await slot.replace()).toBe(true);
  expect(await ended).toEqual([4, null]);
});
