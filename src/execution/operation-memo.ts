/** What is the same each time that an operation runs is found out once: dashboards ask the same for days. */
import { type DocumentNode, getOperationAST, type OperationDefinitionNode } from 'graphql';

/** Results for one operation, by what they depend on beside it. */
export interface OperationMemo<Result> {
  /**
   * The result for an operation of a document. `key` names whatever the result depends on beside the operation. One that
   * declares variables is computed each time: it depends on them too. Nothing is kept of an operation that comes once.
   */
  get(
    document: DocumentNode,
    operationName: string | null | undefined,
    key: string | number,
    compute: () => Result,
  ): Result;
}

/** Makes a memo. It lives as long as the documents, which are kept by their text and go when they are not asked for. */
export function createOperationMemo<Result>(): OperationMemo<Result> {
  const known = new WeakMap<OperationDefinitionNode, Map<string | number, Result> | 'seen'>();
  return {
    get(document, operationName, key, compute) {
      const operation = getOperationAST(document, operationName);
      if (!operation || (operation.variableDefinitions?.length ?? 0) > 0) return compute();
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
      results.set(key, result);
      return result;
    },
  };
}
