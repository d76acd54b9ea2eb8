/** The thread that answers `/livez` and `/readyz` on the health port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { Readiness } from './health-listener.ts';

/** After so many milliseconds without a sign of life the main loop hangs: no request stops it for a hundredth of that. */
const HANGING_MS = 10_000;

const { host, port, beat } = workerData as { host: string; port: number; beat: BigInt64Array };
let ready: Readiness = { status: 503, text: 'starting\n' };

const server = createServer({ headersTimeout: 2_000, requestTimeout: 2_000, keepAliveTimeout: 5_000 });
server.maxConnections = 100;
server.on('request', (incoming, outgoing) => {
  const { status, text } = answerTo(incoming.url ?? '');
  outgoing.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(text),
  });
  outgoing.end(text);
});
server.once('error', (error: NodeJS.ErrnoException) => parentPort?.postMessage({ code: error.code }));
server.listen(port, host, () => parentPort?.postMessage((server.address() as AddressInfo).port)); // TCP, so no pipe's name
parentPort?.on('message', (told: Readiness) => {
  ready = told;
});

function answerTo(url: string): Readiness {
  const [path] = url.split('?');
  if (path !== '/livez' && path !== '/readyz') return { status: 404, text: 'ask for /livez or /readyz\n' };
  const silentMs = Number((process.hrtime.bigint() - Atomics.load(beat, 0)) / 1_000_000n);
  if (silentMs > HANGING_MS) return { status: 503, text: `the main loop has stood still for ${silentMs} ms\n` };
  return path === '/livez' ? { status: 200, text: 'ok\n' } : ready;
}
