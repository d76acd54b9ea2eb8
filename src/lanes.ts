/** The lanes of the service, and what each is given: none knows another, so what they share is handed to them here. */
import type { AdmissionDesk } from './auth/admission.ts';
import type { Caller } from './auth/caller.ts';
import type { DemoKeys } from './auth/demo-keys.ts';
import { type Plan, tierOf } from './auth/plans.ts';
import type { DataSetWatch } from './db/data-set-watch.ts';
import { isDatabaseUnavailable } from './db/faults.ts';
import { listOutlineCodes, readCityPoints } from './db/map.queries.ts';
import type { Database } from './db/orm.ts';
import { createDocsLane } from './docs/docs-lane.ts';
import { type ExecuteFor, executeStored } from './execution/execute.ts';
import { Pace } from './execution/pace.ts';
import { NoIndexError } from './find/no-index.ts';
import { createGraphqlLane } from './graphql/graphql-lane.ts';
import { graphqlLimits } from './graphql/limits.ts';
import { type OperationFile, storedOperations } from './graphql/stored-operations.ts';
import type { AnswerCache } from './http/answer-cache.ts';
import { createHealthLane } from './http/health.ts';
import type { Lane, OnFault } from './http/lane.ts';
import type { Load } from './http/load/load.ts';
import { NotNowError } from './http/load/not-now.ts';
import type { HttpRequest } from './http/messages.ts';
import type { OriginOf } from './http/origin.ts';
import type { Unavailability } from './http/outcome.ts';
import { isVisitor } from './http/visit.ts';
import type { Log } from './log.ts';
import { createPagesLane } from './pages/pages-lane.ts';
import { createReconciliationLane } from './reconciliation/reconciliation-lane.ts';
import { BATCHES } from './rest/batches.ts';
import { openApiDocument } from './rest/openapi/document.ts';
import { documentedOperations } from './rest/openapi/documented-operations.ts';
import { RECORDED_ANSWERS } from './rest/openapi/recorded-answers.ts';
import { createRestApi, type RestApi } from './rest/rest-api.ts';
import { ROUTES } from './rest/routes.ts';
import { createContext, type DataSet } from './schema/context.ts';
import { WHOLE_LISTS } from './schema/page-limits.ts';
import { schema } from './schema/schema.ts';
import { VERSION } from './version.ts';

export interface LanesOptions {
  readonly database: Database;
  readonly dataSets: DataSetWatch;
  readonly log: Log;
  readonly upgradeUrl: string;
  readonly keyAliases: readonly string[];
  readonly originOf: OriginOf;
  readonly cache: AnswerCache;
  readonly desk: AdmissionDesk;
  readonly load: Load;
  readonly graphql?: Parameters<typeof graphqlLimits>[0];
  readonly operations?: readonly OperationFile[];
  readonly graphiql: boolean;
  readonly shortCuts?: boolean | undefined;
  now(): number;
  demoKeys(): DemoKeys;
  isStopping(): boolean;
}

/** What a page asks of the database: a country with its states at most. */
const PAGE_WORK = { owner: 'pages', bytes: 256 * 1024 };
/** The points of every city on one map. */
const WORLD_WORK = { owner: 'pages', bytes: 2 * 1024 * 1024 };

/** Every lane, in the order in which they are asked for a path. */
export function createLanes(options: LanesOptions): readonly Lane[] {
  const shared = sharedBy(options);
  const { takeOn, gate, inFlight } = options.load;
  const paceOf = ({ keyId }: Caller, signal: AbortSignal) => new Pace(() => gate.sliceMs(keyId), signal);
  const contextOf = (caller: Caller, dataSet: DataSet, signal: AbortSignal) =>
    createContext({
      caller,
      dataSet,
      signal,
      em: shared.em,
      now: options.now,
      pages: WHOLE_LISTS,
      pace: paceOf(caller, signal),
    });
  const execute: ExecuteFor<DataSet> = (document, variables, caller, dataSet, { signal, asJson }) =>
    executeStored(schema, document, variables, contextOf(caller, dataSet, signal), { asJson });
  const assertNotInVain = (owner: number) => gate.assertNotInVain(owner);
  const rest = createRestApi({
    ...shared,
    shortCuts: options.shortCuts,
    routes: ROUTES,
    batches: BATCHES,
    takeOn,
    paceOf,
    inFlight,
    assertNotInVain,
    execute,
  });
  const reconciliation = createReconciliationLane({ ...shared, takeOn, assertNotInVain, execute });
  const graphql = createGraphqlLane({
    ...shared,
    gate,
    limits: graphqlLimits(options.graphql),
    stored: storedOperations(schema, { house: [...rest.operations.values()], files: options.operations ?? [] }),
    graphiql: options.graphiql ? { demoKeysFor: shared.demoKeysFor } : undefined,
  });
  const pages = createPagesLane({
    ...shared,
    ...pageSources(options, rest),
    execute: async (document, variables, dataSet) =>
      options.load.takeOn(PAGE_WORK, undefined, (signal) =>
        executeStored(schema, document, variables, contextOf(houseCaller('Community'), dataSet, signal)),
      ),
  });
  return [rest, graphql, reconciliation, docsLane(options, shared.demoKeysFor), pages, createHealthLane(shared)];
}

function sharedBy(options: LanesOptions) {
  const { database, dataSets, desk, log, upgradeUrl, keyAliases, originOf, cache, now, isStopping, demoKeys } = options;
  return {
    schema,
    upgradeUrl,
    keyAliases,
    originOf,
    cache,
    now,
    isStopping,
    em: database.em,
    admit: desk.admit,
    demoKeysFor: (request: HttpRequest) => (isVisitor(request, demoKeys()) ? demoKeys() : {}),
    currentDataSet: () => dataSets.current(),
    hasData: () => dataSets.current() !== undefined,
    isWhole: () => dataSets.whole(),
    refusedData: () => dataSets.refused(),
    isDatabaseReachable: () => dataSets.reachable(),
    isDatabaseUnfit: () => dataSets.unfit(),
    whyUnavailable,
    onFault: ((error, { id }, route, more) => log.error({ err: error, id, route, more }, 'fault')) satisfies OnFault,
  };
}

function whyUnavailable(error: unknown): Unavailability | undefined {
  if (error instanceof NotNowError) return error.reason;
  if (error instanceof NoIndexError) return 'index';
  return isDatabaseUnavailable(error) ? 'database' : undefined;
}

/** Where the pages have their contents from, beside the schema. */
function pageSources({ database: { em, home }, demoKeys, load }: LanesOptions, rest: RestApi) {
  return {
    version: VERSION,
    home,
    demoKeys,
    ask: (target: string, plan: Plan) => rest.ask(target, houseCaller(plan)),
    cityPoints: (dataSet: DataSet, countryId: number | undefined) =>
      load.takeOn(countryId === undefined ? WORLD_WORK : PAGE_WORK, undefined, (signal) =>
        readCityPoints(em, dataSet.schema, countryId, signal),
      ),
    outlineCodes: (dataSet: DataSet) =>
      load.takeOn(PAGE_WORK, undefined, (signal) => listOutlineCodes(em, dataSet.schema, signal)),
  };
}

function docsLane({ upgradeUrl, keyAliases }: LanesOptions, demoKeysFor: (request: HttpRequest) => DemoKeys): Lane {
  return createDocsLane({
    openApi: () =>
      openApiDocument({
        schema,
        upgradeUrl,
        keyAliases,
        routes: ROUTES,
        batches: BATCHES,
        version: VERSION,
        answers: RECORDED_ANSWERS,
      }),
    operations: () => documentedOperations(ROUTES),
    demoKeysFor,
  });
}

/** The service asking itself, with the rights of a plan. */
function houseCaller(plan: Plan): Caller {
  return { keyId: 0, plan, tier: tierOf(plan), operationsOnly: false };
}
