/** Runs operations: those of `/graphql`, and the stored ones of `/v1` in process. */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  OperationTypeNode,
  visit,
} from 'graphql';
import type { ExecutionContext } from './execution-context.ts';
import { createOperationMemo } from './operation-memo.ts';
import { runQuery } from './run-query.ts';
import { type Execution, rootSelection, type Selection } from './selection.ts';

export type OperationArgs = Omit<ExecutionArgs, 'contextValue'> & { readonly contextValue: ExecutionContext };

const selections = createOperationMemo<Selection>();

// Introspection, and directives beyond @include and @skip.
const unusual = new WeakMap<DocumentNode, boolean>();

/**
 * Executes a validated document: what `/v1` and `/graphql` both end in. Never rejects. `asJson` is for whoever writes the
 * result with `resultJson`: lists in it may be `JsonRows`.
 */
export async function executeDocument(args: OperationArgs, asJson = false): Promise<ExecutionResult> {
  const { schema, document, contextValue, operationName } = args;
  const operation = getOperationAST(document, operationName);
  const type = schema.getQueryType();
  if (!operation || !type || operation.operation !== OperationTypeNode.QUERY || isUnusual(document)) {
    return execute(args);
  }
  const variables = getVariableValues(schema, operation.variableDefinitions ?? [], args.variableValues ?? {});
  if (variables.errors) return { errors: variables.errors };
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;
  }
  const { coerced: variableValues } = variables;
  const execution: Execution = {
    schema,
    operation,
    fragments,
    variableValues,
    context: contextValue,
    errors: [],
    asJson,
  };
  // A selection holds which fields are plain properties, which depends on the caller's tier.
  const selection = selections.get(document, operationName, contextValue.caller.tier, () =>
    rootSelection(execution, type),
  );
  return runQuery(execution, selection);
}

function isUnusual(document: DocumentNode): boolean {
  const known = unusual.get(document);
  if (known !== undefined) return known;
  let found = false;
  visit(document, {
    Field({ name }) {
      if (name.value === '__schema' || name.value === '__type') found = true;
    },
  });
  unusual.set(document, found);
  return found;
}

/**
 * Executes a validated document; returns its data. Throws what a resolver threw, so that the caller can tell a
 * database that is away from a fault: a stored operation has no errors of its own.
 */
export async function executeStored(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  contextValue: ExecutionContext,
): Promise<Readonly<Record<string, unknown>>> {
  const result = await executeDocument({ schema, document, variableValues: variables, contextValue });
  const [error] = result.errors ?? [];
  if (error) throw error.originalError ?? error;
  return result.data ?? {};
}
