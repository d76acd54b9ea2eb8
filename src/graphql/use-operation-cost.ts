/** Refuses an operation that asks for more records than its caller's plan allows, before it runs. */
import type { GraphQLError, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Caller } from '../auth/caller.ts';
import { createOperationMemo } from '../execution/operation-memo.ts';
import type { OperationContext } from '../schema/context.ts';
import type { GraphqlLimits } from './limits.ts';
import { costOf } from './operation-cost.ts';
import { refusal } from './refusals.ts';

const costs = new WeakMap<object, number>();

/** The cost of the operation that runs with this context; undefined before it was computed. */
export function knownCost(contextValue: object): number | undefined {
  return costs.get(contextValue);
}

export function useOperationCost(schema: GraphQLSchema, limits: Pick<GraphqlLimits, 'cost'>): Plugin<OperationContext> {
  const known = createOperationMemo<number>();
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { document, operationName, variableValues, contextValue } = args;
      const pageSize = contextValue.pages.default ?? contextValue.pages.max;
      const cost = known.get(document, operationName, pageSize, () =>
        costOf(schema, document, { operationName, variableValues, pageSize }),
      );
      costs.set(contextValue, cost);
      const fault = costFault(cost, contextValue.caller, limits);
      if (fault) setResultAndStopExecution({ errors: [fault] });
    },
  };
}

/** The error that refuses a cost; undefined when the caller's plan allows it. */
export function costFault(
  cost: number,
  { plan }: Pick<Caller, 'plan'>,
  limits: Pick<GraphqlLimits, 'cost'>,
): GraphQLError | undefined {
  const allowed = limits.cost[plan];
  if (cost <= allowed) return undefined;
  return refusal(
    'QUERY_TOO_COSTLY',
    `The operation may answer ${cost} records; your plan allows ${allowed}. Ask for smaller pages with \`first\`.`,
    { cost, allowed },
  );
}
