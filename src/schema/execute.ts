/** Runs a stored operation in process, with the rules of `/graphql` and without its wire. */
import { type DocumentNode, type ExecutionArgs, type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import { createContext, type OperationContext, WHOLE_LISTS } from './context.ts';

/** Executes a validated document: what `/v1` and `/graphql` both end in. */
export async function executeDocument(args: ExecutionArgs): Promise<ExecutionResult> {
  return execute(args);
}

/**
 * Executes a validated document; returns its data. Throws what a resolver threw, so that the caller can tell a
 * database that is away from a fault: a stored operation has no errors of its own.
 */
export async function executeStored(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  options: Pick<OperationContext, 'caller' | 'dataSet' | 'em'> & {
    readonly signal?: AbortSignal;
    readonly now?: () => number;
  },
): Promise<Readonly<Record<string, unknown>>> {
  const contextValue = createContext({ ...options, pages: WHOLE_LISTS });
  const result = await executeDocument({ schema, document, variableValues: variables, contextValue });
  const [error] = result.errors ?? [];
  if (error) throw error.originalError ?? error;
  return result.data ?? {};
}
