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

/** The value of a JSON text; undefined for what is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
