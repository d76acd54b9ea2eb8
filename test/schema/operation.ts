/** What is known of the operation in a text before it runs. */
import { type DocumentNode, type GraphQLSchema, getOperationAST } from 'graphql';
import { coerceVariables } from '../../src/execution/variables.ts';
import { type OperationFacts, operationFacts } from '../../src/schema/operation-facts.ts';
import { scopeOf } from '../../src/schema/walk.ts';

interface Choice {
  readonly operationName?: string;
  readonly variableValues?: Readonly<Record<string, unknown>>;
}

export function factsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operationName, variableValues }: Choice = {},
): OperationFacts {
  const operation = getOperationAST(document, operationName);
  const { values } = coerceVariables(schema, operation, variableValues);
  if (!operation || !values) throw new Error('no such operation, or its variables do not fit');
  return operationFacts(scopeOf(schema, document, values), operation, 100);
}
