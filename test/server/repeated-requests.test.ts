import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Gateway } from '../../src/gateway.ts';
import { Departures } from '../../src/http/load/departures.ts';
import { RepeatedRequests } from '../../src/http/repeated-requests.ts';
import { logTo } from '../../src/log.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openService, someHome, type TestService } from '../service.ts';

const keys = inject('keys');
const NOW = Date.UTC(2026, 6, 1, 12, 0, 0, 250);
const QUOTAS = { Starter: { daily: 3_000 } };
/** What is on its way comes: a busy machine takes longer for it than the second that `expect.poll` waits by itself. */
const PATIENT = { timeout: 20_000 };

interface Side {
  readonly service: TestService;
  readonly server: RunningServer;
  readonly lines: string[];
  /** Requests that node:http has read. */
  read: number;
}

async function open(shortCuts: boolean): Promise<Side> {
  const lines: string[] = [];
  const log = logTo({ write: (line: string) => void lines.push(line) }, 'info');
  const service = await openService(someHome(), { shortCuts, log, now: () => NOW, quotas: QUOTAS });
  const { gateway } = service;
  const side: Side = { service, lines, read: 0, server: undefined as unknown as RunningServer };
  const handle: typeof gateway.handle = (incoming, outgoing, repeats) => {
    side.read += 1;
    gateway.handle(incoming, outgoing, repeats);
  };
  const server = await startServer({ handle, repeats: gateway.repeats }, { host: '127.0.0.1', port: 0 });
  return Object.assign(side, { server });
}

/** Bytes that are sent at once, and how many answers have to be there before the next. */
interface Sent {
  readonly bytes: string;
  readonly awaits: number;
  /** True where the client's side ends right behind them. */
  readonly isLast?: boolean;
}

/** Sends all of it on one connection that it ends; returns what came. */
async function talk(port: number, sent: readonly Sent[], areHeads = false): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await once(socket, 'connect');
  const answers = new Answers(socket, areHeads);
  for (const { bytes, awaits, isLast } of sent) {
    if (!socket.writable) break;
    if (isLast) {
      socket.end(bytes, 'latin1');
      break;
    }
    socket.write(bytes, 'latin1');
    if (awaits > 0) await answers.more(awaits);
    else for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  await answers.end();
  return answers.text;
}

/** What comes on a connection; answers are counted, of which all are answers to HEAD or none is. */
class Answers {
  text = '';
  #at = 0;
  #onMore = () => {};
  #isOver = false;
  readonly #areHeads: boolean;

  constructor(socket: Socket, areHeads: boolean) {
    this.#areHeads = areHeads;
    const over = () => {
      this.#isOver = true;
      this.#onMore();
    };
    socket.setTimeout(20_000, () => socket.destroy(new Error('no end')));
    socket.on('error', () => undefined).on('close', over);
    socket.on('data', (chunk) => {
      this.text += chunk.toString('latin1');
      this.#onMore();
    });
  }

  async more(count: number): Promise<void> {
    for (let left = count; left > 0 && !this.#isOver; ) {
      if (this.#next()) left -= 1;
      else await this.#moved();
    }
  }

  async end(): Promise<void> {
    while (!this.#isOver) await this.#moved();
  }

  #moved(): Promise<void> {
    return new Promise((resolve) => {
      this.#onMore = resolve;
    });
  }

  #next(): boolean {
    const end = this.text.indexOf('\r\n\r\n', this.#at);
    if (end === -1) return false;
    const head = this.text.slice(this.#at, end);
    const isBodiless = this.#areHeads || /^HTTP\/1\.1 (?:100|204|304) /.test(head);
    const length = isBodiless ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`);
    if (this.text.length < end + 4 + length) return false;
    this.#at = end + 4 + length;
    return true;
  }
}

function asked(method: string, target: string, lines: readonly string[], body?: string): string {
  const length = body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`];
  return [`${method} ${target} HTTP/1.1`, 'Host: geo.test', ...lines, ...length, '', body ?? ''].join('\r\n');
}

const key = (value: string) => `X-SVCAPI-KEY: ${value}`;
const JP = '/v1/countries/JP';
const DOCUMENT = JSON.stringify({ query: '{ countries(first: 2) { nodes { name iso2 } } }' });
const POINTS = JSON.stringify({ points: [{ latitude: 35.6, longitude: 139.7 }] });
const LIKE_A_REQUEST = asked('GET', JP, [key(keys.Business), `X-Pad: ${'p'.repeat(80)}`]);

/** As long as the other is. */
const REFUSED_HEAD = padded('POST /v1/reconcile HTTP/1.1\r\nHost: geo.test\r\nContent-Length: 600\r\nX-Pad: ');
const INTERIM = 'HTTP/1.1 100 Continue\r\n\r\n';
const EXPECTING = asked('POST', '/graphql', [key(keys.Business), 'Expect: 100-continue'], DOCUMENT);

/** Few, so that they come again. */
const REQUESTS: readonly string[] = [
  asked('GET', JP, [key(keys.Business)]),
  LIKE_A_REQUEST,
  asked('GET', JP, [key(keys.Business), 'X-Request-Id: mine']),
  asked('GET', JP, [key(keys.Community)]),
  asked('GET', JP, [key(keys.Starter)]),
  asked('GET', JP, [key(keys.Business), 'Accept-Encoding: br']),
  asked('GET', JP, [key(keys.Business), 'If-None-Match: *']),
  asked('GET', JP, [key(keys.Business), 'Connection: keep-alive', 'Content-Length: 0']),
  EXPECTING,
  asked('GET', '/v1/states', [key(keys.Business)]),
  asked('GET', '/v1/countries', [key(keys.Business), 'Accept-Encoding: gzip']),
  asked('GET', '/v1/countries/XX', [key(keys.Business)]),
  asked('GET', JP, []),
  asked('GET', '/v1/search/fuzzy?q=tokyo', [key(keys.Professional)]),
  asked('GET', '/livez', []),
  asked('GET', '/nothing', []),
  asked('OPTIONS', JP, ['Origin: https://a.test', 'Access-Control-Request-Method: GET']),
  asked('POST', '/graphql', [key(keys.Business)], DOCUMENT),
  asked('POST', '/graphql', [key(keys.Business)], `${DOCUMENT}\n`),
  asked('POST', '/graphql', [key(keys.Business)], LIKE_A_REQUEST),
  asked('POST', '/v1/places/locate', [key(keys.Business)], POINTS),
  asked('POST', JP, [key(keys.Business)], LIKE_A_REQUEST),
  `\r\n${asked('GET', JP, [key(keys.Business)])}`,
];
const LAST = asked('GET', JP, [key(keys.Business), 'Connection: close']);

/** What no cache has is waited for, by a head that came before or by another. */
const missing = fc
  .tuple(fc.nat(), fc.boolean())
  .map(([n, isNew]) => asked('GET', `/v1/states?q=o${n}`, [key(keys.Business), ...(isNew ? [`X-Other: ${n}`] : [])]));

/** Bytes that stand in request lines: those of targets mostly, now and then any. */
const letter = fc.oneof(
  { weight: 200, arbitrary: fc.integer({ min: 0x21, max: 0x7e }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xff }) },
);
const text = fc.array(letter, { maxLength: 12 }).map((codes) => String.fromCharCode(...codes));
/** Targets that nobody has asked for before, of every form and of none. */
const target = fc.oneof(
  { weight: 20, arbitrary: text.map((q) => `/v1/search/fuzzy?q=${q}&type=country`) },
  { weight: 20, arbitrary: text.map((path) => `/v1/countries/${path}`) },
  { weight: 5, arbitrary: fc.nat({ max: 400 }).map((length) => `/v1/states?q=${'o'.repeat(10 * length)}`) },
  text.map((rest) => `/${rest}`),
  {
    weight: 3,
    arbitrary: fc
      .tuple(text, fc.nat({ max: 0xff }), text)
      .map(
        ([one, code, other]) =>
          `/v1/countries/${one}${String.fromCharCode(code % 2 === 0 ? (code / 2) % 0x21 : code)}${other}`,
      ),
  },
  { weight: 8, arbitrary: text.map((rest) => `http://geo.test/v1/countries/JP${rest}`) },
  text.map((rest) => `//geo.test/v1/countries${rest}`),
  text,
);
/** The same head again and again, and other ones between. */
const retargeted = fc
  .tuple(
    fc.constantFrom('GET', 'GET', 'GET', 'DELETE', 'OPTIONS'),
    fc.constantFrom<readonly string[]>([], ['Accept-Encoding: gzip'], ['X-Request-Id: mine']),
  )
  .chain(([method, lines]) => target.map((each) => asked(method, each, [key(keys.Business), ...lines])));

/** One that asks for the end of the connection, or is the last before the client ends its side. */
const end = fc.oneof(
  fc.constant<Sent>({ bytes: LAST, awaits: 1 }),
  fc.oneof(fc.constantFrom(...REQUESTS), missing).map((bytes): Sent => ({ bytes, awaits: 0, isLast: true })),
);

/** Some of them, again and again. */
const conversation = fc
  .oneof(
    { weight: 3, arbitrary: fc.array(fc.constantFrom(...REQUESTS), { minLength: 2, maxLength: 5 }) },
    // A body that looks like a request that has come before.
    fc.constant([LIKE_A_REQUEST, asked('POST', '/graphql', [key(keys.Business)], LIKE_A_REQUEST)]),
    // One that is told to go on has two answers.
    fc.constant([LIKE_A_REQUEST, EXPECTING]),
  )
  .chain((some) =>
    fc.array(
      stepOf(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...some) }, { weight: 2, arbitrary: retargeted })),
      { minLength: 2, maxLength: 30 },
    ),
  )
  .chain((steps) => end.map((last) => [...steps.flat(), last]));

function padded(head: string): string {
  return `${head}${'p'.repeat(LIKE_A_REQUEST.length - head.length - 4)}\r\n\r\n`;
}

/** By itself; cut in two; cut before its body; with the next; and before the next has its answer. */
function stepOf(any: fc.Arbitrary<string>): fc.Arbitrary<readonly Sent[]> {
  const two = fc.tuple(any, any);
  return fc.oneof(
    { weight: 30, arbitrary: any.map((bytes) => [{ bytes, awaits: 1 }]) },
    { weight: 2, arbitrary: any.map((text) => cut(text, text.indexOf('\r\n\r\n') + 4)) },
    fc.tuple(any, fc.nat()).map(([text, at]) => cut(text, at % text.length)),
    two.map(([one, other]) => [{ bytes: one + other, awaits: 2 }]),
    fc.tuple(fc.oneof(any, missing), any).map(([one, other]) => [
      { bytes: one, awaits: 0 },
      { bytes: other, awaits: 2 },
    ]),
    // Lines before it that nobody counts, and a body of which a part looks like a request: its refusal does not wait for the body.
    fc.constant([
      { bytes: `\r\n\r\n${REFUSED_HEAD}${'z'.repeat(600 - LIKE_A_REQUEST.length)}`, awaits: 1 },
      { bytes: LIKE_A_REQUEST, awaits: 0 },
    ]),
    // The beginning of another behind it, of which the rest looks like one that has come before.
    any.map((bytes) => [
      { bytes: `${bytes}GET /v1/nothing HTTP/1.1\r\nX-Rest: `, awaits: 1 },
      { bytes: LIKE_A_REQUEST, awaits: 1 },
    ]),
  );
}

function cut(text: string, at: number): readonly Sent[] {
  if (at === 0 || at >= text.length) return [{ bytes: text, awaits: 1 }];
  return [
    { bytes: text.slice(0, at), awaits: 0 },
    { bytes: text.slice(at), awaits: 1 },
  ];
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function masked(text: string): string {
  return text
    .replace(/^Date: .*$/gm, 'Date')
    .replace(UUID, 'uuid')
    .replace(/"time":"[^"]*"/g, 'time')
    .replace(/"ms":[\d.]+/g, 'ms');
}

describe('requests that come again on a connection', () => {
  let quick: Side;
  let plain: Side;
  beforeAll(async () => {
    [quick, plain] = [await open(true), await open(false)];
  });
  afterAll(async () => {
    for (const { server, service } of [quick, plain]) {
      await server.stop(1_000);
      await service.close();
    }
  });

  it('are answered and logged byte for byte as when node:http reads each, however they come', async () => {
    // So that whether an answer was there in time is no matter of chance.
    for (const { server } of [quick, plain]) {
      for (const bytes of [...REQUESTS, ...REQUESTS]) {
        await talk(server.port, [
          { bytes, awaits: 1 },
          { bytes: LAST, awaits: 1 },
        ]);
      }
    }
    const [toldBefore, toldBeforeByOther] = [quick, plain].map(({ lines }) => lines.splice(0).map(masked).sort());
    expect(toldBefore).toEqual(toldBeforeByOther);
    await fc.assert(
      fc.asyncProperty(conversation, async (sent) => {
        const told = [await talk(quick.server.port, sent), await talk(plain.server.port, sent)];
        // Who has ended its side is asked now and then whether it waits for its answer.
        const isEnded = sent.at(-1)?.isLast === true;
        const [one = '', other] = isEnded ? told.map((each) => each.replaceAll(INTERIM, '')) : told;
        expect(masked(one)).toBe(masked(other ?? 'none'));
        const [linesOfOne, linesOfOther] = [quick, plain].map(({ lines }) => lines.splice(0).map(masked).sort());
        expect(linesOfOne).toEqual(linesOfOther);
      }),
      { numRuns: inject('isQuick') ? 30 : 200, seed: 20_261_122, endOnFailure: true },
    );
    expect(plain.read - quick.read).toBeGreaterThan(100);
  });

  it('any byte in the target of a head that came before means what node:http takes it for', async () => {
    for (let code = 0; code < 0x100; code++) {
      const target = `/v1/countries/J${String.fromCharCode(code)}P`;
      const sent = [JP, target, JP].map((each) => ({ bytes: asked('GET', each, [key(keys.Business)]), awaits: 1 }));
      const all = [...sent, { bytes: LAST, awaits: 1 }];
      const [one, other] = await Promise.all([quick, plain].map(({ server }) => talk(server.port, all)));
      expect([code, masked(one ?? '')]).toEqual([code, masked(other ?? 'none')]);
    }
  });

  it('HEAD has the head that node:http would have written, with whatever target', async () => {
    const targets = ['/v1/countries/DE', '/v1/countries/XX', '/v1/states?q=head', JP, '/nothing', '/v1/countries/FR'];
    const sent = targets.map((each) => ({ bytes: asked('HEAD', each, [key(keys.Business)]), awaits: 1 }));
    const end = { bytes: LAST.replace('GET', 'HEAD'), awaits: 1 };
    const before = quick.read;
    const [one, other] = await Promise.all([quick, plain].map(({ server }) => talk(server.port, [...sent, end], true)));
    expect(masked(one ?? '')).toBe(masked(other ?? 'none'));
    expect(quick.read - before).toBe(2);
  });
});

it('one whose client has gone before its answer is not remembered, and what is goes with its connection', async () => {
  const seen: RepeatedRequests[] = [];
  let slowIsRead = () => {};
  const isRead = new Promise<void>((resolve) => {
    slowIsRead = resolve;
  });
  const response = { status: 200, id: '', headers: 'Content-Length: 0\r\n', body: undefined };
  const handle: Gateway['handle'] = (incoming, outgoing, repeats) => {
    repeats?.read(incoming, outgoing);
    const { method = '', url: target = '' } = incoming;
    const request = { method, id: '', target, header: () => undefined, readBody: () => Promise.resolve(undefined) };
    const note = () => repeats?.note(request, response, outgoing);
    if (target === '/slow') {
      incoming.socket.once('close', () => setImmediate(note));
      slowIsRead();
    } else {
      note();
      outgoing.end();
    }
  };
  const repeats: Gateway['repeats'] = (own) => {
    const made = new RepeatedRequests({
      ...own,
      exchanges: { answer: () => response },
      reception: { isFree: () => true, wait: (_owner, answer) => answer() },
      ownerOf: () => '',
      departures: new Departures(),
    });
    seen.push(made);
    return made;
  };
  const server = await startServer({ handle, repeats }, { host: '127.0.0.1', port: 0 });
  try {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(asked('GET', '/', []));
    await once(socket, 'data');
    expect(seen[0]?.bytes).toBeGreaterThan(0);
    socket.write(asked('GET', '/slow', ['X-Other: 1']));
    await isRead;
    socket.destroy();
    while (server.connections.size > 0) await new Promise((resolve) => setImmediate(resolve));
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(seen[0]?.bytes).toBe(0);
  } finally {
    await server.stop(100);
  }
});

it('one that came before waits behind another that has no answer yet', async () => {
  let slow: ServerResponse | undefined;
  let read = 0;
  const response = (target: string) => {
    const body = Buffer.from(target);
    return { status: 200, id: '', headers: `Content-Length: ${body.length}\r\n`, body };
  };
  const handle: Gateway['handle'] = (incoming, outgoing, repeats) => {
    read += 1;
    repeats?.read(incoming, outgoing);
    const { method = '', url: target = '' } = incoming;
    if (target === '/slow') {
      slow = outgoing;
      return;
    }
    const request = { method, id: '', target, header: () => undefined, readBody: () => Promise.resolve(undefined) };
    repeats?.note(request, response(target), outgoing);
    outgoing.end(target);
  };
  const repeats: Gateway['repeats'] = (own) =>
    new RepeatedRequests({
      ...own,
      exchanges: { answer: ({ target }: { readonly target: string }) => response(target) },
      reception: { isFree: () => true, wait: (_owner, answer) => answer() },
      ownerOf: () => '',
      departures: new Departures(),
    });
  const server = await startServer({ handle, repeats }, { host: '127.0.0.1', port: 0 });
  const socket = connect(server.port, '127.0.0.1');
  try {
    const answers = new Answers(socket, false);
    for (const target of ['/first', '/second']) {
      socket.write(asked('GET', target, []));
      await answers.more(1);
    }
    expect(read).toBe(1); // The second is one that came before, but for its target.
    socket.write(asked('GET', '/slow', ['X-Other: 1']));
    await expect.poll(() => slow, PATIENT).toBeDefined();
    socket.write(asked('GET', '/third', []));
    await expect.poll(() => read, PATIENT).toBe(3);
    slow?.end('/slow');
    await answers.more(2);
    expect(answers.text.match(/\/(?:first|second|slow|third)/g)).toEqual(['/first', '/second', '/slow', '/third']);
  } finally {
    socket.destroy();
    await server.stop(100);
  }
});

it('one that has its answer is not kept while its connection is idle', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const answered: WeakRef<ServerResponse>[] = [];
  const handle: Gateway['handle'] = (incoming, outgoing, repeats) => {
    repeats?.read(incoming, outgoing);
    answered.push(new WeakRef(outgoing));
    outgoing.end();
  };
  const repeats: Gateway['repeats'] = (own) => {
    const exchanges = { answer: () => ({ status: 200, id: '', headers: '', body: undefined }) };
    return new RepeatedRequests({
      ...own,
      exchanges,
      reception: { isFree: () => true, wait: (_owner, answer) => answer() },
      ownerOf: () => '',
      departures: new Departures(),
    });
  };
  const server = await startServer({ handle, repeats }, { host: '127.0.0.1', port: 0 });
  const socket = connect(server.port, '127.0.0.1');
  try {
    socket.write(asked('GET', '/', []));
    await once(socket, 'data');
    const kept = () => {
      collect();
      return answered.map((each) => each.deref() !== undefined);
    };
    await expect.poll(kept, { timeout: 20_000 }).toEqual([false]);
    expect(server.connections.size).toBe(1);
  } finally {
    socket.destroy();
    await server.stop(100);
  }
});

it('one that finds no room in a turn waits for its owner, and what comes behind it waits for its answer', async () => {
  const owners: string[] = [];
  const later: (() => void)[] = [];
  const found: string[] = [];
  let read = 0;
  let isFree = true;
  const answer = (request: { readonly target: string }) => {
    found.push(request.target);
    const body = Buffer.from(request.target);
    return { status: 200, id: '', headers: `Content-Length: ${body.length}\r\n`, body };
  };
  const handle: Gateway['handle'] = (incoming, outgoing, repeats) => {
    read += 1;
    repeats?.read(incoming, outgoing);
    const { method = '', url: target = '' } = incoming;
    const request = { method, id: '', target, header: () => undefined, readBody: () => Promise.resolve(undefined) };
    const response = answer(request);
    repeats?.note(request, response, outgoing);
    outgoing.end(response.body);
  };
  const repeats: Gateway['repeats'] = (own) =>
    new RepeatedRequests({
      ...own,
      exchanges: { answer },
      reception: {
        isFree: () => isFree,
        wait(owner, go) {
          owners.push(owner);
          later.push(go);
        },
      },
      departures: new Departures(),
      ownerOf: ({ target }) => `owner of ${target}`,
    });
  const server = await startServer({ handle, repeats }, { host: '127.0.0.1', port: 0 });
  const socket = connect(server.port, '127.0.0.1');
  try {
    const answers = new Answers(socket, false);
    socket.write(asked('GET', '/first', []));
    await answers.more(1);
    isFree = false;
    socket.write(asked('GET', '/second', []));
    await expect.poll(() => owners, PATIENT).toEqual(['owner of /second']);
    socket.write(asked('GET', '/third', []));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(found).toEqual(['/first']);
    isFree = true;
    later[0]?.();
    await answers.more(2);
    expect([found, owners, read]).toEqual([['/first', '/second', '/third'], ['owner of /second'], 1]);
    isFree = false;
    socket.write(asked('GET', '/fourth', []));
    await expect.poll(() => owners, PATIENT).toHaveLength(2);
    socket.destroy();
    while (server.connections.size > 0) await new Promise((resolve) => setImmediate(resolve));
    later[1]?.();
    expect(found).not.toContain('/fourth');
    isFree = true;
    const ending = connect(server.port, '127.0.0.1');
    const last = new Answers(ending, false);
    ending.write(asked('GET', '/fifth', []));
    await last.more(1);
    isFree = false;
    ending.end(asked('GET', '/sixth', []));
    await expect.poll(() => owners, PATIENT).toHaveLength(3);
    // Asked more than once whether it has left.
    await expect.poll(() => last.text.split(INTERIM).length, PATIENT).toBeGreaterThan(2);
    later[2]?.();
    await last.end();
    expect(last.text).toMatch(/\/sixth$/);
  } finally {
    socket.destroy();
    await server.stop(100);
  }
});

it.each([[false], [true]])(
  'what comes behind one that waits goes to node:http as fast as that takes it (the client ends its side: %s)',
  async (ends) => {
    const large = Buffer.alloc(400_000, 'l');
    let go: (() => void) | undefined;
    let isFree = true;
    const answerTo = ({ target }: { readonly target: string }) => {
      const body = target === '/large' ? large : Buffer.from(target);
      return { status: 200, id: '', headers: `Content-Length: ${body.length}\r\n`, body };
    };
    const handle: Gateway['handle'] = (incoming, outgoing, repeats) => {
      repeats?.read(incoming, outgoing);
      const { method = '', url: target = '' } = incoming;
      const request = { method, id: '', target, header: () => undefined, readBody: () => Promise.resolve(undefined) };
      const response = answerTo(request);
      repeats?.note(request, response, outgoing);
      outgoing.setHeader('Content-Length', response.body.length);
      outgoing.end(response.body);
    };
    const repeats: Gateway['repeats'] = (own) =>
      new RepeatedRequests({
        ...own,
        exchanges: { answer: answerTo },
        reception: {
          isFree: () => isFree,
          wait(_owner, answer) {
            go = answer;
          },
        },
        departures: new Departures(),
        ownerOf: () => 'one',
      });
    const server = await startServer({ handle, repeats }, { host: '127.0.0.1', port: 0 });
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    const answers = new Answers(socket, false);
    try {
      socket.write(asked('GET', '/first', []));
      await answers.more(1);
      isFree = false;
      socket.write(asked('GET', '/second', []));
      await expect.poll(() => go, PATIENT).toBeDefined();
      // New ones, more to answer than a connection takes at a time, in several pieces.
      for (let piece = 0; piece < 5; piece++) {
        socket.write(asked('GET', '/large', [`X-Piece: ${piece}`]).repeat(3));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      if (ends) socket.end();
      await new Promise((resolve) => setTimeout(resolve, 20));
      go?.();
      await answers.more(16);
      expect(answers.text.match(/HTTP\/1\.1 (?!100)\d{3}/g)).toEqual(Array(17).fill('HTTP/1.1 200'));
    } finally {
      socket.destroy();
      await server.stop(100);
    }
  },
);
