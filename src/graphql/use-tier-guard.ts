/** Runs the tier guard when an operation executes: its verdict depends on the caller, so no cache may hold it. */
import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { findOverReach, overReachError } from '../auth/tier-guard.ts';
import type { OperationContext } from '../schema/context.ts';

export function useTierGuard(schema: GraphQLSchema): Plugin<OperationContext> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { document, operationName, variableValues, contextValue } = args;
      const overReach = findOverReach(schema, document, contextValue.caller, { operationName, variableValues });
      if (overReach.length > 0) setResultAndStopExecution({ errors: [overReachError(overReach)] });
    },
  };
}
