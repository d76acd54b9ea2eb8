import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { generateKey } from '../../src/auth/key-format.ts';
import { setsAsWritten } from '../../src/http/write-lines.ts';
import { logTo } from '../../src/log.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openService, someHome, type TestService } from '../service.ts';

/** A moment in summer, in which all is counted. */
const NOW = Date.UTC(2026, 6, 1, 12, 0, 0, 250);
const QUOTAS = { Supporter: { second: 200, daily: 400, monthly: 1_000_000 }, Starter: { daily: 100 } };
const UNKNOWN_KEY = generateKey();

interface Side {
  readonly service: TestService;
  readonly server: RunningServer;
  readonly lines: string[];
}

/** A service behind a socket, with its log. */
async function open(shortCuts: boolean): Promise<Side> {
  const lines: string[] = [];
  const sink = { write: (line: string) => void lines.push(line) };
  const isoTime = pino.stdTimeFunctions.isoTime;
  const log = shortCuts ? logTo(sink, 'info') : pino({ base: { pid: process.pid }, timestamp: isoTime }, sink);
  const service = await openService(someHome(), { shortCuts, log, now: () => NOW, quotas: QUOTAS });
  return { service, server: await startServer(service.gateway, { host: '127.0.0.1', port: 0 }), lines };
}

/** Sends bytes and returns all that comes until the connection ends. */
function send(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.setTimeout(20_000, () => reject(new Error(`no end after ${bytes}`)));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined).on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What differs though nothing is different. */
function masked(text: string): string {
  return text
    .replace(/^Date: .*$/gm, 'Date')
    .replace(UUID, 'uuid')
    .replace(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g, 'time')
    .replace(/"ms":[\d.]+/g, 'ms');
}

const keys = inject('keys');
const any = <T>(...values: T[]) => fc.constantFrom(...values);
const name = (text: string) => any(text, text.toLowerCase(), text.toUpperCase());
const header = (text: string, ...values: string[]) =>
  fc.tuple(name(text), any(...values)).map(([spelt, value]) => [`${spelt}: ${value}`]);
const rarely = (lines: fc.Arbitrary<string[]>) => fc.oneof({ weight: 4, arbitrary: fc.constant<string[]>([]) }, lines);

const TARGETS = [
  ...['/v1/countries/JP', '/v1/countries/jp', '/v1/countries/JPN', '/v1/countries/JP/', '/v1/countries/%4aP'],
  ...['/v1/countries/JP?', '/v1/countries/JP?x=1', '/v1/countries/JP#x', 'http://geo.test/v1/countries/JP'],
  ...[
    '/v1/countries/JP?fields=name,iso2',
    '/v1/countries/JP?fields=iso2,name',
    '/v1/countries/JP?fields=name&fields=id',
  ],
  ...[
    '/v1/countries/JP?fields=nothing',
    '/v1/countries/JP?fields=',
    '/v1/countries/XX',
    '/v1/countries/%zz',
    '/v1/%zz',
  ],
  ...['/v1/countries/JP/states', '/v1/countries/JP/states?sort=name:desc', '/v1/countries/JP/states?q=%C5%8Dsaka'],
  ...['/v1/countries', '/v1/states', '/v1/nothing', '/v1', '/v1/', '/v1/timezone/JP', '/v1/iso/country?iso2=JP'],
  ...['/v1/phone/parse?number=%2B14155552671', '/v1/reconcile', '/v1/search/fuzzy?q=tokyo', '/livez', '/nothing'],
];

let tags: string[] = ['"none"'];

const key = fc.oneof(
  header('X-SVCAPI-KEY', keys.Business, keys.Community, keys.Supporter, keys.Starter, keys.Professional),
  header('X-CSCAPI-KEY', keys.Legacy, keys.Business),
  rarely(header('X-SVCAPI-KEY', UNKNOWN_KEY, 'geo_x', '', ' ', `${keys.Business} `)),
  fc
    .tuple(header('X-SVCAPI-KEY', keys.Business), header('X-CSCAPI-KEY', keys.Business, keys.Legacy))
    .map((all) => all.flat()),
);
const condition = fc
  .tuple(name('If-None-Match'), fc.nat(), any('%', 'W/%', '"a", %', ' %', '*', ' * ', '%,', '', '%-br', '"x'))
  .map(([spelt, at, form]) => [`${spelt}: ${form.replace('%', tags[at % tags.length] ?? '')}`]);

const request = fc
  .record({
    method: fc.oneof({ weight: 6, arbitrary: fc.constant('GET') }, any('HEAD', 'OPTIONS', 'POST', 'DELETE')),
    target: any(...TARGETS),
    version: fc.oneof({ weight: 9, arbitrary: fc.constant('1.1') }, fc.constant('1.0')),
    host: fc.oneof(
      { weight: 9, arbitrary: header('Host', 'geo.test', 'geo.test:80', '[::1]') },
      any<string[]>([], ['Host: a', 'Host: b'], ['Host: a/b']),
    ),
    key,
    encoding: rarely(
      header('Accept-Encoding', 'gzip', 'br', 'gzip, deflate, br', 'identity', '*;q=0', 'br;q=0.1, x-gzip', ''),
    ),
    condition: fc.oneof(fc.constant<string[]>([]), condition),
    id: rarely(header('X-Request-Id', 'sane-1', 'in sane', 'a'.repeat(129), '')),
    twice: rarely(header('X-Request-Id', 'one', 'two')),
    connection: rarely(header('Connection', 'keep-alive', 'close', 'Keep-Alive, x', 'upgrade')),
    length: rarely(header('Content-Length', '0')),
    more: rarely(header('Origin', 'https://a.test')),
  })
  .map(({ method, target, version, ...lines }) => {
    // An answer without a length, 204 or 304, ends a connection of HTTP/1.0. What has come behind it by then may be logged or not.
    const mayEnd = version === '1.0' && (method === 'OPTIONS' || lines.condition.length > 0);
    const sent = mayEnd ? { ...lines, connection: [] } : lines;
    return [`${method} ${target} HTTP/${version}`, ...Object.values(sent).flat(), '', ''].join('\r\n');
  });

/** Each connection ends by itself, if with nothing before then with this. */
const LAST = closing('/v1/countries/JP', keys.Business, 'X-Request-Id: last\r\n');

function closing(target: string, sent: string, more = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: geo.test\r\n${more}X-SVCAPI-KEY: ${sent}\r\nConnection: close\r\n\r\n`;
}

/** The requests up to the one that ends the connection: what comes behind it is an error, and when it is read a matter of time. */
function untilClosed(requests: readonly string[]): readonly string[] {
  const isLast = (text: string) => {
    const isOld = /^.* HTTP\/1\.0\r/.test(text);
    const hosts = [...text.matchAll(/^host: (.*)\r$/gim)].map(([, host]) => host);
    const isRefused = hosts.length > 1 || hosts[0] === 'a/b' || (hosts.length === 0 && !isOld);
    return isRefused || /^connection: close/im.test(text) || (isOld && !/^connection: keep-alive/im.test(text));
  };
  const at = requests.findIndex(isLast);
  return at === -1 ? [...requests, LAST] : requests.slice(0, at + 1);
}

/** What was logged since this was asked before, in no order: of requests at the same time the database decides which is done first. */
function told({ lines }: Side): readonly string[] {
  return lines.splice(0).map(masked).sort();
}

describe('requests that come again', () => {
  let quick: Side;
  let plain: Side;
  beforeAll(async () => {
    [quick, plain] = [await open(true), await open(false)];
    // Whether an answer is there in time for the next request is chance, so all are there.
    for (const { server } of [quick, plain]) {
      for (const key of Object.values(keys)) {
        for (const target of TARGETS) await send(server.port, closing(target, key));
      }
    }
    expect(told(quick)).toEqual(told(plain));
  });
  afterAll(async () => {
    for (const { server, service } of [quick, plain]) {
      await server.stop(1_000);
      await service.close();
    }
  });

  it('are answered and logged byte for byte as requests that do not', async () => {
    let answers = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 8 }), async (requests) => {
        const bytes = untilClosed(requests).join('');
        const [one, other] = [await send(quick.server.port, bytes), await send(plain.server.port, bytes)];
        expect(masked(one)).toBe(masked(other));
        answers += one.split('HTTP/1.1 ').length - 1;
        const found = [...one.matchAll(/^ETag: (.*)\r$/gm)].map(([, tag = '']) => tag);
        tags = [...new Set([...tags, ...found])].slice(-40);
        // A line comes when an answer has left whole, which a busy machine may tell after its client has read it.
        for (let turn = 0; turn < 1_000 && quick.lines.length !== plain.lines.length; turn++) await sleep(2);
        const [linesOfOne, linesOfOther] = [quick, plain].map(told);
        expect(linesOfOne).toEqual(linesOfOther);
      }),
      { numRuns: inject('isQuick') ? 50 : 400, seed: 20_261_122, endOnFailure: true },
    );
    expect(answers).toBeGreaterThan(200);
  });

  it('carry ids of their own, and quotas that go on', async () => {
    const ask = `GET /v1/countries/JP HTTP/1.1\r\nHost: geo.test\r\nX-SVCAPI-KEY: ${keys.Starter}\r\n\r\n`;
    const text = await send(quick.server.port, ask.repeat(101) + LAST);
    const ids = [...text.matchAll(/^X-Request-Id: (.*)\r$/gm)].map(([, id]) => id);
    expect([new Set(ids).size, ids.length]).toEqual([102, 102]);
    expect([...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status).slice(-2)).toEqual(['429', '200']);
  });
});

it('heads are set as node:http writes them, in the version that this runs on', () => {
  expect(setsAsWritten()).toBe(true);
});
