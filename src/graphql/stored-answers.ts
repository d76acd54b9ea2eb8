/** Runs stored operations: checked against the caller, then from the answers that are kept as bytes. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import type { Caller } from '../auth/caller.ts';
import { executeDocument } from '../execution/execute.ts';
import { Pace } from '../execution/pace.ts';
import { resultJson } from '../execution/result-json.ts';
import { coerceVariables } from '../execution/variables.ts';
import { Answer } from '../http/answer.ts';
import type { AnswerCache } from '../http/answer-cache.ts';
import { createClockTurns } from '../http/clock-turns.ts';
import { withinDeadline } from '../http/load/deadline.ts';
import type { WorkGate } from '../http/load/work-gate.ts';
import { createContext, type OperationContext } from '../schema/context.ts';
import { tierVariables } from '../schema/resource.ts';
import type { GraphqlLimits } from './limits.ts';
import { bytesExpected, createOperationChecks } from './operation-checks.ts';
import { OperationErrors } from './operation-errors.ts';
import { planExtension } from './plan-extension.ts';
import type { StoredOperation } from './stored-operations.ts';

export interface StoredRun {
  readonly operation: StoredOperation;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly caller: Caller;
  readonly dataSet: OperationContext['dataSet'];
}

export interface StoredAnswersOptions {
  readonly schema: GraphQLSchema;
  readonly em: EntityManager;
  readonly cache: AnswerCache;
  readonly limits: GraphqlLimits;
  /** Lets so many operations run at a time as can be done. */
  readonly gate: WorkGate;
  /** The present moment, in milliseconds since 1970. */
  readonly now: () => number;
  /** Turns what a resolver threw into what a client may see. */
  mask(error: unknown): GraphQLError;
}

export type StoredAnswers = (run: StoredRun) => Promise<{ readonly answer: Answer; readonly hit: boolean }>;

/** Answers stored operations; rejects with {@link OperationErrors}. */
export function createStoredAnswers({
  schema,
  em,
  cache,
  limits,
  gate,
  now,
  mask,
}: StoredAnswersOptions): StoredAnswers {
  const check = createOperationChecks(schema, limits);
  const turnsOf = createClockTurns();
  return async ({ operation, variables, caller, dataSet }) => {
    const coerced = coercedVariables(schema, operation, variables, caller);
    const { cost, fault } = check({ ...operation, variableValues: coerced }, caller);
    if (fault) throw new OperationErrors([fault]);
    // The plan, not the tier: gates tell plans of one tier apart, and nobody learns from an answer what another may.
    const work = { name: `graphql ${operation.name}`, owner: caller.keyId, bytes: bytesExpected(cost) };
    const compute = (signal: AbortSignal) =>
      gate.run(
        work,
        signal,
        () => run({ operation, variables: coerced, caller, dataSet }, cost, signal),
        (answer) => answer.identity.length,
      );
    // Several clients may wait for one run, so no single client's leaving ends it.
    const inTime = () => withinDeadline(limits.deadlineMs, undefined, compute);
    if (operation.personal) return { answer: await inTime(), hit: false };
    const at = now();
    const turn = operation.validUntil === undefined ? '' : turnsOf(at);
    const key = `${dataSet.edition} ${caller.plan} graphql ${operation.sha256} ${turn} ${JSON.stringify(coerced)}`;
    const known = cache.get(key);
    if (known && known.validUntil > at) return { answer: known, hit: true };
    return { answer: await cache.compute(key, operation.maxAge, inTime), hit: false };
  };

  async function run(
    { operation, variables: coerced = {}, caller, dataSet }: StoredRun,
    cost: number,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { document, pages } = operation;
    const pace = new Pace(() => gate.sliceMs(caller.keyId), signal);
    const contextValue = createContext({ caller, dataSet, em, pages, signal, now, pace });
    const result = await executeDocument(
      { schema, document, contextValue, variableValues: coerced },
      { asJson: 'all', coerced },
    );
    if (result.errors) throw new OperationErrors(result.errors.map(mask));
    const plan = planExtension({ caller }, limits, operation.costed ? { cost } : {});
    const bytes = await resultJson({ data: result.data, extensions: { plan } }, pace);
    return Answer.paced(bytes, caller.plan, validUntil(operation, result.data), pace);
  }
}

function validUntil({ validUntil: key }: StoredOperation, data: unknown): number | undefined {
  const [root] = key === undefined ? [] : Object.values(data ?? {});
  const until = Date.parse(String((root as Readonly<Record<string, unknown>> | null | undefined)?.[key ?? '']));
  return Number.isNaN(until) ? undefined : until;
}

/** The variables as the operation declares them: what it does not know is left out, so it cannot fill the cache. */
function coercedVariables(
  schema: GraphQLSchema,
  { definition }: StoredOperation,
  variables: Readonly<Record<string, unknown>> | undefined,
  caller: Caller,
): Readonly<Record<string, unknown>> {
  // `$coordinates` and `$full` choose what is shown; left out, they are what the plan has.
  const { values, errors } = coerceVariables(schema, definition, { ...tierVariables(caller.tier), ...variables });
  if (!values) throw new OperationErrors(errors);
  return values;
}
