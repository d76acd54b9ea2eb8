/** What a lane hands back for a request. */
import type { Caller } from '../auth/caller.ts';
import type { HttpResponse } from './messages.ts';

export interface Outcome {
  readonly response: HttpResponse;
  /** What the request turned out to be, for logs and metrics: the operation's id, or a word for what never reached one. */
  readonly route: string;
  readonly caller: Caller | undefined;
}
