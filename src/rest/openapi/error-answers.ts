/** What a route answers when it does not answer 200, with the exact bodies. */
import { GUESSES_A_MINUTE } from '../../auth/guess-throttle.ts';
import { PERIODS, type Period } from '../../auth/plan-quotas.ts';
import { FEATURES, type Feature, PLAN_NAMES } from '../../auth/plans.ts';
import { QUOTA_ERRORS } from '../../auth/quota.ts';
import { ApiError, ERROR_KINDS, type ErrorKind } from '../../http/errors.ts';
import { forbidden, overQuota, tooManyGuesses } from '../../http/refusals.ts';
import type { Route } from '../route.ts';
import { type AnswerKind, type HeaderName, headersOf } from './answer-headers.ts';
import { badRequests, exampleRequest } from './example-request.ts';
import type { JsonSchema } from './json-schema.ts';

interface NamedExample {
  readonly name: string;
  readonly summary: string;
  readonly value: unknown;
}

const text: JsonSchema = { type: 'string' };
const error: JsonSchema = { type: 'string', description: 'What is wrong, for people.' };
const upgradeUrl: JsonSchema = { type: 'string', format: 'uri-reference', description: 'Where to get a higher plan.' };

/** `components.schemas` of error bodies. */
export const ERROR_SCHEMAS = {
  Error: { type: 'object', description: 'Any error.', properties: { error }, required: ['error'] },
  PlanError: {
    type: 'object',
    description: 'The plan of the caller is too low.',
    properties: {
      error,
      feature: { ...text, enum: Object.keys(FEATURES), description: 'What the plan lacks.' },
      upgradeUrl,
    },
    required: ['error', 'feature', 'upgradeUrl'],
  },
  QuotaError: {
    type: 'object',
    description: 'A quota is used up. Where the address has tried too many keys, there is no plan to name.',
    properties: {
      error,
      limit: { type: 'integer', description: 'What is allowed in the period.' },
      period: { ...text, enum: [...PERIODS, 'minute'], description: 'The period; days and months are UTC.' },
      tier: { ...text, enum: PLAN_NAMES.map((plan) => plan.toLowerCase()), description: 'The plan.' },
      upgradeUrl,
    },
    required: ['error', 'limit', 'period'],
  },
} as const;

/** Limits of an example plan. */
const LIMITS: Readonly<Record<Period, number>> = { second: 5, daily: 100, monthly: 2000 };

function quotaExamples(url: string): NamedExample[] {
  const used = PERIODS.map((period) => {
    const over = { error: QUOTA_ERRORS[period], limit: LIMITS[period], period, retryAfter: 1 };
    return { name: period, summary: `The ${period} limit`, value: overQuota(over, 'Community', url).body };
  });
  const guesses = { error: QUOTA_ERRORS.second, limit: GUESSES_A_MINUTE, period: 'minute', retryAfter: 1 } as const;
  return [...used, { name: 'guesses', summary: 'Too many wrong keys', value: tooManyGuesses(guesses).body }];
}

/** `components.responses`: the errors that are the same for every route. */
export function sharedErrors(url: string): Readonly<Record<string, JsonSchema>> {
  return {
    Unauthorized: plainAnswer('unauthorized', 'The key is missing, malformed, unknown, expired or revoked.', 'refused'),
    MethodNotAllowed: plainAnswer('methodNotAllowed', 'A method other than GET, HEAD and OPTIONS.', 'refused', [
      'Allow',
    ]),
    QuotaExceeded: answer('Quota used up; where no quota is set, never.', 'QuotaError', quotaExamples(url), 'failed', [
      'Retry-After',
    ]),
    InternalError: plainAnswer('internal', 'A fault of the service; its request id helps to find it.', 'failed'),
    Unavailable: plainAnswer('unavailable', 'The data is out of reach and the answer was not in the cache.', 'failed', [
      'Retry-After',
    ]),
  };
}

/** `responses` of an operation, but for its 200 and 304. */
export function errorAnswers(route: Route, url: string): Readonly<Record<string, JsonSchema>> {
  const features = featuresOf(route);
  const missing = missingTexts(route);
  return {
    400: answer('A parameter breaks its rule, or the request is malformed.', 'Error', [
      ...badRequests(route).map(({ name, target, error: message }) => ({
        name,
        summary: target,
        value: { error: message },
      })),
      { name: 'malformed', summary: 'An ill-formed percent escape', value: new ApiError('malformed').body },
    ]),
    401: shared('Unauthorized'),
    ...(features.length > 0
      ? {
          403: answer(
            'The plan of the caller is too low.',
            'PlanError',
            features.map((feature) => ({
              name: feature,
              summary: `Needs the ${FEATURES[feature]} plan`,
              value: forbidden(feature, url).body,
            })),
          ),
        }
      : {}),
    ...(missing.length > 0
      ? { 404: answer('There is no such record, or it lacks what was asked for.', 'Error', missing) }
      : {}),
    405: shared('MethodNotAllowed'),
    429: shared('QuotaExceeded'),
    500: shared('InternalError'),
    503: shared('Unavailable'),
  };
}

/** The features that some request of the route needs, the route's own first. */
function featuresOf({ gate, query }: Route): Feature[] {
  const gates = [gate, ...Object.values(query).map((parameter) => parameter.gate)];
  return [...new Set(gates.flatMap((each) => (each ? [each.feature] : [])))];
}

function missingTexts(route: Route): NamedExample[] {
  const { path, query } = exampleRequest(route);
  const texts = Object.entries(route.notFound ?? {}).map(([at, message]) => [at === '' ? 'unknown' : at, message]);
  if (route.empty !== undefined && !texts.some(([, message]) => message === route.empty)) {
    texts.push(['empty', route.empty]);
  }
  return texts.map(([name = '', message = '']) => ({
    name,
    summary: name === 'unknown' ? 'No such record' : `Nothing on record: ${name}`,
    value: { error: message.replace(/\{(\w+)\}/g, (_all, key: string) => query.get(key) ?? path.get(key) ?? '') },
  }));
}

function plainAnswer(
  error: ErrorKind,
  description: string,
  kind: AnswerKind,
  named: readonly HeaderName[] = [],
): JsonSchema {
  const example = { name: error, summary: description, value: { error: ERROR_KINDS[error].error } };
  return answer(description, 'Error', [example], kind, named);
}

function answer(
  description: string,
  schema: keyof typeof ERROR_SCHEMAS,
  examples: readonly NamedExample[],
  kind: AnswerKind = 'failed',
  named: readonly HeaderName[] = [],
): JsonSchema {
  return {
    description,
    headers: headersOf(kind, named),
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${schema}` },
        examples: Object.fromEntries(examples.map(({ name, summary, value }) => [name, { summary, value }])),
      },
    },
  };
}

function shared(name: string): JsonSchema {
  return { $ref: `#/components/responses/${name}` };
}
