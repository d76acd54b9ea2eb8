import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../../server/service-process.ts';
import { memoryMb as memoryOf, NO_PROC } from '../process-state.ts';
import type { Row } from '../row.ts';
import { ask, sum } from '../traffic.ts';
import { assert, assertNoneLost, type World } from '../world.ts';

/** What the process may come to beside `MEMORY_MB`: estimates are corrected with the next sample. */
const SLACK = 1.15;

export const slowReaders: Row = {
  number: 23,
  title: 'large answers all at once, readers that stand still or drip, idle connections by the thousand',
  missing: NO_PROC,
  async run(world) {
    const memoryMb = 1_024;
    await using service = await world.start({ MEMORY_MB: String(memoryMb), CACHE_MB: '128' });
    const said: string[] = [];
    const tallies = [];
    for (const [what, hold] of [
      [
        '20 lists of all cities at once',
        () => many(20, (n) => reader(service, world, `/v1/cities?${variant(n)}`, Infinity)),
      ],
      [
        'standing readers of lists',
        () => many(world.pick(40, 300), (n) => reader(service, world, `/v1/states?${variant(n)}`, 0)),
      ],
      [
        'dripping readers',
        () => many(world.pick(40, 300), (n) => reader(service, world, `/v1/states?${variant(n)}`, 1_000)),
      ],
      ['idle connections', () => many(world.pick(500, 3_000), () => reader(service, world, undefined, 0))],
    ] as const) {
      const traffic = world.traffic([service], { callers: 4 });
      const sockets = hold();
      await sleep(world.pick(3_000, 45_000));
      const tally = await traffic.stop();
      tallies.push(tally);
      said.push(`${what}: ${tally.right} right, ${tally.told} told, slowest ${Math.round(tally.slowestMs)} ms`);
      for (const socket of sockets) socket.destroy();
      await sleep(500);
    }
    const { most } = memoryOf(service);
    assert(most < memoryMb * SLACK, `the process came to ${most} MB of ${memoryMb}`);
    const tally = sum(tallies);
    assertNoneLost(tally);
    const { status } = await ask(service.base, world.keys.Business, '/v1/countries/JP');
    assert(status === 200, `afterwards a country is ${status}`);
    return { cases: said.length, tally, said: `${said.join('; ')}; at most ${Math.round(most)} of ${memoryMb} MB` };
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
function variant(number: number): string {
  const left = [1, 10, 100].map((place) => Math.floor(number / place) % FIELDS.length);
  return `fields=${FIELDS.filter((_, at) => !left.includes(at)).join(',')}&sort=${number % 2 === 0 ? 'id' : 'name'}`;
}

function many(count: number, open: (number: number) => Socket): Socket[] {
  return Array.from({ length: count }, (_, number) => open(number));
}

/** A connection that asks for `path`, if anything, and reads so many bytes a second. */
function reader({ base }: ServiceProcess, { keys }: World, path: string | undefined, bytesPerSecond: number): Socket {
  const { port } = new URL(base);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  if (path !== undefined) socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-SVCAPI-KEY: ${keys.Business}\r\n\r\n`);
  if (bytesPerSecond === Infinity) {
    socket.resume();
    return socket;
  }
  socket.pause();
  const drip = setInterval(() => socket.read(bytesPerSecond / 10), 100).unref();
  socket.once('close', () => clearInterval(drip));
  return socket;
}
