/** A request and its answer as values, whatever carried them (node:http or fetch). */
import type { Unavailability } from './outcome.ts';

export interface HttpRequest {
  readonly method: string;
  /** What it is called in its answer (`X-Request-Id`) and in every line that the log has of it. */
  readonly id: string;
  /** Path and query exactly as they stood in the request line. */
  readonly target: string;
  /** A header by lower-case name. */
  header(name: string): string | undefined;
  /** Address of the peer, for throttling; undefined where there is none. */
  readonly remoteAddress?: string | undefined;
  /** What carries the request and may carry the next one of the same client; undefined where there is none. */
  readonly connection?: object | undefined;
  /** Aborts when the client has gone. */
  readonly signal?: AbortSignal | undefined;
  /** When its head had come, as `performance.now()` has it; where undefined, just now. */
  readonly arrivedAt?: number | undefined;
  /**
   * The body's bytes; undefined when there are more than `limit`, of which no more than that is kept. Rejects with a `NotNowError`
   * when there is no room for them, and with another error when they did not arrive whole.
   */
  readBody(limit: number): Promise<Uint8Array | undefined>;
  /** The body has been read and is kept no longer: others may have its room. Without it that is when the answer has left. */
  releaseBody?(): void;
}

export interface HttpResponse {
  readonly status: number;
  /** That of the request. */
  readonly id: string;
  /** By their names as they are sent; or their lines as they are sent, each with its end. */
  readonly headers: Readonly<Record<string, string>> | string;
  /** A string has a character for each byte. Undefined for no body: 204, 304 and answers to HEAD. */
  readonly body: Buffer | string | AsyncIterable<Buffer> | undefined;
  /** True for an answer that is given again and again, as one that is kept is. */
  readonly comesAgain?: boolean;
}

/** The path of a request: its target up to the query. */
export function pathOf({ target }: HttpRequest): string {
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark);
}

/** What the service answers itself. */
export interface OwnAnswer extends Pick<HttpResponse, 'status'> {
  readonly body: Buffer | undefined;
  readonly reason?: Unavailability | undefined;
}

/** The service asking itself: a GET of a target, without headers and without a body. No answer has its id. */
export function ownRequest(target: string): HttpRequest {
  return {
    method: 'GET',
    id: 'own',
    target,
    header: () => undefined,
    readBody: () => Promise.resolve(new Uint8Array()),
  };
}
