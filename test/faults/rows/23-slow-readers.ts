import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';
import type { ServiceProcess } from '../../server/service-process.ts';
import { memoryMb as memoryOf, NO_PROC } from '../process-state.ts';
import type { Row } from '../row.ts';
import { ask, sum } from '../traffic.ts';
import { assert, assertNoneLost, until, type World } from '../world.ts';

/** Lists of all cities that are asked for at once. */
const LISTS = 20;
/** Within what who sends nothing, or does not go on, is ended: the limit, a look a second, and what it takes to connect thousands. */
const ENDED_MS = { head: 7_500, body: 12_500 };
/** What a machine that is busy with others may make of it. */
const BUSY_MS = 60_000;

export const slowReaders: Row = {
  number: 23,
  title: 'large answers all at once, readers that stand still or drip, idle connections by the thousand',
  missing: NO_PROC,
  async run(world) {
    const memoryMb = 1_024;
    const metricsPort = await freePort();
    const variables = { MEMORY_MB: String(memoryMb), CACHE_MB: '128', METRICS_PORT: String(metricsPort) };
    await using service = await world.start(variables);
    const said: string[] = [];
    const tallies = [];
    const traffic = () => world.traffic([service], { callers: 4 });
    const lists = traffic();
    const statuses = await Promise.all(
      Array.from({ length: LISTS }, (_, n) => statusOfWhole(service, world, `/v1/cities?${variant(n)}`)),
    );
    tallies.push(await lists.stop());
    const whole = statuses.filter((status) => status === 200).length;
    const told = statuses.filter((status) => status === 503).length;
    assert(whole > 0 && whole + told === LISTS, `${LISTS} lists of all cities at once ended with ${statuses}`);
    said.push(`of ${LISTS} lists of all cities at once ${whole} came whole and ${told} were told to wait`);
    // Of the full data the system keeps most of one country's cities for a connection, of all a few megabytes.
    for (const [what, path, number, bytesPerSecond] of [
      ['standing', '/v1/countries/US/cities', world.pick(40, 300), 0],
      ['dripping', '/v1/countries/US/cities', world.pick(40, 300), 1_000],
      ["all cities' dripping", '/v1/cities', world.pick(4, 20), 1_000],
    ] as const) {
      const callers = traffic();
      const readers = Array.from({ length: number }, (_, n) =>
        reader(service, world, `${path}?${variant(n)}`, bytesPerSecond),
      );
      await sleep(world.pick(3_000, 45_000));
      tallies.push(await callers.stop());
      const held = await inFlight(metricsPort);
      assert(world.size === 'small' || held === 0, `${what} readers still hold ${held} bytes`);
      const ends = await Promise.all(readers.map((each) => each.end()));
      const count = (end: End) => ends.filter((each) => each === end).length;
      said.push(
        `of ${ends.length} ${what} readers ${count('cut')} were cut off, ${count('told')} told and ${count('whole')} had it all`,
      );
    }
    for (const [what, sent, count, within] of [
      ['idle connections', '', world.pick(500, 3_000), ENDED_MS.head],
      ['half-sent heads', 'GET /v1/countries HTTP/1.1\r\nHost: a\r\n', world.pick(100, 500), ENDED_MS.head],
      ['half-sent bodies', `${HEAD_OF_BODY}{`, world.pick(100, 500), ENDED_MS.body],
    ] as const) {
      const callers = traffic();
      const startedAt = performance.now();
      const open = new Set(Array.from({ length: count }, () => waiter(service, sent)));
      for (const socket of open) socket.once('close', () => open.delete(socket));
      await until(async () => open.size === 0, BUSY_MS);
      const took = Math.round(performance.now() - startedAt);
      tallies.push(await callers.stop());
      said.push(`${count} ${what} ended after ${took} ms`);
      assert(took <= world.pick(BUSY_MS, within), said.at(-1) ?? '');
    }
    const { most: mostMb } = memoryOf(service);
    assert(mostMb < memoryMb, `the process came to ${mostMb} MB of ${memoryMb}`);
    const tally = sum(tallies);
    assertNoneLost(tally);
    const { status } = await ask(service.base, world.keys.Business, '/v1/countries/JP');
    assert(status === 200, `afterwards a country is ${status}`);
    return { cases: said.length, tally, said: `${said.join('; ')}; at most ${Math.round(mostMb)} of ${memoryMb} MB` };
  },
};

const FIELDS = [
  'id',
  'name',
  'latitude',
  'longitude',
  'timezone',
  'country_code',
  'country_id',
  'type',
  'wikiDataId',
  'level',
];

/** Other fields each time, so that no two answers are one that is kept; always most of them. */
export function variant(number: number): string {
  const left = [1, 10, 100].map((place) => Math.floor(number / place) % FIELDS.length);
  return `fields=${FIELDS.filter((_, at) => !left.includes(at)).join(',')}&sort=${number % 2 === 0 ? 'id' : 'name'}`;
}

/** The status of an answer that came to its end, however long it took; 0 where it did not, and its text where it is neither an answer nor told. */
function statusOfWhole({ base }: ServiceProcess, { keys }: World, path: string): Promise<number | string> {
  return new Promise((resolve) => {
    const outgoing = get(base + path, { headers: { 'X-SVCAPI-KEY': keys.Business }, agent: false }, (incoming) => {
      let text = '';
      incoming.on('data', (chunk: Buffer) => {
        if (incoming.statusCode !== 200) text += chunk;
      });
      incoming.on('error', () => resolve(0));
      incoming.on('end', () => {
        const isTold =
          incoming.statusCode === 503 && incoming.headers['retry-after'] !== undefined && text.includes('"error"');
        resolve(
          incoming.complete && (incoming.statusCode === 200 || isTold)
            ? (incoming.statusCode ?? 0)
            : text.slice(0, 200),
        );
      });
    });
    outgoing.on('error', () => resolve(0));
  });
}

const HEAD_OF_BODY =
  'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';

/** A connection that sends no more than this, and hears what it is told. */
function waiter({ base }: ServiceProcess, sent: string): Socket {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => undefined).resume();
  if (sent !== '') socket.write(sent);
  return socket;
}

/** What became of an answer: cut off, 503, or there as a whole. */
type End = 'cut' | 'told' | 'whole';

/** A connection that asks for `path` and reads so many bytes a second; `end` reads the rest at once, and tells what came. */
function reader({ base }: ServiceProcess, { keys }: World, path: string, bytesPerSecond: number) {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-SVCAPI-KEY: ${keys.Business}\r\nConnection: close\r\n\r\n`);
  socket.pause();
  let [head, received] = ['', 0];
  const take = (chunk: Buffer | null) => {
    if (chunk === null) return;
    if (!head.includes('\r\n\r\n')) head += chunk.toString('latin1');
    received += chunk.length;
  };
  const drip = setInterval(() => take(socket.read(bytesPerSecond / 10) as Buffer | null), 100).unref();
  return {
    /** An end is not seen on a connection that is not read: so it is read to its end. */
    async end(): Promise<End> {
      clearInterval(drip);
      socket.on('data', take).resume();
      if (!socket.destroyed) await once(socket, 'close');
      if (head.startsWith('HTTP/1.1 503')) return 'told';
      const body = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
      return received === head.indexOf('\r\n\r\n') + 4 + body ? 'whole' : 'cut';
    },
  };
}

/** Bytes of answers that are being made or sent, as the service tells. */
async function inFlight(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^geo_answers_in_flight_bytes\S* (\S+)/m.exec(text)?.[1]);
}
