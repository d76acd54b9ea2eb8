/**
 * Requests that come again on a connection, with the same target or another. Reading one again tells nothing new, and takes node:http
 * longer than all that is done for its answer (ADR 86): bytes that were one whole request but for the target are looked up, and what was
 * read of them then is answered. All else is read by node:http, and so is everything where it is not sure that a request begins.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TEXT_BYTES } from './answer.ts';
import type { Exchanges } from './exchange.ts';
import type { Departures } from './load/departures.ts';
import { isStopped, isUnread } from './load/inflow.ts';
import type { Reception } from './load/reception.ts';
import type { HttpRequest, HttpResponse } from './messages.ts';
import { RepeatedRequest } from './repeated-request.ts';
import { RequestReader } from './request-reader.ts';
import { canSetHeads, headText, isUsual } from './write-lines.ts';

/** How many a connection remembers: what is remembered may have a key in it, and goes with its connection. */
const MOST_OF_CONNECTION = 32;
/** What all connections remember, in bytes. */
const MOST_BYTES = 32 * 1024 * 1024;
/** What a request takes, roughly: each of its headers is an entry and two texts of their own. */
const OBJECT_BYTES = 1024;
const BYTES_OF_LETTER = 8;
/** How much may come behind a request that waits for its answer before no more is taken, in bytes. */
const MOST_WAITING = 64 * 1024;
/** A larger body is sent piece by piece. */
const LARGEST_BODY = 64 * 1024;

export interface RepeatedRequestsOptions {
  readonly exchanges: Pick<Exchanges, 'answer'>;
  readonly reception: Pick<Reception, 'isFree' | 'wait'>;
  readonly departures: Pick<Departures, 'atEndOfTurn'>;
  /** Whose a request says that it is. */
  ownerOf(request: HttpRequest): string;
  /** How long a kept connection may be idle, in milliseconds, as node:http tells it. */
  readonly keepAliveMs: number;
  /** Told of a request whose answer is about to be found; returns what is to be called when it has left. */
  onAnswering(socket: Socket): () => void;
}

export class RepeatedRequests {
  readonly #options: RepeatedRequestsOptions;
  readonly #readers = new WeakMap<Socket, RequestReader>();
  #isStopped = false;
  #bytes = 0;

  constructor(options: RepeatedRequestsOptions) {
    this.#options = options;
  }

  /** About what the connections remember. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Reads what comes on a connection before node:http does, which has been given the connection. */
  watch(socket: Socket): void {
    const [parse, ...others] = socket.listeners('data');
    if (!parse || others.length > 0 || !canSetHeads()) return;
    const reader = new RequestReader(socket, (chunk) => void parse.call(socket, chunk));
    this.#readers.set(socket, reader);
    socket.removeListener('data', parse as (chunk: Buffer) => void);
    // Its own ends a connection on which it has nothing to answer.
    const [end] = socket.listeners('end').slice(-1);
    if (end) {
      socket.removeListener('end', end as () => void);
      socket.on('end', () => this.#end(() => void end.call(socket), reader));
    }
    // node:http gives up taking what comes from below the socket where somebody else listens.
    socket.on('data', (chunk: Buffer) => this.#receive(chunk, reader));
    socket.once('close', () => this.#forget(reader));
  }

  /** Has node:http read and answer all requests from now on. */
  stop(): void {
    this.#isStopped = true;
  }

  /** node:http has read a request: returns its answer where that was found before. */
  read(incoming: IncomingMessage, outgoing: ServerResponse): HttpResponse | undefined {
    const reader = this.#readers.get(incoming.socket);
    reader?.read(incoming, outgoing);
    const ready = reader?.ready;
    if (reader) reader.ready = undefined;
    return ready;
  }

  /** Remembers the request that has this response, if it is of those that may come again. To be called before the answer is sent. */
  note({ method }: HttpRequest, { comesAgain }: HttpResponse, outgoing: ServerResponse): void {
    // Of a connection that has closed nothing would be forgotten any more.
    if (outgoing.req.socket.destroyed || !isUsual(outgoing)) return;
    const reader = this.#readers.get(outgoing.req.socket);
    const whole = reader?.whole();
    if (!reader || !whole || reader.known.has(whole.rest)) return;
    // A body that is another one each time would push out those that come again.
    if (whole.body.length > 0 && !comesAgain) return;
    if (this.#bytes + bytesOf(whole.rest) > MOST_BYTES) return;
    const [oldest] = reader.known.keys();
    if (oldest !== undefined && reader.known.size >= MOST_OF_CONNECTION) {
      reader.known.delete(oldest);
      this.#bytes -= bytesOf(oldest);
    }
    reader.known.set(whole.rest, { method, headers: outgoing.req.headers, body: whole.body });
    this.#bytes += bytesOf(whole.rest);
  }

  #forget({ known }: RequestReader): void {
    for (const text of known.keys()) this.#bytes -= bytesOf(text);
    known.clear();
  }

  #receive(chunk: Buffer, reader: RequestReader): void {
    const { waiting } = reader;
    if (waiting) {
      waiting.push(chunk); // The next request: it has to wait for its turn, and so does all behind it.
      if (waiting.reduce((bytes, { length }) => bytes + length, 0) > MOST_WAITING) reader.socket.pause();
      return;
    }
    const found = this.#isStopped ? undefined : reader.knownOf(chunk);
    if (!found) {
      reader.pass(chunk);
      return;
    }
    const request = new RepeatedRequest(found.known, found.target, reader.socket);
    const { reception, ownerOf } = this.#options;
    const end = this.#options.onAnswering(reader.socket);
    const answer = () => this.#attempt(reader, () => this.#answer(request, chunk, reader, end));
    if (reception.isFree()) answer();
    else {
      reader.waiting = [];
      reception.wait(ownerOf(request), () => {
        // Nobody waits any more for the answer to who has gone meanwhile.
        if (!reader.socket.destroyed) answer();
      });
    }
  }

  /** The client will send no more: node:http is told behind what waits. */
  #end(tell: () => void, reader: RequestReader): void {
    if (reader.waiting) reader.end = tell;
    else tell();
  }

  /** Where not even a fault can be told there is no answer. */
  #attempt(reader: RequestReader, work: () => void): void {
    try {
      work();
    } catch {
      reader.socket.destroy();
    }
  }

  #answer(request: RepeatedRequest, chunk: Buffer, reader: RequestReader, end: () => void): void {
    const send = (response: HttpResponse) => {
      request.end();
      if (!this.#send(response, reader.socket)) {
        reader.ready = response;
        reader.pass(chunk);
        if (reader.ready) reader.socket.destroy(); // node:http reads it otherwise than before, and that cannot be.
      }
      // What the system has not taken yet is on its way, and its end is told behind it.
      if (reader.socket.writableLength > 0 && reader.socket.writable) reader.socket.write('', end);
      else end();
    };
    const response = this.#options.exchanges.answer(request);
    if (!(response instanceof Promise)) {
      send(response);
      this.#goOn(reader);
      return;
    }
    reader.waiting ??= [];
    const depart = (made: HttpResponse) => {
      send(made);
      this.#goOn(reader);
    };
    response.then(
      (made) => this.#options.departures.atEndOfTurn(() => this.#attempt(reader, () => depart(made))),
      () => reader.socket.destroy(),
    );
  }

  /**
   * Takes what has come while a request waited. One of them may have to wait in its turn, and the rest behind it; or node:http takes no
   * more until what it has written has left.
   */
  #goOn(reader: RequestReader): void {
    const { waiting, socket } = reader;
    if (!waiting) return;
    reader.waiting = undefined;
    while (!isStopped(socket) && !isUnread(socket)) {
      const next = waiting.shift();
      if (!next) break;
      this.#receive(next, reader);
    }
    if (isUnread(socket) || reader.waiting) return;
    if (isStopped(socket)) {
      reader.waiting = waiting;
      socket.once('resume', () => this.#attempt(reader, () => this.#goOn(reader)));
      return;
    }
    reader.end?.();
    if (socket.isPaused()) socket.resume();
  }

  /** Sends what can be sent in one go; false where node:http has to. */
  #send({ status, headers, body, comesAgain }: HttpResponse, socket: Socket): boolean {
    if (socket.destroyed) return true;
    if (typeof headers !== 'string' || this.#isStopped || !socket.writable) return false;
    const head = headText(status, headers, this.#options.keepAliveMs);
    if (body === undefined) socket.write(head, 'latin1');
    else if (typeof body === 'string') socket.write(head + body, 'latin1');
    else if (Buffer.isBuffer(body) && body.length <= TEXT_BYTES && !comesAgain)
      socket.write(head + body.toString('latin1'), 'latin1');
    else if (Buffer.isBuffer(body) && body.length <= LARGEST_BODY && comesAgain) {
      socket.cork();
      socket.write(head, 'latin1');
      socket.write(body);
      socket.uncork();
    } else return false;
    return true;
  }
}

function bytesOf(text: string): number {
  return text.length * BYTES_OF_LETTER + OBJECT_BYTES;
}
