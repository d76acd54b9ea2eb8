/** Ports for processes that are started again at their places. */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

// Behind the ports that fetch refuses, of which 10080 is the last (WHATWG Fetch, "bad port").
const FIRST = 10_081;

/** A free port of 127.0.0.1 that the system gives to nobody by itself, while the one that listens there is away. */
export async function steadyPort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, firstOutgoing());
    const server = createServer();
    const isFree = await new Promise<boolean>((done) => {
      server.once('error', () => done(false)).listen(port, '127.0.0.1', () => server.close(() => done(true)));
    });
    if (isFree) return port;
  }
}

function firstOutgoing(): number {
  try {
    const first = Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/)[0]);
    return Math.max(first, FIRST + 10_000);
  } catch {
    return 32_768; // As Linux has it unless it was told otherwise.
  }
}
