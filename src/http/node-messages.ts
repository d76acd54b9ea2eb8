/** Between node:http and the request and response values of the lanes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Exchanges } from './exchange.ts';
import { framingFault } from './framing.ts';
import type { Delivery } from './load/delivery.ts';
import type { Departures } from './load/departures.ts';
import type { Intake } from './load/intake.ts';
import { NotNowError } from './load/not-now.ts';
import type { Reception } from './load/reception.ts';
import type { HttpRequest, HttpResponse } from './messages.ts';
import { endInPeace } from './raw-answer.ts';
import { headerOf } from './repeated-request.ts';
import type { RepeatedRequests } from './repeated-requests.ts';
import { requestIdOf } from './request-id.ts';
import { ABSOLUTE_FORM } from './target.ts';
import { writeLines } from './write-lines.ts';

/** The request as a value. */
class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly arrivedAt = performance.now();
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #intake: Intake;
  #id: string | undefined;
  #gone: AbortSignal | undefined;
  #isBodyWanted = false;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, intake: Intake) {
    this.method = incoming.method ?? 'GET';
    this.target = originForm(incoming.url ?? '/');
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#intake = intake;
  }

  get id(): string {
    this.#id ??= requestIdOf(this.header);
    return this.#id;
  }

  get remoteAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress;
  }

  get connection(): object {
    return this.#incoming.socket;
  }

  get signal(): AbortSignal {
    this.#gone ??= departure(this.#outgoing);
    return this.#gone;
  }

  // Bound, since whoever needs nothing else takes it out of the request.
  readonly header = (name: string): string | undefined => headerOf(this.#incoming.headers, name);

  readBody(limit: number): Promise<Buffer | undefined> {
    this.#isBodyWanted = true;
    if (this.#waitsToContinue()) this.#outgoing.writeContinue();
    return this.#intake.read(this.#incoming, this.#outgoing, limit);
  }

  releaseBody(): void {
    this.#intake.release(this.#incoming);
  }

  /** Its answer is about to be sent: a body that nobody wanted is thrown away, or not sent at all. */
  dropBody(): void {
    if (this.#isBodyWanted || this.#incoming.readableEnded) return;
    // Whether a body that was not asked for comes all the same is not known, and so neither where the next request begins.
    if (this.#waitsToContinue()) endBehind(this.#outgoing);
    this.#incoming.resume();
  }

  #waitsToContinue(): boolean {
    return this.#incoming.headers.expect !== undefined && this.#incoming.httpVersion === '1.1';
  }
}

/** Connections that end behind an answer that is under way. */
const ending = new WeakSet<Socket>();

/** Ends the connection behind this answer, which its client did not ask for. */
function endBehind(outgoing: ServerResponse): void {
  ending.add(outgoing.req.socket);
  outgoing.shouldKeepAlive = false;
  endInPeace(outgoing.req.socket);
}

/** Aborts when the client goes before its answer is written. */
function departure(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const leave = () => {
    if (!outgoing.writableFinished) gone.abort(new NotNowError('gone'));
  };
  if (outgoing.destroyed) leave();
  else outgoing.once('close', leave);
  return gone.signal;
}

/** What a request of node:http is answered with. */
export interface NodeHandling {
  readonly exchanges: Exchanges;
  readonly delivery: Delivery;
  readonly departures: Departures;
  readonly intake: Intake;
  readonly reception: Reception;
  /** Whose a request says that it is. */
  ownerOf(request: HttpRequest): string;
}

/** What of {@link RepeatedRequests} is asked about a request that node:http has read. */
export type Repeats = Pick<RepeatedRequests, 'read' | 'note'>;

/**
 * Answers a request of node:http. One that is not well framed ends its connection, since what follows may be part of it, and nothing that
 * came behind it is a request any more (RFC 9112, section 9.6).
 */
export function handleNode(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { exchanges, delivery, departures, intake, reception, ownerOf }: NodeHandling,
  repeats?: Repeats,
): void {
  if (ending.has(incoming.socket)) {
    incoming.resume();
    return;
  }
  const request = new NodeRequest(incoming, outgoing, intake);
  const ready = repeats?.read(incoming, outgoing);
  // Looked for when it comes: what came behind it may be another's, whose turn is sooner.
  const fault = ready ? undefined : framingFault(incoming);
  // What came in one piece with the wish for another protocol, which nobody here speaks, is lost: its client has to know.
  if (fault || incoming.headers.upgrade !== undefined) endBehind(outgoing);
  if (ready) attempt(() => send(ready));
  else if (reception.isFree()) attempt(answer);
  else
    reception.wait(
      ownerOf(request),
      () => {
        // Nobody waits any more for the answer to who has gone meanwhile.
        if (!incoming.socket.destroyed) attempt(answer);
      },
      incoming.socket.bytesWritten === 0,
    );

  function answer(): void {
    const found = fault ? exchanges.refuse(request, fault) : exchanges.answer(request);
    if (!(found instanceof Promise)) finish(found);
    else
      found
        .then((response) => departures.atEndOfTurn(() => attempt(() => finish(response))))
        .catch(() => outgoing.destroy());
  }

  function finish(response: HttpResponse): void {
    repeats?.note(request, response, outgoing);
    send(response);
  }

  function send(response: HttpResponse): void {
    request.dropBody();
    toNode(response, outgoing, delivery);
  }

  /** Where even a fault cannot be told, or the head was not to be written, there is no answer. */
  function attempt(work: () => void): void {
    try {
      work();
    } catch {
      outgoing.destroy();
    }
  }
}

function toNode({ status, headers, body }: HttpResponse, outgoing: ServerResponse, delivery: Delivery): void {
  if (typeof headers === 'string') writeLines(outgoing, status, headers);
  else outgoing.writeHead(status, headers);
  if (typeof body === 'string') outgoing.end(body, 'latin1');
  else if (body === undefined || Buffer.isBuffer(body)) delivery.end(outgoing, body);
  else void delivery.endWith(outgoing, body);
}

/** `GET http://host/path` means `GET /path` (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const before = ABSOLUTE_FORM.exec(target);
  if (!before) return target;
  const rest = target.slice(before[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
