/**
 * Loads a running service on this machine with new connections and questions that no cache answers, at what it can bear and at
 * several times that, by the second and by callers who come again as soon as they hear, and tells what became of them: `node test/faults/overload.ts http://127.0.0.1:4000 KEY [HEALTH_PORT [PATH]]`. It is one
 * process itself: its figures are worth something as long as it has a processor of its own, and the service another one (`taskset -c 0`
 * before the service, `taskset -c 1` before this and the database). Probes and kept answers are asked for from another address: what the
 * clients see that flood nobody.
 */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const SECONDS = 8;
const GIVE_UP_MS = 10_000;
const TIMES = [1, 5, 20];
const CALLERS = 30;
const FLOOD = '127.0.0.1';
const GUEST = '127.0.0.9';

const [, , base = '', key = '', healthPort, path = '/v1/states?q='] = process.argv;
const { hostname, port } = new URL(base);
if (hostname !== '127.0.0.1') throw new Error('only a service on 127.0.0.1 is loaded');

interface Outcome {
  readonly status: number;
  readonly ms: number;
  /** True for a 503 that was told before the request was read. */
  readonly atDoor: boolean;
}

let asked = 0;
const run = process.pid;

/** One request on a connection of its own; status 0 when no answer came. */
function ask(path: string, localAddress = FLOOD, at = Number(port)): Promise<Outcome> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let text = '';
    const socket = connect({ port: at, host: hostname, localAddress }, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-SVCAPI-KEY: ${key}\r\nConnection: close\r\n\r\n`),
    );
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      const atDoor = status === 503 && !text.includes('\r\nDate: ');
      resolve({ status, ms: performance.now() - startedAt, atDoor });
    };
    const timer = setTimeout(() => {
      text = '';
      finish();
    }, GIVE_UP_MS);
    socket.on('data', (chunk) => {
      if (text.length < 4096) text += chunk.toString('latin1'); // Its head; of many large ones there is no room for all.
    });
    socket.on('error', finish).on('close', finish);
  });
}

/** What ends the path is new each time. */
const question = () => `${path}${run}q${asked++}`;

/** So many callers ask for some seconds, each again as soon as it has heard. */
async function callers(count: number): Promise<Outcome[]> {
  const until = performance.now() + SECONDS * 1000;
  const outcomes: Outcome[] = [];
  const caller = async () => {
    while (performance.now() < until) outcomes.push(await ask(question()));
  };
  await Promise.all(Array.from({ length: count }, caller));
  return outcomes;
}

async function load(perSecond: number): Promise<void> {
  const outcomes: Promise<Outcome>[] = [];
  const lives: Promise<Outcome>[] = [];
  const cached: Promise<Outcome>[] = [];
  const health: Promise<Outcome>[] = [];
  const startedAt = performance.now();
  for (let passed = 0; passed < SECONDS; passed = (performance.now() - startedAt) / 1000) {
    while (outcomes.length < passed * perSecond) outcomes.push(ask(question()));
    if (lives.length < passed * 5) {
      lives.push(ask('/livez', GUEST));
      cached.push(ask('/v1/countries/JP', GUEST));
      if (healthPort !== undefined) health.push(ask('/livez', GUEST, Number(healthPort)));
    }
    await sleep(2);
  }
  console.log({
    ...summary(await Promise.all(outcomes)),
    livez: percentiles(await Promise.all(lives)),
    cached: percentiles(await Promise.all(cached)),
    health: percentiles(await Promise.all(health)),
  });
}

function summary(all: readonly Outcome[]) {
  const of = (status: number) => all.filter((each) => each.status === status);
  return {
    perSecond: Math.round(all.length / SECONDS),
    goodPerSecond: Math.round(of(200).length / SECONDS),
    refused: of(503).length,
    lost: of(0).length,
    other: all.length - of(200).length - of(503).length - of(0).length,
    msOfGood: percentiles(of(200)),
    msAtDoor: percentiles(of(503).filter(({ atDoor }) => atDoor)),
    msInside: percentiles(of(503).filter(({ atDoor }) => !atDoor)),
  };
}

function percentiles(outcomes: readonly Outcome[]): string {
  const sorted = outcomes.map(({ ms }) => ms).sort((left, right) => left - right);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  const statuses = [...new Set(outcomes.map(({ status }) => status))].join(' ');
  return `${sorted.length} of ${statuses}: p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)}`;
}

await ask('/v1/countries/JP');
await callers(CALLERS);
const { goodPerSecond: peak, ...atPeak } = summary(await callers(CALLERS));
console.log(`capacity: ${peak} a second`, atPeak);
for (const times of TIMES) {
  if (times > 1) console.log(`${times * CALLERS} callers`, summary(await callers(times * CALLERS)));
  console.log(`${times * peak} connections a second`);
  await load(peak * times);
  await sleep(1_000);
}
