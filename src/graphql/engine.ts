/**
 * Runs an operation through Yoga's pipeline of plugins: parse, validate, context, execute. The lane speaks HTTP itself, so
 * no Request or Response is made; a result goes straight to the bytes of its answer.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type DocumentNode, type ExecutionResult, GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { OverReach } from '../auth/tier-guard.ts';
import { executeDocument } from '../execution/execute.ts';
import { Pace } from '../execution/pace.ts';
import { coerceVariables } from '../execution/variables.ts';
import type { RunningWork } from '../http/load/work.ts';
import type { WorkGate } from '../http/load/work-gate.ts';
import { createContext } from '../schema/context.ts';
import { PAGED_LISTS } from '../schema/page-limits.ts';
import { askedField } from './asked-field.ts';
import type { LaneContext } from './lane-context.ts';
import type { GraphqlLimits } from './limits.ts';
import { bytesExpected, createOperationChecks } from './operation-checks.ts';
import { OperationErrors } from './operation-errors.ts';
import { planExtension } from './plan-extension.ts';
import { refusal } from './refusals.ts';
import { documentCache, mayReadSchema, useDocumentLimits, useTokenLimit } from './use-document-limits.ts';
import { useShortErrors } from './use-short-errors.ts';
import { type Written, written } from './written.ts';

export interface EngineOptions {
  readonly schema: GraphQLSchema;
  readonly em: EntityManager;
  readonly limits: GraphqlLimits;
  /** Lets so many operations run at a time as can be done. */
  readonly gate: WorkGate;
  /** The present moment, in milliseconds since 1970. */
  readonly now: () => number;
}

/** Answers one operation. Never rejects; what went wrong is in the answer. */
export type Engine = (context: LaneContext) => Promise<EngineAnswer>;

export interface EngineAnswer extends Written {
  /** True for a whole answer that is the same each time for the plan, as long as the data set is. */
  readonly isRepeatable: boolean;
  /** What went wrong, as the client is told. */
  readonly errors: readonly GraphQLError[];
}

export function createEngine(
  { schema, em, limits, now, gate }: EngineOptions,
  mask: (error: unknown) => GraphQLError,
): Engine {
  const max = limits.pageRecords;
  const pages = { default: Math.min(PAGED_LISTS.default ?? max, max), max };
  const check = createOperationChecks(schema, limits);
  const { getEnveloped } = createYoga<LaneContext>({
    schema,
    logging: false,
    maskedErrors: false,
    parserAndValidationCache: documentCache(limits.documentCacheBytes),
    plugins: [useTokenLimit(limits.tokens), useShortErrors(), useDocumentLimits(schema, limits)],
  });

  /** The document of a request, parsed and validated. Throws what is wrong with it. */
  function documentOf(context: LaneContext): DocumentNode {
    const { query, operationName } = context.params;
    if (query === undefined) throw refusal('BAD_REQUEST', 'There is no "query" in the request.');
    // Yoga's type of the context asks for what only its own server puts there; no plugin of the engine reads it.
    const { parse, validate } = getEnveloped(context as LaneContext & Parameters<typeof getEnveloped>[0]);
    const document = parsed(parse, query);
    if (!getOperationAST(document, operationName)) {
      throw refusal(
        'OPERATION_RESOLUTION_FAILURE',
        'The document has no such operation, or several and none is named.',
      );
    }
    const errors: readonly GraphQLError[] = validate(schema, document);
    if (errors.length > 0) throw new OperationErrors(errors);
    return document;
  }

  async function run(context: LaneContext, told: Told, running: RunningWork, pace: Pace): Promise<ExecutionResult> {
    const { params, caller, dataSet, signal } = context;
    const { operationName } = params;
    const document = documentOf(context);
    context.noteAsked(askedField(document, operationName));
    const { values, errors } = coerceVariables(schema, getOperationAST(document, operationName), params.variables);
    if (!values) return { errors };
    const verdict = check({ document, operationName, variableValues: values, pages, costed: true }, caller);
    told.cost = verdict.cost;
    told.isRepeatable = verdict.isRepeatable;
    // The list names fields that the client did not, so it is for those who may read the schema.
    if (context.showHidden && mayReadSchema(limits.introspection, context)) told.hidden = verdict.hidden();
    if (verdict.fault) return { errors: [verdict.fault] };
    const contextValue = createContext({ caller, dataSet, em, pages, signal, now, pace });
    const args = { schema, document, contextValue, operationName, variableValues: params.variables };
    await running.become(bytesExpected(verdict.cost));
    const result = await executeDocument(args, { asJson: 'all', coerced: values });
    return result.errors ? { ...result, errors: result.errors.map(mask) } : result;
  }

  return async (context) => {
    const told: Told = {};
    const { caller, params, signal } = context;
    // To read and judge a document takes as long as many an answer.
    const reading = { owner: caller.keyId, bytes: params.query?.length ?? 0, isReading: true };
    const pace = new Pace(() => gate.sliceMs(caller.keyId), signal);
    const finish = async (result: ExecutionResult): Promise<EngineAnswer> => {
      const plan = planExtension(context, limits, told);
      const answer = await written(
        { ...result, extensions: { ...result.extensions, plan } },
        { legacy: context.legacy, hidden: !mayReadSchema(limits.introspection, context) },
        pace,
      );
      const isRepeatable = told.isRepeatable === true && !result.errors && result.data !== undefined;
      return { ...answer, isRepeatable, errors: result.errors ?? [] };
    };
    // To write an answer takes as long as to find it: it keeps its place until then.
    return gate
      .run(reading, signal, async (running) => finish(await run(context, told, running, pace)))
      .catch((error: unknown) => finish({ errors: error instanceof OperationErrors ? error.errors : [mask(error)] }));
  };
}

/** What the answer tells of an operation beside its result, as far as that was found out. */
interface Told {
  cost?: number;
  isRepeatable?: boolean;
  hidden?: readonly OverReach[];
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
