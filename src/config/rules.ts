/** The rules that variables are checked by; each says what is right in words that follow the variable's name. */
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { PlanTableError, parsePlanNumbers, parseQuotas } from '../auth/plan-quotas.ts';
import { type LowestPlan, PLAN_NAMES, type Plan, planNamed } from '../auth/plans.ts';
import { databaseUrlFault } from '../db/database-url.ts';
import type { IntrospectionPolicy } from '../graphql/limits.ts';
import type { TrustedProxies } from '../http/client-address.ts';
import { REDIS_URL_RULE, redisAddress } from '../redis-address.ts';

export function integer(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,12}$/, rule)
    .transform(Number)
    .refine((value) => value >= min && value <= max, rule);
}

/** A number of processes; `auto` is one for each processor that this one may use. */
export const workers = z.union([z.literal('auto').transform(() => availableParallelism()), integer(1, 256)], {
  error: 'must be a whole number from 1 to 256, or auto',
});

export function oneOf<const T extends string>(...words: readonly T[]) {
  return z.enum(words, { error: `must be one of: ${words.join(', ')}` });
}

/** A share of all. */
export const ratio = z
  .string()
  .regex(/^(0|1|0?\.\d{1,9}|[01]\.0{1,9})$/, 'must be a number from 0 to 1')
  .transform(Number);

export const text = z.string().min(1);

export const postgresUrl = z
  .string()
  .refine(isPostgresUrl, { error: 'must be a postgresql:// URL', abort: true })
  .refine(namesDatabase, 'must name a database, as in postgresql://user@host/geo')
  .superRefine(checkParameters);
export const redisUrl = z.string().refine((url) => redisAddress(url) !== undefined, REDIS_URL_RULE);
/** It is shown, so it has no secrets in it, and a fault does not repeat it. */
export const httpUrl = urlOf(/^https?:\/\//, 'must be an http:// or https:// URL').refine(isWithoutUser, {
  message: 'must be a URL without user and password',
  params: { quotes: true },
});

/** As OpenTelemetry has them: `name=value` with commas between them, values percent-encoded. */
export const otlpHeaders = z
  .string()
  .refine(
    (list) => list.split(',').every(isHeader),
    'must be name=value with commas between them, values percent-encoded',
  );

export const postgresUrls = z
  .string()
  .transform((list) => list.split(',').map((url) => url.trim()))
  .superRefine((urls, context) => {
    const wrong = urls.findIndex((url) => !isPostgresUrl(url));
    const message = `must be postgresql:// URLs with commas between them: number ${wrong + 1} of ${urls.length} is none`;
    if (wrong >= 0) context.addIssue({ code: 'custom', message });
    for (const url of urls) checkParameters(url, context);
  });

export const quotas = planTable(parseQuotas);
export const planNumbers = planTable(parsePlanNumbers);

const INTROSPECTION = ['all', 'off', ...PLAN_NAMES.filter(isLowestPlan).map((plan) => plan.toLowerCase())] as const;

export const introspection = oneOf(...INTROSPECTION).transform((word): IntrospectionPolicy => {
  const plan = planNamed(word);
  return plan && isLowestPlan(plan) ? plan : word === 'off' ? 'off' : 'all';
});

export const onOrOff = oneOf('on', 'off').transform((word) => word === 'on');

const TRUST_PROXY = 'must be a number of proxies from 1 to 10, or addresses and networks such as 10.0.0.0/8,::1';

export const trustedProxies = z.string().transform((given, context): TrustedProxies => {
  if (/^\d+$/.test(given)) {
    if (Number(given) >= 1 && Number(given) <= 10) return { hops: Number(given) };
  } else {
    const addresses = given.split(',').map((each) => each.trim());
    if (addresses.every(isNetwork)) return { addresses };
  }
  context.addIssue({ code: 'custom', message: TRUST_PROXY });
  return z.NEVER;
});

const MOST_ALIASES = 8;

/** Names that begin with `X-`, so that no header that means something else is taken for a key. */
export const headerNames = z
  .string()
  .transform((list) => (list.trim().toLowerCase() === 'none' ? [] : list.split(',').map((name) => name.trim())))
  .refine(
    (names) => names.length <= MOST_ALIASES && names.every((name) => /^x-[a-z0-9-]{1,60}$/i.test(name)),
    `must be none, or up to ${MOST_ALIASES} names of headers that begin with X-, with commas between them`,
  );

function isNetwork(given: string): boolean {
  const [address = '', bits, ...rest] = given.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function namesDatabase(url: string): boolean {
  return new URL(url).pathname.length > 1;
}

function isPostgresUrl(given: string): boolean {
  return /^postgres(ql)?:\/\//.test(given) && URL.canParse(given);
}

function checkParameters(url: string, context: { addIssue(issue: { code: 'custom'; message: string }): void }): void {
  const fault = isPostgresUrl(url) ? databaseUrlFault(url) : undefined;
  if (fault) context.addIssue({ code: 'custom', message: fault });
}

/** Where a service is reached, as `https://host` without a path. */
export const origin = httpUrl
  .refine((url) => !URL.canParse(url) || isOrigin(new URL(url)), 'must be a scheme, a host and at most a port')
  .transform((url) => new URL(url).origin);

function isOrigin({ username, password, pathname, search, hash }: URL): boolean {
  return username + password + search + hash === '' && pathname === '/';
}

function isWithoutUser(given: string): boolean {
  if (!URL.canParse(given)) return true; // Another rule's fault.
  const { username, password } = new URL(given);
  return username + password === '';
}

function isHeader(given: string): boolean {
  const [, value] = /^\s*[\w!#$%&'*+.^`|~-]+\s*=(.+)$/s.exec(given) ?? [];
  if (value === undefined) return false;
  try {
    return /^[\t -~]*$/.test(decodeURIComponent(value));
  } catch {
    return false;
  }
}

function urlOf(scheme: RegExp, rule: string) {
  return z.string().refine((given) => scheme.test(given) && URL.canParse(given), rule);
}

function isLowestPlan(plan: Plan): plan is LowestPlan {
  return plan !== 'Legacy';
}

/** JSON about plans, whose parser quotes what is wrong by itself. */
function planTable<T>(parse: (json: string) => T) {
  return z.string().transform((json, context): T => {
    try {
      return parse(json);
    } catch (error) {
      if (!(error instanceof PlanTableError)) throw error;
      context.addIssue({ code: 'custom', message: error.faults.join('; '), params: { quotes: true } });
      return z.NEVER;
    }
  });
}
