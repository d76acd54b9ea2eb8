/** Every variable of the configuration: its rule, its default and what it does, said here and nowhere else. */
import type { z } from 'zod';
import { NUMBER_LIMITS } from '../graphql/limits.ts';
import * as rules from './rules.ts';

export interface Variable {
  readonly rule: z.ZodType;
  /** The text that stands for a variable that is not set. */
  readonly default: string | undefined;
  /** One sentence of Markdown. */
  readonly doc: string;
  /** A value that works, for a variable without a default. */
  readonly example?: string;
  /** True where the value must never be shown. */
  readonly secret?: boolean;
  /** True where `<NAME>_FILE` may name a file with the value. */
  readonly file?: boolean;
}

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);

function graphqlLimit(name: keyof typeof NUMBER_LIMITS) {
  const { default: fallback, min, max, doc } = NUMBER_LIMITS[name];
  return { rule: rules.integer(min, max), default: String(fallback), doc: `\`/graphql\`: ${lowerFirst(doc)}` };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export const VARIABLES = {
  PORT: { rule: rules.integer(0, 65_535), default: '4000', doc: 'TCP port to listen on; 0 picks a free one.' },
  HOST: { rule: rules.text, default: '127.0.0.1', doc: 'Address to listen on; `0.0.0.0` for every interface.' },
  DATA_DIR: { rule: rules.text, default: './data', doc: 'Folder of the embedded database and the demo keys.' },
  DATABASE_URL: {
    rule: rules.postgresUrl.optional(),
    default: undefined,
    example: 'postgresql://geo:secret@db.internal:5432/geo',
    doc: 'PostgreSQL 15 or newer, with TLS by `?sslmode=require` or `verify-full`; without it the embedded database is used.',
    secret: true,
    file: true,
  },
  DATABASE_REPLICA_URLS: {
    rule: rules.postgresUrls.optional(),
    default: undefined,
    example: 'postgresql://geo:secret@replica.internal:5432/geo',
    doc: 'Read replicas of `DATABASE_URL`, with commas between them.',
    secret: true,
    file: true,
  },
  DATABASE_POOL_SIZE: {
    rule: rules.integer(1, 200),
    default: '10',
    doc: 'Connections that this process keeps at most.',
  },
  KEY_GRACE_SECONDS: {
    rule: rules.integer(0, 86_400),
    default: '60',
    doc: 'How long known keys go on while the database is out of reach. A process that is cut off cannot hear of a revoked key for as long.',
  },
  REDIS_URL: {
    rule: rules.redisUrl.optional(),
    default: undefined,
    example: 'redis://redis.internal:6379/0',
    doc: 'Redis in which all processes count requests together; without it each process counts for itself. `redis+sentinel://HOST:26379,HOST:26379/MASTER/0` asks Sentinel for the master, `redis+cluster://HOST:6379,HOST:6379` is a Cluster; `rediss…` for TLS.',
    secret: true,
    file: true,
  },
  REDIS_PREFIX: {
    rule: rules.text,
    default: 'geo',
    doc: 'What the names of our keys in Redis begin with: one for each installation that uses the same Redis.',
  },
  HEALTH_PORT: {
    rule: rules.integer(0, 65_535).optional(),
    default: undefined,
    example: '4001',
    doc: 'A port of its own for `/livez` and `/readyz`, answered by a thread of its own, also while the service is under load or hangs (then `/livez` is 503); 0 picks a free one. `PORT` answers them too.',
  },
  METRICS_PORT: {
    rule: rules.integer(0, 65_535).optional(),
    default: undefined,
    example: '9464',
    doc: 'A port of its own for `/metrics`, in Prometheus’ format; 0 picks a free one. Without it nothing is counted.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    rule: rules.httpUrl.optional(),
    default: undefined,
    example: 'http://collector.internal:4318',
    doc: 'Where an OpenTelemetry collector takes traces (OTLP over HTTP, JSON, at `/v1/traces` below it); without it, or the next one, nothing is traced.',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    rule: rules.httpUrl.optional(),
    default: undefined,
    example: 'http://collector.internal:4318/v1/traces',
    doc: 'The whole address for traces; it wins over `OTEL_EXPORTER_OTLP_ENDPOINT`.',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    rule: rules.oneOf('http/json'),
    default: 'http/json',
    doc: 'How traces are sent; there is one way.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    rule: rules.otlpHeaders.optional(),
    default: undefined,
    example: 'authorization=Bearer%20secret',
    doc: 'Headers for the collector, `name=value` with commas between them, percent-encoded.',
    secret: true,
    file: true,
  },
  OTEL_SERVICE_NAME: {
    rule: rules.text.optional(),
    default: undefined,
    example: 'places',
    doc: 'What traces call this service; by default what `OTEL_RESOURCE_ATTRIBUTES` says, or `geo`.',
  },
  OTEL_TRACES_SAMPLER: {
    rule: rules.oneOf(...SAMPLERS),
    default: 'parentbased_always_on',
    doc: 'Which requests are traced: `always_on`, `always_off`, `traceidratio`, or one of them with `parentbased_` before it, where a `traceparent` that came along decides.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    rule: rules.ratio,
    default: '1',
    doc: 'Of how many requests `traceidratio` keeps the trace, from 0 to 1.',
  },
  OTEL_SDK_DISABLED: { rule: rules.oneOf('true', 'false'), default: 'false', doc: '`true`: nothing is traced.' },
  SERVER_TIMING: {
    rule: rules.onOrOff,
    default: 'off',
    doc: '`on` tells every caller in `Server-Timing` what its answer took in all and in the database.',
  },
  WORKERS: {
    rule: rules.workers,
    default: '1',
    doc: 'Processes that share `PORT`, or `auto` for one a processor; `DATABASE_URL` has to be set. What is counted or set for a process, such as `MEMORY_MB`, holds for each. SIGHUP replaces them one by one where there are two or more.',
  },
  MAX_CONNECTIONS: {
    rule: rules.integer(10, 1_000_000),
    default: '4000',
    doc: 'Connections at most; when there are more, idle ones give way, and where none is idle new ones are 503.',
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    rule: rules.integer(1, 1_000_000).optional(),
    default: undefined,
    example: '500',
    doc: 'Connections of one peer address (of IPv6, a /64) at most; by default half of `MAX_CONNECTIONS`, and no such limit where `TRUST_PROXY` says that the peers are proxies.',
  },
  REQUEST_DEADLINE_MS: {
    rule: rules.integer(100, 600_000),
    default: '5000',
    doc: 'How long the work behind one `/v1` request may take, its waiting included; then it is cancelled in the database, and the answer is 503.',
  },
  MEMORY_MB: {
    rule: rules.integer(256, 1_048_576).optional(),
    default: undefined,
    example: '1024',
    doc: 'Memory that the process is to stay below, in MiB: where little is left, large answers wait or are 503, and slow readers lose their places. By default most of what the control group allows, or half of the machine’s.',
  },
  CACHE_MB: { rule: rules.integer(1, 65_536), default: '256', doc: 'Memory for finished answers, in MiB.' },
  QUOTAS: {
    rule: rules.quotas.optional(),
    default: undefined,
    example: '{"community":{"second":5,"daily":100,"monthly":2000}}',
    doc: 'Requests that a key of each plan may make `second`, `daily` and `monthly` (UTC), as JSON, such as `{"community":{"second":5,"daily":100,"monthly":2000}}`; what is not named is unlimited.',
    file: true,
  },
  KEY_HEADER_ALIASES: {
    rule: rules.headerNames,
    default: 'X-CSCAPI-KEY',
    doc: 'Other names of the header `X-SVCAPI-KEY`, with commas between them, or `none`; by default that of the hosted interface.',
  },
  TRUST_PROXY: {
    rule: rules.trustedProxies.optional(),
    default: undefined,
    example: '1',
    doc: 'Proxies whose `X-Forwarded-For` is believed: how many stand in front, or their addresses and networks with commas between them; by default none is.',
  },
  PUBLIC_URL: {
    rule: rules.origin.optional(),
    default: undefined,
    example: 'https://geo.example.com',
    doc: 'Scheme, host and port by which clients reach the service, for what pages and the manifest of `/reconcile` write; by default `Host` of each request, with https where a proxy of `TRUST_PROXY` says so in `X-Forwarded-Proto`.',
  },
  GRAPHQL_BODY_BYTES: graphqlLimit('bodyBytes'),
  GRAPHQL_TOKENS: graphqlLimit('tokens'),
  GRAPHQL_DEPTH: graphqlLimit('depth'),
  GRAPHQL_ALIASES: graphqlLimit('aliases'),
  GRAPHQL_DIRECTIVES: graphqlLimit('directives'),
  GRAPHQL_FIELDS: graphqlLimit('fields'),
  GRAPHQL_PAGE_RECORDS: graphqlLimit('pageRecords'),
  GRAPHQL_DEADLINE_MS: graphqlLimit('deadlineMs'),
  GRAPHQL_DOCUMENT_CACHE_BYTES: graphqlLimit('documentCacheBytes'),
  GRAPHQL_COST: {
    rule: rules.planNumbers.optional(),
    default: undefined,
    example: '{"community":5000,"business":100000}',
    doc: '`/graphql`: the most records that one operation of each plan may ask for, as JSON; a plan that is not named keeps its default.',
    file: true,
  },
  GRAPHQL_INTROSPECTION: {
    rule: rules.introspection,
    default: 'all',
    doc: '`/graphql`: who may read the schema: `all` keys, a plan and those above it (such as `supporter`), or `off`.',
  },
  GRAPHIQL: { rule: rules.onOrOff, default: 'on', doc: '`on` or `off`: GraphiQL for browsers at `/graphql`.' },
  OPERATIONS_DIR: {
    rule: rules.text.optional(),
    default: undefined,
    example: './operations',
    doc: 'Folder of your own stored GraphQL operations, one `*.graphql` file each.',
  },
  UPGRADE_URL: {
    rule: rules.httpUrl,
    default: 'https://example.com/pricing',
    doc: 'Where a 403 or 429 sends callers whose plan is too low.',
  },
  LOG_LEVEL: {
    rule: rules.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
    default: 'info',
    doc: 'Least severe log line to write; every request is one `info` line, but for what is no HTTP, which `geo_requests_unreadable_total` counts, and for connections without room, which `geo_connections_refused_total` does.',
  },
  SHUTDOWN_SECONDS: {
    rule: rules.integer(1, 600),
    default: '10',
    doc: 'How long a stop waits for requests in flight.',
  },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;

// Object.keys of the literal above: its keys are exactly the names.
export const VARIABLE_NAMES = Object.keys(VARIABLES) as VariableName[];

export function variable(name: VariableName): Variable {
  return VARIABLES[name];
}

/** `--data-dir` for `DATA_DIR`. */
export function flagOf(name: string): string {
  return `--${name.toLowerCase().replaceAll('_', '-')}`;
}

/** Every name that may be set: the variables, and `<NAME>_FILE` of those that a file may hold. */
export const SETTABLE_NAMES: readonly string[] = VARIABLE_NAMES.flatMap((name) =>
  variable(name).file ? [name, `${name}_FILE`] : [name],
);
