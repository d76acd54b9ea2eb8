/** Where a request of the Reconciliation Service API goes, and with which key: it may stand in the path, the query or a header. */
import { KEY_HEADER } from '../auth/key-headers.ts';
import { isTooLong, mediaTypeOf } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { OriginOf } from '../http/origin.ts';
import { BODY_FAULTS } from '../http/refusals.ts';
import { parseQuery, splitTarget } from '../http/target.ts';

export interface Address {
  readonly origin: string;
  /** The address that leads here again, with the key where one stood in the address. */
  readonly base: string;
  /** Below it: `suggest/entity`; empty for the service itself. */
  readonly path: string;
  /** What stood in the address. */
  readonly key: string | undefined;
  /** The first value of each parameter. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Throws ApiError for what cannot be read. */
export function addressOf(request: HttpRequest, originOf: OriginOf): Address {
  const { segments, query } = splitTarget(request.target);
  const values = parseQuery(query);
  const [, ...below] = segments;
  if (!values || below.includes(undefined)) throw new ApiError('malformed');
  const isKey = below[0]?.startsWith('geo_') ?? false;
  const parameters = new Map([...values].map(([name, [first = '']]) => [name, first]));
  const key = isKey ? below[0] : parameters.get('key');
  const origin = originOf(request);
  return {
    origin,
    base: key === undefined ? `${origin}/reconcile` : `${origin}/reconcile/${encodeURIComponent(key)}`,
    path: below.slice(isKey ? 1 : 0).join('/'),
    key,
    parameters,
  };
}

/** The request as admission looks at it: the key of its address stands in for a header. Throws ApiError where that has another. */
export function applicantOf(request: HttpRequest, key: string | undefined) {
  const name = KEY_HEADER.toLowerCase();
  if (key !== undefined && (request.header(name) || key) !== key) {
    throw new ApiError('malformed', { error: `The address and ${KEY_HEADER} have different keys: send one.` });
  }
  return {
    header: (each: string) => (key !== undefined && each === name ? key : request.header(each)),
    remoteAddress: request.remoteAddress,
    purpose: 'reconcile',
  } as const;
}

/** Throws ApiError where a request posts something else than a form, or one that is too long. */
export function assertForm(request: HttpRequest, mostBytes: number): void {
  if (mediaTypeOf(request) !== 'application/x-www-form-urlencoded') {
    throw new ApiError('unsupportedMediaType', {
      error: 'A request body is application/x-www-form-urlencoded, in UTF-8 and not compressed.',
    });
  }
  if (isTooLong(request, mostBytes)) throw BODY_FAULTS.tooLong(mostBytes);
}

/** The parameters of a form; throws ApiError for what is none. */
export function parametersOf(form: Uint8Array): ReadonlyMap<string, string> {
  const values = parseQuery(Buffer.from(form.buffer, form.byteOffset, form.length).toString());
  if (!values) throw new ApiError('malformed');
  return new Map([...values].map(([name, [first = '']]) => [name, first]));
}
