/** Every code that `/graphql` refuses with, and the HTTP status of each. */
import { GraphQLError } from 'graphql';
import { withoutStacks } from '../http/expected-error.ts';
import type { Unavailability } from '../http/outcome.ts';

/** Codes in `errors[].extensions.code` and their status; documented in docs/graphql.md. */
export const STATUS_OF = {
  BAD_REQUEST: 400,
  BATCHING_NOT_SUPPORTED: 400,
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  OPERATION_RESOLUTION_FAILURE: 400,
  BAD_USER_INPUT: 400,
  TOO_MANY_TOKENS: 400,
  QUERY_TOO_DEEP: 400,
  TOO_MANY_ALIASES: 400,
  TOO_MANY_DIRECTIVES: 400,
  TOO_MANY_FIELDS: 400,
  QUERY_TOO_COSTLY: 400,
  PERSISTED_QUERY_MISMATCH: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  INTROSPECTION_DISABLED: 403,
  PERSISTED_QUERY_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 503,
} as const;

export type RefusalCode = keyof typeof STATUS_OF;

/** The error that refuses a request; `details` go beside the code. */
export function refusal(
  code: RefusalCode,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): GraphQLError {
  return withoutStacks(() => new GraphQLError(message, { extensions: { code, ...details } }));
}

const reasons = new WeakMap<GraphQLError, Unavailability>();

/** The error of what cannot be answered now, which tells the client no more than what it can do. */
export function unavailable(reason: Unavailability, deadlineMs?: number): GraphQLError {
  const error =
    reason === 'late'
      ? refusal('DEADLINE_EXCEEDED', `The operation did not finish within ${deadlineMs} ms and was cancelled.`)
      : reason === 'gone'
        ? refusal('DEADLINE_EXCEEDED', 'The operation was aborted.')
        : refusal('SERVICE_UNAVAILABLE', 'Service temporarily unavailable.');
  reasons.set(error, reason);
  return error;
}

/** Why the first of them that is {@link unavailable} is so. */
export function reasonOf(errors: readonly GraphQLError[]): Unavailability | undefined {
  for (const error of errors) if (reasons.has(error)) return reasons.get(error);
  return undefined;
}

/** The error that hides a fault of our own from the client; it has the fault as `originalError`. */
export function internalError(fault: unknown): GraphQLError {
  const originalError = fault instanceof Error ? fault : new Error('not an error was thrown', { cause: fault });
  return new GraphQLError('Internal server error.', { originalError, extensions: { code: 'INTERNAL_SERVER_ERROR' } });
}

/** The code of an error; an error without one is the client's. */
export function codeOf(error: GraphQLError): string {
  const { code } = error.extensions;
  return typeof code === 'string' ? code : 'BAD_USER_INPUT';
}

/**
 * The status of an answer that is refused with these errors: the highest of their codes.
 * `legacy` is true for a client that accepts `application/json` only: the GraphQL-over-HTTP specification wants 200 for
 * documents that do not parse or validate and for variables that do not fit (section 6.4.1).
 */
export function statusOf(errors: readonly GraphQLError[], legacy: boolean): number {
  if (legacy && errors.every(isOfDocumentOrVariables)) return 200;
  return Math.max(...errors.map((error) => statusOfCode(codeOf(error))));
}

/** True for a code that says "later" and so comes with `Retry-After`. */
export function isRetryable(errors: readonly GraphQLError[]): boolean {
  return errors.some((error) => statusOfCode(codeOf(error)) === 503);
}

function statusOfCode(code: string): number {
  return Object.hasOwn(STATUS_OF, code) ? STATUS_OF[code as RefusalCode] : 400; // hasOwn has just said so.
}

function isOfDocumentOrVariables(error: GraphQLError): boolean {
  const code = codeOf(error);
  // A resolver's error has a path; one of variables has none.
  return code === 'BAD_USER_INPUT'
    ? error.path === undefined
    : code === 'GRAPHQL_PARSE_FAILED' || code === 'GRAPHQL_VALIDATION_FAILED';
}
