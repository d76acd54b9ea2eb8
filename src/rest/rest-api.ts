/** `/v1` end to end: route → method → key → quota → plan → parameters → look-up. The only file that knows all stages. */
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Admission, Applicant } from '../auth/admission.ts';
import type { Caller } from '../auth/caller.ts';
import { isAtLeast } from '../auth/plans.ts';
import { resultJson } from '../execution/result-json.ts';
import { Answer } from '../http/answer.ts';
import type { AnswerCache } from '../http/answer-cache.ts';
import { ApiError } from '../http/errors.ts';
import type { TakeOn } from '../http/load/load.ts';
import type { HttpRequest, HttpResponse } from '../http/messages.ts';
import type { Outcome } from '../http/outcome.ts';
import { parseQuery, splitTarget, type Target } from '../http/target.ts';
import type { DataSet } from '../schema/context.ts';
import { tierVariables } from '../schema/resource.ts';
import { compileOperations, type Operation } from './operations.ts';
import { parseInput } from './parse-input.ts';
import { forbidden, overQuota, tooManyGuesses } from './refusals.ts';
import { addHeaders, answered, answeredOnce, failed, preflight } from './respond.ts';
import { isAnsweredAsItStands, resultOf } from './result-body.ts';
import type { Route } from './route.ts';
import { createRouter, type Match } from './router.ts';

export interface RestApiOptions {
  readonly schema: GraphQLSchema;
  readonly routes: readonly Route[];
  readonly cache: AnswerCache;
  readonly upgradeUrl: string;
  /** Looks at the key of a request and counts it. */
  admit(request: Applicant): Admission | Promise<Admission>;
  currentDataSet(): DataSet | undefined;
  /** Runs an operation in process; throws what its resolvers threw. With `asJson`, lists may be what `resultJson` takes. */
  execute(
    document: DocumentNode,
    variables: Readonly<Record<string, unknown>>,
    caller: Caller,
    dataSet: DataSet,
    run: { readonly signal: AbortSignal; readonly asJson: boolean },
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Runs the work behind a request when it is its turn, within its deadline. */
  readonly takeOn: TakeOn;
  /** The present moment, in milliseconds since 1970. */
  now(): number;
  /** Tells a database that is out of reach from a fault of our own. */
  isUnavailable(error: unknown): boolean;
  /** Told about every fault of our own. */
  onFault(error: unknown, route: string): void;
}

export interface RestApi {
  /**
   * Answers a request whose path begins with `/v1`; a promise only when something has to be waited for. With `caller`
   * the service asks itself: no key is read.
   */
  handle(request: HttpRequest, caller?: Caller): Outcome | Promise<Outcome>;
  readonly operations: ReadonlyMap<string, Operation>;
}

interface Admitted {
  readonly request: HttpRequest;
  readonly match: Match;
  readonly target: Target;
  readonly caller: Caller;
}

/** What a record takes in an answer, roughly. */
const RECORD_BYTES = 1024;
/** A list that belongs to something, such as a country, has a part of its table's rows; the largest has about this one. */
const PART_OF_TABLE = 1 / 8;

/** How large an answer of the route may be, before there was one. */
function bytesExpected({ body, resource, params }: Route, { rowCounts }: DataSet): number {
  if (body?.at(-1) !== 'nodes' || !resource) return RECORD_BYTES;
  const rows = rowCounts[resource.table] ?? 0;
  return rows * RECORD_BYTES * (Object.keys(params).length > 0 ? PART_OF_TABLE : 1);
}

const METHODS = 'GET, HEAD, OPTIONS';

export function createRestApi(options: RestApiOptions): RestApi {
  const { cache, upgradeUrl, now } = options;
  const operations = compileOperations(options.routes, options.schema);
  const router = createRouter(options.routes);

  function handle(request: HttpRequest, known?: Caller): Outcome | Promise<Outcome> {
    const target = splitTarget(request.target);
    const match = router(target.segments);
    if (!match) {
      const kind = target.segments.includes(undefined) ? 'malformed' : 'notFound';
      return failure(new ApiError(kind), request, 'unknown');
    }
    const { operationId } = match.route;
    if (request.method === 'OPTIONS')
      return { response: preflight(request, METHODS), route: operationId, caller: undefined };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return failure(new ApiError('methodNotAllowed', { headers: { Allow: METHODS } }), request, operationId);
    }
    return settle(request, operationId, undefined, () => {
      if (known) return look({ request, match, target, caller: known });
      const admission = options.admit(request);
      return admission instanceof Promise
        ? admission.then((found) => enter(request, match, target, found))
        : enter(request, match, target, admission);
    });
  }

  function enter(request: HttpRequest, match: Match, target: Target, admission: Admission) {
    const { caller } = admission;
    if (!caller) throw admission.throttled ? tooManyGuesses(admission.throttled) : new ApiError('unauthorized');
    const { over, headers } = admission;
    const outcome = settle(request, match.route.operationId, caller, () => {
      if (over) throw overQuota(over, caller.plan, upgradeUrl);
      return look({ request, match, target, caller });
    });
    const told = (each: Outcome) => ({ ...each, response: addHeaders(each.response, headers) });
    return outcome instanceof Promise ? outcome.then(told) : told(outcome);
  }

  function look({ request, match, target, caller }: Admitted): Outcome | Promise<Outcome> {
    const { route } = match;
    const query = parseQuery(target.query);
    assertPlan(route, query, caller);
    const dataSet = options.currentDataSet();
    const input = parseInput(match, query, caller.tier, dataSet);
    if (!dataSet || !input) throw new ApiError('unavailable', { headers: { 'Retry-After': '1' } });
    const work = (client?: AbortSignal) =>
      options.takeOn(
        {
          // A search of a list has few of its records, and fewer fields take less.
          name: [route.operationId, ...[...(query?.keys() ?? [])].sort()].join(' '),
          owner: caller.keyId,
          bytes: bytesExpected(route, dataSet),
        },
        client,
        (signal) => compute(route, input, caller, dataSet, signal),
        (answer) => answer.identity.length,
      );
    const outcome = (response: HttpResponse): Outcome => ({ response, route: route.operationId, caller });
    if (route.personal) {
      return work(request.gone?.()).then((answer) => outcome(answeredOnce(request, answer, caller)));
    }
    const key = `${dataSet.version} ${caller.tier} ${route.operationId} ${input.key}`;
    const known = cache.get(key);
    const at = now();
    if (known && known.validUntil > at) {
      const response = answered(request, known, { route, caller, hit: true, at });
      return response instanceof Promise ? response.then(outcome) : outcome(response);
    }
    return cache
      .compute(key, route.maxAge, work, request.gone?.())
      .then((answer) => answered(request, answer, { route, caller, hit: false, at }))
      .then(outcome);
  }

  function assertPlan(route: Route, query: ReturnType<typeof parseQuery>, caller: Caller): void {
    if (route.gate && !isAtLeast(caller.plan, route.gate.plan)) throw forbidden(route.gate.feature, upgradeUrl);
    for (const [name, { gate }] of Object.entries(route.query)) {
      if (gate && query?.has(name) && !isAtLeast(caller.plan, gate.plan)) throw forbidden(gate.feature, upgradeUrl);
    }
  }

  async function compute(
    route: Route,
    input: NonNullable<ReturnType<typeof parseInput>>,
    caller: Caller,
    dataSet: DataSet,
    signal: AbortSignal,
  ): Promise<Answer> {
    const operation = operations.get(route.operationId);
    if (!operation) throw new Error(`no operation ${route.operationId}`);
    const document = input.fields ? operation.narrowed(input.fields) : operation.document;
    const variables = { ...input.variables, ...tierVariables(caller.tier) };
    const run = { signal, asJson: isAnsweredAsItStands(route) };
    const data = await options.execute(document, variables, caller, dataSet, run);
    const { body, validUntil } = resultOf(route, data);
    return new Answer(await resultJson(body), caller.tier, validUntil);
  }

  function settle(
    request: HttpRequest,
    route: string,
    caller: Caller | undefined,
    work: () => Outcome | Promise<Outcome>,
  ): Outcome | Promise<Outcome> {
    try {
      const outcome = work();
      return outcome instanceof Promise ? outcome.catch((error) => failure(error, request, route, caller)) : outcome;
    } catch (error) {
      return failure(error, request, route, caller);
    }
  }

  function failure(error: unknown, request: HttpRequest, route: string, caller?: Caller): Outcome {
    return { response: failed(request, apiErrorOf(error, route), caller), route, caller };
  }

  function apiErrorOf(error: unknown, route: string): ApiError {
    if (error instanceof ApiError) return error;
    if (options.isUnavailable(error)) return new ApiError('unavailable', { headers: { 'Retry-After': '1' } });
    options.onFault(error, route);
    return new ApiError('internal');
  }

  return { handle, operations };
}
