import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { endianness, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { backlogOf } from '../../../src/http/load/backlog.ts';

/** Connects so often from a thread of its own, and says so when all have found a place in the queue. */
const CALLERS = `
const { connect } = require('node:net');
const { workerData: { port, host, count, done } } = require('node:worker_threads');
let left = count;
for (let each = 0; each < count; each++) {
  connect(port, host, () => {
    left -= 1;
    if (left === 0) { Atomics.store(done, 0, 1); Atomics.notify(done, 0); }
  });
}`;

const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

async function listening(host: string, port = 0): Promise<AddressInfo> {
  const server = createServer((socket) => socket.destroy());
  opened.push(server);
  await once(server.listen(port, host), 'listening');
  return server.address() as AddressInfo; // A listening TCP server has one.
}

/** One look, however long the last one took. */
const lengthAt = (address: AddressInfo, folder?: string) => backlogOf(address, folder)();

/** Calls from a thread of its own, until each has found a place in the queue; this thread stands still meanwhile, and takes nobody. */
function queue({ port }: AddressInfo, host: string, count: number): Worker {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const callers = new Worker(CALLERS, { eval: true, workerData: { port, host, count, done } });
  callers.on('error', () => undefined); // The server hangs up.
  expect(Atomics.wait(done, 0, 0, 20_000)).toBe('ok');
  return callers;
}

describe.runIf(process.platform === 'linux')('the backlog', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['::1', '::1'],
    ['::', '::1'],
    ['::', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
  ])('is how many wait to be taken on %s, who call %s', async (host, called) => {
    const address = await listening(host);
    expect(lengthAt(address)).toBe(0);
    const callers = queue(address, called, 40);
    expect(lengthAt(address)).toBe(40);
    await callers.terminate();
    await expect.poll(() => lengthAt(address)).toBe(0);
  });

  it('is not that of somebody else who listens on the same port', async () => {
    const address = await listening('127.0.0.1');
    await listening('127.0.0.2', address.port);
    const callers = queue(address, '127.0.0.2', 40);
    expect(lengthAt(address)).toBe(0);
    await callers.terminate();
  });

  it('is not known of a port on which nobody listens', async () => {
    const address = await listening('127.0.0.1');
    const [server] = opened.splice(0);
    await new Promise((resolve) => server?.close(resolve));
    expect(lengthAt(address)).toBeUndefined();
  });
});

describe('what the system lists', () => {
  const OWN = { address: '127.0.0.1', port: 0x0f_a0, family: 'IPv4' };
  const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
  const local = endianness() === 'LE' ? '0100007F' : '7F000001';
  const line = (
    port: string,
    state: string,
    waiting: string,
    remote = state === '0A' ? '00000000:0000' : `${local}:0FA0`,
  ) =>
    `   0: ${local}:${port} ${remote} ${state} 00000000:${waiting} 00:00000000 00000000   106        0 7460 1 0 100 0 0 10 0\n`;

  async function listed<Result>(text: string | undefined, use: (folder: string) => Result): Promise<Result> {
    const folder = await mkdtemp(join(tmpdir(), 'geo-backlog-'));
    try {
      if (text !== undefined) await writeFile(join(folder, 'tcp'), text);
      return use(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  const backlogIn = (text: string | undefined) => listed(text, (folder) => lengthAt(OWN, folder));

  it('is summed for the sockets that listen on the address, wherever a piece of it ends', async () => {
    for (let others = 0; others < 60; others++) {
      const between = line('1F90', '0A', '00000063').repeat(others);
      const text = `${HEAD}${line('0FA0', '0A', '0000000A')}${between}${line('0FA0', '0A', '00000105')}`;
      expect(await backlogIn(text + line('0FA0', '01', '00000777').repeat(100))).toBe(0x0a + 0x1_05);
      expect(await backlogIn(text)).toBe(0x0a + 0x1_05);
    }
  });

  it('is read no further than the sockets that listen', async () => {
    const text = HEAD + line('0FA0', '0A', '00000001') + line('0FA0', '01', '00000002').repeat(100);
    expect(await backlogIn(text + line('0FA0', '0A', '00000004'))).toBe(1);
  });

  it.each([
    ['there is no such file', undefined],
    ['it is empty', ''],
    ['it says something else', 'not\na list\n'],
    ['its numbers are none', HEAD + line('0FA0', '0A', 'zz')],
    [
      'others have thousands of sockets before',
      HEAD + line('1F90', '0A', '00000001').repeat(3_000) + line('0FA0', '0A', '00000001'),
    ],
  ])('does not tell where %s', async (_, text) => {
    expect(await backlogIn(text)).toBeUndefined();
  });

  it('is not looked at again too soon after a look that took long, and for a fifth of a second at most', async () => {
    let now = 1_000;
    const took = (ms: number) => {
      const times = [now, now + ms];
      return () => times.shift() ?? now;
    };
    const length = (text: string, clock: () => number, after: number) =>
      listed(text, async (folder) => {
        const backlog = backlogOf(OWN, folder, clock);
        const first = backlog();
        writeFileSync(join(folder, 'tcp'), HEAD + line('0FA0', '0A', '00000002'));
        now += after;
        return [first, backlog()];
      });
    const text = HEAD + line('0FA0', '0A', '00000001');
    expect(await length(text, took(1), 20)).toEqual([1, 1]);
    expect(await length(text, took(1), 22)).toEqual([1, 2]);
    expect(await length(text, took(0.1), 3)).toEqual([1, 2]);
    expect(await length(text, took(100), 299)).toEqual([1, 1]);
    expect(await length(text, took(100), 301)).toEqual([1, 2]);
    // What could not be told is not asked for all the time.
    expect(await length(HEAD, took(0.1), 199)).toEqual([undefined, undefined]);
    expect(await length(HEAD, took(0.1), 201)).toEqual([undefined, 2]);
  });
});
