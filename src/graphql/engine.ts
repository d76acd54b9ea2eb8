/**
 * Runs an operation through Yoga's pipeline of plugins: parse, validate, context, execute. The lane speaks HTTP itself, so
 * no Request or Response is made; a result goes straight to the bytes of its answer.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type DocumentNode, type ExecutionResult, GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { Pace } from '../execution/pace.ts';
import { createContext, type OperationContext, PAGED_LISTS } from '../schema/context.ts';
import type { LaneContext } from './lane-context.ts';
import type { GraphqlLimits } from './limits.ts';
import { refusal } from './refusals.ts';
import { documentCache, mayReadSchema, useDocumentLimits, useTokenLimit } from './use-document-limits.ts';
import { useExecution } from './use-execution.ts';
import { knownCost, useOperationCost } from './use-operation-cost.ts';
import { planExtension, useHiddenFields } from './use-plan-extensions.ts';
import { useTierGuard } from './use-tier-guard.ts';
import { type Written, written } from './written.ts';

export interface EngineOptions {
  readonly schema: GraphQLSchema;
  readonly em: EntityManager;
  readonly limits: GraphqlLimits;
  /** The present moment, in milliseconds since 1970. */
  readonly now: () => number;
}

/** Answers one operation. Never rejects; what went wrong is in the answer. */
export type Engine = (context: LaneContext) => Promise<Written>;

export function createEngine(
  { schema, em, limits, now }: EngineOptions,
  mask: (error: unknown) => GraphQLError,
): Engine {
  const max = limits.pageRecords;
  const pages = { default: Math.min(PAGED_LISTS.default ?? max, max), max };
  const { getEnveloped } = createYoga<LaneContext, OperationContext>({
    schema,
    logging: false,
    maskedErrors: { maskError: mask },
    parserAndValidationCache: documentCache(limits.documentCacheBytes),
    context: ({ caller, dataSet, signal }) =>
      createContext({ caller, dataSet, em, pages, signal, now, pace: new Pace() }),
    plugins: [
      useTokenLimit(limits.tokens),
      useDocumentLimits(schema, limits),
      useHiddenFields(schema, limits),
      useTierGuard(schema),
      useOperationCost(schema, limits),
      useExecution(),
    ],
  });

  async function run(context: LaneContext): Promise<ExecutionResult> {
    const { params } = context;
    if (params.query === undefined) throw refusal('BAD_REQUEST', 'There is no "query" in the request.');
    // Yoga's type of the context asks for what only its own server puts there; no plugin of the engine reads it.
    const enveloped = getEnveloped(context as LaneContext & Parameters<typeof getEnveloped>[0]);
    const document = parsed(enveloped.parse, params.query);
    if (!getOperationAST(document, params.operationName)) {
      throw refusal(
        'OPERATION_RESOLUTION_FAILURE',
        'The document has no such operation, or several and none is named.',
      );
    }
    const errors: readonly GraphQLError[] = enveloped.validate(enveloped.schema, document);
    if (errors.length > 0) return { errors };
    return enveloped.execute({
      schema: enveloped.schema,
      document,
      contextValue: await enveloped.contextFactory(),
      variableValues: params.variables,
      operationName: params.operationName,
    });
  }

  return async (context) => {
    const result = await run(context).catch((error: unknown): ExecutionResult => ({ errors: [mask(error)] }));
    const plan = planExtension(context, limits, knownCost(context));
    return written(
      { ...result, extensions: { ...result.extensions, plan } },
      { legacy: context.legacy, hidden: !mayReadSchema(limits.introspection, context) },
    );
  };
}

/** The document of a text. An error that came without a code is the parser's. */
function parsed(parse: (text: string) => DocumentNode, text: string): DocumentNode {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof GraphQLError && error.extensions['code'] === undefined) {
      error.extensions['code'] = 'GRAPHQL_PARSE_FAILED';
    }
    throw error;
  }
}
