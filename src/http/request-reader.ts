/** Follows where on a connection requests begin and end, between the socket and node:http, which reads them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpResponse } from './messages.ts';
import type { KnownRequest } from './repeated-request.ts';

/** A longer request is read each time, in bytes. */
const LONGEST = 4096;
const END_OF_HEAD = '\r\n\r\n';
const [UPPER_A, UPPER_Z] = [0x41, 0x5a];

export class RequestReader {
  readonly socket: Socket;
  /** The requests that have come before, by their bytes without the target; the one that was not asked for longest comes first. */
  readonly known = new Map<string, KnownRequest>();
  /** The answer to the request that node:http is given to read; it says within that call that it has, see {@link read}. */
  ready: HttpResponse | undefined;
  /** What has come while a repeated request waits for its answer; undefined while none does. */
  waiting: Buffer[] | undefined;
  /** Tells node:http that the client will send no more; set while that has to wait as well. */
  end: (() => void) | undefined;
  readonly #parse: (chunk: Buffer) => void;
  /** True when all that came so far were requests that have been answered. */
  #isBetween = true;
  /** What came last, as text, if a request may begin with it that has not come before, and until it has its answer. */
  #text: string | undefined;
  /** How many came since then; where the head ends, and the body; not a number where that is not known. */
  #bytes = 0;
  #headEnd = Number.NaN;
  #end = Number.NaN;
  /** How many requests began since then, and whether one has its answer. None of them is kept: connections are idle for long. */
  #begun = 0;
  #isAnswered = false;

  constructor(socket: Socket, parse: (chunk: Buffer) => void) {
    this.socket = socket;
    this.#parse = parse;
  }

  /** The request that these bytes are, if one may begin with them and it has come before, with whatever target. */
  knownOf(chunk: Buffer): { readonly known: KnownRequest; readonly target: string } | undefined {
    this.#isBetween ||= this.#isAnswered && this.#bytes === this.#end;
    this.#text = this.#isBetween && chunk.length <= LONGEST ? chunk.toString('latin1') : undefined;
    if (this.#text === undefined || this.known.size === 0 || this.socket.writableLength > 0) return undefined;
    const parts = partsOf(this.#text);
    const known = parts && this.known.get(parts.rest);
    if (!known) return undefined;
    if (this.known.size > 1) {
      this.known.delete(parts.rest);
      this.known.set(parts.rest, known);
    }
    this.#text = undefined;
    return { known, target: parts.target };
  }

  /** Gives what has come to node:http. */
  pass(chunk: Buffer): void {
    if (this.#isBetween) {
      this.#isBetween = false;
      this.#bytes = 0;
      this.#headEnd = headEndOf(chunk);
      this.#end = Number.NaN;
      this.#begun = 0;
      this.#isAnswered = false;
    }
    this.#bytes += chunk.length;
    this.#parse(chunk);
  }

  /** node:http has read the head of a request. */
  read({ headers }: IncomingMessage, outgoing: ServerResponse): void {
    // Nobody knows where a body in chunks ends, and one that is waited for may come or not.
    const isPlain = headers['transfer-encoding'] === undefined && headers.expect === undefined;
    this.#begun += 1;
    this.#end = isPlain && this.#begun === 1 ? this.#headEnd + Number(headers['content-length'] ?? 0) : Number.NaN;
    outgoing.once('finish', this.#answered);
  }

  readonly #answered = (): void => {
    this.#isAnswered = true;
    this.#text = undefined;
  };

  /** What came last without its target, if it is one whole request, and the body in it. */
  whole(): { readonly rest: string; readonly body: Buffer } | undefined {
    if (this.#text === undefined || this.#text.length !== this.#end || this.#bytes !== this.#end) return undefined;
    const parts = partsOf(this.#text);
    if (!parts) return undefined;
    const body = Buffer.alloc(this.#end - this.#headEnd); // Not of the pool, all of which it would keep.
    body.write(this.#text.slice(this.#headEnd), 'latin1');
    return { rest: parts.rest, body };
  }
}

/** A path, and maybe a query, of bytes that node:http takes for themselves wherever they stand (RFC 9112, section 3.2.1). */
const TARGET = /^\/[!-~]*$/;

/** The target of the request that begins with this text, and all else of it; undefined where the target is of another form. */
function partsOf(text: string): { readonly target: string; readonly rest: string } | undefined {
  const from = text.indexOf(' ') + 1;
  const to = text.indexOf(' ', from);
  const target = text.slice(from, to);
  return from > 0 && to > from && TARGET.test(target)
    ? { target, rest: text.slice(0, from) + text.slice(to) }
    : undefined;
}

/** Where the head ends of the request that begins with these bytes; not a number where that is not sure. */
function headEndOf(chunk: Buffer): number {
  const at = chunk.indexOf(END_OF_HEAD);
  // Lines before the method are passed over by who parses, and would be taken for the end here.
  const [first = 0] = chunk;
  return at === -1 || first < UPPER_A || first > UPPER_Z ? Number.NaN : at + END_OF_HEAD.length;
}
