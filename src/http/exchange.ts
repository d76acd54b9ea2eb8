/** The walk of every request: preflight → lane → outcome → answer → log. Lanes differ in the outcome only. */
import { isPreflight, preflight } from './cors.ts';
import { ApiError, errorReply } from './errors.ts';
import { type Lane, READ_METHODS } from './lane.ts';
import { type HttpRequest, type HttpResponse, pathOf } from './messages.ts';
import type { Outcome, Reply } from './outcome.ts';
import { respond } from './respond.ts';

/** What logs and metrics call a request that no lane takes. */
const UNKNOWN = 'unknown';

/** A request that has its answer. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly outcome: Outcome;
  readonly response: HttpResponse;
  /** Milliseconds from the request's head to its answer's, without the time that sending takes. */
  readonly ms: number;
}

export interface ExchangeOptions {
  /** The lanes in the order in which they are asked for a path. */
  readonly lanes: readonly Lane[];
  /** The reply where no lane has the path. */
  notFound(request: HttpRequest): Reply;
  /** Told about every request that was answered. */
  onAnswer(exchange: Exchange): void;
  /** Told about a fault outside the lanes, which see to their own. */
  onFault(error: unknown, request: HttpRequest): void;
}

export interface Exchanges {
  /** Answers a request; a promise only when something has to be waited for. Neither throws nor rejects. */
  answer(request: HttpRequest): HttpResponse | Promise<HttpResponse>;
  /** Answers a request that no lane is to see. */
  refuse(request: HttpRequest, reply: Reply): HttpResponse | Promise<HttpResponse>;
}

export function createExchanges({ lanes, notFound, onAnswer, onFault }: ExchangeOptions): Exchanges {
  function faulty(error: unknown, request: HttpRequest): HttpResponse | Promise<HttpResponse> {
    onFault(error, request);
    return respond(request, { route: UNKNOWN, reply: errorReply(new ApiError('internal')) });
  }

  function told(request: HttpRequest, outcome: Outcome, response: HttpResponse, startedAt: number): HttpResponse {
    onAnswer({ request, outcome, response, ms: performance.now() - startedAt });
    return response;
  }

  function exchanged(request: HttpRequest, outcome: Outcome, startedAt: number): HttpResponse | Promise<HttpResponse> {
    const response = respond(request, outcome);
    return response instanceof Promise
      ? response.then((made) => told(request, outcome, made, startedAt))
      : told(request, outcome, response, startedAt);
  }

  function answer(
    request: HttpRequest,
    find: (request: HttpRequest) => Outcome | Promise<Outcome>,
  ): HttpResponse | Promise<HttpResponse> {
    const startedAt = performance.now();
    const fail = (error: unknown) => faulty(error, request);
    try {
      const found = find(request);
      const response =
        found instanceof Promise
          ? found.then((outcome) => exchanged(request, outcome, startedAt))
          : exchanged(request, found, startedAt);
      return response instanceof Promise ? response.catch(fail) : response;
    } catch (error) {
      return fail(error);
    }
  }

  const byLanes = (request: HttpRequest) => outcomeOf(request, lanes, notFound);
  return {
    answer: (request) => answer(request, byLanes),
    refuse: (request, reply) => answer(request, () => ({ route: UNKNOWN, reply })),
  };
}

function outcomeOf(
  request: HttpRequest,
  lanes: readonly Lane[],
  notFound: ExchangeOptions['notFound'],
): Outcome | Promise<Outcome> {
  const path = pathOf(request);
  const lane = lanes.find((each) => each.owns(path));
  if (isPreflight(request)) return preflight(request, lane?.methods ?? READ_METHODS);
  return lane
    ? lane.handle(request, path)
    : { route: UNKNOWN, vary: 'Accept, Accept-Encoding', reply: notFound(request) };
}
