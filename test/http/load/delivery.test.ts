import { IncomingMessage, request, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BytesInFlight } from '../../../src/http/load/bytes-in-flight.ts';
import { DEFAULT_DELIVERY_LIMITS, Delivery } from '../../../src/http/load/delivery.ts';
import { BODY, delivering, drip, MB } from './deliveries.ts';

const PIECE = Buffer.alloc(64 * 1024, 'a line\n');

it.each([1, 900, 16 * 1024, 16 * 1024 + 1])(
  'a body of %d bytes arrives as it is, a short one with its head in one piece',
  (length) => {
    const pieces: Buffer[] = [];
    const socket = new Duplex({
      write: (piece: Buffer, _encoding, done) => {
        pieces.push(piece);
        done();
      },
    }) as Socket; // All that an answer needs of one.
    const outgoing = new ServerResponse(new IncomingMessage(socket));
    outgoing.assignSocket(socket);
    const body = Buffer.from(Array.from({ length }, (_, at) => at % 256));
    outgoing.writeHead(200, { 'Content-Length': String(length) });
    new Delivery(new BytesInFlight({ budget: MB, process: Number.POSITIVE_INFINITY })).end(outgoing, body);
    const sent = Buffer.concat(pieces);
    expect(sent.subarray(sent.indexOf('\r\n\r\n') + 4).equals(body)).toBe(true);
    expect(pieces).toHaveLength(length > 16 * 1024 ? 2 : 1);
  },
);

it('a body is not counted whose reader went before it was there', () => {
  const socket = new Duplex({ read: () => undefined, write: (_piece, _encoding, done) => done() }) as Socket;
  const outgoing = new ServerResponse(new IncomingMessage(socket));
  outgoing.assignSocket(socket);
  outgoing.destroy();
  const inFlight = new BytesInFlight({ budget: MB, process: Number.POSITIVE_INFINITY });
  new Delivery(inFlight).end(outgoing, Buffer.alloc(MB));
  expect(inFlight.bytes).toBe(0);
});

it.each([900, 200 * 1024])(
  'a body of %d bytes that the system does not take is counted until it has left',
  async (length) => {
    let take: (error?: Error | null) => void = () => undefined;
    const socket = new Duplex({
      write: (_piece, _encoding, done) => {
        take = done;
      },
      writev: (_pieces, done) => {
        take = done;
      },
    }) as Socket; // All that an answer needs of one.
    const outgoing = new ServerResponse(new IncomingMessage(socket));
    outgoing.assignSocket(socket);
    outgoing.on('finish', () => outgoing.emit('close')); // As the server does.
    const inFlight = new BytesInFlight({ budget: MB, process: Number.POSITIVE_INFINITY });
    outgoing.writeHead(200, { 'Content-Length': String(length) });
    new Delivery(inFlight).end(outgoing, Buffer.alloc(length, 'a'));
    expect(inFlight.bytes).toBe(length);
    take();
    await expect.poll(() => inFlight.bytes).toBe(0);
  },
);

it('a body arrives whole, and is counted until it has left', async () => {
  await using server = await delivering(BODY, DEFAULT_DELIVERY_LIMITS, 100 * MB);
  const received = await new Promise<Buffer>((resolve) => {
    request({ port: server.port }, async (incoming) => {
      expect(server.inFlight.bytes).toBe(BODY.length);
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      resolve(Buffer.concat(chunks));
    }).end();
  });
  expect(received.equals(BODY)).toBe(true);
  await expect.poll(() => server.inFlight.bytes).toBe(0);
});

it('large bodies are handed over piece by piece in turns, one reader after the other, however fast they are', async () => {
  const delivery = new Delivery(new BytesInFlight({ budget: 100 * MB, process: Number.POSITIVE_INFINITY }));
  const body = Buffer.alloc(2 * MB);
  const received = Array<number>(10).fill(0);
  let inTurn = 0;
  for (const reader of received.keys()) {
    const socket = new Duplex({
      write(piece: Buffer, _encoding, done) {
        for (const end = performance.now() + 2; performance.now() < end; );
        inTurn += 1;
        received[reader] = (received[reader] ?? 0) + piece.length;
        done();
      },
    }) as Socket; // All that an answer needs of one.
    const outgoing = new ServerResponse(new IncomingMessage(socket));
    outgoing.assignSocket(socket);
    socket.on('drain', () => outgoing.emit('drain')); // As the server does.
    outgoing.writeHead(200, { 'Content-Length': String(body.length) });
    delivery.end(outgoing, body);
  }
  const turns: number[] = [];
  const differences: number[] = [];
  while (received.some((each) => each < body.length) && turns.length < 10_000) {
    await new Promise((resolve) => setImmediate(resolve));
    turns.push(inTurn);
    inTurn = 0;
    differences.push(Math.max(...received) - Math.min(...received));
  }
  // A head is a piece, too.
  expect(Math.max(...turns)).toBeLessThanOrEqual(6);
  expect(Math.max(...differences)).toBeLessThan(MB);
});

/** As many pieces as there are, after a pause each; tells of its end. */
async function* piecesOf(count: number, pauseMs: number, onEnd: () => void): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; at < count; at += 1) {
      if (pauseMs > 0) await sleep(pauseMs);
      yield PIECE;
    }
  } finally {
    onEnd();
  }
}

it('pieces arrive as they come, and that they take long is not held against their reader', async () => {
  const limits = { ...DEFAULT_DELIVERY_LIMITS, usual: { graceMs: 1_000, bytesPerSecond: 1024 * MB } };
  await using server = await delivering(() => piecesOf(3, 600, () => undefined), limits, 100 * MB);
  const response = await fetch(`http://127.0.0.1:${server.port}/`);
  expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.concat([PIECE, PIECE, PIECE]))).toBe(true);
});

it('a reader who drips pieces loses its place, and no more of them are made', async () => {
  const limits = { ...DEFAULT_DELIVERY_LIMITS, usual: { graceMs: 500, bytesPerSecond: 100 * MB } };
  let ended = 0;
  const endless = () => piecesOf(Number.POSITIVE_INFINITY, 0, () => (ended += 1));
  await using server = await delivering(endless, limits, 100 * MB);
  const reader = drip(server.port);
  await expect.poll(() => ended, { timeout: 10_000 }).toBe(1);
  expect(await reader.rest()).toBeGreaterThan(0);
});

it('pieces are not begun whose reader went before they were there, and those that end with an error end their connection', async () => {
  const socket = new Duplex({ read: () => undefined, write: (_piece, _encoding, done) => done() }) as Socket;
  const outgoing = new ServerResponse(new IncomingMessage(socket));
  outgoing.assignSocket(socket);
  outgoing.destroy();
  let begun = 0;
  const failing = async function* () {
    begun += 1;
    yield PIECE;
    throw new Error('no more');
  };
  await new Delivery(new BytesInFlight({ budget: MB, process: Number.POSITIVE_INFINITY })).endWith(outgoing, failing());
  expect(begun).toBe(0);
  await using server = await delivering(failing, DEFAULT_DELIVERY_LIMITS, 100 * MB);
  const response = await fetch(`http://127.0.0.1:${server.port}/`);
  await expect(response.arrayBuffer()).rejects.toThrow('terminated');
});
