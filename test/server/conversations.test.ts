/** Whatever a stranger says on a connection, and however slowly it reads: what it asked before is answered, in order, and the process goes on. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openService, someHome, type TestService } from '../service.ts';

const keys = inject('keys');
const RUNS = 40;
const AT_ONCE = 6;
const GIVE_UP_MS = 20_000;

interface Asked {
  readonly method: string;
  readonly target: string;
  readonly lines: readonly string[];
  readonly body?: string;
}

const key = `X-SVCAPI-KEY: ${keys.Business}`;
const JSON_TYPE = 'Content-Type: application/json';
const DOCUMENT = '{"query":"{ countries(first: 2) { nodes { name } } }"}';
const CHUNKS = `${DOCUMENT.length.toString(16)}\r\n${DOCUMENT}\r\n0\r\n\r\n`;
const length = (body: string) => `Content-Length: ${body.length}`;

/** What is answered, whatever stands around it. Two of the same behind each other are the same but for the id. */
const request = fc.oneof(
  fc.constantFrom<Asked>(
    { method: 'GET', target: '/livez', lines: [] },
    { method: 'GET', target: '/v1/countries/JP', lines: [key] },
    { method: 'GET', target: '/v1/countries/FR', lines: [key] },
    { method: 'GET', target: '/v1/countries/XX', lines: [key] },
    { method: 'HEAD', target: '/v1/countries/JP', lines: [key] },
    { method: 'GET', target: '/v1/nothing', lines: [key] },
    { method: 'GET', target: '/v1/countries', lines: [] },
    { method: 'POST', target: '/graphql', lines: [key, JSON_TYPE, length(DOCUMENT)], body: DOCUMENT },
    { method: 'POST', target: '/graphql', lines: [key, JSON_TYPE, 'Transfer-Encoding: chunked'], body: CHUNKS },
    { method: 'POST', target: '/v1/countries/JP', lines: [key, length('x'.repeat(900))], body: 'x'.repeat(900) },
  ),
  fc.nat().map((n): Asked => ({ method: 'GET', target: `/v1/states?q=c${n}`, lines: [key] })),
);

/** A client that does not read leaves much of these to be written, so that node:http takes no more of its connection. */
const large = fc.constantFrom<Asked>(
  { method: 'GET', target: '/openapi.json', lines: [] },
  { method: 'GET', target: '/openapi.json', lines: [key] },
);

/** What nothing is answered behind. */
const fault = fc.constantFrom(
  'GET /livez HTTP/1.1\r\nHost geo.test\r\n\r\n',
  'GET /livez HTTP/1.1\r\nHost: geo.test\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  `POST /graphql HTTP/1.1\r\nHost: geo.test\r\n${key}\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n${CHUNKS}`,
  `POST /graphql HTTP/1.1\r\nHost: geo.test\r\n${key}\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n`,
  `GET /livez HTTP/1.1\r\nHost: geo.test\r\nX-Long: ${'l'.repeat(20_000)}\r\n\r\n`,
  'GET /livez HTTP/2.0\r\nHost: geo.test\r\n\r\n',
  'CONNECT geo.test:1 HTTP/1.1\r\nHost: geo.test\r\n\r\n',
  'GET /livez HTTP/1.1\r\nHost: geo.test\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
  'GET /livez HTTP/1.1\r\nHost: geo.test\r\nConnection: close\r\n\r\n',
  'GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  '\0\x01\xff\r\n\r\n',
);

const conversation = fc.record({
  /** These come first, and then nothing for so many milliseconds. */
  first: fc.array(fc.oneof({ weight: 8, arbitrary: large }, request), { maxLength: 12, size: 'max' }),
  rest: fc.constantFrom(0, 30, 200, 200),
  asked: fc.oneof(
    fc.array(request, { minLength: 1, maxLength: 2 }),
    fc.array(request, { minLength: 1, maxLength: 12 }),
  ),
  /** Where all have the same id, one may be told by the bytes of another. */
  isSame: fc.boolean(),
  fault: fc.option(fault, { freq: 6 }),
  behind: fc.constantFrom(
    '',
    'x'.repeat(300_000),
    'x'.repeat(300_000),
    'GET /livez HTTP/1.1\r\nHost: geo.test\r\n\r\n'.repeat(3_000),
  ),
  /** How long the pieces are that it is sent in, and the pauses between them, in milliseconds. */
  pieces: fc.array(fc.tuple(fc.integer({ min: 1, max: 6_000 }), fc.integer({ min: 0, max: 15 })), { maxLength: 6 }),
  /** How long the client does not read, in milliseconds. */
  readsAfter: fc.constantFrom(0, 60, 400, 400),
  ends: fc.boolean(),
  /** After how long the client is gone, in milliseconds, if it does not wait for its answers. */
  leavesAfter: fc.option(fc.constantFrom(0, 5, 50, 300), { freq: 3 }),
});
type Conversation = typeof conversation extends fc.Arbitrary<infer One> ? One : never;

let conversations = 0;

/** The answers that came, and whether all there should be have. */
function bytesOf({ first, asked, isSame }: Conversation) {
  const id = `c${++conversations}`;
  const all = [...first, ...asked].map((each, at) => ({ ...each, id: isSame ? id : `${id}-${at}` }));
  const heads = all.map(({ method, target, id, lines, body = '' }) =>
    [`${method} ${target} HTTP/1.1`, 'Host: geo.test', `X-Request-Id: ${id}`, ...lines, '', body].join('\r\n'),
  );
  return { ids: all.map((each) => each.id), heads };
}

/** One that leaves: nothing is to be seen but that the process goes on. */
async function leave(port: number, said: Conversation): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.write(bytesOf(said).heads.join('') + (said.fault ?? '') + said.behind, 'latin1');
  if (said.ends) socket.end();
  await sleep(said.leavesAfter ?? 0);
  // A reset is refused while the end of its side is on its way.
  socket.resetAndDestroy().destroy();
}

async function answersTo(port: number, said: Conversation) {
  const { first, fault: last, behind, pieces, readsAfter, ends } = said;
  const asked = [...first, ...said.asked];
  const { ids, heads } = bytesOf(said);
  const sent = Buffer.from(heads.slice(first.length).join('') + (last === null ? '' : last + behind), 'latin1');
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const got: Buffer[] = [];
  let isOver = false;
  socket
    .on('error', () => undefined)
    .on('close', () => (isOver = true))
    .on('end', () => (isOver = true));
  const methods = asked.map(({ method }) => method);
  const read = () => answersOf(Buffer.concat(got), methods);
  const reading = sleep(readsAfter).then(() => socket.on('data', (chunk) => got.push(chunk)));
  socket.write(heads.slice(0, first.length).join(''), 'latin1');
  await sleep(said.rest);
  let from = 0;
  for (const [size, pauseMs] of pieces) {
    socket.write(sent.subarray(from, from + size));
    from += size;
    await sleep(pauseMs);
  }
  socket.write(sent.subarray(from));
  if (ends) socket.end();
  await reading;
  const until = performance.now() + GIVE_UP_MS;
  const isWaiting = () => !isOver && (last !== null || ends || read().length < asked.length);
  for (let pause = 2; isWaiting() && performance.now() < until; pause = Math.min(50, pause * 2)) await sleep(pause);
  socket.destroy();
  const answers = read();
  return {
    ids: answers.slice(0, asked.length).map((answer) => answer.id),
    wanted: ids,
    statuses: [...new Set(answers.slice(0, asked.length).map(({ status }) => status))],
    behind: answers.slice(asked.length).map(({ status }) => status),
    isOver,
  };
}

/** The answers that are whole, but for interim ones. */
function answersOf(bytes: Buffer, methods: readonly string[]) {
  const answers: { readonly status: number; readonly id: string }[] = [];
  for (let at = 0; ; ) {
    const headEnd = bytes.indexOf('\r\n\r\n', at);
    if (headEnd === -1) return answers;
    const head = bytes.toString('latin1', at, headEnd);
    const status = Number(head.slice(9, 12));
    let end = headEnd + 4;
    if (/^transfer-encoding: chunked$/im.test(head)) end = bytes.indexOf('\r\n0\r\n\r\n', headEnd) + 7;
    else if (methods[answers.length] !== 'HEAD' && status !== 100)
      end += Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? Number.NaN);
    if (!(end > headEnd && end <= bytes.length)) return answers;
    if (status !== 100) answers.push({ status, id: /^x-request-id: (.*)$/im.exec(head)?.[1] ?? '' });
    at = end;
  }
}

let service: TestService;
let server: RunningServer;
beforeAll(async () => {
  service = await openService(someHome());
  server = await startServer(service.gateway, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.stop(1_000);
  await service.close();
});

it('all that is asked is answered in its order, and nothing behind a fault but the fault', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(conversation, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (all) => {
      const stays = all.filter(({ leavesAfter }) => leavesAfter === null);
      const [told] = await Promise.all([
        Promise.all(stays.map((each) => answersTo(server.port, each))),
        Promise.all(all.filter((each) => !stays.includes(each)).map((each) => leave(server.port, each))),
      ]);
      for (const [at, { ids, wanted, statuses, behind, isOver }] of told.entries()) {
        expect(ids).toEqual(wanted);
        expect(statuses.filter((status) => ![200, 401, 404, 405].includes(status))).toEqual([]);
        const { fault: last, ends } = stays[at] ?? {};
        expect(behind.length).toBeLessThanOrEqual(last === null ? 0 : 1);
        expect(isOver).toBe(last !== null || ends === true);
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  await expect.poll(() => server.connections.size, { timeout: 10_000 }).toBe(0);
});
