/** Follows where on a connection requests begin and end, between the socket and node:http, which reads them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpResponse } from './messages.ts';
import type { KnownRequest } from './repeated-request.ts';

/** A longer request is read each time, in bytes. */
const LONGEST = 4096;
const END_OF_HEAD = '\r\n\r\n';

export class RequestReader {
  readonly socket: Socket;
  /** The requests that have come before, by their bytes. */
  readonly known = new Map<string, KnownRequest>();
  /** The answer to the request that node:http is about to read. */
  ready: HttpResponse | undefined;
  /** True while a repeated request waits for its answer. */
  isWaiting = false;
  readonly #parse: (chunk: Buffer) => void;
  /** True when all that came so far were requests that have been answered. */
  #isBetween = true;
  /** The first bytes since then, as text. */
  #text: string | undefined;
  /** How many came since then; where the head ends, and the body; not a number where that is not known. */
  #bytes = 0;
  #headEnd = Number.NaN;
  #end = Number.NaN;
  #outgoing: ServerResponse | undefined;

  constructor(socket: Socket, parse: (chunk: Buffer) => void) {
    this.socket = socket;
    this.#parse = parse;
  }

  /** The request that these bytes are, if one may begin with them and it has come before. */
  knownOf(chunk: Buffer): KnownRequest | undefined {
    this.#isBetween ||= this.#bytes === this.#end && this.#outgoing?.writableFinished === true;
    this.#text = this.#isBetween && chunk.length <= LONGEST ? chunk.toString('latin1') : undefined;
    if (this.#text === undefined || this.known.size === 0 || this.socket.writableLength > 0) return undefined;
    return this.known.get(this.#text);
  }

  /** Gives what has come to node:http. */
  pass(chunk: Buffer): void {
    if (this.#isBetween) {
      this.#isBetween = false;
      this.#bytes = 0;
      this.#headEnd = chunk.indexOf(END_OF_HEAD) + END_OF_HEAD.length;
      this.#end = Number.NaN;
      this.#outgoing = undefined;
    }
    this.#bytes += chunk.length;
    this.#parse(chunk);
  }

  /** node:http has read the head of a request. */
  read({ headers }: IncomingMessage, outgoing: ServerResponse): void {
    const isOnly = this.#outgoing === undefined && this.#headEnd >= END_OF_HEAD.length;
    // Nobody knows where a body in chunks ends, and one that is waited for may come or not.
    const isPlain = headers['transfer-encoding'] === undefined && headers.expect === undefined;
    this.#end = isOnly && isPlain ? this.#headEnd + Number(headers['content-length'] ?? 0) : Number.NaN;
    this.#outgoing = outgoing;
  }

  /** What came last, if it is one whole request, and the body in it. */
  whole(): { readonly text: string; readonly body: Buffer } | undefined {
    if (this.#text === undefined || this.#text.length !== this.#end || this.#bytes !== this.#end) return undefined;
    return { text: this.#text, body: Buffer.from(this.#text.slice(this.#headEnd), 'latin1') };
  }
}
