/** Who is asking: the result of checking an API key. */
import type { Plan, Tier } from './plans.ts';

export interface Caller {
  readonly keyId: number;
  readonly plan: Plan;
  readonly tier: Tier;
  /** True for a key that may run stored GraphQL operations only. */
  readonly operationsOnly: boolean;
}
