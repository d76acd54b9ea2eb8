import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Door } from '../../src/http/door.ts';
import { connectPipes, type HandlePipe, Meeting, takeHandle } from '../../src/http/handle-pipes.ts';
import { hasFewDescriptors, Porter } from '../../src/http/porter.ts';
import { handleOf, type ListeningHandle, portOf } from '../../src/http/raw-handles.ts';

/** What is on its way comes: a busy machine takes longer for it than the second that `expect.poll` waits by itself. */
const PATIENT = { timeout: 20_000 };
const BACKLOG = 128;
const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

interface Doors {
  readonly server: Server;
  readonly port: number;
  readonly porter: Porter;
  readonly tasks: { receive: ReturnType<typeof vi.fn>; step: ReturnType<typeof vi.fn>; lost: ReturnType<typeof vi.fn> };
  readonly worker: Worker;
}

/** The main loop listens no more: in a process that has nothing else to do it would be the sooner one now and then. */
function alone(server: Server): void {
  server.close();
}

/** A server that answers each request with `main`, and a porter at its socket. */
async function opened(): Promise<Doors> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).on('data', () => socket.end('main'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => void server.close());
  const door = await Door.tried();
  if (!door) throw new Error('this Node.js is made otherwise than the door has to know');
  door.guard([server], { admits: () => true, refusal: () => '' });
  const tasks = { receive: vi.fn((handle) => door.receive(handle)), step: vi.fn(), lost: vi.fn() };
  const unref = vi.spyOn(Worker.prototype, 'unref');
  const porter = await Porter.tried([server], BACKLOG, door.requests, tasks, new AbortController().signal);
  const [worker] = unref.mock.contexts as Worker[];
  unref.mockRestore();
  if (!porter || !worker) throw new Error('this Node.js is made otherwise than a porter has to know');
  closing.push(() => porter.close());
  return { server, port: portOf(server), porter, tasks, worker };
}

async function asked(port: number, localAddress = '127.0.0.1'): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.write(REQUEST);
  return text(socket);
}

/** Connects so many times from a thread of its own, and counts in `told` who hears a 503. */
const CALLERS = `
const { connect } = require('node:net');
const { workerData: { port, count, told } } = require('node:worker_threads');
for (let each = 0; each < count; each++) {
  let answer = '';
  const socket = connect(port, '127.0.0.1', () => socket.write('?'));
  socket.on('error', () => undefined).on('data', (piece) => (answer += piece));
  socket.on('close', () => answer.startsWith('HTTP/1.1 503') && Atomics.add(told, 0, 1));
}`;

/** Stands still, while so many connect, until `enough` of them heard a 503; returns how many did. */
function toldMeanwhile(port: number, count: number, enough: number): number {
  const told = new Int32Array(new SharedArrayBuffer(4));
  const callers = new Worker(CALLERS, { eval: true, workerData: { port, count, told } });
  closing.push(() => void callers.terminate());
  const until = performance.now() + PATIENT.timeout;
  while (Atomics.load(told, 0) < enough && performance.now() < until);
  return Atomics.load(told, 0);
}

describe.runIf(process.platform === 'linux' && !hasFewDescriptors())(
  'a porter (skipped without 10,000 descriptors)',
  () => {
    it('tells those who are refused while the main loop stands still', async () => {
      const { port, porter, tasks } = await opened();
      porter.take(0);
      const count = 300;
      const told = toldMeanwhile(port, count, count);
      expect(told).toBe(count);
      expect([porter.newlyCome(), porter.refused, porter.waiting]).toEqual([count, count, 0]);
      expect(tasks.receive).not.toHaveBeenCalled();
    });

    it('tells it in the words of the service, which say when to come again', async () => {
      const { server, port, porter } = await opened();
      porter.take(0);
      alone(server);
      const [head = '', body = ''] = (await asked(port)).split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n.*^Retry-After: 1\r\n.*^Connection: close\r\n/ms);
      expect(head).toMatch(/^X-Request-Id: [\da-f-]{36}$/m);
      expect(JSON.parse(body)).toEqual({ error: 'Service temporarily unavailable.' });
    });

    it('hands over a part, and refuses the rest', async () => {
      const { server, port, porter, tasks } = await opened();
      porter.take(1 / 4);
      alone(server);
      const answers: string[] = [];
      for (let each = 0; each < 80; each++) answers.push(await asked(port, each % 4 === 0 ? '127.0.0.2' : '127.0.0.1'));
      const answered = answers.filter((each) => each === 'main').length;
      expect(answers.filter((each) => each.startsWith('HTTP/1.1 503')).length).toBe(80 - answered);
      expect(answered).toBeGreaterThan(5);
      expect(answered).toBeLessThan(75);
      expect(tasks.receive.mock.calls.length).toBe(answered);
      expect(porter.waiting).toBe(0);
    });

    it('has the share judged while nobody comes, and gives the sockets back when all were taken for a second', async () => {
      const { port, porter, tasks } = await opened();
      porter.take(0.5);
      expect(porter.isAtDoor).toBe(true);
      await expect.poll(() => tasks.step.mock.calls.length, PATIENT).toBeGreaterThan(3);
      tasks.step.mockImplementation(() => porter.take(1));
      await expect.poll(() => porter.isAtDoor, PATIENT).toBe(false);
      const before = tasks.step.mock.calls.length;
      expect(before).toBeGreaterThan(10);
      expect(await asked(port)).toBe('main');
      await sleep(60);
      expect(tasks.step.mock.calls.length).toBe(before);
      expect(porter.newlyCome()).toBe(0);
      // And comes again.
      tasks.step.mockReset();
      porter.take(0);
      expect(porter.isAtDoor).toBe(true);
      porter.rest();
      await expect.poll(() => porter.isAtDoor, PATIENT).toBe(false);
    });

    it('hands over no more than wait to be received in time', async () => {
      const { port, porter } = await opened();
      porter.take(0.5);
      porter.take(1);
      const count = 800;
      expect(toldMeanwhile(port, count, 250)).toBeGreaterThanOrEqual(250);
      expect(porter.waiting).toBeGreaterThan(400);
      expect(porter.waiting).toBeLessThanOrEqual(512);
      await expect.poll(() => porter.waiting, PATIENT).toBe(0);
    });

    it('leaves nobody on the way, and does not come back', async () => {
      const { server, port, porter, tasks } = await opened();
      porter.take(0.5);
      const answers = Array.from({ length: 60 }, () => asked(port));
      await expect.poll(() => porter.refused + tasks.receive.mock.calls.length, PATIENT).toBeGreaterThan(0);
      await porter.leave(20_000);
      expect([porter.isAtDoor, porter.waiting]).toEqual([false, 0]);
      porter.take(0);
      expect(porter.isAtDoor).toBe(false);
      const told = await Promise.all(answers);
      expect(told.filter((each) => each !== 'main' && !each.startsWith('HTTP/1.1 503'))).toEqual([]);
      expect(await asked(port)).toBe('main');
      server.close();
      await expect(asked(port)).rejects.toThrow('ECONNREFUSED');
      expect(tasks.lost).not.toHaveBeenCalled();
    });

    it('refuses whoever comes to sockets that the process has closed, for as long as others may have them, and shuts them', async () => {
      const { server, port, porter, tasks } = await opened();
      porter.take(0.5);
      porter.takeNobody();
      alone(server);
      porter.take(1); // Nothing of what is judged counts any more.
      const gone = porter.outlast(10_000);
      const until = performance.now() + 150;
      while (performance.now() < until) expect(await asked(port)).toMatch(/^HTTP\/1\.1 503 /);
      await gone;
      expect(porter.isAtDoor).toBe(false);
      await expect(asked(port)).rejects.toThrow('ECONNREFUSED');
      expect(tasks.receive).not.toHaveBeenCalled();
      expect(tasks.lost).not.toHaveBeenCalled();
    });

    it('that is not at the door has nothing to outlast', async () => {
      const { porter } = await opened();
      porter.takeNobody();
      const startedAt = performance.now();
      await porter.outlast(60_000);
      expect(performance.now() - startedAt).toBeLessThan(200);
    });

    it('that ends by itself leaves all to the main loop, and that is told', async () => {
      const { port, porter, tasks, worker } = await opened();
      porter.take(0);
      await worker.terminate();
      await expect.poll(() => tasks.lost.mock.calls.length, PATIENT).toBe(1);
      // The numbers of its pipes are those of other files now, which nobody writes to.
      const folder = mkdtempSync(join(tmpdir(), 'geo-porter-'));
      const files = Array.from({ length: 200 }, (_, each) => openSync(join(folder, String(each)), 'w'));
      closing.push(() => {
        for (const file of files) closeSync(file);
        rmSync(folder, { recursive: true });
      });
      porter.take(1);
      porter.rest();
      expect(files.filter((file) => fstatSync(file).size > 0)).toEqual([]);
      expect(porter.isAtDoor).toBe(false);
      porter.take(0);
      expect(await asked(port)).toBe('main');
      await porter.leave(1_000);
      expect(files.filter((file) => fstatSync(file).size > 0)).toEqual([]);
    });

    it('is not there where it cannot be had in time', async () => {
      const door = await Door.tried();
      if (!door) throw new Error('this Node.js is made otherwise than the door has to know');
      const tasks = { receive: () => undefined, step: () => undefined, lost: vi.fn() };
      expect(await Porter.tried([], BACKLOG, door.requests, tasks, AbortSignal.abort())).toBeUndefined();
      expect(tasks.lost).not.toHaveBeenCalled();
      // What listens elsewhere, as round robin of `node:cluster` has it, is no handle that could be sent.
      const elsewhere = { _handle: { onconnection: () => undefined } } as unknown as Server;
      expect(
        await Porter.tried([elsewhere], BACKLOG, door.requests, tasks, new AbortController().signal),
      ).toBeUndefined();
      expect(tasks.lost).toHaveBeenCalledOnce();
      tasks.lost.mockClear();
      const unknown = { ...door.requests, Write: null };
      expect(await Porter.tried([], BACKLOG, unknown, tasks, new AbortController().signal)).toBeUndefined();
      expect(tasks.lost).toHaveBeenCalledOnce();
    });
  },
);

it.runIf(process.platform === 'linux')(
  'where a process may have few descriptors there is no porter, which is said in words',
  () => {
    const program = `
    const { Porter } = await import(${JSON.stringify(import.meta.resolve('../../src/http/porter.ts'))});
    const tasks = { receive() {}, step() {}, lost: (reason) => console.log(reason) };
    console.log(await Porter.tried([], 1, {}, tasks, new AbortController().signal));`;
    const command = 'ulimit -n 4096 && exec "$0" --input-type=module --eval "$1"';
    const { stdout, stderr } = spawnSync('sh', ['-c', command, process.execPath, program], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['it takes 10000 descriptors (ulimit -n)\nundefined\n', '']);
  },
);

describe.runIf(process.platform === 'linux')('pipes between threads', () => {
  it('are those of who knows the token, and of nobody else on the machine', async () => {
    const meeting = new Meeting();
    closing.push(() => meeting.close());
    const signal = AbortSignal.timeout(PATIENT.timeout);
    const accepted = meeting.accept(2, signal);
    const strangers: Socket[] = [];
    for (const said of ['', 'x'.repeat(100), `${meeting.token.slice(1)}`]) {
      const stranger = connect(meeting.path);
      strangers.push(stranger.on('error', () => undefined));
      await once(stranger, 'connect');
      if (said) stranger.write(said);
    }
    const door = await Door.tried();
    const Write = door?.requests.Write;
    if (!Write) throw new Error('this Node.js writes otherwise');
    // Nor is a socket taken from a stranger, which would go on listening here.
    const listening = createServer();
    await once(listening.listen(0, '127.0.0.1'), 'listening');
    const port = portOf(listening);
    const [thief] = await connectPipes(1, { path: meeting.path, token: '' }, Write, signal);
    thief?.writeLatin1String(new Write(), 'x', handleOf(listening) as ListeningHandle);
    listening.close();
    const ends = await connectPipes(2, meeting, Write, signal);
    const pipes = await accepted;
    expect(pipes.length).toBe(2);
    const received: string[] = [];
    for (const { pipe } of pipes) {
      pipe.onread = (bytes) => void received.push(String(bytes?.byteLength));
      pipe.readStart();
    }
    for (const end of ends as HandlePipe[]) {
      takeHandle(end);
      end.writeLatin1String(new Write(), 'abc');
    }
    await expect.poll(() => received, PATIENT).toEqual(['3', '3']);
    await expect(asked(port)).rejects.toThrow('ECONNREFUSED');
    // Who said something else, or nothing until all had come, is closed.
    await expect.poll(() => strangers.map(({ closed }) => closed), PATIENT).toEqual([true, true, true]);
  });
});
