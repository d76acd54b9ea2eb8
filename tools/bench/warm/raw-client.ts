/** Connections that send the same request again and again and do little else: who measures is not to be what is measured. */
import { connect, type Socket } from 'node:net';

const OPENED_AT_ONCE = 4;
const HEAD_END = '\r\n\r\n';

export class RawClient {
  readonly #sockets: readonly Socket[];

  private constructor(sockets: readonly Socket[]) {
    this.#sockets = sockets;
  }

  static async open(port: number, connections: number): Promise<RawClient> {
    const sockets: Socket[] = [];
    // Fewer at a time than ours has sockets that listen: where all of them have one for a while, it takes that for a flood.
    while (sockets.length < connections) {
      const more = Math.min(OPENED_AT_ONCE, connections - sockets.length);
      sockets.push(...(await Promise.all(Array.from({ length: more }, () => opened(port)))));
    }
    return new RawClient(sockets);
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /**
   * Sends a request so often, each connection when it has its answer; `bodyBytes` is what comes behind the head of each.
   * Milliseconds from each request to its answer.
   */
  async ask(request: string, bodyBytes: number, times: number): Promise<Float64Array> {
    let left = times;
    const latencies = new Float64Array(times);
    let answered = 0;
    const ask = (socket: Socket) =>
      new Promise<void>((resolve, reject) => {
        /** Undefined before the head has come. */
        let missing: number | undefined;
        let sentAt = 0;
        const next = () => {
          if (left === 0) {
            socket.off('data', receive).off('close', fail);
            resolve();
            return;
          }
          left -= 1;
          missing = undefined;
          sentAt = performance.now();
          socket.write(request, 'latin1');
        };
        const receive = (chunk: Buffer) => {
          if (missing === undefined) {
            const end = chunk.indexOf(HEAD_END);
            if (end === -1) throw new Error('the head of an answer did not come in one piece');
            missing = end + HEAD_END.length + bodyBytes;
          }
          missing -= chunk.length;
          if (missing > 0) return;
          latencies[answered++] = performance.now() - sentAt;
          next();
        };
        const fail = () => reject(new Error('the server closed a connection'));
        socket.on('data', receive).on('close', fail);
        next();
      });
    await Promise.all(this.#sockets.map(ask));
    return latencies;
  }

  /** Sends each request once. Every answer has to be a 200 that says its length; `check` is told the head of each. */
  async askEach(requests: readonly string[], check: (head: string) => void): Promise<void> {
    const waiting = requests.values();
    await Promise.all(
      this.#sockets.map(async (socket) => {
        for (const request of waiting) await this.#askOnce(socket, request, check);
      }),
    );
  }

  #askOnce(socket: Socket, request: string, check: (head: string) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      let received: Buffer = Buffer.alloc(0);
      const end = (error?: unknown) => {
        socket.off('data', receive).off('close', fail);
        if (error === undefined) resolve();
        else reject(error);
      };
      const receive = (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const headEnd = received.indexOf(HEAD_END);
        if (headEnd === -1) return;
        const head = received.toString('latin1', 0, headEnd);
        const length = /^HTTP\/1\.1 200 [\s\S]*\r\nContent-Length: (\d+)/i.exec(head)?.[1];
        if (length === undefined) return end(new Error(`not answered: ${head.slice(0, 100)}`));
        if (received.length < headEnd + HEAD_END.length + Number(length)) return;
        check(head);
        end();
      };
      const fail = () => end(new Error('the server closed a connection'));
      socket.on('data', receive).on('close', fail);
      socket.write(request, 'latin1');
    });
  }
}

/** What comes back of a request within a moment in which nothing more comes. */
export async function answerTo(
  port: number,
  request: string,
): Promise<{ readonly head: string; readonly body: Buffer }> {
  const socket = await opened(port);
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let quiet: NodeJS.Timeout | undefined;
    socket.on('error', reject).on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      clearTimeout(quiet);
      quiet = setTimeout(() => resolve(Buffer.concat(chunks)), 500);
    });
    socket.write(request, 'latin1');
  });
  socket.destroy();
  const end = bytes.indexOf(HEAD_END);
  return { head: bytes.toString('latin1', 0, end), body: bytes.subarray(end + HEAD_END.length) };
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.setNoDelay(true).once('error', reject);
  });
}
