/**
 * Writes a head whose lines have been made, with the body in one go. node:http makes the text of each head anew and has no public
 * way around that, so its own field is set (`_header`); where it does not do what this version's does, `writeHead` is called.
 */
import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { headerPairs } from './header-lines.ts';

/** What of a ServerResponse decides over the last lines of its head, and where the head is kept. */
interface Inside {
  _header: string | null;
  readonly _defaultKeepAlive: boolean;
  readonly _keepAliveTimeout: number;
  readonly _maxRequestsPerSocket?: number;
  readonly _removedConnection: boolean;
  readonly maxRequestsOnConnectionReached: boolean;
}

/** Writes the head of an answer: the lines, and those that node:http adds to every head. */
export function writeLines(outgoing: ServerResponse, status: number, lines: string): void {
  if (canSetHeads() && isUsual(outgoing)) setHead(outgoing, status, lines);
  else outgoing.writeHead(status, headerPairs(lines).flat());
}

/** The whole head of an answer that keeps its connection; `keepAliveMs` is how long that may be idle. */
export function headText(status: number, lines: string, keepAliveMs: number): string {
  return `${statusLine(status)}${lines}${lastLines({ _keepAliveTimeout: keepAliveMs })}`;
}

/** Undefined until it has been tried. */
let canSetHead: boolean | undefined;

export function canSetHeads(): boolean {
  canSetHead ??= setsAsWritten();
  return canSetHead;
}

/** True for an answer that keeps its connection, of which nothing was said before. */
export function isUsual(outgoing: ServerResponse): boolean {
  const { _header, _defaultKeepAlive, _removedConnection, maxRequestsOnConnectionReached } =
    outgoing as unknown as Inside; // Private fields, see `setsAsWritten`.
  return (
    outgoing.shouldKeepAlive &&
    outgoing.req.httpVersion === '1.1' &&
    outgoing.sendDate &&
    _header === null &&
    _defaultKeepAlive &&
    !_removedConnection &&
    !maxRequestsOnConnectionReached &&
    outgoing.getHeaderNames().length === 0
  );
}

function setHead(outgoing: ServerResponse, status: number, lines: string): void {
  const inside = outgoing as unknown as Inside; // Private fields, see `setsAsWritten`.
  outgoing.statusCode = status;
  inside._header = `${statusLine(status)}${lines}${lastLines(inside)}`;
}

function statusLine(status: number): string {
  return status === 200 ? 'HTTP/1.1 200 OK\r\n' : `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
}

let lastSecond = 0;
let lastTimeout = 0;
let last = '';

/** `Date`, `Connection` and `Keep-Alive`, the same for all answers of a second. */
function lastLines({
  _keepAliveTimeout,
  _maxRequestsPerSocket,
}: Pick<Inside, '_keepAliveTimeout' | '_maxRequestsPerSocket'>): string {
  const second = Math.floor(Date.now() / 1000);
  if (second === lastSecond && _keepAliveTimeout === lastTimeout && !_maxRequestsPerSocket) return last;
  const most = _maxRequestsPerSocket ? `, max=${_maxRequestsPerSocket}` : '';
  const keepAlive = _keepAliveTimeout ? `Keep-Alive: timeout=${Math.floor(_keepAliveTimeout / 1000)}${most}\r\n` : '';
  const date = new Date(second * 1000).toUTCString();
  const lines = `Date: ${date}\r\nConnection: keep-alive\r\n${keepAlive}\r\n`;
  if (!_maxRequestsPerSocket) [lastSecond, lastTimeout, last] = [second, _keepAliveTimeout, lines];
  return lines;
}

const TRIED = 'X-Tried: 1\r\nContent-Length: 4\r\n';

/** True when a head that was set leaves as the one that `writeHead` makes of the same lines. */
export function setsAsWritten(): boolean {
  const write: WriteHead = (outgoing, status) => outgoing.writeHead(status, headerPairs(TRIED).flat());
  const set: WriteHead = (outgoing, status) => setHead(outgoing, status, TRIED);
  const answers = [
    { method: 'GET', status: 200, body: 'b\xe9dy' },
    { method: 'HEAD', status: 200, body: undefined },
    { method: 'GET', status: 304, body: undefined },
  ];
  return answers.every((answer) => {
    const bySetting = sentOf(answer, set);
    return bySetting !== undefined && bySetting === sentOf(answer, write);
  });
}

type WriteHead = (outgoing: ServerResponse, status: number) => void;

interface TriedAnswer {
  readonly method: string;
  readonly status: number;
  readonly body: string | undefined;
}

/** What an answer sends, without its date; undefined where that does not work. */
function sentOf({ method, status, body }: TriedAnswer, writeHead: WriteHead): string | undefined {
  let sent = '';
  const sink = new Duplex({
    decodeStrings: false,
    read: () => undefined,
    write(chunk: Buffer | string, encoding, done) {
      sent += typeof chunk === 'string' ? Buffer.from(chunk, encoding).toString('latin1') : chunk.toString('latin1');
      done();
    },
  });
  const socket = sink as Socket; // All that an answer needs of a socket is that one can write to it.
  const incoming = new IncomingMessage(socket);
  Object.assign(incoming, { method, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 });
  const outgoing = new ServerResponse(incoming);
  Object.assign(outgoing, { _keepAliveTimeout: 5_000 });
  try {
    outgoing.assignSocket(socket);
    if (!isUsual(outgoing)) return undefined;
    writeHead(outgoing, status);
    outgoing.end(body, 'latin1');
  } catch {
    return undefined;
  }
  return outgoing.headersSent ? sent.replace(/^Date: .*$/m, 'Date') : undefined;
}
