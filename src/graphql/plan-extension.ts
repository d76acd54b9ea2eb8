/** `extensions.plan` of every answer: what the caller's plan is and, on request, what it does not show. */
import type { OverReach } from '../auth/tier-guard.ts';
import type { LaneContext } from './lane-context.ts';
import type { GraphqlLimits } from './limits.ts';

/** A client that sends this header with the value `1` is told the hidden fields of the types that it selects. */
export const SHOW_HIDDEN_HEADER = 'X-SVCAPI-Show-Hidden';

/** `extensions.plan` of an answer. */
export interface PlanExtension {
  readonly plan: string;
  readonly tier: string;
  /** What the operation cost, where it came to that. */
  readonly cost?: number;
  /** How much more it could have cost on this plan. */
  readonly left?: number;
  /** The fields that the selected types have and this plan does not see, each with the lowest plan that does. */
  readonly hidden?: readonly OverReach[];
}

/** What the answer to an operation says of the plan. */
export function planExtension(
  { caller: { plan, tier } }: Pick<LaneContext, 'caller'>,
  limits: Pick<GraphqlLimits, 'cost'>,
  { cost, hidden }: Pick<PlanExtension, 'cost' | 'hidden'> = {},
): PlanExtension {
  return {
    plan: plan.toLowerCase(),
    tier,
    ...(cost === undefined ? {} : { cost, left: Math.max(0, limits.cost[plan] - cost) }),
    ...(hidden ? { hidden } : {}),
  };
}
