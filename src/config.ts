/** The only reader of the environment: checks every variable, reports all faults at once, freezes the result. */
import { resolve } from 'node:path';
import type { z } from 'zod';
import type { Quotas } from './auth/plan-quotas.ts';
import { portFaults } from './config/ports.ts';
import { collect, type Given, type Sources } from './config/sources.ts';
import { VARIABLE_NAMES, type VARIABLES, type VariableName, variable } from './config/variables.ts';
import type { GraphqlLimits } from './graphql/limits.ts';
import type { TrustedProxies } from './http/client-address.ts';
import type { ConnectionLimits } from './http/connections.ts';
import { firstStartNote, memoryNote } from './memory.ts';

export interface TracingConfig {
  /** Where spans are sent. */
  readonly url: string;
  /** `name=value` with commas between them. */
  readonly headers: string;
  readonly serviceName: string | undefined;
  /** As OpenTelemetry names it. */
  readonly sampler: string;
  /** Of how many requests the trace is kept, from 0 to 1, where the sampler asks. */
  readonly ratio: number;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly replicaUrls: readonly string[];
  readonly poolSize: number;
  readonly keyGraceMs: number;
  readonly redisUrl: string | undefined;
  readonly redisPrefix: string;
  /** Where health is told beside `port`; undefined for nowhere. */
  readonly healthPort: number | undefined;
  /** Where metrics are told; undefined for nowhere. */
  readonly metricsPort: number | undefined;
  /** Undefined to trace nothing. */
  readonly tracing: TracingConfig | undefined;
  /** True to tell callers what their answers took. */
  readonly serverTiming: boolean;
  /** Processes that share the port. */
  readonly workers: number;
  readonly connections: ConnectionLimits;
  readonly requestDeadlineMs: number;
  /** What the process is to stay below; undefined for what the machine suggests. */
  readonly memoryMb: number | undefined;
  readonly cacheBytes: number;
  readonly quotas: Quotas;
  /** Other names of the header that carries the key. */
  readonly keyAliases: readonly string[];
  readonly trustedProxies: TrustedProxies | undefined;
  /** Scheme and host by which clients reach the service. */
  readonly publicOrigin: string | undefined;
  readonly graphql: Partial<Omit<GraphqlLimits, 'cost'>> & { readonly cost: Partial<GraphqlLimits['cost']> };
  /** False to serve no GraphiQL. */
  readonly graphiql: boolean;
  /** Folder of the operator's stored operations. */
  readonly operationsDir: string | undefined;
  readonly upgradeUrl: string;
  readonly logLevel: string;
  readonly shutdownMs: number;
  /** What is worth a line in the log although it is no fault. */
  readonly notes: readonly string[];
}

/** Names every bad variable or flag: what is wrong with it and what is right. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.map((fault) => `configuration: ${fault}`).join('\n'));
    this.faults = faults;
  }
}

/** One variable as it stands: its text (undefined for a secret or one that is not set) and where it comes from. */
export interface Setting {
  readonly name: VariableName;
  readonly value: string | undefined;
  readonly isSet: boolean;
  readonly origin: string;
}

type Parsed = { readonly [K in VariableName]: z.output<(typeof VARIABLES)[K]['rule']> };

/**
 * Reads the configuration: a flag, then `GEO_X`, then `X`, then `.env` in the working folder, then the default.
 * An empty variable is unset. Throws {@link ConfigError} with every fault.
 */
export function readConfig(sources: Partial<Sources> = {}): Config {
  const { config, faults } = inspectConfig(sources);
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** The configuration with defaults in the place of what is at fault, and the faults: for finding out what is wrong. */
export function inspectConfig(sources: Partial<Sources> = {}): {
  readonly config: Config;
  readonly faults: readonly string[];
} {
  const complete = whole(sources);
  const { given, faults: found, notes } = collect(complete);
  const faults = [...found];
  const parsed = parse(given, faults);
  if (given.has('DATABASE_REPLICA_URLS') && !given.has('DATABASE_URL')) {
    faults.push('DATABASE_REPLICA_URLS is set and DATABASE_URL is not: name the database that they are replicas of');
  }
  if (parsed.WORKERS > 1 && !given.has('DATABASE_URL')) {
    faults.push('WORKERS is more than 1 and DATABASE_URL is not set: the embedded database belongs to one process');
  }
  faults.push(...portFaults(parsed));
  const memory = parsed.MEMORY_MB === undefined ? undefined : memoryNote(parsed.MEMORY_MB, parsed.CACHE_MB);
  const start = given.has('DATABASE_URL') ? undefined : firstStartNote();
  const allNotes = [...notes, memory, start].filter((note) => note !== undefined);
  return { config: deepFreeze(configOf(parsed, complete.folder, allNotes)), faults };
}

function configOf(parsed: Parsed, folder: string, notes: readonly string[]): Config {
  return {
    port: parsed.PORT,
    host: parsed.HOST,
    dataDir: resolve(folder, parsed.DATA_DIR),
    databaseUrl: parsed.DATABASE_URL,
    replicaUrls: parsed.DATABASE_REPLICA_URLS ?? [],
    poolSize: parsed.DATABASE_POOL_SIZE,
    keyGraceMs: parsed.KEY_GRACE_SECONDS * 1000,
    redisUrl: parsed.REDIS_URL,
    redisPrefix: parsed.REDIS_PREFIX,
    healthPort: parsed.HEALTH_PORT,
    metricsPort: parsed.METRICS_PORT,
    tracing: tracingOf(parsed),
    serverTiming: parsed.SERVER_TIMING,
    workers: parsed.WORKERS,
    connections: connectionsOf(parsed),
    requestDeadlineMs: parsed.REQUEST_DEADLINE_MS,
    memoryMb: parsed.MEMORY_MB,
    cacheBytes: parsed.CACHE_MB * 1024 * 1024,
    quotas: parsed.QUOTAS ?? {},
    keyAliases: parsed.KEY_HEADER_ALIASES,
    trustedProxies: parsed.TRUST_PROXY,
    publicOrigin: parsed.PUBLIC_URL,
    graphql: {
      bodyBytes: parsed.GRAPHQL_BODY_BYTES,
      tokens: parsed.GRAPHQL_TOKENS,
      depth: parsed.GRAPHQL_DEPTH,
      aliases: parsed.GRAPHQL_ALIASES,
      directives: parsed.GRAPHQL_DIRECTIVES,
      fields: parsed.GRAPHQL_FIELDS,
      pageRecords: parsed.GRAPHQL_PAGE_RECORDS,
      deadlineMs: parsed.GRAPHQL_DEADLINE_MS,
      documentCacheBytes: parsed.GRAPHQL_DOCUMENT_CACHE_BYTES,
      cost: parsed.GRAPHQL_COST ?? {},
      introspection: parsed.GRAPHQL_INTROSPECTION,
    },
    graphiql: parsed.GRAPHIQL,
    operationsDir: parsed.OPERATIONS_DIR === undefined ? undefined : resolve(folder, parsed.OPERATIONS_DIR),
    upgradeUrl: parsed.UPGRADE_URL,
    logLevel: parsed.LOG_LEVEL,
    shutdownMs: parsed.SHUTDOWN_SECONDS * 1000,
    notes,
  };
}

function tracingOf(parsed: Parsed): TracingConfig | undefined {
  const base = parsed.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = parsed.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/$/, '')}/v1/traces`);
  if (url === undefined || parsed.OTEL_SDK_DISABLED === 'true') return undefined;
  return {
    url,
    headers: parsed.OTEL_EXPORTER_OTLP_HEADERS ?? '',
    serviceName: parsed.OTEL_SERVICE_NAME,
    sampler: parsed.OTEL_TRACES_SAMPLER,
    ratio: parsed.OTEL_TRACES_SAMPLER_ARG,
  };
}

function connectionsOf(parsed: Parsed): ConnectionLimits {
  const most = parsed.MAX_CONNECTIONS;
  const share = parsed.TRUST_PROXY ? most : Math.ceil(most / 2);
  return { most, mostOfAddress: Math.min(most, parsed.MAX_CONNECTIONS_PER_ADDRESS ?? share) };
}

/** Every variable as it stands, secrets hidden, checked or not. */
export function readSettings(sources: Partial<Sources> = {}): Setting[] {
  const { given } = collect(whole(sources));
  return VARIABLE_NAMES.map((name) => {
    const { secret, default: fallback } = variable(name);
    const found = given.get(name);
    const origin = found?.origin ?? (fallback === undefined ? 'not set' : 'default');
    return { name, value: secret ? undefined : (found?.text ?? fallback), isSet: found !== undefined, origin };
  });
}

function whole(sources: Partial<Sources>): Sources {
  return { flags: { values: {} }, env: process.env, folder: process.cwd(), ...sources };
}

function parse(given: ReadonlyMap<VariableName, Given>, faults: string[]): Parsed {
  const entries = VARIABLE_NAMES.map((name) => {
    const { rule, default: fallback, secret } = variable(name);
    const found = given.get(name);
    const result = rule.safeParse(found?.text ?? fallback);
    if (!result.success && found) faults.push(faultOf(found, result.error, secret === true));
    return [name, result.success ? result.data : rule.parse(fallback)] as const;
  });
  // Each value was parsed by the rule of its name.
  return Object.fromEntries(entries) as Parsed;
}

function faultOf({ text, origin }: Given, error: z.ZodError, secret: boolean): string {
  const [issue] = error.issues;
  const reason = issue?.message ?? 'is not valid';
  if (secret) return `${origin} ${reason}`;
  // A rule that quotes what is wrong itself needs no second quotation.
  if (issue?.code === 'custom' && issue.params?.['quotes'] === true) return `${origin}: ${reason}`;
  return hasPassword(text) ? `${origin} ${reason}` : `${origin} ${reason}, not ${JSON.stringify(shortened(text))}`;
}

/** True for what may be an address with a user and a password, also where it is none. */
function hasPassword(text: string): boolean {
  return text.includes('://') && text.includes('@');
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
