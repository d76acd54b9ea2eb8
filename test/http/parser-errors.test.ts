/** What goes on to be sent behind a request that cannot be read, and who is told of it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerParserError } from '../../src/http/parser-errors.ts';

const server = createServer({ requestTimeout: 400, headersTimeout: 400, connectionsCheckingInterval: 50 });
/** Lets the request under way be answered. */
let answer: () => void = () => undefined;
/** How often node:http has called out for one. */
let calls = 0;
/** How many were refused in words. */
let refused = 0;
const warnings: Error[] = [];
const note = (warning: Error) => void warnings.push(warning);

beforeEach(async () => {
  server.on('request', (_request, response) => {
    answer = () => response.end('answered');
  });
  server.on('clientError', (error, socket) => {
    calls++;
    answerParserError(error, socket, () => refused++);
  });
  process.on('warning', note);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => {
  calls = refused = 0;
  server.removeAllListeners('request').removeAllListeners('clientError');
  process.off('warning', note);
  server.close();
});

it('waits once for the answer before, and is told once', async () => {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk)).on('error', () => undefined);
  socket.setNoDelay(true).write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(server, 'request');
  for (let sent = 1; sent <= 20; sent++) {
    socket.write('BAD\r\n\r\n');
    await expect.poll(() => calls, { interval: 1 }).toBe(1);
  }
  answer();
  await once(socket, 'close');
  expect(received.match(/HTTP\/1\.1 \d{3}|answered|"error"/g)).toEqual([
    'HTTP/1.1 200',
    'answered',
    'HTTP/1.1 400',
    '"error"',
  ]);
  expect(warnings.map(({ message }) => message)).toEqual([]);
  expect(refused).toBe(1);
});

it('is told once where it is late, too, before the answer that it waits for is there', async () => {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const received = text(socket);
  socket.setNoDelay(true).write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(server, 'request');
  socket.write('BAD\r\n\r\n');
  await expect.poll(() => calls, { timeout: 20_000 }).toBe(2);
  answer();
  expect((await received).match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  expect([refused, warnings]).toEqual([1, []]);
});

const MUCH = 'x'.repeat(3_000_000);

/** Sends all of it, and reads when it is sent; rejects where the connection is reset. */
async function told(sent: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve, reject) => socket.once('error', reject).write(sent, resolve));
  return text(socket);
}

it.each([
  ['a head that is too long', `GET / HTTP/1.1\r\nHost: a\r\nX: ${MUCH}`, '431'],
  ['no HTTP', `GET / HTTP/7.1\r\n\r\n${MUCH}`, '400'],
  ['an unknown method', `FOO / HTTP/1.1\r\nHost: a\r\n\r\n${MUCH}`, '405'],
])(
  'tells who sends %s and goes on sending, without a reset that would take the answer along',
  async (_, sent, status) => {
    expect((await told(sent)).match(/HTTP\/1\.1 \d{3}/g)).toEqual([`HTTP/1.1 ${status}`]);
    expect(refused).toBe(1);
  },
);

it('a request that has its answer has no second one when the rest of its body does not come', async () => {
  server.on('request', (_request, response) => response.end('answered'));
  const received = await told('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n123');
  expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200']);
  expect([calls > 0, refused]).toEqual([true, 0]);
});

it('a request whose body does not come is told so', async () => {
  const received = await told('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n123');
  expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 408']);
});
