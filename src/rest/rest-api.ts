/** `/v1` as a lane: route → method → key → quota, and from there the look-up. */
import type { Admission, Applicant } from '../auth/admission.ts';
import type { Caller } from '../auth/caller.ts';
import { varyByKey } from '../auth/key-headers.ts';
import { Answer } from '../http/answer.ts';
import { allowed } from '../http/cors.ts';
import { ApiError, errorReply, methodNotAllowed } from '../http/errors.ts';
import { type Lane, READ_METHODS } from '../http/lane.ts';
import { type HttpRequest, type OwnAnswer, ownRequest } from '../http/messages.ts';
import type { Outcome } from '../http/outcome.ts';
import { splitTarget } from '../http/target.ts';
import { createLookUp, type LookUpOptions, type Routed } from './look-up.ts';
import { compileOperations, type Operation } from './operations.ts';
import { overQuota, unavailable, unknownCaller } from './refusals.ts';
import { createRouter, type Router } from './router.ts';

export interface RestApiOptions extends Omit<LookUpOptions, 'operations'> {
  /** Other names of the header that carries the key. */
  readonly keyAliases: readonly string[];
  /** Looks at the key of a request and counts it. */
  admit(request: Applicant): Admission | Promise<Admission>;
  /** Tells a database that is out of reach from a fault of our own. */
  isUnavailable(error: unknown): boolean;
  /** Told about every fault of our own. */
  onFault(error: unknown, route: string): void;
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

export function createRestApi(options: RestApiOptions): RestApi {
  const operations = compileOperations(options.routes, options.schema);
  const router = createRouter(options.routes);
  const lookUp = createLookUp({ ...options, operations });
  const vary = varyByKey('Accept-Encoding', options.keyAliases);

  async function answer(request: HttpRequest, known?: Caller): Promise<Outcome> {
    const found: Found = { route: 'unknown', vary, caller: known, usage: undefined };
    try {
      const routed = routeOf(request, router);
      found.route = routed.match.route.operationId;
      if (request.method === 'OPTIONS') return { ...found, reply: allowed(request, READ_METHODS) };
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(READ_METHODS);
      const caller = known ?? admitted(await options.admit(request), found, options);
      return { ...found, reply: await lookUp(routed, caller, request) };
    } catch (error) {
      return { ...found, reply: errorReply(apiErrorOf(error, found.route, options)) };
    }
  }

  return {
    methods: READ_METHODS,
    operations,
    owns: (path) => path.startsWith('/v1/') || path === '/v1',
    handle: (request) => answer(request),
    async ask(target, caller) {
      const { status, body } = (await answer(ownRequest(target), caller)).reply;
      return { status, body: body instanceof Answer ? body.identity : body };
    },
  };
}

/** The route of a request and its parameters; throws where there is none. */
function routeOf(request: HttpRequest, router: Router): Routed {
  const target = splitTarget(request.target);
  const match = router(target.segments);
  if (!match) throw new ApiError(target.segments.includes(undefined) ? 'malformed' : 'notFound');
  return { match, query: target.query };
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

function apiErrorOf(error: unknown, route: string, { isUnavailable, onFault }: RestApiOptions): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error)) return unavailable();
  onFault(error, route);
  return new ApiError('internal');
}
