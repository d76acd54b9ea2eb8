/** Where an operation looks for places: each search takes milliseconds of the event loop, and one operation may ask for thousands. */
import type { OperationContext } from './context.ts';

/** Does work at once where this turn of the event loop has time for it, else in a later one. */
export function inTurn<Found>({ pace }: Pick<OperationContext, 'pace'>, work: () => Found): Found | Promise<Found> {
  return pace.hasTime() ? work() : pace.time().then(work);
}
