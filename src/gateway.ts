/** The gateway: the lanes of the service in order. Tests enter through `fetch`, the server through `handle`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AdmissionDesk, createAdmissionDesk } from './auth/admission.ts';
import { createCallerDirectory } from './auth/caller-directory.ts';
import type { DemoKeys } from './auth/demo-keys.ts';
import { createGuessThrottle } from './auth/guess-throttle.ts';
import { createKeyReader, DEFAULT_KEY_ALIASES } from './auth/key-headers.ts';
import type { Quotas } from './auth/plan-quotas.ts';
import { createQuotaMeter } from './auth/quota.ts';
import { createSharedCounts, type SharedStore } from './auth/shared-counts.ts';
import type { DataSetWatch } from './db/data-set-watch.ts';
import { isDatabaseUnavailable } from './db/faults.ts';
import type { Database } from './db/orm.ts';
import type { graphqlLimits } from './graphql/limits.ts';
import type { OperationFile } from './graphql/stored-operations.ts';
import { type AnswerCache, createAnswerCache } from './http/answer-cache.ts';
import { createClientAddress, type TrustedProxies } from './http/client-address.ts';
import { type Accompany, createExchanges, type Exchange } from './http/exchange.ts';
import { fromFetch, toFetch } from './http/fetch-messages.ts';
import { HEALTH_ROUTE, readiness } from './http/health.ts';
import { createLoad, type Load, type LoadLimits } from './http/load/load.ts';
import type { HttpRequest } from './http/messages.ts';
import { handleNode } from './http/node-messages.ts';
import { createOriginOf } from './http/origin.ts';
import type { Reply } from './http/outcome.ts';
import { RepeatedRequests, type RepeatedRequestsOptions } from './http/repeated-requests.ts';
import { createLanes } from './lanes.ts';
import { createRequestLog, type Log } from './log.ts';
import { notFoundReply } from './pages/not-found-reply.ts';

export interface GatewayOptions {
  readonly database: Database;
  readonly dataSets: DataSetWatch;
  readonly log: Log;
  readonly upgradeUrl: string;
  readonly cacheBytes: number;
  /** What this process takes on at a time; what is left out has its default. */
  readonly load?: Partial<LoadLimits>;
  /** How long keys go on while the database is out of reach; see `createCallerDirectory`. */
  readonly keyGraceMs?: number;
  /** Requests that keys may make; nothing is limited by default. */
  readonly quotas?: Quotas;
  /** Where all processes count together; without it this one counts for itself. */
  readonly sharedStore?: SharedStore | undefined;
  /** Other names of the header that carries the key; by default that of the hosted interface. */
  readonly keyAliases?: readonly string[];
  /** Proxies whose `X-Forwarded-For` is believed; none by default. */
  readonly trustedProxies?: TrustedProxies | undefined;
  /** `https://host` as clients reach the service; without it what each writes as `Host`. */
  readonly publicOrigin?: string | undefined;
  /** The port that is listened on, where that is known. */
  readonly ownPort?: () => number;
  /** The present moment in milliseconds since 1970, for what depends on it (time zones, quotas); the system's clock by default. */
  readonly now?: () => number;
  /** The demo keys by plan, shown to whoever came by the link of the start; asked anew each time, as they exist only after the set-up. */
  readonly demoKeys?: () => DemoKeys;
  /** Told about every request that was answered, beside the log; for metrics. */
  readonly onAnswer?: ((exchange: Exchange) => void) | undefined;
  /** Who goes along with requests, to trace them or to tell of their times; by default nobody. */
  readonly accompany?: Accompany | undefined;
  /** Limits of `/graphql`; what is left out has its default. */
  readonly graphql?: Parameters<typeof graphqlLimits>[0];
  /** The operator's stored operations. */
  readonly operations?: readonly OperationFile[];
  /** False to do for each request what is otherwise done once for equal ones: what tests compare with. */
  readonly shortCuts?: boolean;
  /** False to serve no GraphiQL. */
  readonly graphiql?: boolean;
}

export interface Gateway {
  /** Answers a request of the Fetch API. */
  fetch(request: Request): Promise<Response>;
  /** Answers a request of node:http; `repeats` knows those that came before. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse, repeats?: RepeatedRequests): void;
  /** What answers requests that come again on the connections of a server; undefined where each is to be read anew. */
  repeats(options: Pick<RepeatedRequestsOptions, 'keepAliveMs' | 'onAnswering'>): RepeatedRequests | undefined;
  /** What `/readyz` answers at the moment. */
  readiness(): Reply;
  /** From now on `/readyz` says that the process is going away. */
  startStopping(): void;
  readonly cache: AnswerCache;
  readonly load: Load;
}

export function createGateway(given: GatewayOptions): Gateway {
  const load = createLoad(given.load);
  const options = {
    ...given,
    load,
    keyAliases: given.keyAliases ?? DEFAULT_KEY_ALIASES,
    now: given.now ?? Date.now,
    demoKeys: given.demoKeys ?? (() => ({})),
    graphiql: given.graphiql ?? true,
    originOf: createOriginOf(given.publicOrigin, given.trustedProxies, given.ownPort ?? (() => 80)),
  };
  let stopping = false;
  const { log } = options;
  const cache = createAnswerCache(options.cacheBytes);
  const tell = createTeller(log);
  const exchanges = createExchanges({
    lanes: createLanes({ ...options, cache, desk: createDesk(options), isStopping: () => stopping }),
    notFound: notFoundReply,
    accompany: options.accompany,
    onAnswer: (exchange) => {
      tell(exchange);
      options.onAnswer?.(exchange);
    },
    // No lane throws or rejects; one that did so all the same must not take the others' requests along.
    onFault: (error, { id, method }) => log.error({ err: error, id, method }, 'fault outside the lanes'),
  });
  const { delivery, departures, intake, reception } = load;
  const readKey = createKeyReader(options.keyAliases);
  const ownerOf = (request: HttpRequest) => {
    const sent = readKey(request);
    return (sent === 'several' ? undefined : sent.key) ?? '';
  };
  const handling = { exchanges, delivery, departures, intake, reception, ownerOf };
  return {
    cache,
    load,
    fetch: async (request) => toFetch(await exchanges.answer(fromFetch(request)), request.method),
    handle: (incoming, outgoing, repeats) => handleNode(incoming, outgoing, handling, repeats),
    repeats: (own) => (given.shortCuts === false ? undefined : new RepeatedRequests({ ...own, ...handling })),
    readiness: () =>
      readiness({
        hasData: () => given.dataSets.current() !== undefined,
        isWhole: () => given.dataSets.whole(),
        refusedData: () => given.dataSets.refused(),
        isDatabaseReachable: () => given.dataSets.reachable(),
        isDatabaseUnfit: () => given.dataSets.unfit(),
        isStopping: () => stopping,
      }),
    startStopping() {
      stopping = true;
    },
  };
}

type DeskOptions = Required<Pick<GatewayOptions, 'keyAliases' | 'now'>> & Omit<GatewayOptions, 'load'>;

function createDesk({
  database,
  dataSets,
  keyGraceMs,
  quotas,
  sharedStore,
  keyAliases,
  now,
  trustedProxies,
}: DeskOptions): AdmissionDesk {
  return createAdmissionDesk({
    directory: createCallerDirectory({
      em: database.em,
      isUnavailable: isDatabaseUnavailable,
      isReachable: () => dataSets.reachable(),
      assertUsable: () => dataSets.assertUsable(),
      ...(keyGraceMs === undefined ? {} : { graceMs: keyGraceMs }),
    }),
    meter: createQuotaMeter({
      quotas: quotas ?? {},
      shared: sharedStore && createSharedCounts(sharedStore),
      now,
    }),
    throttle: createGuessThrottle(),
    keyAliases,
    addressOf: createClientAddress(trustedProxies),
  });
}

/** One line for every request but the probes. */
function createTeller(log: Log): (exchange: Exchange) => void {
  const write = createRequestLog(log);
  return ({ request, outcome: { route, caller, reply }, response: { status, id }, ms, traceId }) => {
    if (route === HEALTH_ROUTE) return;
    write({
      id,
      method: request.method,
      route,
      status,
      ms: Math.round(ms * 100) / 100,
      plan: caller?.plan,
      key: caller?.keyId,
      cache: reply.headers?.['X-Cache'],
      reason: reply.reason,
      trace_id: traceId,
    });
  };
}
