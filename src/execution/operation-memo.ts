/** What is the same each time that an operation runs is found out once: dashboards ask the same for days. */
import { type DocumentNode, getOperationAST, Kind, type OperationDefinitionNode, visit } from 'graphql';
import type { Variables } from './variables.ts';

/** Results for one operation, by what they depend on beside it. */
export interface OperationMemo<Result> {
  /**
   * The result for an operation of a document. `key` names whatever the result depends on beside the operation. Nothing is kept
   * of an operation that comes once.
   */
  get(
    document: DocumentNode,
    operationName: string | null | undefined,
    key: string | number,
    compute: () => Result,
  ): Result;
}

/** The most results for one operation; others are computed each time. */
const MOST_KEYS = 16;

/**
 * Makes a memo. It lives as long as the documents, which are kept by their text and go when they are not asked for. What
 * depends on variables by more than its key is computed each time for an operation that declares some.
 */
export function createOperationMemo<Result>({ needsVariables = true } = {}): OperationMemo<Result> {
  const known = new WeakMap<OperationDefinitionNode, Map<string | number, Result> | 'seen'>();
  return {
    get(document, operationName, key, compute) {
      const operation = getOperationAST(document, operationName);
      if (!operation || (needsVariables && (operation.variableDefinitions?.length ?? 0) > 0)) return compute();
      const before = known.get(operation);
      if (before === undefined) {
        known.set(operation, 'seen');
        return compute();
      }
      const results = before === 'seen' ? new Map<string | number, Result>() : before;
      known.set(operation, results);
      const found = results.get(key);
      if (found !== undefined) return found;
      const result = compute();
      if (results.size < MOST_KEYS) results.set(key, result);
      return result;
    },
  };
}

const conditions = new WeakMap<DocumentNode, readonly string[]>();

/** The values of the variables that `@include` and `@skip` read, all that a selection without its arguments depends on. */
export function conditionsKey(document: DocumentNode, variables: Variables): string | number {
  let names = conditions.get(document);
  if (!names) {
    names = conditionNames(document);
    conditions.set(document, names);
  }
  // Mostly a few that are true or false, and these are made into a number in no time.
  if (names.length > MOST_BITS) return textKey(names, variables);
  let bits = 1;
  for (const name of names) {
    const value = variables[name];
    if (typeof value !== 'boolean') return textKey(names, variables);
    bits = 2 * bits + Number(value);
  }
  return bits;
}

const MOST_BITS = 30;

function textKey(names: readonly string[], variables: Variables): string {
  return names.map((name) => String(variables[name])).join();
}

/** The variables that stand in directives. */
function conditionNames(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ arguments: given = [] }) => {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
