import { once } from 'node:events';
import { Agent, createServer, IncomingMessage, request, ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, Server as NetServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Connections } from '../../src/http/connections.ts';
import { Door } from '../../src/http/door.ts';
import { Arrivals } from '../../src/http/load/arrivals.ts';
import { createLoad } from '../../src/http/load/load.ts';
import { hasFewDescriptors, Porter } from '../../src/http/porter.ts';
import { listenWithMany } from '../../src/listeners.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openService, someHome } from '../service.ts';

const HERE = { host: '127.0.0.1', port: 0 };
const isLinux = process.platform === 'linux';
/** What is on its way comes: a busy machine takes longer for it than the second that `expect.poll` waits by itself. */
const PATIENT = { timeout: 20_000 };

const opened: { server?: RunningServer; readonly sockets: Socket[] } = { sockets: [] };
afterEach(async () => {
  for (const socket of opened.sockets.splice(0)) socket.destroy();
  await opened.server?.stop(100);
});

async function serving(
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  limits?: Parameters<typeof startServer>[2],
): Promise<RunningServer> {
  opened.server = await startServer({ handle, repeats: () => undefined }, HERE, limits);
  return opened.server;
}

/** A connection that says nothing. */
async function idle(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  opened.sockets.push(socket);
  socket.on('error', () => undefined);
  socket.on('data', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Whether nobody listens any more. */
async function isRefused(port: number): Promise<boolean> {
  try {
    (await idle(port)).destroy();
    return false;
  } catch {
    return true;
  }
}

const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;

describe('a stop', () => {
  it.each(['tried', 'not there'])('answers who waits in the queue of the system; the door is %s', async (door) => {
    if (door !== 'tried') vi.spyOn(Door, 'tried').mockResolvedValueOnce(undefined);
    const server = await serving((_, outgoing) => outgoing.end('told'));
    const answers = Array.from({ length: 100 }, () => {
      const socket = connect(server.port, '127.0.0.1');
      opened.sockets.push(socket);
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      return text(socket).catch(String);
    });
    // The system connects them meanwhile, and none is taken before this turn is over.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const stopped = server.stop(10_000);
    expect(server.connections.size).toBe(0);
    const told = await Promise.all(answers);
    // On a slow machine a part is told to come again, as from any other queue.
    expect(told.filter((each) => !each.endsWith('told') && !each.startsWith('HTTP/1.1 503'))).toEqual([]);
    expect(told.filter((each) => !/^Connection: close\r$/m.test(each))).toEqual([]);
    await stopped;
    await expect(idle(server.port)).rejects.toThrow('ECONNREFUSED');
  });

  it('lets an answer be read whole that takes a reader longer than idle connections are left', async () => {
    const body = Buffer.alloc(60 * 1024 * 1024, 'x');
    const server = await serving((_, outgoing) => outgoing.end(body));
    let received = 0;
    const ended = new Promise<string>((resolve) => {
      request({ port: server.port }, async (incoming) => {
        incoming.on('error', (error) => resolve(error.message)).on('end', () => resolve('whole'));
        for await (const chunk of incoming) {
          received += chunk.length;
          if (received % (512 * 1024) < chunk.length) await sleep(20);
        }
      }).end();
    });
    await expect.poll(() => received, PATIENT).toBeGreaterThan(0);
    await server.stop(20_000);
    expect([await ended, received]).toEqual(['whole', body.length]);
  });

  it('takes who connects until those of before are answered', async () => {
    const held: ServerResponse[] = [];
    const server = await serving((incoming, outgoing) => {
      if (incoming.url === '/held') held.push(outgoing);
      else outgoing.end('told');
    });
    const url = `http://127.0.0.1:${server.port}`;
    const early = fetch(`${url}/held`);
    await expect.poll(() => held.length, PATIENT).toBe(1);
    let hasStopped = false;
    const stopped = server.stop(60_000).then(() => (hasStopped = true));
    const late = await idle(server.port);
    for (let turn = 0; turn < 15; turn++) {
      const response = await fetch(url);
      expect([response.headers.get('connection'), await response.text()]).toEqual(['keep-alive', 'told']);
      await sleep(100);
    }
    expect([hasStopped, isOpen(late)]).toEqual([false, true]);
    held[0]?.end('held');
    expect(await (await early).text()).toBe('held');
    await expect.poll(() => isRefused(server.port), { interval: 20 }).toBe(true);
    expect(isOpen(late)).toBe(true);
    await stopped;
  });

  it('takes nobody for the second half of its time, so that each may be answered', async () => {
    const held: ServerResponse[] = [];
    const server = await serving((_, outgoing) => void held.push(outgoing));
    const url = `http://127.0.0.1:${server.port}`;
    const early = fetch(url);
    await expect.poll(() => held.length, PATIENT).toBe(1);
    const stopped = server.stop(8_000);
    const late = fetch(url);
    await expect.poll(() => held.length, PATIENT).toBe(2);
    await expect.poll(() => isRefused(server.port), { timeout: 8_000 }).toBe(true);
    for (const outgoing of held) outgoing.end('told');
    expect(await (await early).text()).toBe('told');
    expect(await (await late).text()).toBe('told');
    await stopped;
  });

  it('shuts its door at once where it is told to', async () => {
    const held: ServerResponse[] = [];
    const server = await serving((_, outgoing) => void held.push(outgoing));
    const early = fetch(`http://127.0.0.1:${server.port}`);
    await expect.poll(() => held.length, PATIENT).toBe(1);
    const stopped = server.stop(60_000, 0);
    await expect.poll(() => isRefused(server.port)).toBe(true);
    held[0]?.end('held');
    expect(await (await early).text()).toBe('held');
    await stopped;
  });

  it('waits neither for idle connections nor for ever', async () => {
    const server = await serving(() => undefined);
    const silent = await idle(server.port);
    const stuck = await idle(server.port);
    stuck.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const closed = new Promise((resolve) => silent.once('close', resolve));
    const stopped = server.stop(4_000);
    await closed;
    expect(isOpen(stuck)).toBe(true);
    await stopped;
    await expect.poll(() => isOpen(stuck)).toBe(false);
  });
});

describe('more connections than there is place for', () => {
  it('idle ones give way, and whoever asks is answered', async () => {
    const server = await serving((_, outgoing) => outgoing.end('here'), { most: 20, mostOfAddress: 20 });
    const sockets: Socket[] = [];
    for (let each = 0; each < 100; each++) sockets.push(await idle(server.port));
    for (let turn = 0; turn < 5; turn++) {
      const response = await fetch(`http://127.0.0.1:${server.port}`);
      expect([response.status, await response.text()]).toEqual([200, 'here']);
    }
    await expect.poll(() => sockets.filter(isOpen).length).toBeLessThanOrEqual(20);
    expect(sockets.slice(0, 80).some(isOpen)).toBe(false);
  });

  it.runIf(isLinux)('an address that has many idle ones loses its own first', async () => {
    const server = await serving((_, outgoing) => outgoing.end(), { most: 20, mostOfAddress: 20 });
    const polite = await idle(server.port, '127.0.0.2');
    const sockets: Socket[] = [];
    for (let each = 0; each < 60; each++) sockets.push(await idle(server.port));
    await expect.poll(() => sockets.filter(isOpen).length).toBe(19);
    expect(isOpen(polite)).toBe(true);
  });

  it('one that gives way before it has asked anything is told so, and so is its request', async () => {
    const server = await serving((_, outgoing) => outgoing.end('here'), { most: 5, mostOfAddress: 5 });
    const late = await idle(server.port);
    const told = new Promise<string>((resolve) => late.once('data', (data) => resolve(String(data))));
    for (let each = 0; each < 5; each++) await idle(server.port);
    late.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await told).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 1.*"Service temporarily unavailable\."/s);
  });

  it('those that have never asked anything go first, before one that is kept for its next request', async () => {
    const server = await serving((_, outgoing) => outgoing.end('here'), { most: 20, mostOfAddress: 20 });
    const kept = await idle(server.port);
    const answer = new Promise((resolve) => kept.once('data', resolve));
    kept.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await answer;
    const sockets: Socket[] = [];
    for (let each = 0; each < 60; each++) sockets.push(await idle(server.port));
    await expect.poll(() => sockets.filter(isOpen).length).toBe(19);
    expect(isOpen(kept)).toBe(true);
  });

  it('where none is idle a new one is told so as JSON and comes again', async () => {
    const held: ServerResponse[] = [];
    const server = await serving((_, outgoing) => void held.push(outgoing), { most: 5, mostOfAddress: 5 });
    const url = `http://127.0.0.1:${server.port}`;
    const waiting = Array.from({ length: 5 }, () => fetch(url));
    await expect.poll(() => held.length, PATIENT).toBe(5);
    const refused = await fetch(url);
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '1',
      { error: 'Service temporarily unavailable.' },
    ]);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('Retry-After'),
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      link: '</docs/errors#unavailable>; rel="help"',
      connection: 'close',
    });
    expect((await fetch(url)).headers.get('x-request-id')).not.toBe(refused.headers.get('x-request-id'));
    for (const outgoing of held.splice(0)) outgoing.end('done');
    for (const answer of await Promise.all(waiting)) expect(await answer.text()).toBe('done');
    const again = fetch(url);
    await expect.poll(() => held.length, PATIENT).toBe(1);
    held[0]?.end('again');
    expect(await (await again).text()).toBe('again');
  });

  it.runIf(isLinux)('one address has no more than its share', async () => {
    const held: ServerResponse[] = [];
    const server = await serving((_, outgoing) => void held.push(outgoing), { most: 20, mostOfAddress: 3 });
    const url = `http://127.0.0.1:${server.port}`;
    const waiting = Array.from({ length: 3 }, () => fetch(url));
    await expect.poll(() => held.length, PATIENT).toBe(3);
    expect((await fetch(url)).status).toBe(503);
    const other = await idle(server.port, '127.0.0.2');
    other.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => held.length, PATIENT).toBe(4);
    for (const outgoing of held) outgoing.end();
    await Promise.all(waiting);
  });
});

it('a stop loses nobody who connects anew as soon as there is an answer', async () => {
  const others: unknown[] = [];
  for (let turn = 0; turn < 8; turn++) {
    // What takes a while is answered between the last look at the queue and its end.
    const server = await serving((_, outgoing) => void setTimeout(() => outgoing.end('told'), turn));
    const caller = async () => {
      for (;;) {
        const socket = connect(server.port, '127.0.0.1');
        opened.sockets.push(socket);
        socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
        const told = await text(socket).catch((error: NodeJS.ErrnoException) => error.code ?? '');
        if (told === 'ECONNREFUSED') return;
        if (!told.endsWith('told')) others.push(told);
      }
    };
    const callers = Array.from({ length: 20 }, caller);
    await sleep(150);
    await server.stop(10_000);
    await Promise.all(callers);
  }
  expect(others).toEqual([]);
});

/**
 * A thread of its own connects three times whenever it is told to, and tells when it has; posts how each connection ended, and null where
 * nobody listens any more. `state` is 0 at rest, 1 when it is told, and 2 when it has.
 */
const STRANGER = `
const { connect } = require('node:net');
const { parentPort, workerData: { port, state } } = require('node:worker_threads');
function call() {
  return new Promise((connected) => {
    let told = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n');
      connected();
    });
    socket.on('data', (piece) => (told += piece));
    socket.on('end', () => parentPort.postMessage(told));
    socket.on('error', ({ code }) => {
      parentPort.postMessage(code === 'ECONNREFUSED' ? null : code);
      connected();
    });
  });
}
// Whoever waits may be woken for what it has seen already.
async function untilTold() {
  for (let seen = Atomics.load(state, 0); seen !== 1; seen = Atomics.load(state, 0)) await Atomics.waitAsync(state, 0, seen).value;
}
// What it waits for does not keep a thread alive that has no connection just then.
setInterval(() => undefined, 1_000);
(async () => {
  for (;;) {
    await untilTold();
    await Promise.all([call(), call(), call()]);
    Atomics.store(state, 0, 2);
    Atomics.notify(state, 0);
  }
})();`;

it.runIf(isLinux)('a stop takes who comes to one socket while it closes another', async () => {
  const server = await serving((_, outgoing) => outgoing.end('told'));
  const state = new Int32Array(new SharedArrayBuffer(4));
  const stranger = new Worker(STRANGER, { eval: true, workerData: { port: server.port, state } });
  const ends: (string | null)[] = [];
  stranger.on('message', (end: string | null) => ends.push(end));
  const { close } = NetServer.prototype;
  let closed = 0;
  // They come while one socket is closed and at no other time, however long the machine takes for anything.
  const meanwhile = vi.spyOn(NetServer.prototype, 'close').mockImplementation(function (this: NetServer, ...given) {
    close.apply(this, given);
    closed += 1;
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
    Atomics.wait(state, 0, 1);
    Atomics.store(state, 0, 0);
    Atomics.notify(state, 0);
    return this;
  });
  await server.stop(10_000);
  meanwhile.mockRestore();
  await expect.poll(() => ends.length, PATIENT).toBe(3 * closed);
  await stranger.terminate();
  expect(closed).toBeGreaterThan(10);
  // Behind the last one nobody listens.
  expect(ends.filter((end) => end === null)).toHaveLength(3);
  expect(ends.filter((end) => end !== null && !end.endsWith('told'))).toEqual([]);
});

/** Three hundred callers, from a thread of its own, who connect anew as soon as they are told, until they hear that it is enough; posts how often each status was. */
const CALLERS = `
const { connect } = require('node:net');
const { parentPort, workerData: port } = require('node:worker_threads');
const told = {};
let isEnough = false;
parentPort.once('message', () => (isEnough = true));
const call = () => {
  let answer = '';
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n'));
  socket.on('data', (piece) => (answer += piece));
  socket.on('error', (error) => (answer ||= '         ' + error.code));
  socket.on('close', () => {
    const status = answer.slice(9, 12);
    told[status] = (told[status] ?? 0) + 1;
    if (!isEnough) call();
    else if (--left === 0) parentPort.postMessage(told);
  });
};
let left = 300;
for (let each = 0; each < left; each++) call();`;

it.runIf(isLinux)('callers who fill each turn are not refused as long as they wait for a moment only', async () => {
  const load = createLoad();
  const asked = vi.spyOn(load.gate, 'demand');
  const handle = (_: IncomingMessage, outgoing: ServerResponse) => {
    const until = performance.now() + 0.3;
    while (performance.now() < until);
    outgoing.end('told');
  };
  opened.server = await startServer({ handle, repeats: () => undefined, load }, HERE);
  const callers = new Worker(CALLERS, { eval: true, workerData: opened.server.port });
  setTimeout(() => callers.postMessage('enough'), 2_000);
  const [told] = (await once(callers, 'message')) as [Readonly<Record<string, number>>];
  await callers.terminate();
  const { 200: answered = 0, 503: refused = 0, ...others } = told;
  expect(others).toEqual({});
  expect(answered).toBeGreaterThan(300);
  // By full turns alone six are refused for each that is answered; on a busy machine some wait for long.
  expect(refused).toBeLessThan(answered);
  expect(asked).toHaveBeenCalled();
});

it.runIf(isLinux && !hasFewDescriptors())(
  'a flood is refused beside the main loop while enough waits at the gate, and not after it',
  async () => {
    const load = createLoad();
    vi.spyOn(load.gate, 'demand').mockImplementation(() => ({
      wanted: isFlooded ? 0 : Number.POSITIVE_INFINITY,
      come: asked,
      isInVain: isFlooded,
    }));
    let isFlooded = true;
    let asked = 0;
    const refusedHere = vi.spyOn(Connections.prototype, 'refusal');
    const unref = vi.spyOn(Worker.prototype, 'unref');
    const tried = vi.spyOn(Porter, 'tried');
    const lost = vi.fn();
    const handle = (_: IncomingMessage, outgoing: ServerResponse) => {
      asked += 1;
      const until = performance.now() + 1;
      while (performance.now() < until);
      outgoing.end('told');
    };
    opened.server = await startServer({ handle, repeats: () => undefined, load }, HERE, undefined, lost);
    const { port, connections } = opened.server;
    expect(await tried.mock.results[0]?.value).toBeDefined();
    const callers = new Worker(CALLERS, { eval: true, workerData: port });
    const refusedBeside = () => connections.refused - refusedHere.mock.calls.length;
    await expect.poll(() => asked, PATIENT).toBeGreaterThan(100);
    await expect.poll(refusedBeside, PATIENT).toBeGreaterThan(1_000);
    callers.postMessage('enough');
    const [told] = (await once(callers, 'message')) as [Readonly<Record<string, number>>];
    await callers.terminate();
    const { 200: answered = 0, 503: refused = 0, ...others } = told;
    expect(others).toEqual({});
    expect(answered).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(1_000);
    isFlooded = false;
    const ask = () =>
      fetch(`http://127.0.0.1:${port}`, { headers: { Connection: 'close' } }).then(({ status }) => status);
    await expect.poll(async () => [await ask(), await ask(), await ask()], PATIENT).toEqual([200, 200, 200]);
    expect(lost).not.toHaveBeenCalled();
    const [porter] = unref.mock.contexts as Worker[];
    const ended = once(porter as Worker, 'exit');
    await opened.server.stop(5_000);
    await ended;
    expect(lost).not.toHaveBeenCalled();
  },
);

it('a stop whose time is over asks whether it is the last for no time, and not for less', async () => {
  const server = await serving((_, outgoing) => outgoing.end('told'));
  await idle(server.port); // It is left open for longer than the stop may take.
  const isLast = vi.fn(async () => true);
  await server.stop(300, 100, isLast);
  expect(isLast.mock.calls).toEqual([[0]]);
});

it('a stop tells who keeps a connection that it ends', async () => {
  const server = await serving((_, outgoing) => outgoing.end('told'));
  const socket = await idle(server.port);
  const answered = async () => {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [answer] = await once(socket, 'data');
    return /^Connection: (.*)\r$/m.exec(String(answer))?.[1];
  };
  expect(await answered()).toBe('keep-alive');
  const last = answered();
  const stopped = server.stop(10_000);
  expect(await last).toBe('close');
  await stopped;
});

it('a stop is still open for whoever was told to connect anew, and takes a moment for that', async () => {
  const server = await serving((_, outgoing) => outgoing.end('told'));
  const socket = await idle(server.port);
  const stopped = server.stop(10_000);
  const told = text(socket);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await told).toMatch(/^Connection: close\r$/m);
  await sleep(150);
  expect(await (await fetch(`http://127.0.0.1:${server.port}`)).text()).toBe('told');
  await stopped;
});

it('a stop tells whoever waits for an answer that its connection ends, behind all that were asked', async () => {
  const held: ServerResponse[] = [];
  const server = await serving((_, outgoing) => void held.push(outgoing));
  const socket = connect(server.port, '127.0.0.1');
  opened.sockets.push(socket);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
  await expect.poll(() => held.length, PATIENT).toBe(3);
  const stopped = server.stop(10_000);
  for (const outgoing of held) outgoing.end('told');
  const told = [...(await text(socket)).matchAll(/^Connection: (.*)\r$/gm)].map(([, value]) => value);
  expect(told).toEqual(['keep-alive', 'keep-alive', 'close']);
  await stopped;
});

it('a stop answers what came on a kept connection while the process could not look', async () => {
  const server = await serving((_, outgoing) => outgoing.end('told'));
  const socket = await idle(server.port);
  const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  socket.write(request);
  await once(socket, 'data');
  const stopped = server.stop(10_000);
  await nextTurn(); // Timers come before whatever is to be read.
  const told = text(socket);
  socket.write(request);
  const until = performance.now() + 1_500;
  while (performance.now() < until);
  expect(await told).toMatch(/^HTTP\/1\.1 200 OK\r\n.*told$/s);
  await stopped;
});

describe('a client that ends its side behind its request', () => {
  const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  const INTERIM = /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)+/;

  function ended(port: number, sent = REQUEST): Socket {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    opened.sockets.push(socket);
    return socket.end(sent);
  }

  it('has its answer when that comes soon, and the connection ends behind it', async () => {
    const server = await serving((_, outgoing) => outgoing.end('soon'));
    expect(await text(ended(server.port))).toMatch(/^HTTP\/1\.1 200 OK\r\n.*soon$/s);
    expect(server.connections.size).toBe(0);
  });

  it('has one whole that has begun, however long the rest takes', async () => {
    const server = await serving((_, outgoing) => {
      outgoing.write('first, ');
      setTimeout(() => outgoing.end('last'), 400);
    });
    expect(await text(ended(server.port))).toMatch(
      /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n7\r\nfirst, \r\n4\r\nlast\r\n0\r\n\r\n$/s,
    );
  });

  it('has those that take long behind interim responses, which ask whether it has left', async () => {
    let asked = 0;
    const server = await serving((_, outgoing) => {
      asked += 1;
      setTimeout(() => outgoing.end(`<${asked}>`), 400);
    });
    const told = await text(ended(server.port, REQUEST.repeat(3)));
    expect(told).toMatch(INTERIM);
    expect(told.replace(INTERIM, '').match(/HTTP\/1\.1 \d{3}|<\d>/g)).toEqual(
      Array.from({ length: 3 }, () => ['HTTP/1.1 200', '<3>']).flat(),
    );
  });

  it('has its answer through a client of node:http', async () => {
    const server = await serving((_, outgoing) => void setTimeout(() => outgoing.end('late'), 400));
    const asking = request({ port: server.port, host: '127.0.0.1', agent: false });
    asking.once('finish', () => asking.socket?.end());
    asking.end();
    const [incoming] = (await once(asking, 'response')) as [IncomingMessage];
    expect([incoming.statusCode, await text(incoming)]).toEqual([200, 'late']);
  });

  it('is found to have left when it has, and whoever works for it is told', async () => {
    const left = Promise.withResolvers<void>();
    let leave = () => {};
    const server = await serving((_, outgoing) => {
      outgoing.once('close', left.resolve);
      leave();
    });
    const socket = ended(server.port);
    leave = () => socket.destroy();
    await left.promise;
    expect(server.connections.size).toBe(0);
  });

  it('is taken for one that has left when it speaks HTTP/1.0, which knows no interim responses', async () => {
    const left = Promise.withResolvers<void>();
    const server = await serving((_, outgoing) => void outgoing.once('close', left.resolve));
    expect(await text(ended(server.port, 'GET / HTTP/1.0\r\n\r\n'))).toBe('');
    await left.promise;
    expect(server.connections.size).toBe(0);
  });

  it('that speaks HTTP/1.0 has what comes soon', async () => {
    const server = await serving((_, outgoing) => void setTimeout(() => outgoing.end('soon'), 20));
    expect(await text(ended(server.port, 'GET / HTTP/1.0\r\n\r\n'))).toMatch(/^HTTP\/1\.1 200 OK\r\n.*soon$/s);
  });
});

it('a newcomer is whoever has asked on a connection, all of it, until the first answer has left, whatever else is asked', async () => {
  const connections = new Connections({ most: 10, mostOfAddress: 10 }, new Arrivals());
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [[socket]] = (await Promise.all([once(server, 'connection'), idle(port)])) as [[Socket], Socket];
  expect(connections.open(socket, true)).toBe(true);
  expect(connections.newcomers).toBe(0);
  const answers = Array.from({ length: 3 }, () => new ServerResponse(new IncomingMessage(socket)));
  const [first, second] = answers.slice(0, 2).map((answer) => connections.answering(socket, answer)) as [
    () => void,
    () => void,
  ];
  expect(connections.newcomers).toBe(0);
  for (const { req } of answers) req.complete = true;
  expect(connections.newcomers).toBe(1);
  second();
  expect(connections.newcomers).toBe(1);
  first();
  expect(connections.newcomers).toBe(0);
  connections.answering(socket, answers[2]);
  expect(connections.newcomers).toBe(0);
  socket.destroy();
  server.close();
});

describe('connections that come too fast', () => {
  /** As their sockets are refused, and as their handles are. */
  const ways = ['a socket', 'the door'] as const;

  async function serve(way: (typeof ways)[number], arrivals: Arrivals) {
    const connections = new Connections({ most: 10_000, mostOfAddress: 10_000 }, arrivals);
    const door = way === 'the door' ? await Door.tried() : undefined;
    const server = createTcpServer((socket) => {
      if (connections.open(socket, door !== undefined || connections.admits(socket.remoteAddress))) socket.end('taken');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    if (way === 'the door') expect(door?.guard([server], connections)).toBe(true);
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return {
      connections,
      async told(localAddress: string, sent = ''): Promise<string> {
        const socket = connect({ port, host: '127.0.0.1', localAddress });
        socket.write(sent);
        return text(socket);
      },
      close() {
        server.close();
        door?.close();
      },
    };
  }

  it.each(ways)('are told so as every other 503 is, by %s', async (way) => {
    const arrivals = new Arrivals();
    vi.spyOn(arrivals, 'take').mockReturnValue(false);
    const server = await serve(way, arrivals);
    const answers = await Promise.all(
      ['', 'GET / HTTP/1.1\r\n\r\n', 'x'.repeat(10_000)].map((sent) => server.told('127.0.0.1', sent)),
    );
    server.close();
    const withId = /X-Request-Id: [0-9a-f-]{36}\r\n/;
    const [reference = ''] = answers.map((answer) => answer.replace(withId, ''));
    for (const answer of answers) {
      expect(answer).toMatch(withId);
      expect(answer.replace(withId, '')).toBe(reference);
    }
    expect(reference).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 1.*\{"error":"Service temporarily unavailable\."\}$/s);
    expect(reference).toBe(await referenceOf('a socket', arrivals));
    expect(new Set(answers.map((answer) => withId.exec(answer)?.[0])).size).toBe(answers.length);
    expect(server.connections.refused).toBe(answers.length);
    expect(server.connections.size).toBe(0);
  });

  async function referenceOf(way: (typeof ways)[number], arrivals: Arrivals): Promise<string> {
    const server = await serve(way, arrivals);
    const answer = await server.told('127.0.0.1');
    server.close();
    return answer.replace(/X-Request-Id: .*\r\n/, '');
  }

  it('are each told to the end, however many come at once', async () => {
    const arrivals = new Arrivals();
    vi.spyOn(arrivals, 'take').mockReturnValue(false);
    const server = await serve('the door', arrivals);
    const answers: string[] = [];
    const client = async () => {
      for (let each = 0; each < 50; each++) answers.push(await server.told('127.0.0.1', 'GET / HTTP/1.1\r\n\r\n'));
    };
    await Promise.all(Array.from({ length: 50 }, client));
    server.close();
    expect(answers.filter((answer) => answer.endsWith('{"error":"Service temporarily unavailable."}'))).toHaveLength(
      2_500,
    );
  });

  it.runIf(isLinux).each(ways)('are told apart by the network that they come from, by %s', async (way) => {
    const arrivals = new Arrivals();
    vi.spyOn(arrivals, 'take').mockImplementation((network) => network !== '127.0.0.2');
    const server = await serve(way, arrivals);
    const answers: string[] = [];
    for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) answers.push(await server.told(address));
    server.close();
    expect(answers.map((each) => each.slice(0, 12))).toEqual(['taken', 'HTTP/1.1 503', 'taken']);
  });

  it('count as waiting for a look until they have been answered once', async () => {
    await using service = await openService(someHome());
    const { reception } = service.gateway.load;
    const seen: (boolean | undefined)[] = [];
    vi.spyOn(reception, 'isFree').mockReturnValue(false);
    vi.spyOn(reception, 'wait').mockImplementation((_, answer, isNewcomer) => {
      seen.push(isNewcomer);
      answer();
    });
    opened.server = await startServer(service.gateway, HERE);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    // Another header: what comes again as it was is not read by node:http.
    for (const headers of [{}, { Accept: '*/*' }]) {
      const asked = request({ ...HERE, port: opened.server.port, path: '/livez', headers, agent }).end();
      const [incoming] = (await once(asked, 'response')) as [IncomingMessage];
      await text(incoming);
    }
    agent.destroy();
    expect(seen).toEqual([true, false]);
  });

  it('are all taken as sockets where a server has no handle to guard', async () => {
    const door = await Door.tried();
    const keeper = { admits: () => false, refusal: () => '' };
    expect(door?.guard([createTcpServer()], keeper)).toBe(false);
  });
});

describe('listening', () => {
  it.runIf(isLinux)('takes several of those who wait in one turn of the event loop', async () => {
    const server = createServer();
    let taken = 0;
    server.on('connection', (socket) => {
      taken += 1;
      opened.sockets.push(socket);
    });
    const others = await listenWithMany(server, HERE);
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    for (let each = 0; each < 160; each++) opened.sockets.push(connect(port, '127.0.0.1'));
    await new Promise<void>((resolve) => process.nextTick(resolve)); // They are on their way.
    for (const until = performance.now() + 100; performance.now() < until; );
    let turns = 0;
    for (; taken < 160 && turns < 1_000; turns++) await nextTurn();
    for (const each of [server, ...others]) each.close();
    expect([taken, turns < 20]).toEqual([160, true]);
  });

  it.runIf(isLinux)('divides the queue among its sockets, and leaves one that is alone the whole', async () => {
    const listen = vi.spyOn(NetServer.prototype, 'listen');
    const server = createServer();
    const others = await listenWithMany(server, HERE);
    const options = listen.mock.calls.map(([given]) => given as { reusePort: boolean; backlog?: number });
    listen.mockRestore();
    for (const each of [server, ...others]) each.close();
    expect(options.filter(({ reusePort }) => reusePort).map(({ backlog }) => backlog)).toEqual(
      Array.from({ length: others.length + 1 }, () => 128),
    );
    expect(options.filter(({ reusePort }) => !reusePort)).toEqual([{ ...HERE, reusePort: false }]);
  });

  it('counts the requests that its parser cannot read', async () => {
    const CONNECT = 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n';
    const server = await serving((_, outgoing) => outgoing.end());
    for (const sent of ['GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 'BAD\r\n\r\n', CONNECT]) {
      const socket = await idle(server.port);
      socket.write(sent);
      await once(socket, 'close');
    }
    expect(server.unreadable).toBe(2);
  });

  it('does not share its port with another process', async () => {
    const server = await serving(() => undefined);
    await expect(
      startServer({ handle: () => undefined, repeats: () => undefined }, { ...HERE, port: server.port }),
    ).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});
