/**
 * What the service may do in one turn of the event loop, in milliseconds. A turn is how long a request that has just come, of somebody
 * else, waits before it is looked at; all parts together are the longest that it waits, but for one piece of work that has begun
 * and for the collection of garbage. The parts stand here together so that their sum is seen: whoever gives one more takes it from another.
 */
export const TURN_BUDGET_MS = {
  /** Requests are looked at: parsed, admitted, answered from the cache or handed to the gate (`reception.ts`). */
  requests: 2,
  /** The gate lets work in, which runs at once as far as it waits for nothing (`work-gate.ts`). */
  work: 4,
  /** Operations that were let in go on: rows are read, answers written, in slices that they divide among them (`shares.ts`). */
  slices: 5,
  /** Pieces of large answers are handed to the system (`delivery.ts`). */
  pieces: 3,
  /** Those who were not let in in time are told so (`work-queue.ts`). */
  refusals: 2,
} as const;
