/** A request with a body, as the lane that takes one sees it. */
import type { HttpRequest } from './messages.ts';

export interface BodyRequest extends HttpRequest {
  /** The headers of the request itself, without those of its body and its connection. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body's bytes; undefined when there are more than `limit`, of which no more than that is kept. */
  readBody(limit: number): Promise<Uint8Array | undefined>;
  /** Aborts when the client has gone. */
  readonly signal?: AbortSignal | undefined;
}

const OF_THE_WIRE =
  /^(?:host|connection|keep-alive|te|trailer|upgrade|expect|content-.*|transfer-encoding|proxy-.*|http2-settings)$/;

/** The headers that mean the same wherever the request is handed on. */
export function endToEnd(headers: Iterable<readonly [string, string]>): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !OF_THE_WIRE.test(name)));
}
