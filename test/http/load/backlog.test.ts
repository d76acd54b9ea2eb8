import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
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

async function listening(host: string): Promise<AddressInfo> {
  const server = createServer((socket) => socket.destroy());
  opened.push(server);
  await once(server.listen(0, host), 'listening');
  return server.address() as AddressInfo; // A listening TCP server has one.
}

describe.runIf(process.platform === 'linux')('the backlog', () => {
  it.each(['127.0.0.1', '::1'])('is how many wait to be taken on %s', async (host) => {
    const address = await listening(host);
    expect(backlogOf(address)).toBe(0);
    const done = new Int32Array(new SharedArrayBuffer(4));
    const callers = new Worker(CALLERS, { eval: true, workerData: { ...address, host, count: 40, done } });
    callers.on('error', () => undefined); // The server hangs up.
    // This thread stands still meanwhile: it takes nobody.
    expect(Atomics.wait(done, 0, 0, 20_000)).toBe('ok');
    expect(backlogOf(address)).toBe(40);
    await callers.terminate();
    await expect.poll(() => backlogOf(address)).toBe(0);
  });

  it('is not known of a port on which nobody listens', async () => {
    const address = await listening('127.0.0.1');
    const [server] = opened.splice(0);
    await new Promise((resolve) => server?.close(resolve));
    expect(backlogOf(address)).toBeUndefined();
  });
});

describe('what the system lists', () => {
  const OWN = 0x0f_a0;
  const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
  const line = (port: string, state: string, waiting: string) =>
    `   0: 0100007F:${port} 00000000:0000 ${state} 00000000:${waiting} 00:00000000 00000000   106        0 7460 1 0 100 0 0 10 0\n`;

  async function backlogIn(text: string | undefined, family = 'IPv4') {
    const folder = await mkdtemp(join(tmpdir(), 'geo-backlog-'));
    try {
      if (text !== undefined) await writeFile(join(folder, family === 'IPv6' ? 'tcp6' : 'tcp'), text);
      return backlogOf({ port: OWN, family }, folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  it.each(['IPv4', 'IPv6'])(
    'is summed for the sockets that listen on the port, wherever a piece of it ends; %s',
    async (family) => {
      const others = line('1F90', '0A', '00000063').repeat(200);
      const text = `${HEAD}${line('0FA0', '0A', '0000000A')}${others}${line('0FA0', '0A', '00000105')}`;
      expect(await backlogIn(text + line('0FA0', '01', '00000777').repeat(10_000), family)).toBe(0x0a + 0x1_05);
      expect(await backlogIn(text, family)).toBe(0x0a + 0x1_05);
    },
  );

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
});
