/** Where a request of the Reconciliation Service API goes, and with which key: it may stand in the path, the query or a header. */
import { KEY_HEADER } from '../auth/key-headers.ts';
import { ApiError } from '../http/errors.ts';
import { NotNowError } from '../http/load/not-now.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { OriginOf } from '../http/origin.ts';
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
  const [type = ''] = (request.header('content-type') ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/x-www-form-urlencoded') {
    throw new ApiError('unsupportedMediaType', { error: 'A request body is application/x-www-form-urlencoded.' });
  }
  if (Number(request.header('content-length') ?? 0) > mostBytes) throw tooLarge(mostBytes);
}

/** The bytes of a form. Rejects with ApiError, or with a `NotNowError`. */
export async function readForm(request: HttpRequest, mostBytes: number): Promise<Uint8Array> {
  const bytes = await request.readBody(mostBytes).catch((error: unknown) => {
    throw error instanceof NotNowError ? error : new ApiError('malformed');
  });
  if (!bytes) throw tooLarge(mostBytes);
  return bytes;
}

/** The parameters of a form; throws ApiError for what is none. */
export function parametersOf(form: Uint8Array): ReadonlyMap<string, string> {
  const values = parseQuery(Buffer.from(form.buffer, form.byteOffset, form.length).toString());
  if (!values) throw new ApiError('malformed');
  return new Map([...values].map(([name, [first = '']]) => [name, first]));
}

function tooLarge(mostBytes: number): ApiError {
  return new ApiError('tooLarge', { error: `Request body too large: at most ${mostBytes} bytes.` });
}
