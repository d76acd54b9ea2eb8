/** A part of the service that answers the requests of some paths. */
import type { HttpRequest } from './messages.ts';
import type { Outcome } from './outcome.ts';

export interface Lane {
  /** True for a path that this lane answers, be it with an error. */
  owns(path: string): boolean;
  /** The methods that a path of its own has, as `Allow` lists them. */
  methodsOf(path: string): string;
  /** Answers a request to a path of its own. Neither throws nor rejects. */
  handle(request: HttpRequest, path: string): Outcome | Promise<Outcome>;
}

/**
 * Told about a fault of our own in the answer to a request. `route` is that of the outcome, and `more` how many other faults the same
 * answer has of which nobody is told: those of one operation mostly have one cause.
 */
export type OnFault = (error: unknown, request: HttpRequest, route: string, more?: number) => void;

/** The methods of a path that is only read. */
export const READ_METHODS = 'GET, HEAD, OPTIONS';

/** What a lane whose paths are only read says of each. */
export const onlyRead = (): string => READ_METHODS;
