/** What a lane hands back for a request; `respond` makes the answer of HTTP of it. */
import type { Caller } from '../auth/caller.ts';
import type { Answer } from './answer.ts';

export interface Outcome {
  /** What the request turned out to be, for logs and metrics: the operation's id, the field that a document of GraphQL asks, or a word for what never reached one. */
  readonly route: string;
  readonly caller?: Caller | undefined;
  /** Headers that tell the caller of its quota. */
  readonly usage?: Readonly<Record<string, string>> | undefined;
  /** The request headers that the answers of the lane depend on. */
  readonly vary?: string | undefined;
  readonly reply: Reply;
}

export interface Reply {
  readonly status: number;
  /**
   * An answer that is kept, in any coding and, unless it is `no-store`, under its entity tag; or bytes that are sent once, whole
   * or as they are made.
   */
  readonly body?: Answer | Buffer | AsyncIterable<Buffer> | undefined;
  /** The body's `Content-Type`. */
  readonly type?: string | undefined;
  /** Absent where nobody keeps answers anyway: those to OPTIONS. */
  readonly cacheControl?: string | undefined;
  /** What the lane says beside; it wins over what every answer has. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** True for what pages of other sites must not read, since it may hold a demo key. */
  readonly ownSiteOnly?: boolean | undefined;
}
