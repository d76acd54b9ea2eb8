import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Gateway } from '../../src/gateway.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openService, someHome, type TestService } from '../service.ts';

const REQUESTS = 300;
/** What the system keeps for a connection takes some dozens of these answers. */
const LARGE = '/openapi.json';

describe('a client that sends requests and does not read', () => {
  let service: TestService;
  let server: RunningServer;
  let read = 0;
  beforeAll(async () => {
    service = await openService(someHome());
    const handle: Gateway['handle'] = (incoming, outgoing, repeats) => {
      read += 1;
      service.gateway.handle(incoming, outgoing, repeats);
    };
    server = await startServer({ handle, repeats: service.gateway.repeats }, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await server.stop(100);
    await service.close();
  });

  it('has few of them in memory, and all their answers in order once it reads', async () => {
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    const one = (id: number) => `GET ${LARGE} HTTP/1.1\r\nHost: geo.test\r\nX-Request-Id: n${id}\r\n\r\n`;
    const last = `GET /livez HTTP/1.1\r\nHost: geo.test\r\nConnection: close\r\n\r\n`;
    socket.write(Array.from({ length: REQUESTS }, (_, id) => one(id)).join('') + last);
    await expect.poll(() => read, { timeout: 10_000 }).toBeGreaterThan(10);
    let before: number;
    do {
      before = read;
      await new Promise((resolve) => setTimeout(resolve, 300));
    } while (read > before);
    expect(read).toBeLessThan(REQUESTS / 2);
    const ids: string[] = [];
    let rest = '';
    socket.on('data', (chunk: Buffer) => {
      rest += chunk.toString('latin1');
      for (const [, id = ''] of rest.matchAll(/X-Request-Id: (n\d+)\r\n/g)) ids.push(id);
      rest = rest.slice(Math.max(rest.lastIndexOf('\r\n\r\n'), rest.length - 100));
    });
    await once(socket, 'close');
    expect([...new Set(ids)]).toEqual(Array.from({ length: REQUESTS }, (_, id) => `n${id}`));
    expect(read).toBe(REQUESTS + 1);
  });

  it('has all its answers, whatever it sends behind the request that ends the connection', async () => {
    const socket = connect(server.port, '127.0.0.1');
    const sent = `${`${one}\r\n`.repeat(40)}${one}Connection: close\r\n\r\n${one}\r\n${'x'.repeat(5_000_000)}`;
    // A reset would be the error here.
    await new Promise((resolve, reject) => socket.once('error', reject).write(sent, resolve));
    expect((await text(socket)).match(/HTTP\/1\.1 \d{3}/g)).toEqual(Array(41).fill('HTTP/1.1 200'));
    await expect.poll(() => server.connections.size).toBe(0);
  });

  const one = 'GET /livez HTTP/1.1\r\nHost: geo.test\r\n';
  let asked = 0;
  /** Nobody has asked it before. */
  const waits = () =>
    `GET /v1/states?q=w${asked++} HTTP/1.1\r\nHost: geo.test\r\nX-SVCAPI-KEY: ${inject('keys').Business}\r\n\r\n`;

  /** What is told to who sends it all, ends its side, and only then reads. */
  async function statuses(sent: string): Promise<readonly string[] | null> {
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    await new Promise<void>((resolve, reject) => socket.once('error', reject).end(sent, resolve));
    return (await text(socket)).match(/(?<=HTTP\/1\.1 )(?!100)\d{3}/g);
  }

  it.each([
    ['cannot be read', 'GET /livez HTTP/1.1\r\nHost geo.test\r\n\r\n', '400'],
    ['is a CONNECT', 'CONNECT geo.test:1 HTTP/1.1\r\nHost: geo.test\r\n\r\n', '405'],
    ['wishes for another protocol', `${one}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`, '200'],
    ['expects what nobody does', `${one}Expect: more\r\n\r\n`, '417'],
    ['has a body that nobody reads', `${one}Content-Length: 4\r\n\r\nbody`, '400'],
    [
      'waits to send its body',
      'POST /v1/countries/JP HTTP/1.1\r\nHost: geo.test\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\nbody',
      '405',
    ],
  ])('has the answers before a request that %s, and its own, whatever comes behind', async (_, last, status) => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    for (const much of ['', `${one}\r\n`.repeat(60_000), one + 'x'.repeat(3_000_000)]) {
      const before = Array.from({ length: 20 }, waits).join('');
      expect(await statuses(before + last + much)).toEqual([...Array(20).fill('200'), status]);
    }
    process.off('warning', note);
    expect(warnings).toEqual([]);
    await expect.poll(() => server.connections.size).toBe(0);
  });

  it('has a large answer before a CONNECT', async () => {
    const large = `GET ${LARGE} HTTP/1.1\r\nHost: geo.test\r\n\r\n`.repeat(10);
    expect(await statuses(`${large}CONNECT geo.test:1 HTTP/1.1\r\nHost: geo.test\r\n\r\n`)).toEqual([
      ...Array(10).fill('200'),
      '405',
    ]);
  });

  it.each([
    ['head', 'GET /livez HTTP/1.1\r\nHost geo.test\r\n\r\n'],
    [
      'body',
      'POST /graphql HTTP/1.1\r\nHost: geo.test\r\nX-SVCAPI-KEY: <key>\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n',
    ],
  ])(
    'has the answers before a %s that cannot be read and came while no more was taken, whatever comes behind',
    async (_, bad) => {
      const socket = connect({ port: server.port, host: '127.0.0.1' });
      socket.write(`GET ${LARGE} HTTP/1.1\r\nHost: geo.test\r\n\r\n`.repeat(8));
      await new Promise((resolve) => setTimeout(resolve, 300));
      // A reset would be the error here.
      const read = new Promise<string>((resolve, reject) => {
        socket.once('error', reject);
        socket.write(`${one}\r\n${bad.replace('<key>', inject('keys').Business)}${'x'.repeat(300_000)}`);
        setTimeout(() => void text(socket).then(resolve, reject), 200);
      });
      expect((await read).match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual([...Array(9).fill('200'), '400']);
    },
  );

  it('has the answers before a refused request whose body cannot be read, however slowly it reads', async () => {
    const socket = connect({ port: server.port, host: '127.0.0.1', noDelay: true });
    const later = (bytes: string) => new Promise((resolve) => setTimeout(() => resolve(socket.write(bytes)), 5));
    const before = read;
    socket.write(`GET ${LARGE} HTTP/1.1\r\nHost: geo.test\r\n\r\n`);
    await later('POST /v1/nothing HTTP/1.1\r\nHost: geo.test\r\nTransfer-Encoding: chunked\r\n\r\n');
    await expect.poll(() => read, { timeout: 10_000 }).toBe(before + 2);
    await later('ZZZ\r\n');
    await later('\r\n');
    let told = '';
    await new Promise((resolve, reject) => {
      // A reset would be the error here.
      socket.once('error', reject).once('end', resolve);
      socket.on('data', (chunk: Buffer) => {
        told += chunk.toString('latin1');
        socket.pause();
        setTimeout(() => socket.resume(), 80);
      });
    });
    expect(told.match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['200', '404']);
    expect(told).toMatch(/\}$/);
  });

  it('may leave before a CONNECT has its answer', async () => {
    for (const waitMs of [0, 50, 200]) {
      const socket = connect({ port: server.port, host: '127.0.0.1' });
      socket.on('error', () => undefined);
      socket.write(
        `${`GET ${LARGE} HTTP/1.1\r\nHost: geo.test\r\n\r\n`.repeat(8)}CONNECT geo.test:1 HTTP/1.1\r\nHost: geo.test\r\n\r\n`,
      );
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      socket.resetAndDestroy();
    }
    // What is wrong on a connection that nobody listens to ends the process: it is told as an error of this file.
    await expect.poll(() => server.connections.size).toBe(0);
  });

  it('has large answers before a refusal that it is slow to read, whatever comes behind', async () => {
    const large = `GET ${LARGE} HTTP/1.1\r\nHost: geo.test\r\n\r\n`.repeat(15);
    const socket = connect({ port: server.port, host: '127.0.0.1' });
    // A reset would be the error here.
    const read = new Promise<string>((resolve, reject) => {
      socket.once('error', reject);
      socket.write(`${large}${one}Expect: more\r\n\r\n${`${one}\r\n`.repeat(60_000)}`);
      setTimeout(() => void text(socket).then(resolve, reject), 200);
    });
    expect((await read).match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual([...Array(15).fill('200'), '417']);
  });
});
