/** Runs the tier guard when an operation executes: its verdict depends on the caller's plan and on the variables. */
import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { findOverReach, type OverReach, overReachError } from '../auth/tier-guard.ts';
import { createOperationMemo } from '../execution/operation-memo.ts';
import type { OperationContext } from '../schema/context.ts';

export function useTierGuard(schema: GraphQLSchema): Plugin<OperationContext> {
  const verdicts = createOperationMemo<readonly OverReach[]>();
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { document, operationName, variableValues, contextValue } = args;
      const { caller } = contextValue;
      const overReach = verdicts.get(document, operationName, `${caller.plan} ${caller.tier}`, () =>
        findOverReach(schema, document, caller, { operationName, variableValues }),
      );
      if (overReach.length > 0) setResultAndStopExecution({ errors: [overReachError(overReach)] });
    },
  };
}
