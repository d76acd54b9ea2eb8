import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../../server/service-process.ts';
import { memoryMb as memoryOf, NO_PROC } from '../process-state.ts';
import type { Row } from '../row.ts';
import { ask, sum } from '../traffic.ts';
import { assert, assertNoneLost, type World } from '../world.ts';

/** Lists of all cities that are asked for at once. */
const LISTS = 20;

export const slowReaders: Row = {
  number: 23,
  title: 'large answers all at once, readers that stand still or drip, idle connections by the thousand',
  missing: NO_PROC,
  async run(world) {
    const memoryMb = 1_024;
    await using service = await world.start({ MEMORY_MB: String(memoryMb), CACHE_MB: '128' });
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
    const most = world.pick(40, 300);
    for (const [what, count, path, bytesPerSecond] of [
      ['standing readers', most, '/v1/states', 0],
      ['dripping readers', most, '/v1/states', 1_000],
      ['idle connections', world.pick(500, 3_000), undefined, 0],
    ] as const) {
      const callers = traffic();
      const sockets = Array.from({ length: count }, (_, n) =>
        reader(service, world, path && `${path}?${variant(n)}`, bytesPerSecond),
      );
      await sleep(world.pick(3_000, 45_000));
      const tally = await callers.stop();
      tallies.push(tally);
      const held = sockets.filter(({ closed }) => !closed).length;
      said.push(`${held} of ${count} ${what} still there`);
      for (const socket of sockets) socket.destroy();
      await sleep(500);
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

/** A connection that asks for `path`, if anything, and reads so many bytes a second. */
function reader({ base }: ServiceProcess, { keys }: World, path: string | undefined, bytesPerSecond: number): Socket {
  const { port } = new URL(base);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  if (path !== undefined) socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-SVCAPI-KEY: ${keys.Business}\r\n\r\n`);
  socket.pause();
  const drip = setInterval(() => socket.read(bytesPerSecond / 10), 100).unref();
  socket.once('close', () => clearInterval(drip));
  return socket;
}
