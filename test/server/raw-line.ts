/** A client that sends bytes as they are, one request after another on a connection that is kept. */
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly etag: string | undefined;
  /** What its head says of the body's length. */
  readonly length: number | undefined;
  readonly body: string;
}

const GIVE_UP_MS = 60_000;

export class RawLine implements Disposable {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** Rejects where the connection ends before the answer does. */
  ask(bytes: string, isHead: boolean): Promise<RawAnswer> {
    this.#socket ??= this.#connect();
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      let got = Buffer.alloc(0);
      const failed = (error?: Error) => {
        this.#leave();
        reject(error ?? new Error(`ended after ${got.length} bytes of an answer to ${bytes.slice(0, 300)}`));
      };
      const ended = () => failed();
      const late = () => failed(new Error(`no answer to ${bytes.slice(0, 300)}`));
      const listener = (chunk: Buffer) => {
        got = Buffer.concat([got, chunk]);
        const answer = answerIn(got, isHead);
        if (!answer) return;
        socket.off('data', listener).off('error', failed).off('close', ended).off('timeout', late);
        if (answer.isLast) this.#leave();
        resolve(answer);
      };
      socket.on('data', listener).on('error', failed).on('close', ended).on('timeout', late).setTimeout(GIVE_UP_MS);
      socket.write(bytes, 'latin1');
    });
  }

  #connect(): Socket {
    return connect(this.#port, '127.0.0.1')
      .setNoDelay()
      .on('error', () => undefined);
  }

  #leave(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  [Symbol.dispose](): void {
    this.#leave();
  }
}

function answerIn(bytes: Buffer, isHead: boolean): (RawAnswer & { readonly isLast: boolean }) | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const from = headEnd + 4;
  const status = Number(head.slice(9, 12));
  const isEmpty = isHead || status === 204 || status === 304;
  const isChunked = /^transfer-encoding: chunked$/im.test(head);
  const told = /^content-length: (\d+)$/im.exec(head)?.[1];
  const length = told === undefined ? undefined : Number(told);
  const end = isEmpty ? from : isChunked ? bytes.indexOf('\r\n0\r\n\r\n', headEnd) + 7 : from + (length ?? 0);
  if (end < from || end > bytes.length) return undefined;
  return {
    status,
    etag: /^etag: (.*)$/im.exec(head)?.[1],
    length,
    body: bytes.toString('utf8', from, end),
    isLast: /^connection: close$/im.test(head),
  };
}
