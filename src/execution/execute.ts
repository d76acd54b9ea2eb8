/** Runs operations: those of `/graphql`, and the stored ones of `/v1` in process. */
import { tracingChannel } from 'node:diagnostics_channel';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getOperationAST,
  isObjectType,
  Kind,
  OperationTypeNode,
  visit,
} from 'graphql';
import type { Caller } from '../auth/caller.ts';
import type { ExecutionContext } from './execution-context.ts';
import { conditionsKey, createOperationMemo } from './operation-memo.ts';
import type { JsonParts } from './json-pieces.ts';
import { runQuery } from './run-query.ts';
import { type Execution, rootSelection, type Selection } from './selection.ts';
import { coerceVariables, type Variables } from './variables.ts';

export type OperationArgs = Omit<ExecutionArgs, 'contextValue'> & { readonly contextValue: ExecutionContext };

const selections = createOperationMemo<Selection>({ needsVariables: false });

// Documents that are left to graphql-js: those with introspection, and with directives beyond @include and @skip.
const unusual = new WeakMap<DocumentNode, boolean>();
// Schemas that are left to graphql-js: those with a type that says by `isTypeOf` whether a value is of it. A scope may stand there, too.
const asking = new WeakMap<GraphQLSchema, boolean>();

/** How a result is wanted. */
export interface ResultForm {
  /** What may be JSON already, for whoever writes the result with `resultJson`. */
  readonly asJson?: JsonParts | undefined;
  /** The variables where they have been coerced. */
  readonly coerced?: Variables;
}

/** Traces executions; nothing is told of them but their start and end. */
export const executionChannel = tracingChannel<unknown, object>('geo:execution');

/**
 * Executes a validated document: what `/v1` and `/graphql` both end in. A promise only where something has to be waited for, or while
 * executions are traced. Never throws and never rejects.
 */
export function executeDocument(
  args: OperationArgs,
  form: ResultForm = {},
): ExecutionResult | Promise<ExecutionResult> {
  if (executionChannel.hasSubscribers) return executionChannel.tracePromise(async () => executedWhole(args, form), {});
  return executedWhole(args, form);
}

function executedWhole(args: OperationArgs, form: ResultForm): ExecutionResult | Promise<ExecutionResult> {
  let result: ExecutionResult | Promise<ExecutionResult> | undefined;
  try {
    result = executed(args, form);
    return result instanceof Promise ? result.finally(() => args.contextValue.ended()) : result;
  } finally {
    if (!(result instanceof Promise)) args.contextValue.ended();
  }
}

function executed(args: OperationArgs, { asJson, coerced }: ResultForm): ExecutionResult | Promise<ExecutionResult> {
  const { schema, document, contextValue, operationName } = args;
  const operation = getOperationAST(document, operationName);
  const type = schema.getQueryType();
  const { values, errors } = coerced
    ? { values: { ...coerced } }
    : coerceVariables(schema, operation, args.variableValues);
  if (!values) return { errors };
  if (
    !operation ||
    !type ||
    operation.operation !== OperationTypeNode.QUERY ||
    isUnusual(document) ||
    asksTypes(schema)
  ) {
    return execute(args);
  }
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;
  }
  const execution: Execution = {
    schema,
    operation,
    fragments,
    variableValues: values,
    context: contextValue,
    errors: [],
    asJson,
    args: new Map(),
  };
  const key = conditionsKey(document, values);
  const selection = selections.get(document, operationName, key, () => rootSelection(execution, type));
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

function asksTypes(schema: GraphQLSchema): boolean {
  const known = asking.get(schema);
  if (known !== undefined) return known;
  const found = Object.values(schema.getTypeMap()).some((type) => isObjectType(type) && type.isTypeOf);
  asking.set(schema, found);
  return found;
}

/**
 * Runs a stored operation in process, for a caller and on a data set; throws or rejects with what its resolvers threw. With `asJson`, parts of it may
 * be what `resultJson` takes. Lanes are handed one: where the database is and what a caller's turn has is not theirs to know. What a data set
 * is, is not known here.
 */
export type ExecuteFor<DataSet> = (
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  caller: Caller,
  dataSet: DataSet,
  run: { readonly signal: AbortSignal; readonly asJson?: JsonParts | undefined },
) => OperationData | Promise<OperationData>;

/** What an operation answered, by its root fields. */
export type OperationData = Readonly<Record<string, unknown>>;

/**
 * Executes a validated document; returns its data, or a promise of it where something has to be waited for. Throws, or rejects with, what
 * a resolver threw, so that the caller can tell a database that is away from a fault: a stored operation has no errors of its own.
 */
export function executeStored(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  contextValue: ExecutionContext,
  form: Pick<ResultForm, 'asJson'> = {},
): OperationData | Promise<OperationData> {
  const result = executeDocument({ schema, document, variableValues: variables, contextValue }, form);
  return result instanceof Promise ? result.then(dataOf) : dataOf(result);
}

function dataOf({ errors, data }: ExecutionResult): OperationData {
  const [error] = errors ?? [];
  if (error) throw error.originalError ?? error;
  return data ?? {};
}
