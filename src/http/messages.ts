/** A request and its answer as values, whatever carried them (node:http or fetch). */

export interface HttpRequest {
  readonly method: string;
  /** Path and query exactly as they stood in the request line. */
  readonly target: string;
  /** A header by lower-case name. */
  header(name: string): string | undefined;
  /** Address of the peer, for throttling; undefined where there is none. */
  readonly remoteAddress?: string | undefined;
  /** A signal that aborts when the client has gone, made when it is asked for; undefined where nobody can go. */
  gone?(): AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** Names as they are sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for no body: 204, 304 and answers to HEAD. */
  readonly body: Buffer | undefined;
}
