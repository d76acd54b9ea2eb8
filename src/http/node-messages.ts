/** Between node:http and the request and response values of the lanes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Exchanges } from './exchange.ts';
import { framingFault } from './framing.ts';
import type { Delivery } from './load/delivery.ts';
import { NotNowError } from './load/not-now.ts';
import type { HttpRequest, HttpResponse } from './messages.ts';

/** The request as a value. */
function fromNode(incoming: IncomingMessage, outgoing: ServerResponse): HttpRequest {
  let gone: AbortSignal | undefined;
  return {
    method: incoming.method ?? 'GET',
    target: originForm(incoming.url ?? '/'),
    header: (name) => {
      const value = incoming.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    remoteAddress: incoming.socket.remoteAddress,
    get signal() {
      gone ??= departure(outgoing);
      return gone;
    },
    readBody: (limit) => readBody(incoming, limit),
  };
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
    incoming.once('end', () => resolve(Buffer.concat(chunks)));
    incoming.once('error', reject);
    incoming.once('close', () => reject(new Error('the connection closed before the body was whole')));
  });
}

/** Answers a request of node:http. One that is not well framed ends its connection, since what follows may be part of it. */
export function handleNode(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { exchanges, delivery }: { readonly exchanges: Exchanges; readonly delivery: Delivery },
): void {
  const request = fromNode(incoming, outgoing);
  const fault = framingFault(incoming);
  if (fault) outgoing.shouldKeepAlive = false;
  (fault ? exchanges.refuse(request, fault) : exchanges.answer(request))
    .then((response) => toNode(response, outgoing, delivery))
    .catch(() => outgoing.destroy()); // Nothing can be said any more: the head was not to be written.
}

function toNode({ status, headers, body }: HttpResponse, outgoing: ServerResponse, delivery: Delivery): void {
  outgoing.writeHead(status, headers);
  if (body === undefined || Buffer.isBuffer(body)) delivery.end(outgoing, body);
  else pipeline(Readable.from(body), outgoing).catch(() => outgoing.destroy()); // The client has gone.
}

/** `GET http://host/path` means `GET /path` (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  const path = /^https?:\/\/[^/?#]*/i.exec(target);
  if (!path) return target;
  const rest = target.slice(path[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
