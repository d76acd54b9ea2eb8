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

/**
 * Why a request is 503: there was more to do than could be done, its deadline came, its client has left, the database is out of reach,
 * there is no data set, or no index in memory yet.
 */
export type Unavailability = 'busy' | 'late' | 'gone' | 'database' | 'data' | 'index';

export interface Reply {
  readonly status: number;
  /** Of a 503, for logs and metrics: callers are not told. */
  readonly reason?: Unavailability | undefined;
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
