import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { listenForHealth } from '../../src/health-listener.ts';

const HERE = { host: '127.0.0.1', port: 0 };
const READY = { status: 200, body: Buffer.from('ready\n') };
const IGNORE = () => undefined;
/** Each look starts a process, which takes seconds on a busy machine. */
const PATIENT = { timeout: 60_000 };
const run = promisify(execFile);

/** Asks from a process of its own, so that this one's loop may stand still; tells status and text. */
const ASK = `fetch(process.argv[1]).then(async (r) => process.stdout.write(r.status + ' ' + (await r.text())))`;
const ask = async (port: number, path: string) =>
  (await run(process.execPath, ['-e', ASK, `http://127.0.0.1:${port}${path}`])).stdout;

it('tells what the main loop last said of itself', async () => {
  let readyz: { status: number; body: Buffer } = { status: 503, body: Buffer.from('no data set loaded yet\n') };
  const health = await listenForHealth(HERE, () => readyz, IGNORE);
  try {
    expect(await ask(health.port, '/livez')).toBe('200 ok\n');
    await expect.poll(() => ask(health.port, '/readyz'), PATIENT).toBe('503 no data set loaded yet\n');
    readyz = READY;
    await expect.poll(() => ask(health.port, '/readyz'), PATIENT).toBe('200 ready\n');
    expect(await ask(health.port, '/v1/countries')).toBe('404 ask for /livez or /readyz\n');
  } finally {
    await health.close();
  }
});

it('says at once what it is told to', async () => {
  // Nothing is told by the clock, which `expect.poll` would turn on.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  let readyz = READY;
  const health = await listenForHealth(HERE, () => readyz, IGNORE);
  try {
    readyz = { status: 503, body: Buffer.from('stopping\n') };
    health.tell();
    const told: string[] = [];
    // The thread hears of it a moment later.
    while (told.at(-1) !== '503 stopping\n' && told.length < 20) told.push(await ask(health.port, '/readyz'));
    expect(told.at(-1)).toBe('503 stopping\n');
  } finally {
    vi.useRealTimers();
    await health.close();
  }
});

/** A thread, which asks on while the loop of this one stands still, until it hears something else; then it lets that go on. */
const ASK_ON = `
const { parentPort, workerData: { url, state, since } } = require('node:worker_threads');
(async () => {
  const heard = [];
  do {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const afterMs = Date.now() - since;
    heard.push({ afterMs, told: await fetch(url).then(async (r) => r.status + ' ' + (await r.text())) });
  } while (heard.at(-1).told === '200 ok\\n');
  parentPort.postMessage(heard);
  Atomics.store(state, 0, 1);
  Atomics.notify(state, 0);
})();`;

it('answers while the main loop stands still, and says so when that takes too long', async () => {
  const health = await listenForHealth(HERE, () => READY, IGNORE);
  await sleep(300);
  const state = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { url: `http://127.0.0.1:${health.port}/livez`, state, since: Date.now() };
  const asker = new Worker(ASK_ON, { eval: true, workerData });
  try {
    const answers = once(asker, 'message');
    expect(Atomics.wait(state, 0, 0, 60_000)).toBe('ok');
    const [heard] = (await answers) as [{ afterMs: number; told: string }[]];
    expect(heard[0]?.told).toBe('200 ok\n');
    expect(heard.at(-1)?.told).toMatch(/^503 the main loop has stood still for \d+ ms\n$/);
    // However late a busy machine lets it ask.
    expect(heard.at(-2)?.afterMs).toBeLessThan(11_000);
    await expect.poll(() => ask(health.port, '/livez'), PATIENT).toBe('200 ok\n');
  } finally {
    await asker.terminate();
    await health.close();
  }
});

it('cannot be had where the port is taken', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(listenForHealth({ ...HERE, port }, () => READY, IGNORE)).rejects.toMatchObject({
    code: 'EADDRINUSE',
    port,
  });
  other.close();
});

it('is opened again where its thread ends, with a word each time, and not without a pause', async () => {
  const threads: Worker[] = [];
  const note = (thread: Worker) => void threads.push(thread);
  process.on('worker', note);
  const losses: unknown[] = [];
  const health = await listenForHealth(
    HERE,
    () => READY,
    (reason) => losses.push(reason),
  );
  const other = createServer();
  try {
    await threads[0]?.terminate();
    // The second finds its port taken, and ends as well.
    await new Promise<void>((resolve) => other.listen(health.port, HERE.host, resolve));
    await expect.poll(() => losses.length, PATIENT).toBe(2);
    expect(losses).toEqual([
      expect.objectContaining({ message: 'the thread ended with 1' }),
      expect.objectContaining({ code: 'EADDRINUSE', port: health.port }),
    ]);
    expect(threads).toHaveLength(2);
    await new Promise((resolve) => other.close(resolve));
    await expect.poll(() => ask(health.port, '/readyz').catch(String), PATIENT).toBe('200 ready\n');
    await health.close();
    expect(losses).toHaveLength(2);
  } finally {
    process.off('worker', note);
    other.close();
    await health.close();
  }
});
