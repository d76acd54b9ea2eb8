/** Who is asking: the result of checking an API key. */
import type { Plan, Tier } from './plans.ts';

/** What a key may be bound to: then it does nothing else, and may stand in an address. */
export const PURPOSES = ['reconcile'] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface Caller {
  readonly keyId: number;
  readonly plan: Plan;
  readonly tier: Tier;
  /** True for a key that may run stored GraphQL operations only. */
  readonly operationsOnly: boolean;
  /** The one thing that the key may do; undefined where its plan alone says. */
  readonly onlyFor?: string | undefined;
}
