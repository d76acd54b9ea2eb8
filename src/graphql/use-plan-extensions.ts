/** Tells in `extensions.plan` of every answer what the caller's plan is and, on request, what it does not show. */
import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { findHidden, type OverReach } from '../auth/tier-guard.ts';
import type { LaneContext } from './lane-context.ts';
import type { GraphqlLimits } from './limits.ts';
import { mayReadSchema } from './use-document-limits.ts';

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

const hidden = new WeakMap<object, readonly OverReach[]>();

/** Finds out the hidden fields when the client asks for them. Stands before the plugins that may refuse an operation. */
export function useHiddenFields(
  schema: GraphQLSchema,
  { introspection }: Pick<GraphqlLimits, 'introspection'>,
): Plugin<LaneContext> {
  return {
    onExecute({ args: { document, operationName, variableValues, contextValue } }) {
      // The list names fields that the client did not, so it is for those who may read the schema.
      if (!contextValue.showHidden || !mayReadSchema(introspection, contextValue)) return;
      hidden.set(contextValue, findHidden(schema, document, contextValue.caller, { operationName, variableValues }));
    },
  };
}

/** What the answer to an operation with this context says of the plan; `cost` where it is known. */
export function planExtension(
  context: Pick<LaneContext, 'caller'>,
  limits: Pick<GraphqlLimits, 'cost'>,
  cost?: number,
): PlanExtension {
  const { plan, tier } = context.caller;
  const fields = hidden.get(context);
  return {
    plan: plan.toLowerCase(),
    tier,
    ...(cost === undefined ? {} : { cost, left: Math.max(0, limits.cost[plan] - cost) }),
    ...(fields ? { hidden: fields } : {}),
  };
}
