/** The errors of `/v1` and of the service around it, by kind (contract, section 1), and the reply of each. */
import { ExpectedError } from './expected-error.ts';
import { JSON_TYPE } from './media-types.ts';
import type { Reply, Unavailability } from './outcome.ts';

export const ERROR_KINDS = {
  malformed: { status: 400, error: 'Malformed request.' },
  unauthorized: { status: 401, error: "Unauthorized. You shouldn't be here." },
  forbidden: { status: 403, error: 'This feature is not available on your current plan.' },
  notFound: { status: 404, error: 'Not found.' },
  methodNotAllowed: { status: 405, error: 'Method not allowed.' },
  invalid: { status: 400, error: 'Invalid query parameters' },
  tooLarge: { status: 413, error: 'Request body too large.' },
  unsupportedMediaType: {
    status: 415,
    error: 'A request body is application/json or application/x-ndjson, in UTF-8 and not compressed.',
  },
  quotaExceeded: { status: 429, error: 'Rate limit exceeded.' },
  internal: { status: 500, error: 'Internal server error.' },
  unavailable: { status: 503, error: 'Service temporarily unavailable.' },
} as const;

export type ErrorKind = keyof typeof ERROR_KINDS;

/** An answer other than 200: the kind decides the status, `body` and `headers` add to it. */
export class ApiError extends ExpectedError {
  readonly kind: ErrorKind;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: Unavailability | undefined;

  constructor(
    kind: ErrorKind,
    options: {
      error?: string;
      extra?: Readonly<Record<string, unknown>>;
      headers?: Readonly<Record<string, string>>;
      reason?: Unavailability;
    } = {},
  ) {
    const error = options.error ?? ERROR_KINDS[kind].error;
    super(error);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = ERROR_KINDS[kind].status;
    this.body = { error, ...options.extra };
    this.headers = options.headers ?? {};
    this.reason = options.reason;
  }
}

/** The JSON body of an error, with the way to its explanation. */
export function errorReply({ kind, status, body, headers, reason }: ApiError): JsonReply {
  return { ...jsonError(status, body, { Link: `</docs/errors#${kind}>; rel="help"`, ...headers }), reason };
}

export type JsonReply = Reply & { readonly body: Buffer };

/** An error as JSON. */
export function jsonError(
  status: number,
  body: Readonly<Record<string, unknown>>,
  headers?: Readonly<Record<string, string>>,
): JsonReply {
  return { status, type: JSON_TYPE, cacheControl: 'no-store', headers, body: Buffer.from(JSON.stringify(body)) };
}

/** The error of a method that a path does not have. */
export function methodNotAllowed(methods: string): ApiError {
  return new ApiError('methodNotAllowed', { headers: { Allow: methods } });
}
