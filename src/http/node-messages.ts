/** Between node:http and the request and response values of the lanes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodyRequest, endToEnd } from './body-request.ts';
import type { Delivery } from './load/delivery.ts';
import { NotNowError } from './load/not-now.ts';
import type { HttpRequest, HttpResponse } from './messages.ts';

/** The request as a value. */
export function fromNode(incoming: IncomingMessage, outgoing: ServerResponse): HttpRequest {
  return {
    method: incoming.method ?? 'GET',
    target: originForm(incoming.url ?? '/'),
    header: (name) => {
      const value = incoming.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    remoteAddress: incoming.socket.remoteAddress,
    gone: () => goneSignal(outgoing),
  };
}

function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const leave = () => {
    if (!outgoing.writableFinished) gone.abort(new NotNowError('gone'));
  };
  if (outgoing.destroyed) leave();
  else outgoing.once('close', leave);
  return gone.signal;
}

/** A request whose body may be read. What comes after the limit is received and thrown away, so that the answer arrives. */
export function withNodeBody(incoming: IncomingMessage, outgoing: ServerResponse): BodyRequest {
  const headers = Object.entries(incoming.headersDistinct).map(
    ([name, values]) => [name, values?.join(', ') ?? ''] as const,
  );
  return {
    ...fromNode(incoming, outgoing),
    headers: endToEnd(headers),
    signal: goneSignal(outgoing),
    readBody: (limit) =>
      new Promise((resolve, reject) => {
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
      }),
  };
}

export function toNode({ status, headers, body }: HttpResponse, outgoing: ServerResponse, delivery: Delivery): void {
  outgoing.writeHead(status, headers);
  delivery.end(outgoing, body);
}

/** node:http drops what comes after the 2,000th line without a word; a request that is meant well has some dozens. */
const MOST_HEADERS = 200;

/**
 * True for a request that every server on its way reads alike: one Host that names a host, HTTP/1.0 or newer, and, with
 * GET and HEAD, no body, which nothing here would read and an intermediary may take for the next request.
 */
export function isWellFramed(incoming: IncomingMessage): boolean {
  const { method, headers, rawHeaders, httpVersionMajor } = incoming;
  if (httpVersionMajor < 1 || rawHeaders.length > 2 * MOST_HEADERS) return false;
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || !isSaneHost(headers.host, incoming.httpVersion)) return false;
  const bodiless = method === 'GET' || method === 'HEAD';
  return !bodiless || (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0);
}

/** A bad Host makes URL parsing throw further in. */
function isSaneHost(host: string | undefined, httpVersion: string): boolean {
  if (host === undefined) return httpVersion === '1.0';
  return /^[A-Za-z0-9._\-:[\]]+$/.test(host) && URL.canParse(`http://${host}/`);
}

/** `GET http://host/path` means `GET /path` (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  const path = /^https?:\/\/[^/?#]*/i.exec(target);
  if (!path) return target;
  const rest = target.slice(path[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
