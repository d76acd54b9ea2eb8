/** A request that was read before, and has come again on its connection with the same target or another. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { NotNowError } from './load/not-now.ts';
import type { HttpRequest } from './messages.ts';
import { requestIdOf } from './request-id.ts';

/** What was read of a request, but for its target, which may be another one each time. */
export interface KnownRequest extends Pick<HttpRequest, 'method'> {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export class RepeatedRequest implements HttpRequest {
  readonly arrivedAt = performance.now();
  readonly connection: Socket;
  readonly target: string;
  readonly #known: KnownRequest;
  #id: string | undefined;
  #gone: AbortController | undefined;

  constructor(known: KnownRequest, target: string, connection: Socket) {
    this.connection = connection;
    this.target = target;
    this.#known = known;
  }

  get method(): string {
    return this.#known.method;
  }

  get id(): string {
    this.#id ??= requestIdOf(this.header);
    return this.#id;
  }

  get remoteAddress(): string | undefined {
    return this.connection.remoteAddress;
  }

  get signal(): AbortSignal {
    if (!this.#gone) {
      this.#gone = new AbortController();
      if (this.connection.destroyed) this.#leave();
      else this.connection.once('close', this.#leave);
    }
    return this.#gone.signal;
  }

  // Bound, since whoever needs nothing else takes it out of the request.
  readonly header = (name: string): string | undefined => headerOf(this.#known.headers, name);

  readBody(limit: number): Promise<Buffer | undefined> {
    const { body } = this.#known;
    return Promise.resolve(body.length > limit ? undefined : body);
  }

  /** It has its answer: that its client goes means nothing any more. */
  end(): void {
    if (this.#gone) this.connection.off('close', this.#leave);
  }

  readonly #leave = () => this.#gone?.abort(new NotNowError('gone'));
}

export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
