import { createServer, IncomingMessage, request, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BytesInFlight } from '../../../src/http/load/bytes-in-flight.ts';
import { DEFAULT_DELIVERY_LIMITS, Delivery, type DeliveryLimits } from '../../../src/http/load/delivery.ts';

const MB = 1024 * 1024;
const BODY = Buffer.alloc(40 * MB, 'abcdefg');
const PIECE = Buffer.alloc(64 * 1024, 'a line\n');

/** A server that delivers its body, or its pieces, to whoever asks. */
async function delivering(body: Buffer | (() => AsyncIterable<Buffer>), limits: DeliveryLimits, budget: number) {
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
function drip(port: number): { rest(): Promise<number> } {
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

it('a reader who does not take a body of one piece loses its place', async () => {
  const socket = new Duplex({ write: () => undefined }) as Socket; // All that an answer needs of one.
  const outgoing = new ServerResponse(new IncomingMessage(socket));
  outgoing.assignSocket(socket);
  const inFlight = new BytesInFlight({ budget: MB, process: Number.POSITIVE_INFINITY });
  const limits = { ...DEFAULT_DELIVERY_LIMITS, usual: { graceMs: 0, bytesPerSecond: MB } };
  outgoing.writeHead(200, { 'Content-Length': String(MB / 8) });
  new Delivery(inFlight, limits).end(outgoing, Buffer.alloc(MB / 8));
  expect(outgoing.destroyed).toBe(false);
  await expect.poll(() => outgoing.destroyed, { timeout: 5_000 }).toBe(true);
});

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

it('readers who drip lose their places, and what they held is free', async () => {
  const limits = { ...DEFAULT_DELIVERY_LIMITS, usual: { graceMs: 500, bytesPerSecond: 100 * MB } };
  await using server = await delivering(BODY, limits, 1024 * MB);
  const readers = Array.from({ length: 5 }, () => drip(server.port));
  await expect.poll(() => server.inFlight.bytes).toBe(BODY.length);
  await expect.poll(() => server.inFlight.bytes, { timeout: 10_000 }).toBe(0);
  for (const reader of readers) expect(await reader.rest()).toBeLessThan(BODY.length);
});

it('readers of whom nothing leaves for so long lose their places, however much the system took at first', async () => {
  const limits = { ...DEFAULT_DELIVERY_LIMITS, usual: { graceMs: 700, bytesPerSecond: 1024 } };
  await using server = await delivering(BODY, limits, 1024 * MB);
  const reader = drip(server.port);
  await expect.poll(() => server.inFlight.bytes).toBe(BODY.length);
  await expect.poll(() => server.inFlight.bytes, { timeout: 10_000 }).toBe(0);
  const received = await reader.rest();
  // By what the system had taken it would have had ten minutes and more.
  expect(received).toBeGreaterThan(MB / 2);
  expect(received).toBeLessThan(BODY.length);
});

it.each([
  { least: MB, fate: 'keeps its place' },
  { least: 64 * MB, fate: 'loses its place' },
])(
  'a reader of 8 MB a second to whom pieces go on leaving $fate where it is to read $least bytes',
  async ({ least, fate }) => {
    const limits = { ...DEFAULT_DELIVERY_LIMITS, usual: { graceMs: 2_000, bytesPerSecond: least } };
    await using server = await delivering(BODY, limits, 1024 * MB);
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    );
    const startedAt = performance.now();
    let received = 0;
    try {
      for await (const chunk of socket) {
        received += (chunk as Buffer).length;
        const aheadMs = received / (8 * 1024 * 1.024) - (performance.now() - startedAt);
        if (aheadMs > 100) await sleep(aheadMs);
      }
    } catch {
      // It was cut off.
    }
    expect(received > BODY.length).toBe(fate === 'keeps its place');
    // Longer than one piece may take.
    if (received > BODY.length) expect(performance.now() - startedAt).toBeGreaterThan(2 * limits.usual.graceMs);
  },
);

/** An answer over a connection that takes its first piece and each further one after so long. */
function takenAfter(pauseMs: (piece: number) => number): ServerResponse {
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

it('what the system takes for a reader at first is not held to be read', async () => {
  // Eight megabytes, then a third of one a second: if they counted they would be eight seconds more.
  const outgoing = takenAfter((piece) => (piece < 32 ? 0 : 700));
  const limits = { ...DEFAULT_DELIVERY_LIMITS, usual: { graceMs: 2_000, bytesPerSecond: MB } };
  const startedAt = performance.now();
  new Delivery(new BytesInFlight({ budget: 100 * MB, process: Number.POSITIVE_INFINITY }), limits).end(outgoing, BODY);
  await expect.poll(() => outgoing.destroyed, { timeout: 30_000 }).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(8_000);
});

it('a reader of whom nothing leaves any more loses its place, however fast it was before', async () => {
  // It is waited for, then fast, then gone: of the least speed there would be time for twenty seconds.
  const outgoing = takenAfter((piece) => (piece === 1 ? 700 : piece < 80 ? 0 : 60_000));
  const limits = { ...DEFAULT_DELIVERY_LIMITS, usual: { graceMs: 1_000, bytesPerSecond: MB } };
  const startedAt = performance.now();
  new Delivery(new BytesInFlight({ budget: 100 * MB, process: Number.POSITIVE_INFINITY }), limits).end(outgoing, BODY);
  await expect.poll(() => outgoing.destroyed, { timeout: 40_000 }).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(12_000);
});

it('how long a reader was fast is not held against it once it is slower', async () => {
  const outgoing = takenAfter((piece) => (piece === 100 ? 1_000 : 25));
  const limits = { ...DEFAULT_DELIVERY_LIMITS, usual: { graceMs: 2_000, bytesPerSecond: MB } };
  let hasLeft = false;
  outgoing.once('finish', () => {
    hasLeft = true;
    outgoing.emit('close'); // As the server does.
  });
  new Delivery(new BytesInFlight({ budget: 100 * MB, process: Number.POSITIVE_INFINITY }), limits).end(outgoing, BODY);
  await expect.poll(() => hasLeft || outgoing.destroyed, { timeout: 30_000 }).toBe(true);
  expect(hasLeft).toBe(true);
});

/** Asks for two answers at once. */
function askForTwo(port: number): Socket {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
  );
  return socket.on('error', () => undefined);
}

it('an answer is not held against its reader while another one is before it on the connection', async () => {
  const limits = { ...DEFAULT_DELIVERY_LIMITS, usual: { graceMs: 1_500, bytesPerSecond: MB } };
  await using server = await delivering(BODY, limits, 1024 * MB);
  const startedAt = performance.now();
  let received = 0;
  const socket = askForTwo(server.port);
  // Where the second is cut off nothing comes any more.
  socket.setTimeout(10_000, () => socket.destroy());
  for await (const chunk of socket) {
    received += (chunk as Buffer).length;
    const aheadMs = received / (12 * 1024 * 1.024) - (performance.now() - startedAt);
    if (aheadMs > 100) await sleep(aheadMs);
  }
  expect(received).toBeGreaterThan(2 * BODY.length);
});

it('answers behind one whose reader loses its place, or goes, are not counted any more', async () => {
  const limits = { ...DEFAULT_DELIVERY_LIMITS, usual: { graceMs: 500, bytesPerSecond: MB } };
  await using server = await delivering(BODY, limits, 1024 * MB);
  const standing = askForTwo(server.port);
  await expect.poll(() => server.inFlight.bytes).toBe(BODY.length);
  await expect.poll(() => server.inFlight.bytes, { timeout: 10_000 }).toBe(0);
  const leaving = askForTwo(server.port);
  await expect.poll(() => server.inFlight.bytes).toBe(BODY.length);
  leaving.destroy();
  await expect.poll(() => server.inFlight.bytes, { timeout: 10_000 }).toBe(0);
  standing.destroy();
});

it('slow readers are suffered while there is room, and no longer when it is short', async () => {
  const limits = { ...DEFAULT_DELIVERY_LIMITS, short: { graceMs: 0, bytesPerSecond: 1024 * MB } };
  await using roomy = await delivering(BODY, limits, 1024 * MB);
  await using narrow = await delivering(BODY, limits, 50 * MB);
  const suffered = drip(roomy.port);
  const given = drip(narrow.port);
  await expect.poll(() => [roomy.inFlight.bytes, narrow.inFlight.bytes]).toEqual([BODY.length, BODY.length]);
  await expect.poll(() => narrow.inFlight.bytes, { timeout: 10_000 }).toBe(0);
  expect(roomy.inFlight.bytes).toBe(BODY.length);
  expect(await given.rest()).toBeLessThan(BODY.length);
  expect(await suffered.rest()).toBeGreaterThan(BODY.length);
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
