/** From a routed request of a known caller to its answer: plan → parameters → answer cache → operation → body. */
import type { GraphQLSchema } from 'graphql';
import type { Caller } from '../auth/caller.ts';
import { isAtLeast, type Plan } from '../auth/plans.ts';
import type { ExecuteFor, OperationData } from '../execution/execute.ts';
import type { Pace } from '../execution/pace.ts';
import { plainJson, resultJson } from '../execution/result-json.ts';
import { Answer } from '../http/answer.ts';
import type { AnswerCache } from '../http/answer-cache.ts';
import { createClockTurns } from '../http/clock-turns.ts';
import { DATA_LICENCE_LINK } from '../http/data-licence.ts';
import { ApiError, errorReply } from '../http/errors.ts';
import type { TakeOn } from '../http/load/load.ts';
import { JSON_TYPE } from '../http/media-types.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Reply } from '../http/outcome.ts';
import { RepeatedReply } from '../http/repeated-reply.ts';
import { parseQuery } from '../http/target.ts';
import type { DataSet } from '../schema/context.ts';
import { tierVariables } from '../schema/resource.ts';
import type { Operation } from './operations.ts';
import { type Input, parseInput } from './parse-input.ts';
import { forbidden, repeatedError, unavailable } from '../http/refusals.ts';
import { jsonPartsOf, resultOf } from './result-body.ts';
import type { Route } from './route.ts';
import type { Match } from './router.ts';

export interface LookUpOptions {
  readonly schema: GraphQLSchema;
  readonly routes: readonly Route[];
  readonly operations: ReadonlyMap<string, Operation>;
  readonly cache: AnswerCache;
  readonly upgradeUrl: string;
  /** False to find out anew what each request asks for and to make each head anew: what the short cuts are compared with. */
  readonly shortCuts?: boolean | undefined;
  currentDataSet(): DataSet | undefined;
  readonly execute: ExecuteFor<DataSet>;
  /** What divides the work of a caller's request among turns of the event loop. */
  paceOf(caller: Caller, signal: AbortSignal): Pace;
  /** Runs the work behind a request when it is let in, within its deadline. */
  readonly takeOn: TakeOn;
  /** The present moment, in milliseconds since 1970. */
  now(): number;
}

/** A request whose path has a route. */
export interface Routed {
  readonly match: Match;
  /** The raw query, without `?`. */
  readonly query: string;
  /** What it asks for by plan, as far as that was found out: kept with a target that comes again. */
  readonly questions: Map<Plan, Question>;
}

/** Answers a request that may go on. Throws an `ApiError`, or rejects with one or with a fault. */
export type LookUp = (routed: Routed, caller: Caller, client: Pick<HttpRequest, 'signal'>) => Reply | Promise<Reply>;

export function createLookUp(options: LookUpOptions): LookUp {
  const { cache, now } = options;
  const turnsOf = createClockTurns();
  return (routed, caller, client) => {
    const question = questionOf(routed, caller, options);
    if (question.refusal) return question.refusal;
    const { route } = routed.match;
    const work = (signal?: AbortSignal) => letIn(question, route, caller, signal, options);
    if (route.personal) return Promise.resolve(work(client.signal)).then(personal);
    const at = now();
    const key = route.validUntil === undefined ? question.key : `${question.key} ${turnsOf(at)}`;
    const known = cache.get(key);
    if (known && known.validUntil > at) return hit(known, route, at, options);
    const fresh = (made: Answer) => kept(made, 'MISS', maxAge(route, made, at));
    const made = cache.compute(key, route.maxAge, work, client);
    // A promise in either case: what was made leaves with all that is made in this turn, see `Departures`.
    return made instanceof Promise ? made.then(fresh) : Promise.resolve(fresh(made));
  };
}

/** What a target asks for with a plan and a data set: an answer under a key, or nothing that could be answered. */
type Question = Asked | { readonly refusal: Reply; readonly dataSet: DataSet };

interface Asked {
  readonly refusal?: undefined;
  readonly dataSet: DataSet;
  /** What such work is called. */
  readonly name: string;
  readonly input: Input;
  /** The answer's place in the cache; empty for an answer that has none. */
  readonly key: string;
}

/** What is asked is the same each time for the same target, plan and data set. Throws an `ApiError` where there is no data. */
function questionOf(routed: Routed, caller: Caller, options: LookUpOptions): Question {
  const dataSet = options.currentDataSet();
  const known = routed.questions.get(caller.plan);
  if (known && known.dataSet === dataSet) return known;
  const made = ask(routed, caller, dataSet, options);
  routed.questions.set(caller.plan, made);
  return made;
}

function ask({ match, query }: Routed, caller: Caller, dataSet: DataSet | undefined, options: LookUpOptions): Question {
  const { route } = match;
  try {
    const parameters = parseQuery(query);
    assertPlan(route, parameters, caller, options.upgradeUrl);
    const input = parseInput(match, parameters, caller.tier, dataSet);
    if (!dataSet || !input) throw unavailable('data');
    // A search of a list has few of its records, and fewer fields take less.
    let name = route.operationId;
    for (const parameter in route.query) if (parameters?.has(parameter)) name += ` ${parameter}`;
    const audience = operationOf(route, options).audience(caller.plan);
    const key = route.personal ? '' : `${dataSet.edition} ${audience} ${route.operationId} ${input.key}`;
    return { dataSet, name, input, key };
  } catch (error) {
    if (!dataSet || !(error instanceof ApiError)) throw error;
    return { dataSet, refusal: options.shortCuts === false ? errorReply(error) : repeatedError(error) };
  }
}

/** The replies of answers that were asked for again; they go with their answers. */
const hits = new WeakMap<Answer, Reply>();

function hit(answer: Answer, route: Route, at: number, { shortCuts }: LookUpOptions): Reply {
  // One that ends says each time for how long it still is true.
  if (answer.validUntil !== Number.POSITIVE_INFINITY || shortCuts === false)
    return kept(answer, 'HIT', maxAge(route, answer, at));
  const known = hits.get(answer);
  if (known) return known;
  const made = new RepeatedReply(kept(answer, 'HIT', route.maxAge));
  hits.set(answer, made);
  return made;
}

function assertPlan(route: Route, query: ReturnType<typeof parseQuery>, caller: Caller, upgradeUrl: string): void {
  if (route.gate && !isAtLeast(caller.plan, route.gate.plan)) throw forbidden(route.gate.feature, upgradeUrl);
  for (const [name, { gate }] of Object.entries(route.query)) {
    if (gate && query?.has(name) && !isAtLeast(caller.plan, gate.plan)) throw forbidden(gate.feature, upgradeUrl);
  }
}

function letIn(
  { name, input, dataSet }: Asked,
  route: Route,
  caller: Caller,
  client: AbortSignal | undefined,
  options: LookUpOptions,
): Answer | Promise<Answer> {
  return options.takeOn(
    { name, owner: caller.keyId, bytes: bytesExpected(route, dataSet) },
    client,
    (signal) => compute({ route, input, caller, dataSet }, signal, options),
    (answer) => answer.identity.length,
  );
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

function operationOf({ operationId }: Route, { operations }: LookUpOptions): Operation {
  const operation = operations.get(operationId);
  if (!operation) throw new Error(`no operation ${operationId}`);
  return operation;
}

interface Work extends Pick<Asked, 'input' | 'dataSet'> {
  readonly route: Route;
  readonly caller: Caller;
}

/** A promise only where something has to be waited for. */
function compute(
  { route, input, caller, dataSet }: Work,
  signal: AbortSignal,
  options: LookUpOptions,
): Answer | Promise<Answer> {
  const operation = operationOf(route, options);
  const document = input.fields ? operation.narrowed(input.fields) : operation.document;
  const variables = { ...input.variables, ...tierVariables(caller.tier) };
  const asJson = jsonPartsOf(route);
  const answerOf = (data: OperationData): Answer | Promise<Answer> => {
    const { body, validUntil } = resultOf(route, data);
    const pace = options.paceOf(caller, signal);
    const made = (json: Buffer) => Answer.paced(json, operation.audience(caller.plan), validUntil, pace);
    const json = (asJson ? resultJson : plainJson)(body, pace);
    return json instanceof Promise ? json.then(made) : made(json);
  };
  const data = options.execute(document, variables, caller, dataSet, { signal, asJson });
  return data instanceof Promise ? data.then(answerOf) : answerOf(data);
}

const CACHE_HEADERS = {
  HIT: Object.freeze({ 'X-Cache': 'HIT', Link: DATA_LICENCE_LINK }),
  MISS: Object.freeze({ 'X-Cache': 'MISS', Link: DATA_LICENCE_LINK }),
};

function kept(body: Answer, cache: 'HIT' | 'MISS', seconds: number): Reply & { readonly body: Answer } {
  return {
    status: 200,
    type: JSON_TYPE,
    cacheControl: `private, max-age=${seconds}`,
    headers: CACHE_HEADERS[cache],
    body,
  };
}

/** Nobody keeps an answer with personal data, so it has no validator either. */
function personal({ identity }: Answer): Reply {
  return { status: 200, type: JSON_TYPE, cacheControl: 'no-store', headers: { 'X-Cache': 'MISS' }, body: identity };
}

/** Seconds for which a client may keep the answer: never longer than it is true. */
function maxAge({ maxAge: most }: Route, { validUntil }: Answer, at: number): number {
  return Math.max(0, Math.min(most, Math.floor((validUntil - at) / 1000)));
}
