/** The gateway: the lanes of the service in order. Tests enter through `fetch`, the server through `handle`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createAdmissionDesk } from './auth/admission.ts';
import type { Caller } from './auth/caller.ts';
import { createCallerDirectory } from './auth/caller-directory.ts';
import type { DemoKeys } from './auth/demo-keys.ts';
import { createGuessThrottle } from './auth/guess-throttle.ts';
import type { Quotas } from './auth/plan-quotas.ts';
import { type Plan, tierOf } from './auth/plans.ts';
import { createQuotaMeter } from './auth/quota.ts';
import { createSharedCounts, type SharedStore } from './auth/shared-counts.ts';
import type { DataSet } from './db/data-set.queries.ts';
import type { DataSetWatch } from './db/data-set-watch.ts';
import { DatabaseAwayError, isDatabaseUnavailable } from './db/faults.ts';
import { listOutlineCodes, readCityPoints } from './db/map.queries.ts';
import type { Database } from './db/orm.ts';
import { createDocsLane } from './docs/docs-lane.ts';
import { executeStored } from './execution/execute.ts';
import { Pace } from './execution/pace.ts';
import { ASSETS_PATH } from './graphql/graphiql.ts';
import { createGraphqlLane, GRAPHQL_PATH } from './graphql/graphql-lane.ts';
import { graphqlLimits } from './graphql/limits.ts';
import { type OperationFile, storedOperations } from './graphql/stored-operations.ts';
import { type AnswerCache, createAnswerCache } from './http/answer-cache.ts';
import { createClientAddress, type TrustedProxies } from './http/client-address.ts';
import { fromFetch, toFetch, withFetchBody } from './http/fetch-messages.ts';
import { healthAnswer } from './http/health.ts';
import { createLoad, type Load, type LoadLimits } from './http/load/load.ts';
import { NotNowError } from './http/load/not-now.ts';
import type { HttpRequest, HttpResponse } from './http/messages.ts';
import { fromNode, isWellFramed, toNode, withNodeBody } from './http/node-messages.ts';
import type { Outcome } from './http/outcome.ts';
import type { Log } from './log.ts';
import { createPagesLane } from './pages/pages-lane.ts';
import { RECORDED_ANSWERS } from './rest/openapi/recorded-answers.ts';
import { createRestApi } from './rest/rest-api.ts';
import { ROUTES } from './rest/routes.ts';
import { createContext, WHOLE_LISTS } from './schema/context.ts';
import { schema } from './schema/schema.ts';
import { VERSION } from './version.ts';

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
  /** Proxies whose `X-Forwarded-For` is believed; none by default. */
  readonly trustedProxies?: TrustedProxies | undefined;
  /** The present moment in milliseconds since 1970, for what depends on it (time zones, quotas); the system's clock by default. */
  readonly now?: () => number;
  /** The demo keys by plan, shown to whoever opens a page; asked anew each time, as they exist only after the set-up. */
  readonly demoKeys?: () => DemoKeys;
  /** Limits of `/graphql`; what is left out has its default. */
  readonly graphql?: Parameters<typeof graphqlLimits>[0];
  /** The operator's stored operations. */
  readonly operations?: readonly OperationFile[];
  /** False to serve no GraphiQL. */
  readonly graphiql?: boolean;
}

export interface Gateway {
  /** Answers a request of the Fetch API. */
  fetch(request: Request): Promise<Response>;
  /** Answers a request of node:http. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** From now on `/readyz` says that the process is going away. */
  startStopping(): void;
  readonly cache: AnswerCache;
  readonly load: Load;
}

export function createGateway(options: GatewayOptions): Gateway {
  const { database, dataSets, log, upgradeUrl, cacheBytes, demoKeys = () => ({}), now = Date.now } = options;
  const { graphiql = true } = options;
  const { em } = database;
  let stopping = false;
  const cache = createAnswerCache(cacheBytes);
  const load = createLoad(options.load);
  const desk = createAdmissionDesk({
    directory: createCallerDirectory({
      em,
      isUnavailable: isDatabaseUnavailable,
      isReachable: () => dataSets.reachable(),
      ...(options.keyGraceMs === undefined ? {} : { graceMs: options.keyGraceMs }),
    }),
    meter: createQuotaMeter({
      quotas: options.quotas ?? {},
      shared: options.sharedStore && createSharedCounts(options.sharedStore),
      now,
    }),
    throttle: createGuessThrottle(),
    addressOf: createClientAddress(options.trustedProxies),
  });
  const shared = {
    schema,
    upgradeUrl,
    admit: desk.admit,
    currentDataSet: () => dataSets.current(),
    isUnavailable: (error: unknown) => error instanceof NotNowError || isDatabaseUnavailable(error),
    onFault: (error: unknown, route: string) => log.error({ err: error, route }, 'fault'),
  };
  const wholeLists = (caller: Caller, dataSet: DataSet, signal: AbortSignal) =>
    createContext({ caller, dataSet, em, now, signal, pages: WHOLE_LISTS, pace: new Pace() });
  const rest = createRestApi({
    ...shared,
    cache,
    now,
    routes: ROUTES,
    takeOn: load.takeOn,
    execute: async (document, variables, caller, dataSet, { signal, asJson }) => {
      if (!dataSets.reachable()) throw new DatabaseAwayError();
      return executeStored(schema, document, variables, wholeLists(caller, dataSet, signal), { asJson });
    },
  });
  const graphql = createGraphqlLane({
    ...shared,
    em,
    cache,
    now,
    gate: load.gate,
    limits: graphqlLimits(options.graphql),
    stored: storedOperations(schema, { routes: ROUTES, operations: rest.operations, files: options.operations ?? [] }),
    graphiql: graphiql ? { demoKeys } : undefined,
  });
  const isGraphql = (path: string) => path === GRAPHQL_PATH || (graphiql && path.startsWith(ASSETS_PATH));
  const pages = createPagesLane({
    ...shared,
    version: VERSION,
    home: database.home,
    isDatabaseReachable: () => dataSets.reachable(),
    isStopping: () => stopping,
    demoKeys,
    execute: (document, variables, dataSet) =>
      load.takeOn(PAGE_WORK, undefined, (signal) =>
        executeStored(schema, document, variables, wholeLists(houseCaller('Community'), dataSet, signal)),
      ),
    ask: async (target, plan) => {
      const { response } = await rest.handle({ method: 'GET', target, header: () => undefined }, houseCaller(plan));
      return response;
    },
    cityPoints: (dataSet, countryId) => readCityPoints(em, dataSet.schema, countryId),
    outlineCodes: (dataSet) => listOutlineCodes(em, dataSet.schema),
  });
  const docs = createDocsLane({
    schema,
    upgradeUrl,
    routes: ROUTES,
    version: VERSION,
    answers: RECORDED_ANSWERS,
    demoKeys,
  });

  /** The lanes whose requests and answers are plain values; undefined where none of them is meant. */
  function answer(request: HttpRequest, path: string): HttpResponse | Promise<HttpResponse> | undefined {
    if (path === '/v1' || path.startsWith('/v1/')) return logged(request, rest.handle(request));
    const page = docs.handle(request, path) ?? pages.handle(request, path);
    if (page) return logged(request, page);
    return healthAnswer(path, {
      hasData: () => dataSets.current() !== undefined,
      refusedData: () => dataSets.refused(),
      isDatabaseReachable: () => dataSets.reachable(),
      isStopping: () => stopping,
    });
  }

  function logged(request: HttpRequest, outcome: Outcome | Promise<Outcome>) {
    const startedAt = performance.now();
    const finish = ({ response, route, caller }: Outcome) => {
      log.info({
        id: response.headers['X-Request-Id'],
        method: request.method,
        route,
        status: response.status,
        ms: Math.round((performance.now() - startedAt) * 100) / 100,
        plan: caller?.plan,
        key: caller?.keyId,
        cache: response.headers['X-Cache'],
      });
      return response;
    };
    return outcome instanceof Promise ? outcome.then(finish) : finish(outcome);
  }

  return {
    cache,
    load,
    async fetch(request) {
      const value = fromFetch(request);
      const path = pathOf(value.target);
      if (isGraphql(path)) return toFetch(await logged(value, graphql.handle(withFetchBody(request))), request.method);
      return toFetch((await answer(value, path)) ?? plain(404, 'Not found.'), request.method);
    },
    handle(incoming, outgoing) {
      if (!isWellFramed(incoming)) {
        outgoing.shouldKeepAlive = false;
        return toNode(plain(400, 'Malformed request.'), outgoing, load.delivery);
      }
      // No lane throws or rejects; one that did so all the same must not take the others' requests along.
      const fail = (error: unknown) => {
        log.error({ err: error, method: incoming.method }, 'fault outside the lanes');
        if (outgoing.headersSent) outgoing.destroy();
        else toNode(plain(500, 'Internal server error.'), outgoing, load.delivery);
      };
      try {
        const request = fromNode(incoming, outgoing);
        const path = pathOf(request.target);
        const response = isGraphql(path)
          ? logged(request, graphql.handle(withNodeBody(incoming, outgoing)))
          : (answer(request, path) ?? plain(404, 'Not found.'));
        if (response instanceof Promise) response.then((value) => toNode(value, outgoing, load.delivery)).catch(fail);
        else toNode(response, outgoing, load.delivery);
      } catch (error) {
        fail(error);
      }
    },
    startStopping() {
      stopping = true;
    },
  };
}

/** What a page asks of the database: a country with its states at most. */
const PAGE_WORK = { owner: 'pages', bytes: 256 * 1024 };

/** The service asking itself, with the rights of a plan. */
function houseCaller(plan: Plan): Caller {
  return { keyId: 0, plan, tier: tierOf(plan), operationsOnly: false };
}

function pathOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark);
}

function plain(status: number, error: string): HttpResponse {
  const body = Buffer.from(JSON.stringify({ error }));
  return {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Length': String(body.length),
    },
    body,
  };
}
