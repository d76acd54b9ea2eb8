import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { listenForHealth } from '../../src/health-listener.ts';

const HERE = { host: '127.0.0.1', port: 0 };
const READY = { status: 200, body: Buffer.from('ready\n') };
const run = promisify(execFile);

/** Asks from a process of its own, so that this one's loop may stand still; tells status and text. */
const ASK = `fetch(process.argv[1]).then(async (r) => process.stdout.write(r.status + ' ' + (await r.text())))`;
const ask = async (port: number, path: string) =>
  (await run(process.execPath, ['-e', ASK, `http://127.0.0.1:${port}${path}`])).stdout;

it('tells what the main loop last said of itself', async () => {
  let readyz: { status: number; body: Buffer } = { status: 503, body: Buffer.from('no data set loaded yet\n') };
  const health = await listenForHealth(HERE, () => readyz);
  try {
    expect(await ask(health.port, '/livez')).toBe('200 ok\n');
    await expect.poll(() => ask(health.port, '/readyz'), { timeout: 10_000 }).toBe('503 no data set loaded yet\n');
    readyz = READY;
    await expect.poll(() => ask(health.port, '/readyz'), { timeout: 10_000 }).toBe('200 ready\n');
    expect(await ask(health.port, '/v1/countries')).toBe('404 ask for /livez or /readyz\n');
  } finally {
    await health.close();
  }
});

it('answers while the main loop stands still, and says so when that takes too long', { timeout: 40_000 }, async () => {
  const health = await listenForHealth(HERE, () => READY);
  await sleep(300);
  try {
    const soon = ask(health.port, '/livez');
    const late = run(process.execPath, [
      '-e',
      `setTimeout(() => ${ASK}, 11_000)`,
      `http://127.0.0.1:${health.port}/livez`,
    ]);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 14_000);
    expect(await soon).toBe('200 ok\n');
    expect((await late).stdout).toMatch(/^503 the main loop has stood still for \d+ ms\n$/);
    await expect.poll(() => ask(health.port, '/livez'), { timeout: 10_000 }).toBe('200 ok\n');
  } finally {
    await health.close();
  }
});

it('cannot be had where the port is taken', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(listenForHealth({ ...HERE, port }, () => READY)).rejects.toMatchObject({ code: 'EADDRINUSE', port });
  other.close();
});
