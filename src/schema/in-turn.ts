/** Where an operation looks for places: each search takes milliseconds of the event loop, and one operation may ask for thousands. */
import type { OperationContext } from './context.ts';

/** Does work at once where this turn of the event loop has time for it, else in a later one. */
export function inTurn<Found>(
  context: Pick<OperationContext, 'pace' | 'signal'>,
  work: () => Found,
): Found | Promise<Found> {
  return context.pace.hasTime() ? work() : later(context, work);
}

async function later<Found>(
  { pace, signal }: Pick<OperationContext, 'pace' | 'signal'>,
  work: () => Found,
): Promise<Found> {
  await pace.time();
  signal?.throwIfAborted();
  return work();
}
