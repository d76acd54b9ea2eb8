/** `/graphql` end to end: method → media types → key → body → stored operation or engine → answer. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { Admission, Applicant } from '../auth/admission.ts';
import type { Caller } from '../auth/caller.ts';
import type { AnswerCache } from '../http/answer-cache.ts';
import type { BodyRequest } from '../http/body-request.ts';
import type { WorkGate } from '../http/load/work-gate.ts';
import type { HttpResponse } from '../http/messages.ts';
import type { Outcome } from '../http/outcome.ts';
import type { OperationContext } from '../schema/context.ts';
import { admissionReply, admittedCaller } from './admission-reply.ts';
import { withDeadline } from './deadline.ts';
import { createEngine } from './engine.ts';
import { createGraphiql, type GraphiqlOptions } from './graphiql.ts';
import { answerType, bodyFault, readGet, readPost } from './graphql-request.ts';
import type { GraphqlLimits } from './limits.ts';
import { OperationErrors } from './operation-errors.ts';
import { SHOW_HIDDEN_HEADER } from './plan-extension.ts';
import { refusal } from './refusals.ts';
import { requestedOperation } from './requested-operation.ts';
import { fresh, kept, preflight, type Reply, refused } from './respond.ts';
import { createStoredAnswers } from './stored-answers.ts';
import type { StoredOperations } from './stored-operations.ts';

export interface GraphqlLaneOptions {
  readonly schema: GraphQLSchema;
  readonly em: EntityManager;
  readonly cache: AnswerCache;
  readonly limits: GraphqlLimits;
  /** Lets operations run in turn. */
  readonly gate: WorkGate;
  readonly stored: StoredOperations;
  /** The present moment, in milliseconds since 1970. */
  readonly now: () => number;
  /** The page in the browser; undefined to serve none. */
  readonly graphiql: GraphiqlOptions | undefined;
  readonly upgradeUrl: string;
  /** Looks at the key of a request and counts it. */
  admit(request: Applicant): Admission | Promise<Admission>;
  currentDataSet(): OperationContext['dataSet'] | undefined;
  isUnavailable(error: unknown): boolean;
  onFault(error: unknown, route: string): void;
}

export interface GraphqlLane {
  /** Answers a request whose path is `/graphql` or begins with `/graphql/`. Never rejects. */
  handle(request: BodyRequest): Promise<Outcome>;
}

export const GRAPHQL_PATH = '/graphql';

export function createGraphqlLane(options: GraphqlLaneOptions): GraphqlLane {
  const { limits, stored } = options;
  const mask = (error: unknown) => masked(error, options);
  const engine = createEngine(options, mask);
  const answerStored = createStoredAnswers({ ...options, mask });
  const graphiql = options.graphiql && createGraphiql(options.graphiql);

  async function handle(request: BodyRequest): Promise<Outcome> {
    const page = await graphiql?.(request);
    if (page) return outcome(page, 'graphiql');
    if (request.method === 'OPTIONS') return outcome(preflight(request), 'graphql');
    const accepted = answerType(request.header('accept'));
    let reply: Reply = accepted ?? { type: 'application/json', legacy: false };
    let route = 'graphql';
    try {
      if (!accepted)
        throw refusal('NOT_ACCEPTABLE', 'Answers are application/graphql-response+json or application/json.');
      assertReadable(request, limits);
      const admission = await options.admit(request);
      reply = admissionReply(reply, admission);
      const caller = admittedCaller(admission, options.upgradeUrl);
      const dataSet = options.currentDataSet();
      if (!dataSet) throw refusal('SERVICE_UNAVAILABLE', 'Service temporarily unavailable.');
      const read = request.method === 'POST' ? await readPost(request, limits.bodyBytes) : readGet(request);
      const operation = requestedOperation(read, stored, caller);
      if (operation) {
        route = `graphql ${operation.name}`;
        const { answer, hit } = await answerStored({ operation, variables: read.params.variables, caller, dataSet });
        const maxAge = operation.personal ? 0 : operation.maxAge;
        return outcome(await kept(request, reply, answer, { maxAge, hit, now: options.now() }), route, caller);
      }
      const written = await withDeadline(limits.deadlineMs, request.signal, (signal) =>
        engine({
          params: read.params,
          caller,
          dataSet,
          signal,
          legacy: reply.legacy,
          showHidden: request.header(SHOW_HIDDEN_HEADER.toLowerCase()) === '1',
        }),
      );
      return outcome(await fresh(request, reply, written), route, caller);
    } catch (error) {
      const errors = error instanceof OperationErrors ? error.errors : [mask(error)];
      return outcome(await refused(request, reply, errors, limits), route, reply.caller);
    }
  }

  return { handle };
}

function outcome(response: HttpResponse, route: string, caller?: Caller): Outcome {
  return { response, route, caller };
}

/** What can be said of a request without its key and before its body. */
function assertReadable(request: BodyRequest, { bodyBytes }: GraphqlLimits): void {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    throw refusal('METHOD_NOT_ALLOWED', 'GraphQL is asked with GET or POST.');
  }
  const fault = method === 'POST' ? bodyFault(request, bodyBytes) : undefined;
  if (fault) throw fault;
}

function masked(error: unknown, { isUnavailable, onFault }: GraphqlLaneOptions): GraphQLError {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (error instanceof GraphQLError && (cause === error || cause instanceof GraphQLError)) return error;
  if (isUnavailable(cause)) return refusal('SERVICE_UNAVAILABLE', 'Service temporarily unavailable.');
  onFault(cause, 'graphql');
  return refusal('INTERNAL_SERVER_ERROR', 'Internal server error.');
}
