/** How much the gate lets in, and how long it has others wait. */

export interface GateLimits {
  /** How much runs at a time. */
  readonly atOnce: number;
  /** How much of that may be dear. */
  readonly dearAtOnce: number;
  /** How long work waits at most, in milliseconds. */
  readonly waitMs: number;
  /**
   * How long a queue may be that shows its pace, or has stood for longer than the wait: as long as what is let in in so many milliseconds.
   * It is shorter than the wait, so that whoever may join it is served in time, also where a collection of garbage comes between, and all
   * others are told at once.
   */
  readonly queueMs: number;
}

export const DEFAULT_GATE_LIMITS: GateLimits = { atOnce: 20, dearAtOnce: 2, waitMs: 500, queueMs: 400 };

/** The limits for a pool of so many connections: twice as much runs as can be asked of the database at a time. */
export function gateLimits(poolSize: number): GateLimits {
  return { ...DEFAULT_GATE_LIMITS, atOnce: Math.max(8, 2 * poolSize) };
}
