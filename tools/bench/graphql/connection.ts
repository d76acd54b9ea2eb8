/**
 * One connection to a server that is measured. It does as little as HTTP/1.1 (RFC 9112) lets it: node's own client takes a
 * quarter of a millisecond a request, which would count for each of the servers and hide what they take themselves.
 */
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

export class Connection {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends a GET and waits for the whole answer: its head and body as they came. */
  get(path: string, headers: Readonly<Record<string, string>>): Promise<Buffer> {
    return this.#ask(headOf('GET', path, headers));
  }

  /** Sends a POST and waits for the whole answer: its head and body as they came. */
  post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<Buffer> {
    return this.#ask(headOf('POST', path, { ...headers, 'Content-Length': `${Buffer.byteLength(body)}` }) + body);
  }

  /** What was silent for long may be hung up on while the request is on its way: it is sent once more then, by a new connection. */
  async #ask(request: string): Promise<Buffer> {
    const kept = this.#socket;
    const answer = kept && (await this.#askOver(kept, request).catch(() => undefined));
    return answer ?? this.#askOver(await this.#open(), request);
  }

  #askOver(socket: Socket, request: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let missing: number | undefined;
      let tail: Buffer = Buffer.alloc(0);
      const done = (settle: () => void) => {
        socket.off('data', receive).off('error', fail).off('close', fail);
        settle();
      };
      const fail = (error?: unknown) => {
        done(() => reject(error instanceof Error ? error : new Error('the server closed the connection')));
      };
      const receive = (chunk: Buffer) => {
        chunks.push(chunk);
        missing = missing === undefined ? bodyBytes(chunk) : missing - chunk.length;
        tail = Buffer.concat([tail, chunk.subarray(-LAST_CHUNK.length)]).subarray(-LAST_CHUNK.length); // It may come in two pieces.
        const isWhole = missing === Infinity ? tail.equals(LAST_CHUNK) : missing === 0;
        if (isWhole) done(() => resolve(Buffer.concat(chunks)));
      };
      socket.on('data', receive).on('error', fail).on('close', fail);
      socket.write(request);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.#port, '127.0.0.1');
      socket.setNoDelay(true);
      socket.once('error', reject).once('connect', () => {
        socket.off('error', reject);
        this.#socket = socket;
        // A server hangs up on whoever is silent for long, as every one is while another is measured.
        socket.once('close', () => {
          this.#socket = undefined;
        });
        resolve(socket);
      });
    });
  }
}

function headOf(method: string, path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ ...headers, Host: '127.0.0.1' }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** The bytes of the body that did not come with the head; infinite for a body in chunks. */
function bodyBytes(first: Buffer): number {
  const end = first.indexOf(HEAD_END);
  if (end === -1) throw new Error('the head of an answer did not come in one piece');
  const length = /^content-length: *(\d+)/im.exec(first.toString('latin1', 0, end));
  return length ? Number(length[1]) - (first.length - end - HEAD_END.length) : Infinity;
}
