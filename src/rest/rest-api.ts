/** `/v1` as a lane: route → method → key → quota, and from there the look-up. */
import type { Admission, Applicant } from '../auth/admission.ts';
import type { Caller } from '../auth/caller.ts';
import { varyByKey } from '../auth/key-headers.ts';
import { Answer } from '../http/answer.ts';
import { allowed } from '../http/cors.ts';
import { ApiError, errorReply, methodNotAllowed } from '../http/errors.ts';
import { type Lane, type OnFault, READ_METHODS } from '../http/lane.ts';
import { type HttpRequest, type OwnAnswer, ownRequest } from '../http/messages.ts';
import type { BytesInFlight } from '../http/load/bytes-in-flight.ts';
import type { Outcome, Reply, Unavailability } from '../http/outcome.ts';
import { parseQuery, splitTarget, type Target } from '../http/target.ts';
import { BATCH_METHODS, type BatchRoute, createBatchAnswers } from './batch.ts';
import { createKnownTargets } from './known-targets.ts';
import { createLookUp, type LookUpOptions, type Routed } from './look-up.ts';
import { compileOperations, type Operation } from './operations.ts';
import { MALFORMED, NOT_FOUND, overQuota, replyOf, unavailable, unknownCaller } from '../http/refusals.ts';
import { createRouter, type Router } from './router.ts';

export interface RestApiOptions extends Omit<LookUpOptions, 'operations'> {
  readonly batches: readonly BatchRoute[];
  /** Where rows are counted that are kept while their answers are fetched. */
  readonly inFlight: BytesInFlight;
  /** Other names of the header that carries the key. */
  readonly keyAliases: readonly string[];
  /** Looks at the key of a request and counts it. */
  admit(request: Applicant): Admission | Promise<Admission>;
  /** Throws where more work of the owner would be refused. */
  assertNotInVain(owner: number): void;
  /** Why it is that a request cannot be answered now; undefined for a fault of our own. */
  whyUnavailable(error: unknown): Unavailability | undefined;
  readonly onFault: OnFault;
}

export interface RestApi extends Lane {
  /** Answers a target of `/v1` to a caller of the house: no key is read and nothing is counted. Never rejects. */
  ask(target: string, caller: Caller): Promise<OwnAnswer>;
  readonly operations: ReadonlyMap<string, Operation>;
}

/** What has been found out about a request so far: what an error is told with. */
interface Found {
  route: string;
  readonly vary: string;
  caller: Caller | undefined;
  usage: Readonly<Record<string, string>> | undefined;
}

interface Asked {
  readonly operationId: string;
  /** As `Allow` lists them. */
  readonly methods: string;
  /** True for what means the same when it is asked again. */
  readonly isRepeatable: boolean;
  /** Throws an `ApiError`, or rejects with one or with a fault. */
  reply(request: HttpRequest, caller: Caller): Reply | Promise<Reply>;
}

export function createRestApi(options: RestApiOptions): RestApi {
  const operations = compileOperations(options.routes, options.schema);
  const router = createRouter(options.routes);
  const lookUp = createLookUp({ ...options, operations });
  const answerBatch = createBatchAnswers(options);
  const vary = varyByKey('Accept-Encoding', options.keyAliases);
  const known = options.shortCuts === false ? undefined : createKnownTargets<Asked>(options.currentDataSet);

  const batchAt = ({ segments }: Target): BatchRoute | undefined =>
    options.batches.find(({ path }) => path === `/${segments.join('/')}`);

  /** What a target asks for; throws where there is nothing. */
  function askedFor(target: Target): Asked {
    const batch = batchAt(target);
    if (!batch) {
      const routed = routeOf(target, router);
      const { operationId, personal } = routed.match.route;
      const reply: Asked['reply'] = (request, caller) => lookUp(routed, caller, request);
      return { operationId, methods: READ_METHODS, isRepeatable: !personal, reply };
    }
    const reply: Asked['reply'] = (request, caller) => answerBatch(batch, request, parseQuery(target.query), caller);
    return { operationId: batch.operationId, methods: BATCH_METHODS, isRepeatable: false, reply };
  }

  function answer(request: HttpRequest, house?: Caller): Outcome | Promise<Outcome> {
    const found: Found = { route: 'unknown', vary, caller: house, usage: undefined };
    const refused = (error: unknown): Outcome => ({ ...found, reply: refusal(error, request, found.route, options) });
    try {
      const remembered = known?.get(request.target);
      const asked = remembered ?? askedFor(splitTarget(request.target));
      const { operationId, methods } = asked;
      found.route = operationId;
      if (request.method === 'OPTIONS') return { ...found, reply: allowed(request, methods) };
      if (!methods.split(', ').includes(request.method)) throw methodNotAllowed(methods);
      const goOn = (caller: Caller): Outcome | Promise<Outcome> => {
        const reply = asked.reply(request, caller);
        if (reply instanceof Promise) return reply.then((made) => ({ ...found, reply: made }), refused);
        // Only now: who has no key, or asks what nobody asks again, fills no memory.
        if (asked.isRepeatable && !remembered) known?.set(request.target, asked);
        return { ...found, reply };
      };
      const admission = house ?? options.admit(request);
      return admission instanceof Promise
        ? admission.then((made) => goOn(admitted(made, found, options))).catch(refused)
        : goOn('caller' in admission ? admitted(admission, found, options) : admission);
    } catch (error) {
      return refused(error);
    }
  }

  return {
    operations,
    owns: (path) => path.startsWith('/v1/') || path === '/v1',
    methodsOf: (path) => (batchAt(splitTarget(path)) ? BATCH_METHODS : READ_METHODS),
    handle: (request) => answer(request),
    async ask(target, caller) {
      const { status, reason, body } = (await answer(ownRequest(target), caller)).reply;
      return {
        status,
        reason,
        body: body instanceof Answer ? body.identity : Buffer.isBuffer(body) ? body : undefined,
      };
    },
  };
}

/** The route of a request and its parameters; throws where there is none. */
function routeOf(target: Target, router: Router): Routed {
  const match = router(target.segments);
  if (!match) throw target.segments.includes(undefined) ? MALFORMED : NOT_FOUND;
  return { match, query: target.query, questions: new Map() };
}

/** The caller that may go on; throws the refusal of every other, after what is known of it has been noted. */
function admitted(
  admission: Admission,
  found: Found,
  { keyAliases, upgradeUrl }: Pick<RestApiOptions, 'keyAliases' | 'upgradeUrl'>,
): Caller {
  if (!admission.caller) throw unknownCaller(admission, keyAliases);
  const { caller, headers, over } = admission;
  found.caller = caller;
  found.usage = headers;
  if (over) throw overQuota(over, caller.plan, upgradeUrl);
  return caller;
}

function refusal(
  error: unknown,
  request: HttpRequest,
  route: string,
  { whyUnavailable, onFault, shortCuts }: RestApiOptions,
): Reply {
  if (error instanceof ApiError) return shortCuts === false ? errorReply(error) : replyOf(error);
  const reason = whyUnavailable(error);
  if (reason) return errorReply(unavailable(reason));
  onFault(error, request, route);
  return errorReply(new ApiError('internal'));
}
