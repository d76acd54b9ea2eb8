/** The walk of every request: preflight → lane → outcome → answer → log. Lanes differ in the outcome only. */
import { isPreflight, preflight } from './cors.ts';
import { ApiError, errorReply } from './errors.ts';
import { type Lane, READ_METHODS } from './lane.ts';
import { type HttpRequest, type HttpResponse, pathOf } from './messages.ts';
import type { Outcome, Reply } from './outcome.ts';
import { respond } from './respond.ts';

/** What logs and metrics call a request that no lane takes. */
const UNKNOWN = 'unknown';

/** A request that is being answered. */
interface Asked {
  readonly request: HttpRequest;
  readonly startedAt: number;
  companion: Companion | undefined;
  /** True once others have been told of its answer. */
  isTold: boolean;
}

/** A request that has its answer. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly outcome: Outcome;
  readonly response: HttpResponse;
  /** Milliseconds from the request's head to its answer's, without the time that sending takes. */
  readonly ms: number;
  /** The trace that the request belongs to, where requests are traced. */
  readonly traceId?: string | undefined;
}

/** Goes along with one request, and knows what is done for it. */
export interface Companion {
  readonly traceId?: string | undefined;
  /** Runs what looks for the answer. */
  run<T>(find: () => T): T;
  /** The response as it is to be sent. */
  answered(exchange: Exchange): HttpResponse;
}

export type Accompany = (request: HttpRequest) => Companion;

export interface ExchangeOptions {
  /** The lanes in the order in which they are asked for a path. */
  readonly lanes: readonly Lane[];
  /** The reply where no lane has the path. */
  notFound(request: HttpRequest): Reply;
  /** Who goes along with requests; by default nobody. */
  readonly accompany?: Accompany | undefined;
  /** Told about every request that was answered. */
  onAnswer(exchange: Exchange): void;
  /** Told about a fault outside the lanes, which see to their own. */
  onFault(error: unknown, request: HttpRequest): void;
}

export interface Exchanges {
  /** Answers a request; a promise only when something has to be waited for. Rejects only where not even a fault can be told. */
  answer(request: HttpRequest): HttpResponse | Promise<HttpResponse>;
  /** Answers a request that no lane is to see. */
  refuse(request: HttpRequest, reply: Reply): HttpResponse | Promise<HttpResponse>;
}

export function createExchanges({ lanes, notFound, accompany, onAnswer, onFault }: ExchangeOptions): Exchanges {
  async function faulty(error: unknown, asked: Asked): Promise<HttpResponse> {
    const outcome = { route: UNKNOWN, reply: errorReply(new ApiError('internal')) };
    onFault(error, asked.request);
    const response = await respond(asked.request, outcome);
    if (asked.isTold) return response; // What was told of it may be what failed.
    return told(asked, outcome, response);
  }

  function told(asked: Asked, outcome: Outcome, response: HttpResponse): HttpResponse {
    const { request, startedAt, companion } = asked;
    const ms = performance.now() - startedAt;
    const exchange = { request, outcome, response, ms, traceId: companion?.traceId };
    asked.isTold = true;
    onAnswer(exchange);
    return companion ? companion.answered(exchange) : response;
  }

  function exchanged(asked: Asked, outcome: Outcome): HttpResponse | Promise<HttpResponse> {
    try {
      const response = respond(asked.request, outcome);
      return response instanceof Promise
        ? response.then((made) => told(asked, outcome, made)).catch((error) => faulty(error, asked))
        : told(asked, outcome, response);
    } catch (error) {
      return faulty(error, asked);
    }
  }

  function answer(
    request: HttpRequest,
    find: (request: HttpRequest) => Outcome | Promise<Outcome>,
  ): HttpResponse | Promise<HttpResponse> {
    const startedAt = request.arrivedAt ?? performance.now();
    const asked: Asked = { request, startedAt, companion: undefined, isTold: false };
    const fail = (error: unknown) => faulty(error, asked);
    try {
      const companion = accompany?.(request);
      asked.companion = companion;
      const found = companion ? companion.run(() => find(request)) : find(request);
      return found instanceof Promise
        ? found.then((outcome) => exchanged(asked, outcome), fail)
        : exchanged(asked, found);
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
  if (isPreflight(request)) return preflight(request, lane?.methodsOf(path) ?? READ_METHODS);
  return lane
    ? lane.handle(request, path)
    : { route: UNKNOWN, vary: 'Accept, Accept-Encoding', reply: notFound(request) };
}
