/** How much the gate lets in, and how long it has others wait. */

export interface GateLimits {
  /** How much runs at a time. */
  readonly atOnce: number;
  /** How much of that may be dear. */
  readonly dearAtOnce: number;
  /** How long work waits in a burst, in milliseconds. */
  readonly waitMs: number;
  /** How long it waits when there has been a queue for longer than that: a queue that never empties helps nobody. */
  readonly standingWaitMs: number;
}

export const DEFAULT_GATE_LIMITS: GateLimits = { atOnce: 20, dearAtOnce: 2, waitMs: 500, standingWaitMs: 50 };

/** The limits for a pool of so many connections: twice as much runs as can be asked of the database at a time. */
export function gateLimits(poolSize: number): GateLimits {
  return { ...DEFAULT_GATE_LIMITS, atOnce: Math.max(8, 2 * poolSize) };
}
