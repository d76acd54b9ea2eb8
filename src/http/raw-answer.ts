/** Answers that are written to a socket by themselves, where node:http has no request to answer. Each ends its connection. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { OPEN_HEADERS } from './cors.ts';
import type { JsonReply } from './errors.ts';

/** What makes the text of an error's answer, a character for each byte; each has an id of its own. */
export function rawAnswer({ status, type, cacheControl, headers, body }: JsonReply): () => string {
  const lines = Object.entries({
    ...(type === undefined ? {} : { 'Content-Type': type }),
    ...(cacheControl === undefined ? {} : { 'Cache-Control': cacheControl }),
    ...OPEN_HEADERS,
    'X-Content-Type-Options': 'nosniff',
    ...headers,
    'Content-Length': String(body.length),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const before = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}X-Request-Id: `;
  const after = `\r\n\r\n${body.toString('latin1')}`;
  return () => `${before}${randomUUID()}${after}`;
}

/** How long who has been sent all may take to read it, in milliseconds. */
const FAREWELL_MS = 1_000;

/** Tells a client something behind what it has to read yet, and ends its connection, whatever else it sends. */
export function sayFarewell(socket: Duplex, answer: string): void {
  socket.end(answer, 'latin1');
  // Closing with something unread would reset the connection, and take the answer along. It is for nobody: its parser may have another
  // connection's next.
  socket.removeAllListeners('data').resume();
  let timer: NodeJS.Timeout;
  const leave = () => {
    timer = setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
  };
  // Who does not read at all is given up by the server's own limit.
  if (socket.writableFinished) leave();
  else socket.once('finish', leave);
  socket.once('close', () => clearTimeout(timer));
}

/** Has node:http end a connection so behind its last answer: a client that did not ask for the end may be sending yet. */
export function endInPeace(socket: Duplex): void {
  Object.assign(socket, { destroySoon: () => sayFarewell(socket, '') });
}
