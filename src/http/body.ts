/** Bodies of requests: what can be said of one before it is received, and receiving it. */
import { NotNowError } from './load/not-now.ts';
import type { HttpRequest } from './messages.ts';

/** A body up to this size takes no longer to read than a query string: it need not wait for its turn. */
export const QUICK_BYTES = 16 * 1024;

/** The media type of the body in small letters; undefined where it is compressed or in another charset than UTF-8. */
export function mediaTypeOf({ header }: Pick<HttpRequest, 'header'>): string | undefined {
  const [type = '', ...parameters] = (header('content-type') ?? '').toLowerCase().split(';');
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset)) return undefined;
  return isCompressed(header('content-encoding')) ? undefined : type.trim();
}

function isCompressed(coding: string | undefined): boolean {
  return !['', 'identity'].includes(coding?.trim().toLowerCase() ?? '');
}

/** True where the head tells of a longer body than there may be. */
export function isTooLong({ header }: Pick<HttpRequest, 'header'>, mostBytes: number): boolean {
  return Number(header('content-length') ?? 0) > mostBytes;
}

/** What is told of a body that does not come as it should. */
export interface BodyFaults {
  tooLong(mostBytes: number): Error;
  /** The client went, or broke off, before it was whole. */
  broken(): Error;
}

/** The bytes of the body. Rejects with one of the faults, or with a `NotNowError` where there is no room. */
export async function receiveBody(request: HttpRequest, mostBytes: number, faults: BodyFaults): Promise<Uint8Array> {
  const bytes = await request.readBody(mostBytes).catch((error: unknown) => {
    throw error instanceof NotNowError ? error : faults.broken();
  });
  if (!bytes) throw faults.tooLong(mostBytes);
  return bytes;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of bytes; undefined for what is not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** More values than a thousand rows of whatever we take have. */
export const MOST_VALUES = 50_000;
/** What stands before a value but the first of all; a name in an object has a value behind it. */
const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

/**
 * True where a JSON text has more values than {@link MOST_VALUES}. To read one takes as long as there are values in it: a megabyte of empty
 * arrays is half a million, and all others wait meanwhile. What looks like one within a string counts as well.
 */
export function hasTooManyValues(json: Uint8Array): boolean {
  if (json.length <= MOST_VALUES) return false;
  let values = 0;
  for (const byte of json) if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
  return values > MOST_VALUES;
}

/** The value of a JSON text; undefined for what is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
