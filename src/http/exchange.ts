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
  /** Answers a request. Never rejects. */
  answer(request: HttpRequest): Promise<HttpResponse>;
  /** Answers a request that no lane is to see. */
  refuse(request: HttpRequest, reply: Reply): Promise<HttpResponse>;
}

export function createExchanges({ lanes, notFound, onAnswer, onFault }: ExchangeOptions): Exchanges {
  async function exchanged(request: HttpRequest, find: () => Outcome | Promise<Outcome>): Promise<HttpResponse> {
    const startedAt = performance.now();
    try {
      const outcome = await find();
      const response = await respond(request, outcome);
      onAnswer({ request, outcome, response, ms: performance.now() - startedAt });
      return response;
    } catch (error) {
      onFault(error, request);
      return respond(request, { route: UNKNOWN, reply: errorReply(new ApiError('internal')) });
    }
  }

  return {
    answer: (request) => exchanged(request, () => outcomeOf(request, lanes, notFound)),
    refuse: (request, reply) => exchanged(request, () => ({ route: UNKNOWN, reply })),
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
