/** Another client: asks for one country again and again, on a connection that it keeps, and tells how long each answer took. */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the neighbour saw since it was asked last. */
export interface Seen {
  /** Milliseconds from the request to the end of its answer. */
  readonly ms: readonly number[];
  /** Answers that were not 200, and requests that had none. */
  readonly failed: number;
}

const EVERY_MS = 10;
const url = `http://127.0.0.1:${process.env['TARGET_PORT']}/v1/countries/JP`;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const headers = { 'X-SVCAPI-KEY': process.env['KEY'] ?? '' };

let ms: number[] = [];
let failed = 0;
process.on('message', () => {
  process.send?.({ ms, failed } satisfies Seen);
  ms = [];
  failed = 0;
});
process.on('disconnect', () => process.exit());

for (;;) {
  const startedAt = performance.now();
  const isRight = await answered();
  if (isRight) ms.push(performance.now() - startedAt);
  else failed += 1;
  await sleep(EVERY_MS);
}

function answered(): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200));
      response.once('error', () => resolve(false));
    });
    request.setTimeout(10_000, () => request.destroy()).once('error', () => resolve(false));
  });
}
