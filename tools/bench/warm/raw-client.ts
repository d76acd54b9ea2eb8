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
