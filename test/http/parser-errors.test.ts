/** What goes on to be sent behind a request that cannot be read, while an earlier one is still being answered. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerParserError } from '../../src/http/parser-errors.ts';

const server = createServer();
/** Lets the request under way be answered. */
let answer: () => void = () => undefined;
/** How often node:http has called out for one. */
let calls = 0;
const warnings: Error[] = [];
const note = (warning: Error) => void warnings.push(warning);

beforeEach(async () => {
  server.on('request', (_request, response) => {
    answer = () => response.end('answered');
  });
  server.on('clientError', (error, socket) => {
    calls++;
    answerParserError(error, socket);
  });
  process.on('warning', note);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => {
  process.off('warning', note);
  server.close();
});

it('waits once for the answer before, and is told once', async () => {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk)).on('error', () => undefined);
  socket.setNoDelay(true).write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(server, 'request');
  for (let sent = 1; sent <= 20; sent++) {
    socket.write('BAD\r\n\r\n');
    await expect.poll(() => calls, { interval: 1 }).toBe(sent);
  }
  answer();
  await once(socket, 'close');
  expect(text.match(/HTTP\/1\.1 \d{3}|answered|"error"/g)).toEqual([
    'HTTP/1.1 200',
    'answered',
    'HTTP/1.1 400',
    '"error"',
  ]);
  expect(warnings.map(({ message }) => message)).toEqual([]);
});
