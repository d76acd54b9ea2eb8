/** `/graphql` as a lane: method → media types → key → body → stored operation or engine → answer. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { Admission, Applicant } from '../auth/admission.ts';
import type { Caller } from '../auth/caller.ts';
import { varyByKey } from '../auth/key-headers.ts';
import type { AnswerCache } from '../http/answer-cache.ts';
import { allowed } from '../http/cors.ts';
import { QUICK_BYTES } from '../http/body.ts';
import { type Lane, type OnFault, READ_METHODS } from '../http/lane.ts';
import { withinDeadline } from '../http/load/deadline.ts';
import type { WorkGate } from '../http/load/work-gate.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Outcome, Reply, Unavailability } from '../http/outcome.ts';
import type { OperationContext } from '../schema/context.ts';
import { type AdmissionTexts, admittedCaller, usageOf } from './admission-reply.ts';
import { createEngine, type Engine } from './engine.ts';
import { ASSETS_PATH, createGraphiql, type GraphiqlOptions } from './graphiql.ts';
import { answerType, bodyFault, isLarge, type ReadRequest, readBody, readGet, readPost } from './graphql-request.ts';
import type { GraphqlLimits } from './limits.ts';
import { OperationErrors } from './operation-errors.ts';
import { SHOW_HIDDEN_HEADER } from './plan-extension.ts';
import { codeOf, internalError, refusal, unavailable } from './refusals.ts';
import { type AnswerForm, fresh, kept, METHODS, refused } from './replies.ts';
import { createRepeatedAnswers, type RepeatedAnswers } from './repeated-answers.ts';
import { requestedOperation } from './requested-operation.ts';
import { createStoredAnswers, type StoredAnswers } from './stored-answers.ts';
import type { StoredOperations } from './stored-operations.ts';

export interface GraphqlLaneOptions extends AdmissionTexts {
  readonly schema: GraphQLSchema;
  readonly em: EntityManager;
  readonly cache: AnswerCache;
  readonly limits: GraphqlLimits;
  /** Lets so many operations run at a time as can be done. */
  readonly gate: WorkGate;
  readonly stored: StoredOperations;
  /** The present moment, in milliseconds since 1970. */
  readonly now: () => number;
  /** The page in the browser; undefined to serve none. */
  readonly graphiql: GraphiqlOptions | undefined;
  /** Looks at the key of a request and counts it. */
  admit(request: Applicant): Admission | Promise<Admission>;
  currentDataSet(): OperationContext['dataSet'] | undefined;
  /** Why it is that a request cannot be answered now; undefined for a fault of our own. */
  whyUnavailable(error: unknown): Unavailability | undefined;
  readonly onFault: OnFault;
}

const GRAPHQL_PATH = '/graphql';
/** Of what is refused before its document is read; others have what they ask behind it. */
const ROUTE = 'graphql';
/** The signal of whoever cannot go. */
const NEVER = new AbortController().signal;

/** What has been found out about a request so far: what an error is told with. */
interface Found {
  route: string;
  readonly vary: string;
  caller: Caller | undefined;
  usage: Readonly<Record<string, string>> | undefined;
}

/** What runs operations. */
interface Machines {
  readonly engine: Engine;
  readonly answerStored: StoredAnswers;
  readonly repeatedAnswers: RepeatedAnswers;
}

export function createGraphqlLane(options: GraphqlLaneOptions): Lane {
  const mask = (error: unknown) => masked(error, options);
  const machines = {
    engine: createEngine(options, mask),
    answerStored: createStoredAnswers({ ...options, mask }),
    repeatedAnswers: createRepeatedAnswers(options.cache),
  };
  const graphiql = options.graphiql && createGraphiql(options.graphiql);
  const vary = varyByKey('Accept, Accept-Encoding', options.keyAliases);

  async function handle(request: HttpRequest): Promise<Outcome> {
    const page = await graphiql?.(request);
    if (page) return { route: 'graphiql', reply: page };
    const found: Found = { route: ROUTE, vary, caller: undefined, usage: undefined };
    if (request.method === 'OPTIONS') return { ...found, reply: allowed(request, METHODS) };
    const accepted = answerType(request.header('accept'));
    const form = accepted ?? { type: 'application/json', legacy: false };
    try {
      if (!accepted)
        throw refusal('NOT_ACCEPTABLE', 'Answers are application/graphql-response+json or application/json.');
      assertReadable(request, options.limits);
      const caller = await admit(request, found, options);
      const reply = await answer({ request, form, caller, found }, options, machines); // First: it finds out what is asked.
      return { ...found, reply };
    } catch (error) {
      const errors = error instanceof OperationErrors ? error.errors : [mask(error)];
      tellFaults(errors, request, found.route, options);
      return { ...found, reply: await refused(form, errors, found.caller, options.limits) };
    }
  }

  return {
    owns: (path) => path === GRAPHQL_PATH || (graphiql !== undefined && path.startsWith(ASSETS_PATH)),
    methodsOf: (path) => (path === GRAPHQL_PATH ? METHODS : READ_METHODS),
    handle,
  };
}

/** What can be said of a request without its key and before its body. */
function assertReadable(request: HttpRequest, { bodyBytes }: GraphqlLimits): void {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    throw refusal('METHOD_NOT_ALLOWED', 'GraphQL is asked with GET or POST.');
  }
  const fault = method === 'POST' ? bodyFault(request, bodyBytes) : undefined;
  if (fault) throw fault;
}

async function admit(request: HttpRequest, found: Found, options: GraphqlLaneOptions): Promise<Caller> {
  const admission = await options.admit(request);
  found.caller = admission.caller;
  found.usage = usageOf(admission);
  return admittedCaller(admission, options);
}

interface Admitted {
  readonly request: HttpRequest;
  readonly form: AnswerForm;
  readonly caller: Caller;
  readonly found: Found;
}

/** Reads what is asked, and answers it from what is stored or by the engine. */
async function answer(
  { request, form, caller, found }: Admitted,
  options: GraphqlLaneOptions,
  { engine, answerStored, repeatedAnswers }: Machines,
): Promise<Reply> {
  const { limits, stored, gate, currentDataSet, now } = options;
  const noteAsked = (asked: string) => {
    if (asked !== '') found.route = `${ROUTE} ${asked}`;
  };
  const dataSet = currentDataSet();
  if (!dataSet) throw unavailable('data');
  const showHidden = request.header(SHOW_HIDDEN_HEADER.toLowerCase()) === '1';
  if (isLarge(request)) gate.assertNotInVain(caller.keyId);
  const body = request.method === 'POST' ? await readBody(request, limits.bodyBytes) : undefined;
  const name = repeatedAnswers.nameOf({ sent: body ?? request.target, caller, dataSet, showHidden });
  const known = repeatedAnswers.find(name, form);
  if (known) {
    found.route = known.route;
    return known.reply;
  }
  const read = body ? await readInTurn(body, caller, request.signal, gate) : readGet(request);
  const operation = requestedOperation(read, stored, caller);
  if (operation) {
    noteAsked(operation.name);
    const run = await answerStored({ operation, variables: read.params.variables, caller, dataSet });
    const maxAge = operation.personal ? 0 : operation.maxAge;
    return kept(request, form, run.answer, { maxAge, hit: run.hit, now: now() });
  }
  const made = await withinDeadline(limits.deadlineMs, request.signal, (signal) =>
    engine({ params: read.params, caller, dataSet, signal, legacy: form.legacy, showHidden, noteAsked }),
  );
  if (made.isRepeatable) repeatedAnswers.note(name, made, found.route);
  tellFaults(made.errors, request, found.route, options);
  return fresh(form, made);
}

/** What is asked with a body; a large one is read when it is its turn. Rejects with a refusal, or with a `NotNowError`. */
async function readInTurn(
  body: Uint8Array,
  { keyId }: Caller,
  client: AbortSignal | undefined,
  gate: WorkGate,
): Promise<ReadRequest> {
  if (body.length <= QUICK_BYTES) return readPost(body);
  const reading = { owner: keyId, bytes: body.length, isReading: true };
  return gate.run(reading, client ?? NEVER, async () => readPost(body));
}

function masked(error: unknown, { whyUnavailable, limits }: GraphqlLaneOptions): GraphQLError {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (error instanceof GraphQLError && (cause === error || cause instanceof GraphQLError)) return error;
  // Whoever waited for it has gone, or was told at the deadline.
  const reason = cause instanceof Error && cause.name === 'AbortError' ? 'gone' : whyUnavailable(cause);
  return reason ? unavailable(reason, limits.deadlineMs) : internalError(cause);
}

/** Tells of the faults of our own among the errors of an answer: of the first, and how many more there are. */
function tellFaults(
  errors: readonly GraphQLError[],
  request: HttpRequest,
  route: string,
  { onFault }: GraphqlLaneOptions,
): void {
  const [first, ...others] = errors.filter((error) => codeOf(error) === 'INTERNAL_SERVER_ERROR');
  if (first) onFault(first.originalError, request, route, others.length || undefined);
}
