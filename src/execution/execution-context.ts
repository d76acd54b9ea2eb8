/** What an execution asks of the context that the schema's resolvers are handed. */
import type { Caller } from '../auth/caller.ts';
import type { Pace } from './pace.ts';

export interface ExecutionContext {
  readonly caller: Caller;
  /** The operation's share of the event loop. */
  readonly pace: Pace;
  readonly signal: AbortSignal | undefined;
  /** Called when the operation has been executed: what is remembered by its context is not needed any more. */
  ended(): void;
}
