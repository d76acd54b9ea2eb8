/** What an operation has to pass before it runs: the tier guard, and the highest cost of the caller's plan. */
import { type DocumentNode, type GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Caller } from '../auth/caller.ts';
import { findHidden, findOverReach, type OverReach, overReachError } from '../auth/tier-guard.ts';
import { createOperationMemo } from '../execution/operation-memo.ts';
import type { PageLimits } from '../schema/page-limits.ts';
import { type OperationFacts, operationFacts } from '../schema/operation-facts.ts';
import { scopeOf } from '../schema/walk.ts';
import type { GraphqlLimits } from './limits.ts';
import { refusal } from './refusals.ts';

/** What a record takes in an answer, roughly. */
const RECORD_BYTES = 1024;
/** The lists of a stored operation may be whole, and its cost then says nothing of how long they are. */
const MOST_BYTES = 64 * 1024 * 1024;

/** How large the answer of an operation may be. */
export function bytesExpected(cost: number): number {
  return Math.min(cost * RECORD_BYTES, MOST_BYTES);
}

export interface CheckedOperation {
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  /** Coerced to their types. */
  readonly variableValues: Record<string, unknown>;
  readonly pages: PageLimits;
  /** True when the cost counts against the caller's plan. */
  readonly costed: boolean;
}

export interface Verdict {
  readonly cost: number;
  /** Why the operation does not run. */
  readonly fault: GraphQLError | undefined;
  /** True when the answer to the same operation of a caller of the same plan is the same as long as the data set is. */
  readonly isRepeatable: boolean;
  /** The fields that the selected types have and the caller's plan does not see. */
  hidden(): readonly OverReach[];
}

/** Judges an operation for a caller. The verdict depends on both, so no part of it is kept under the document alone. */
export type OperationChecks = (operation: CheckedOperation, caller: Caller) => Verdict;

export function createOperationChecks(schema: GraphQLSchema, limits: Pick<GraphqlLimits, 'cost'>): OperationChecks {
  const known = createOperationMemo<OperationFacts>();
  return ({ document, operationName, variableValues, pages, costed }, caller) => {
    const pageSize = pages.default ?? pages.max;
    const { guarded, types, cost, isRepeatable } = known.get(document, operationName, pageSize, () => {
      const operation = getOperationAST(document, operationName);
      if (!operation) throw new Error('the operation was found before');
      return operationFacts(scopeOf(schema, document, variableValues), operation, pageSize);
    });
    const overReach = findOverReach(guarded, caller);
    const fault =
      overReach.length > 0 ? overReachError(overReach) : costed ? costFault(cost, caller, limits) : undefined;
    return { cost, fault, isRepeatable, hidden: () => findHidden(types, caller) };
  };
}

/** The error that refuses a cost; undefined when the caller's plan allows it. */
function costFault(cost: number, { plan }: Caller, limits: Pick<GraphqlLimits, 'cost'>): GraphQLError | undefined {
  const allowed = limits.cost[plan];
  if (cost <= allowed) return undefined;
  return refusal(
    'QUERY_TOO_COSTLY',
    `The operation may answer ${cost} records; your plan allows ${allowed}. Ask for smaller pages with \`first\`.`,
    { cost, allowed },
  );
}
