import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BytesInFlight } from '../../../src/http/load/bytes-in-flight.ts';
import { DEFAULT_DELIVERY_LIMITS, Delivery } from '../../../src/http/load/delivery.ts';
import { askForTwo, BODY, delivering, drip, MB, takenAfter } from './deliveries.ts';

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

it('readers who drip lose their places, and what they held is free', async () => {
  const limits = { ...DEFAULT_DELIVERY_LIMITS, usual: { graceMs: 500, bytesPerSecond: 100 * MB } };
  await using server = await delivering(BODY, limits, 1024 * MB);
  const readers = Array.from({ length: 5 }, () => drip(server.port));
  await expect.poll(() => server.inFlight.bytes).toBe(BODY.length);
  await expect.poll(() => server.inFlight.bytes, { timeout: 10_000 }).toBe(0);
  for (const reader of readers) expect(await reader.rest()).toBeLessThan(BODY.length);
});

it('who is cut off is told by a reset, and the system keeps nothing for it', async () => {
  const limits = { ...DEFAULT_DELIVERY_LIMITS, usual: { graceMs: 500, bytesPerSecond: MB } };
  await using server = await delivering(BODY, limits, 1024 * MB);
  const socket = connect(server.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
  const error = new Promise<NodeJS.ErrnoException>((resolve) => socket.once('error', resolve));
  socket.pause();
  await expect.poll(() => server.inFlight.bytes).toBe(BODY.length);
  await expect.poll(() => server.inFlight.bytes, { timeout: 10_000 }).toBe(0);
  socket.resume();
  expect((await error).code).toBe('ECONNRESET');
});

it('readers of whom nothing leaves for so long lose their places, however much the system took at first', async () => {
  const limits = { ...DEFAULT_DELIVERY_LIMITS, usual: { graceMs: 700, bytesPerSecond: 1024 } };
  await using server = await delivering(BODY, limits, 1024 * MB);
  const reader = drip(server.port);
  await expect.poll(() => server.inFlight.bytes).toBe(BODY.length);
  await expect.poll(() => server.inFlight.bytes, { timeout: 10_000 }).toBe(0);
  const received = await reader.rest();
  // By what has reached its side alone, and the system keeps more that a reset throws away, it would have had a minute and more.
  expect(received).toBeGreaterThan(MB / 16);
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

it('while room is short the latest readers go, no more than make it, and none of a body that somebody reads in time', async () => {
  // Three bodies are more than three quarters of it, and two are not.
  const inFlight = new BytesInFlight({ budget: 3.5 * BODY.length, process: Number.POSITIVE_INFINITY });
  const limits = { usual: DEFAULT_DELIVERY_LIMITS.usual, short: { graceMs: 1_000, bytesPerSecond: MB } };
  const delivery = new Delivery(inFlight, limits);
  const standing = () => takenAfter(() => 60_000);
  const [read, latest, later] = [BODY, Buffer.from(BODY), Buffer.from(BODY)];
  const readers = {
    inTime: takenAfter(() => 25),
    besideIt: standing(),
    first: standing(),
    second: standing(),
    last: standing(),
  };
  delivery.end(readers.inTime, read);
  delivery.end(readers.besideIt, read);
  delivery.end(readers.first, latest);
  delivery.end(readers.second, latest);
  await sleep(100);
  delivery.end(readers.last, later);
  await expect.poll(() => inFlight.bytes, { timeout: 10_000 }).toBe(2 * BODY.length);
  const destroyed = () => Object.entries(readers).flatMap(([name, { destroyed }]) => (destroyed ? [name] : []));
  expect(destroyed()).toEqual(['first', 'second']);
  await sleep(1_200);
  expect(destroyed()).toEqual(['first', 'second']);
});

it('of many small bodies as many go at once as make room', async () => {
  const bodies = Array.from({ length: 100 }, () => Buffer.alloc(200 * 1024));
  const inFlight = new BytesInFlight({ budget: 8 * MB, process: Number.POSITIVE_INFINITY });
  const limits = { usual: DEFAULT_DELIVERY_LIMITS.usual, short: { graceMs: 100, bytesPerSecond: MB } };
  const delivery = new Delivery(inFlight, limits);
  const readers = bodies.map((body) => {
    const outgoing = takenAfter(() => 60_000);
    delivery.end(outgoing, body);
    return outgoing;
  });
  const left: number[] = [];
  while (left.at(-1) !== 30) {
    const now = readers.filter(({ destroyed }) => !destroyed).length;
    if (now !== left.at(-1)) left.push(now);
    await sleep(10);
  }
  // Six megabytes are thirty of them.
  expect(left).toEqual([100, 30]);
});

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
