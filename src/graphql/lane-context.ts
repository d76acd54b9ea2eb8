/** What `/graphql` knows of a request before Yoga sees it. */
import type { Caller } from '../auth/caller.ts';
import type { OperationContext } from '../schema/context.ts';

/** The parameters of a GraphQL request, checked to be of the right kinds. */
export interface GraphqlParams {
  readonly query?: string;
  readonly operationName?: string;
  readonly variables?: Record<string, unknown>;
  readonly extensions?: Record<string, unknown>;
}

export interface LaneContext {
  readonly params: GraphqlParams;
  readonly caller: Caller;
  readonly dataSet: OperationContext['dataSet'];
  /** Aborts at the deadline, or when the client has gone. */
  readonly signal: AbortSignal;
  /** True for a client that accepts `application/json` and nothing newer. */
  readonly legacy: boolean;
  /** True for a client that wants to be told the fields that its plan does not see. */
  readonly showHidden: boolean;
  /** Told what a valid document asks, by the words of the schema: the name of a field, `several`, or nothing. */
  noteAsked(asked: string): void;
}
