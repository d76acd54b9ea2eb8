import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startServer } from '../../src/server.ts';
import { openService, type TestService } from '../service.ts';

/** What is on its way comes: a busy machine takes longer for it than the second that `expect.poll` waits by itself. */
const PATIENT = { timeout: 20_000 };

describe('over a real socket', () => {
  let service: TestService;
  let server: Awaited<ReturnType<typeof startServer>>;
  const key = inject('keys').Business;
  const surprises: unknown[] = [];
  const surprise = (error: unknown) => surprises.push(error);

  beforeAll(async () => {
    const [home] = inject('homes').toReversed();
    if (!home) throw new Error('there is always an embedded home');
    process.on('unhandledRejection', surprise).on('uncaughtException', surprise);
    service = await openService(home, { log: pino({ level: 'silent' }) });
    server = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await server.stop(1_000);
    await service.close();
    process.off('unhandledRejection', surprise).off('uncaughtException', surprise);
  });

  /** Sends the bytes and returns all that comes back until the server ends the connection, or `enough` of it is there. */
  function send(bytes: string | Buffer, enough: (text: string) => boolean = () => false): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
      let text = '';
      const finish = () => {
        socket.destroy();
        resolve(text);
      };
      socket.setTimeout(8_000, () => reject(new Error(`no end after: ${text.slice(0, 300)}`)));
      socket.on('data', (chunk) => {
        text += chunk.toString('utf8');
        if (enough(text)) finish();
      });
      // A reset after the answer is how a server drops what it will not read.
      socket.on('error', finish).on('end', finish).on('close', finish);
    });
  }

  const request = (target: string, ...headers: string[]) =>
    [`GET ${target} HTTP/1.1`, 'Host: geo.test', `X-SVCAPI-KEY: ${key}`, 'Connection: close', ...headers, '', ''].join(
      '\r\n',
    );
  const statusOf = (text: string) => /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? text;
  const bodyOf = (text: string) => text.slice(text.indexOf('\r\n\r\n') + 4);
  const JP = '/v1/countries/JP';
  const bare = (...lines: string[]) => [...lines, '', ''].join('\r\n');
  const gzipped = (rest: string) =>
    request('/graphql', 'Transfer-Encoding: gzip, chunked', 'Content-Type: application/json').replace('GET', 'POST') +
    rest;

  it.each<[what: string, bytes: string | Buffer, status: string | RegExp]>([
    ['a plain request', request(JP), '200'],
    ['a NUL in the target', request('/v1/countries/J\0P'), '400'],
    ['a NUL in a header', request(JP, 'X-Other: a\0b'), '400'],
    ...['a b', '[::1', 'a:99999', 'a%00', 'a/b', 'a?b', 'a#b', 'a@b', 'é', '<x>', ''].map(
      (host): [string, string, string] => [
        `the host ${JSON.stringify(host)}`,
        bare(`GET ${JP} HTTP/1.1`, `Host: ${host}`, `X-SVCAPI-KEY: ${key}`, 'Connection: close'),
        '400',
      ],
    ),
    ...['geo.test:443', '127.0.0.1', '[::1]:80', 'LOCALHOST', 'a_b.test'].map((host): [string, string, string] => [
      `the host ${host}`,
      bare(`GET ${JP} HTTP/1.1`, `Host: ${host}`, `X-SVCAPI-KEY: ${key}`, 'Connection: close'),
      '200',
    ]),
    ['no host', bare(`GET ${JP} HTTP/1.1`, `X-SVCAPI-KEY: ${key}`, 'Connection: close'), '400'],
    ['two hosts', request(JP, 'Host: geo.test'), '400'],
    ['HTTP/1.0 without a host', bare(`GET ${JP} HTTP/1.0`, `X-SVCAPI-KEY: ${key}`), '200'],
    ['HTTP/0.9', `GET ${JP}\r\n\r\n`, '400'],
    ['HTTP/2 in the words of HTTP/1', bare(`GET ${JP} HTTP/2.0`, 'Host: a', `X-SVCAPI-KEY: ${key}`), '505'],
    ['HTTP/2 in plain text', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400'],
    ['HTTP/9.9', bare(`GET ${JP} HTTP/9.9`, 'Host: a'), '400'],
    ['the beginning of TLS', Buffer.from('16030100c8010000c40303', 'hex'), '400'],
    ['a method in small letters', bare(`get ${JP} HTTP/1.1`, 'Host: a'), '405'],
    ['no target', 'GET HTTP/1.1\r\nHost: a\r\n\r\n', '400'],
    ['20 KB of headers', request(JP, `X-Long: ${'a'.repeat(20_000)}`), '431'],
    ['a URL of 20 KB', request(`/v1/states?q=${'a'.repeat(20_000)}`), '431'],
    ['a URL of 10 KB', request(`/v1/states?q=${'a'.repeat(10_000)}`), '400'],
    ['2,500 headers', request(JP, ...Array.from({ length: 2_500 }, (_, index) => `a${index % 10}:b`)), '431'],
    ['250 headers', request(JP, ...Array.from({ length: 250 }, (_, index) => `a${index}:b`)), '400'],
    ['100 headers', request(JP, ...Array.from({ length: 100 }, (_, index) => `a${index}:b`)), '200'],
    ['a space before the colon', request(JP, 'X-Other : a'), '400'],
    ['a folded header', request(JP, 'X-Other: a\r\n b'), '400'],
    ['a bare LF', `GET ${JP} HTTP/1.1\nHost: a\n\n`, '400'],
    ['the same key twice', request(JP, `X-SVCAPI-KEY: ${key}`), '401'],
    ['two keys', request(JP, 'X-SVCAPI-KEY: another'), '401'],
    ['the same key twice under other names', request(JP, `X-CSCAPI-KEY: ${key}`, `X-CSCAPI-KEY: ${key}`), '400'],
    ['an empty key beside one', request(JP, 'X-CSCAPI-KEY:'), '200'],
    [
      'a key beside an empty one',
      request(JP, 'X-SVCAPI-KEY:').replace(`X-SVCAPI-KEY: ${key}`, `X-CSCAPI-KEY: ${key}`),
      '200',
    ],
    ['an empty key', request(JP).replace(key, ''), '401'],
    ['a body on GET', `${request(JP, 'Content-Length: 5')}hello`, '400'],
    ['a request hidden in a body on GET', `${request(JP, 'Content-Length: 26')}GET /livez HTTP/1.1\r\nHost: a`, '400'],
    ['chunks on GET', `${request(JP, 'Transfer-Encoding: chunked')}0\r\n\r\n`, '400'],
    ['a body that is compressed on its way', gzipped(''), '501'],
    ['no transfer coding that there is', `${request(JP, 'Transfer-Encoding: xchunked')}`, '400'],
    ['two lengths', request(JP, 'Content-Length: 0', 'Content-Length: 5'), '400'],
    ['a length and chunks', `${request(JP, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`, '400'],
    ['a length of nothing', request(JP, 'Content-Length: 0'), '200'],
    ['a body on POST', `${request(JP, 'Content-Length: 5').replace('GET', 'POST')}hello`, '405'],
    ['TRACE', request(JP).replace('GET', 'TRACE'), '405'],
    ['CONNECT', bare('CONNECT geo.test:443 HTTP/1.1', 'Host: geo.test:443'), '405'],
    ['OPTIONS of everything', request('*').replace('GET', 'OPTIONS'), '404'],
    ['a word for a target', request('v1'), /^400|404$/],
    ['an expectation that nobody meets', request(JP, 'Expect: cake'), '417'],
    ['the absolute form', request(`http://geo.test${JP}`), '200'],
    ['the absolute form with a port', request(`http://geo.test:8080${JP}`), '200'],
    ['the absolute form with no host', request(`http://${JP}`), '400'],
    ['the absolute form with a port that is none', request(`http://geo.test:99999${JP}`), '400'],
    ['the absolute form with a user', request(`http://geo@geo.test${JP}`), '400'],
    ['the absolute form of the root', request('http://geo.test'), /^200|404$/],
    ['the absolute form with another scheme', request(`ftp://geo.test${JP}`), '404'],
    ['two slashes', request(`/${JP}`), '404'],
    ['two slashes inside', request('/v1//countries/JP'), '404'],
    ['dots', request('/v1/../v1/countries/JP'), '404'],
    ['dots in escapes', request('/v1/%2e%2e/v1/countries/JP'), '404'],
    ['a slash in escapes', request('/v1%2Fcountries/JP'), '404'],
    ['a backslash', request('/v1\\countries\\JP'), '404'],
    ['a fragment', request(`${JP}#x`), /^200|400$/],
    ['bytes above ASCII', Buffer.from(request('/v1/states?q=東京')), '400'],
    ['a byte that is no UTF-8', Buffer.from(request('/v1/states?q=\xff\xfe'), 'latin1'), '400'],
    ['half a surrogate as bytes', Buffer.from(request('/v1/states?q=\xed\xa0\x80x'), 'latin1'), '400'],
    ['an ill-formed escape', request('/v1/countries/%zz'), '400'],
  ])('%s', async (_what, bytes, status) => {
    const text = await send(bytes);
    if (status instanceof RegExp) expect(statusOf(text)).toMatch(status);
    else expect(statusOf(text)).toBe(status);
    expect(text).not.toMatch(/node_modules|\.ts:\d|at \w+ \(/);
    expect(surprises).toEqual([]);
  });

  it.each<[what: string, bytes: string, status: number]>([
    ['a control character in a header', request(JP, 'X-Request-Id: \x7f'), 400],
    ['a target that is none', 'GET HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['headers of 20 KB', request(JP, `X-Long: ${'a'.repeat(20_000)}`), 431],
    ['HTTP/2.0 in the request line', bare(`GET ${JP} HTTP/2.0`, 'Host: a'), 505],
    ['a host that is none', bare(`GET ${JP} HTTP/1.1`, 'Host: a b'), 400],
    ['no host', bare(`GET ${JP} HTTP/1.1`), 400],
    ['an expectation that nobody meets', request(JP, 'Expect: cake'), 417],
    ['a body that is compressed on its way', gzipped('0\r\n\r\n'), 501],
    ['a tunnel', `${bare('CONNECT geo.test:443 HTTP/1.1', 'Host: geo.test:443')}more`, 405],
    ['a method that nobody knows', bare(`FOO ${JP} HTTP/1.1`, 'Host: a'), 405],
    ['a method that goes on from a known one', bare(`GETTER ${JP} HTTP/1.1`, 'Host: a'), 405],
    ['no method', bare(` ${JP} HTTP/1.1`, 'Host: a'), 400],
    ['a greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 /', 400],
    ['a method that is far too long', bare(`${'A'.repeat(100)} ${JP} HTTP/1.1`, 'Host: a'), 400],
    ['one of two that nobody meets', request(JP, 'Expect: 100-continue, cake'), 417],
  ])('tells of %s in JSON that any page may read, and ends the connection', async (_what, bytes, status) => {
    const text = await send(bytes);
    expect(statusOf(text)).toBe(String(status));
    expect(JSON.parse(bodyOf(text))).toEqual({ error: expect.any(String) });
    expect(text).toMatch(/^Content-Type: application\/json; charset=utf-8\r$/im);
    expect(text).toMatch(/^Access-Control-Allow-Origin: \*\r$/im);
    expect(text).toMatch(/^Connection: close\r$/im);
    expect(text).toMatch(/^X-Request-Id: [0-9a-f-]{36}\r$/im);
    if (status === 405) expect(text).toMatch(/^Allow: GET, HEAD, POST, OPTIONS\r$/im);
  });

  it.each<[what: string, bytes: string, error: string]>([
    ['a body on GET', `${request(JP, 'Content-Length: 5')}hello`, 'GET has to come without a body'],
    ['chunks on GET', `${request(JP, 'Transfer-Encoding: chunked')}0\r\n\r\n`, 'GET has to come without a body'],
    ['no host', bare(`GET ${JP} HTTP/1.1`), 'there has to be one Host, and it has to name a host'],
    ['a target whose host is none', request(`http://geo.test:0x1${JP}`), 'a target with a scheme has to name a host'],
    [
      '250 headers',
      request(JP, ...Array.from({ length: 250 }, (_, at) => `a${at}: b`)),
      'there may be 200 headers at most',
    ],
  ])('says what is wrong with %s', async (_what, bytes, error) => {
    expect(JSON.parse(bodyOf(await send(bytes)))).toEqual({ error: `Malformed request: ${error}.` });
  });

  it('answers HEAD without a body, so that the next answer of the connection is read right', async () => {
    const head = request('/v1/states').replace('GET', 'HEAD').replace('Connection: close\r\n', '');
    const text = await send(head + head + request(JP));
    const [first, second, third] = text.split(/(?=HTTP\/1\.1 )/);
    expect([first, second].map((part) => [statusOf(part ?? ''), bodyOf(part ?? '')])).toEqual([
      ['200', ''],
      ['200', ''],
    ]);
    expect(JSON.parse(bodyOf(third ?? ''))).toMatchObject({ iso2: 'JP' });
  });

  it('answers five hundred pipelined requests in their order', async () => {
    const paths = [
      '/v1/states?q=to',
      '/v1/search/fuzzy?q=tokyo',
      JP,
      '/v1/countries/XX',
      '/livez',
      '/v1/nothing',
      '/v1/regions/3',
    ];
    const many = Array.from({ length: 500 }, (_, index) =>
      request(paths[index % paths.length] ?? JP, `X-Request-Id: n${index}`).replace(
        'Connection: close\r\n',
        index === 499 ? 'Connection: close\r\n' : '',
      ),
    ).join('');
    const text = await send(many);
    const ids = [...text.matchAll(/^X-Request-Id: n(\d+)\r$/gim)].map(([, id]) => Number(id));
    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(500);
    expect(ids).toEqual(Array.from({ length: 500 }, (_, index) => index));
  });

  const expecting = (target: string, length: number, ...headers: string[]) =>
    [
      `POST ${target} HTTP/1.1`,
      'Host: geo.test',
      `X-SVCAPI-KEY: ${key}`,
      'Content-Type: application/json',
      'Expect: 100-continue',
      `Content-Length: ${length}`,
      ...headers,
      '',
      '',
    ].join('\r\n');

  it.each<[what: string, head: string, status: string]>([
    ['a body that is too long', expecting('/graphql', 200_000), '413'],
    ['a table that is too long', expecting('/v1/reconcile', 1_000_001), '413'],
    ['a table that is compressed', expecting('/v1/reconcile', 100, 'Content-Encoding: gzip'), '415'],
    ['a path that takes no body', expecting(JP, 5), '405'],
    ['a key that is none', expecting('/graphql', 5).replace(key, 'none'), '401'],
  ])('does not ask for %s: it is refused, and the connection ends', async (_what, head, status) => {
    const text = await send(head);
    expect([statusOf(text), text.includes('100 Continue')]).toEqual([status, false]);
    expect(text).toMatch(/^Connection: close\r$/im);
  });

  it('asks for a body that it wants, and the connection goes on', async () => {
    const body = JSON.stringify({ query: '{ country(code: "JP") { iso2 } }' });
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(expecting('/graphql', body.length)));
      let received = '';
      socket.setTimeout(8_000, () => reject(new Error(`no end after: ${received}`))).on('error', reject);
      socket.on('data', (chunk) => {
        received += chunk.toString();
        if (received.endsWith('100 Continue\r\n\r\n')) socket.write(body + request(JP));
      });
      socket.on('end', () => resolve(received));
    });
    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(text).toContain('"iso2":"JP"');
  });

  it('reads nothing of a tunnel that it has refused', async () => {
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(bare('CONNECT geo.test:443 HTTP/1.1', 'Host: a'));
    let text = '';
    socket.on('data', (chunk) => (text += chunk)).on('error', () => undefined);
    await expect.poll(() => text, PATIENT).toContain('}');
    // Somebody else's request has come by half, and what reads it may have read the tunnel's.
    const other = connect(server.port, '127.0.0.1', () => other.write(request(JP).slice(0, 30)));
    let answer = '';
    other.on('data', (chunk) => (answer += chunk));
    await expect.poll(() => server.connections.size, PATIENT).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.write('\0\0');
    await new Promise((resolve) => setTimeout(resolve, 50));
    other.write(request(JP).slice(30));
    await expect.poll(() => statusOf(answer), PATIENT).toBe('200');
    other.destroy();
    socket.destroy();
    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 405']);
    expect(surprises).toEqual([]);
  });

  it('takes no upgrade', async () => {
    const asked = request(JP, 'Upgrade: websocket').replace('Connection: close', 'Connection: Upgrade');
    expect(statusOf(await send(asked, (text) => text.endsWith('}')))).toBe('200');
  });

  it('ends the connection after a request that it refused to frame', async () => {
    const text = await send(
      `${request(JP, 'Content-Length: 5').replace('Connection: close\r\n', '')}hello${request(JP)}`,
    );
    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400']);
    expect(text).toMatch(/^Connection: close\r$/im);
  });

  it.each<[string, string, string]>([
    ['no request', 'BAD\r\n\r\n', '400'],
    ['lines without a return', 'GET / HTTP/1.1\nHost: a\n\n', '400'],
    ['an unknown method', bare(`FOO ${JP} HTTP/1.1`, 'Host: a'), '405'],
    ['a chunk that is none', bare(`POST ${JP} HTTP/1.1`, 'Host: a', 'Transfer-Encoding: chunked', '', 'zz'), '405'],
  ])('answers what came before %s first', async (_what, bytes, status) => {
    // Other targets each time: one is kept, one looked up.
    const before = [JP, `/v1/states?q=${status}x${bytes.length}`].map((target) =>
      request(target).replace('Connection: close\r\n', ''),
    );
    const text = await send(before.join('') + bytes);
    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', `HTTP/1.1 ${status}`]);
    expect(surprises).toEqual([]);
  });

  it('ends the connection of who wishes for another protocol, since what came with that is lost', async () => {
    const wish = request(JP).replace('Connection: close', 'Connection: Upgrade\r\nUpgrade: h2c');
    const text = await send(wish + request(JP));
    expect(text.match(/HTTP\/1\.1 \d{3}|Connection: .*(?=\r)/g)).toEqual(['HTTP/1.1 200', 'Connection: close']);
  });

  it('does not mind callers who leave early, or send half a request', async () => {
    for (let turn = 0; turn < 50; turn++) {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(turn % 2 ? request(`/v1/states?q=early${turn}`) : request(JP).slice(0, turn * 2));
      await new Promise((resolve) => setTimeout(resolve, turn % 5));
      socket.destroy();
    }
    expect(statusOf(await send(request(JP)))).toBe('200');
    expect(surprises).toEqual([]);
  });

  it('gives a caller who dawdles over the headers up, and no other', async () => {
    const socket = connect(server.port, '127.0.0.1');
    const ended = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk) => (text += chunk)).on('close', () => resolve(text));
      socket.on('error', () => undefined);
    });
    socket.write(`GET ${JP} HTTP/1.1\r\nHost: a\r\n`);
    const drip = setInterval(() => socket.write('X-Slow: a\r\n'), 500);
    expect(statusOf(await send(request(JP)))).toBe('200');
    expect(statusOf(await ended)).toBe('408');
    clearInterval(drip);
  });
});
