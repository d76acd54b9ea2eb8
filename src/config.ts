/** The only reader of the environment: checks every variable, reports all faults at once, freezes the result. */
import { resolve } from 'node:path';
import { z } from 'zod';

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const postgresUrl = z
  .string()
  .refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text), 'must be a postgresql:// URL');

const httpUrl = z.string().refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http(s) URL');

/** Every variable: its rule, its default and what it does. */
export const VARIABLES = {
  PORT: { rule: integer(0, 65_535), default: '4000', doc: 'TCP port to listen on; 0 picks a free one.' },
  HOST: { rule: z.string().min(1), default: '127.0.0.1', doc: 'Address to listen on; `0.0.0.0` for every interface.' },
  DATA_DIR: { rule: z.string().min(1), default: './data', doc: 'Folder of the embedded database and the demo keys.' },
  DATABASE_URL: {
    rule: postgresUrl.optional(),
    default: undefined,
    doc: 'PostgreSQL 15 or newer; without it the embedded database is used.',
  },
  DATABASE_REPLICA_URLS: {
    rule: z
      .string()
      .transform((text) => text.split(',').map((url) => url.trim()))
      .pipe(z.array(postgresUrl))
      .optional(),
    default: undefined,
    doc: 'Comma-separated read replicas of `DATABASE_URL`.',
  },
  DATABASE_POOL_SIZE: { rule: integer(1, 200), default: '10', doc: 'Connections that this process keeps at most.' },
  CACHE_MB: { rule: integer(1, 65_536), default: '256', doc: 'Memory for finished answers, in MiB.' },
  UPGRADE_URL: {
    rule: httpUrl,
    default: 'https://example.com/pricing',
    doc: 'Where a 403 or 429 sends callers whose plan is too low.',
  },
  LOG_LEVEL: {
    rule: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be one of: fatal, error, warn, info, debug, silent',
    }),
    default: 'info',
    doc: 'Least severe log line to write; every request is one `info` line.',
  },
  SHUTDOWN_SECONDS: { rule: integer(1, 600), default: '10', doc: 'How long a stop waits for requests in flight.' },
} as const satisfies Record<string, { rule: z.ZodType; default: string | undefined; doc: string }>;

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly replicaUrls: readonly string[];
  readonly poolSize: number;
  readonly cacheBytes: number;
  readonly upgradeUrl: string;
  readonly logLevel: string;
  readonly shutdownMs: number;
}

/** Names every bad variable with its rule, one a line. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.map((fault) => `configuration: ${fault}`).join('\n'));
    this.name = 'ConfigError';
  }
}

/** Reads the configuration from variables; throws {@link ConfigError} with every fault. An empty variable is unset. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const faults: string[] = [];
  function take<K extends keyof typeof VARIABLES>(name: K): z.output<(typeof VARIABLES)[K]['rule']> {
    const { rule, default: fallback } = VARIABLES[name];
    const given = env[name]?.trim();
    const parsed = rule.safeParse(given === undefined || given === '' ? fallback : given);
    if (!parsed.success) {
      const reason = parsed.error.issues[0]?.message ?? 'is not valid';
      faults.push(`${name} ${reason}${name.startsWith('DATABASE') ? '' : `, not ${JSON.stringify(given)}`}`);
    }
    // The rule of this very name parsed it; a fault is thrown below before anything is used.
    return parsed.data as z.output<(typeof VARIABLES)[K]['rule']>;
  }
  const config: Config = {
    port: take('PORT'),
    host: take('HOST'),
    dataDir: resolve(take('DATA_DIR') ?? '.'),
    databaseUrl: take('DATABASE_URL'),
    replicaUrls: take('DATABASE_REPLICA_URLS') ?? [],
    poolSize: take('DATABASE_POOL_SIZE'),
    cacheBytes: take('CACHE_MB') * 1024 * 1024,
    upgradeUrl: take('UPGRADE_URL'),
    logLevel: take('LOG_LEVEL'),
    shutdownMs: take('SHUTDOWN_SECONDS') * 1000,
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}
