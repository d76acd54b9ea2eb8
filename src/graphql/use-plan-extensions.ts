/** Tells in `extensions.plan` of every answer what the caller's plan is and, on request, what it does not show. */
import type { GraphQLSchema } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import type { Caller } from '../auth/caller.ts';
import { findHidden, type OverReach } from '../auth/tier-guard.ts';

/** A client that sends this header with the value `1` is told the hidden fields of the types that it selects. */
export const SHOW_HIDDEN_HEADER = 'X-SVCAPI-Show-Hidden';

/** `extensions.plan` of an answer. */
export interface PlanExtension {
  readonly plan: string;
  readonly tier: string;
  /** What the operation cost, where it was computed. */
  readonly cost?: number;
  /** The fields that the selected types have and this plan does not see, each with the lowest plan that does. */
  readonly hidden?: readonly OverReach[];
}

export interface PlanExtensionsOptions {
  readonly schema: GraphQLSchema;
  /** The cost of the operation that ran with this context; undefined where none was computed. */
  readonly cost?: (context: object) => number | undefined;
}

type WithCaller = YogaInitialContext & { readonly caller?: Caller };

/** Stands before the plugins that may refuse an operation, so that refusals tell the plan as well. */
export function usePlanExtensions({ schema, cost }: PlanExtensionsOptions): Plugin<WithCaller> {
  const hidden = new WeakMap<object, readonly OverReach[]>();
  return {
    onExecute({ args: { document, operationName, variableValues, contextValue } }) {
      const { caller, request } = contextValue;
      if (!caller || request.headers.get(SHOW_HIDDEN_HEADER) !== '1') return;
      hidden.set(contextValue, findHidden(schema, document, caller, { operationName, variableValues }));
    },
    onExecutionResult({ context, result, setResult }) {
      // Whoever has no valid key has no plan.
      const caller = (context as Partial<WithCaller>).caller;
      if (!caller || !result || Symbol.asyncIterator in result) return;
      const computed = cost?.(context);
      const fields = hidden.get(context);
      const plan: PlanExtension = {
        plan: caller.plan.toLowerCase(),
        tier: caller.tier,
        ...(computed === undefined ? {} : { cost: computed }),
        ...(fields ? { hidden: fields } : {}),
      };
      setResult({ ...result, extensions: { ...result.extensions, plan } });
    },
  };
}
