/** Between node:http and the request and response values of the lanes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Exchanges } from './exchange.ts';
import { framingFault } from './framing.ts';
import type { Delivery } from './load/delivery.ts';
import { NotNowError } from './load/not-now.ts';
import type { HttpRequest, HttpResponse } from './messages.ts';
import { writeLines } from './write-lines.ts';

/** The request as a value. */
class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #gone: AbortSignal | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.method = incoming.method ?? 'GET';
    this.target = originForm(incoming.url ?? '/');
    this.#incoming = incoming;
    this.#outgoing = outgoing;
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
  readonly header = (name: string): string | undefined => {
    const value = this.#incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };

  readBody(limit: number): Promise<Buffer | undefined> {
    return readBody(this.#incoming, limit);
  }
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

/** The body; what comes after the limit is received and thrown away, so that the answer arrives. */
function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (incoming.readableEnded) return Promise.resolve(Buffer.alloc(0)); // There was none, see `optimizeEmptyRequests`.
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      chunks = [];
      resolve(undefined);
    });
    incoming.once('end', () => resolve(chunks[0] && chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    incoming.once('error', reject);
    incoming.once('close', () => {
      // An error takes longer to make than all the rest of this.
      if (!incoming.readableEnded) reject(new Error('the connection closed before the body was whole'));
    });
  });
}

/** Answers a request of node:http. One that is not well framed ends its connection, since what follows may be part of it. */
export function handleNode(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { exchanges, delivery }: { readonly exchanges: Exchanges; readonly delivery: Delivery },
): void {
  // Where even a fault cannot be told, or the head was not to be written.
  const giveUp = () => void outgoing.destroy();
  try {
    const request = new NodeRequest(incoming, outgoing);
    const fault = framingFault(incoming);
    if (fault) outgoing.shouldKeepAlive = false;
    const answer = fault ? exchanges.refuse(request, fault) : exchanges.answer(request);
    if (answer instanceof Promise) answer.then((response) => toNode(response, outgoing, delivery)).catch(giveUp);
    else toNode(answer, outgoing, delivery);
  } catch {
    giveUp();
  }
}

function toNode({ status, headers, body }: HttpResponse, outgoing: ServerResponse, delivery: Delivery): void {
  if (typeof headers === 'string') writeLines(outgoing, status, headers);
  else outgoing.writeHead(status, headers);
  if (typeof body === 'string') outgoing.end(body, 'latin1');
  else if (body === undefined || Buffer.isBuffer(body)) delivery.end(outgoing, body);
  else pipeline(Readable.from(body), outgoing).catch(() => outgoing.destroy()); // The client has gone.
}

/** `GET http://host/path` means `GET /path` (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const path = /^https?:\/\/[^/?#]*/i.exec(target);
  if (!path) return target;
  const rest = target.slice(path[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
