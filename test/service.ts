/** A gateway on one of the prepared databases, entered through its fetch. */
import { pino } from 'pino';
import { inject } from 'vitest';
import type { Plan } from '../src/auth/plans.ts';
import { type DataSetWatch, watchDataSet } from '../src/db/data-set-watch.ts';
import { type DatabaseLimits, DEFAULT_LIMITS, openDatabase } from '../src/db/orm.ts';
import { INDEX_READER } from '../src/find/index-maker.ts';
import { createGateway, type GatewayOptions } from '../src/gateway.ts';
import { DEFAULT_GATE_LIMITS } from '../src/http/load/gate-limits.ts';
import type { LoadLimits } from '../src/http/load/load.ts';
import type { TestHome } from './prepared.ts';

export const UPGRADE_URL = 'https://example.test/upgrade';

export interface TestService extends AsyncDisposable {
  readonly database: Awaited<ReturnType<typeof openDatabase>>;
  readonly gateway: ReturnType<typeof createGateway>;
  readonly dataSets: DataSetWatch;
  /** GET of a path as a plan's caller; null for no key. */
  get(path: string, plan: Plan | null, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** POST of a GraphQL operation as a plan's caller. */
  graphql(plan: Plan | null, query: string, variables?: Readonly<Record<string, unknown>>): Promise<GraphqlAnswer>;
  close(): Promise<void>;
}

export interface GraphqlAnswer {
  readonly status: number;
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: Readonly<Record<string, unknown>> }[];
}

/** A slow machine is no fault of what is tested. */
export const PATIENT_LIMITS: DatabaseLimits = {
  ...DEFAULT_LIMITS,
  connectTimeoutMs: 20_000,
  statementTimeoutMs: 20_000,
};

const PATIENT_LOAD: Partial<LoadLimits> = {
  gate: { ...DEFAULT_GATE_LIMITS, waitMs: 60_000 },
  deadlineMs: 60_000,
};

export interface ServiceOptions extends Partial<GatewayOptions> {
  /** False for a service that has no indexes yet, and asks the database for everything. */
  readonly indexes?: boolean;
  /** False for one that looks at the database when it is told to only. */
  readonly looks?: boolean;
}

/** A home for what is the same on each: the last that is prepared, PostgreSQL where one answers. */
export function someHome(): TestHome {
  const home = inject('homes').at(-1);
  if (!home) throw new Error('there is always a home');
  return home;
}

export async function openService(
  { home, target }: TestHome,
  { indexes = true, looks = true, ...options }: ServiceOptions = {},
  limits: DatabaseLimits = PATIENT_LIMITS,
): Promise<TestService> {
  const database = await openDatabase(home, target, limits);
  const dataSets = watchDataSet(
    database.em,
    {},
    indexes ? INDEX_READER : undefined,
    looks ? undefined : new Promise(() => undefined),
  );
  await dataSets.refresh();
  const gateway = createGateway({
    database,
    dataSets,
    log: pino({ level: 'silent' }),
    upgradeUrl: UPGRADE_URL,
    cacheBytes: 64 * 1024 * 1024,
    load: PATIENT_LOAD,
    ...options,
  });
  const keys = inject('keys');
  const keyHeader = (plan: Plan | null) => (plan === null ? {} : { 'X-SVCAPI-KEY': keys[plan] });
  const close = async () => {
    await dataSets.stop();
    await database.close();
  };
  return {
    database,
    gateway,
    dataSets,
    get: (path, plan, headers = {}) =>
      gateway.fetch(new Request(`http://geo.test${path}`, { headers: { ...keyHeader(plan), ...headers } })),
    async graphql(plan, query, variables) {
      const response = await gateway.fetch(
        new Request('http://geo.test/graphql', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...keyHeader(plan) },
          body: JSON.stringify({ query, variables }),
        }),
      );
      return { status: response.status, ...((await response.json()) as object) };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
