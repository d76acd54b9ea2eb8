/** Servers that deliver a body, and readers of it that are slow. */
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { BytesInFlight } from '../../../src/http/load/bytes-in-flight.ts';
import { Delivery, type DeliveryLimits } from '../../../src/http/load/delivery.ts';

export const MB = 1024 * 1024;
export const BODY = Buffer.alloc(40 * MB, 'abcdefg');

/** A server that delivers its body, or its pieces, to whoever asks. */
export async function delivering(body: Buffer | (() => AsyncIterable<Buffer>), limits: DeliveryLimits, budget: number) {
  const inFlight = new BytesInFlight({ budget, process: Number.POSITIVE_INFINITY });
  const delivery = new Delivery(inFlight, limits);
  const server = createServer((_, outgoing: ServerResponse) => {
    if (typeof body === 'function') {
      outgoing.writeHead(200);
      void delivery.endWith(outgoing, body());
      return;
    }
    outgoing.writeHead(200, { 'Content-Length': String(body.length) });
    delivery.end(outgoing, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    inFlight,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A reader who takes a byte now and then; `rest` reads on and tells how much there was. */
export function drip(port: number): { rest(): Promise<number> } {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
  );
  let received = 0;
  const timer = setInterval(() => {
    received += socket.read(1)?.length ?? 0;
  }, 20);
  socket.on('readable', () => undefined).on('error', () => undefined);
  return {
    rest: () =>
      new Promise((resolve) => {
        clearInterval(timer);
        socket.removeAllListeners('readable');
        socket.on('data', (chunk: Buffer) => {
          received += chunk.length;
        });
        socket.on('close', () => resolve(received));
        socket.resume();
      }),
  };
}

/** An answer over a connection that takes its first piece and each further one after so long. */
export function takenAfter(pauseMs: (piece: number) => number): ServerResponse {
  let pieces = 0;
  const socket = new Duplex({
    write(_piece, _encoding, done) {
      const pause = pauseMs(pieces++);
      if (pause > 0) setTimeout(done, pause);
      else done();
    },
  }) as Socket; // All that an answer needs of one.
  const outgoing = new ServerResponse(new IncomingMessage(socket));
  outgoing.assignSocket(socket);
  socket.on('drain', () => outgoing.emit('drain')); // As the server does.
  outgoing.writeHead(200, { 'Content-Length': String(BODY.length) });
  return outgoing;
}

/** Asks for two answers at once. */
export function askForTwo(port: number): Socket {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
  );
  return socket.on('error', () => undefined);
}
