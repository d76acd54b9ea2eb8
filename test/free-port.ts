/** Ports for servers that others start, or that listen again. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems give by themselves (Linux from 32768, others from 49152): a client's end would take one that is closed for a while. */
const [FIRST, AFTER_LAST] = [10_000, 32_000];

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  let port: number;
  do port = randomInt(FIRST, AFTER_LAST);
  while (!(await isFree(port)));
  return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
