/**
 * What pages of other sites may do with answers (the CORS protocol of the Fetch standard). Keys travel in a header, never
 * in a cookie, so any page may ask with any header: credentials are never allowed.
 */
import type { HttpRequest } from './messages.ts';
import type { Outcome, Reply } from './outcome.ts';

/** Headers that scripts of other sites may read. */
const EXPOSED_HEADERS = [
  'ETag',
  'Link',
  'X-Cache',
  'X-SVCAPI-Plan',
  'X-SVCAPI-Daily-Used',
  'X-SVCAPI-Daily-Limit',
  'X-SVCAPI-Monthly-Used',
  'X-SVCAPI-Monthly-Limit',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'Retry-After',
].join(', ');

/** What every answer says that any page may read. */
export const OPEN_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
};

/** What is allowed to whoever names no header, or something that is no list of headers. */
const USUAL_HEADERS = 'X-SVCAPI-KEY, X-Request-Id, If-None-Match, Content-Type, User-Agent';
/** A list longer than this is not repeated; browsers ask for the few headers that a script sets. */
const LONGEST_LIST = 2_048;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** True when a browser asks whether a script's request may be sent. */
export function isPreflight({ method, header }: HttpRequest): boolean {
  return method === 'OPTIONS' && header('access-control-request-method') !== undefined;
}

/** The yes to a preflight, whatever the path: the request itself is then answered, so the script reads its error too. */
export function preflight(request: HttpRequest, methods: string): Outcome {
  return { route: 'preflight', reply: allowed(request, methods) };
}

/** The answer to OPTIONS. */
export function allowed(request: HttpRequest, methods: string): Reply {
  return {
    status: 204,
    headers: {
      Allow: methods,
      'Access-Control-Allow-Methods': allowedMethods(methods, request.header('access-control-request-method')),
      'Access-Control-Allow-Headers': allowedHeaders(request.header('access-control-request-headers')),
      'Access-Control-Max-Age': '86400',
      Vary: 'Access-Control-Request-Method, Access-Control-Request-Headers',
    },
  };
}

/** The methods of the path and the one that is asked for: a script that uses a wrong one shall read the 405. */
function allowedMethods(methods: string, asked: string | undefined): string {
  const known = methods.split(', ');
  return asked === undefined || known.includes(asked) || asked.length > 32 || !TOKEN.test(asked)
    ? methods
    : `${methods}, ${asked}`;
}

function allowedHeaders(asked: string | undefined): string {
  if (asked === undefined || asked.length > LONGEST_LIST) return USUAL_HEADERS;
  const names = asked.split(',').map((name) => name.trim());
  return names.every((name) => TOKEN.test(name)) ? names.join(', ') : USUAL_HEADERS;
}
