/**
 * What two workers do of what one does: processor time a request, of all processes of the service and of the database, with one
 * worker and with two, in turns in the same run. Two with a processor each serve twice the requests of one for the same time a
 * request, so the ratio is twice the one's cost over the two's. Needs Linux, and DATABASE_URL of a PostgreSQL with a data set loaded.
 * Run: npm run bench -- workers [--json] [rounds]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { databasePids } from './database-pids.ts';
import { withBenchKey } from './graphql/bench-key.ts';
import { targetsOf } from './growth/targets.ts';
import { median, processorMs, spentMs } from './processor-time.ts';
import { RawClient } from './warm/raw-client.ts';
import { untilIndexed } from './until-indexed.ts';

const SERVICES = [
  { workers: 1, port: 4384 },
  { workers: 2, port: 4385 },
] as const;
/** So many that every worker has some waiting: one that has to be woken for each request pays for that, too. */
const CONNECTIONS = 32;
const WARM_REQUESTS = 8_000;
const COLD_REQUESTS = 8_000;
/** Rounds that count for nothing: each of two workers has half of the requests to be compiled by. */
const COMPILING = 5;

const options = process.argv.slice(2);
const rounds = Number(options.find((each) => /^\d+$/.test(each)) ?? 7);
const url = process.env['DATABASE_URL'];
if (!url) throw new Error('set DATABASE_URL to a PostgreSQL on this machine with a data set loaded');
const client = new pg.Client({ connectionString: url });
await client.connect();
const load = loadavg();
const cities =
  (await targetsOf(url, (rounds + COMPILING) * COLD_REQUESTS)).find(({ name }) => name === 'city by id')?.targets ?? [];

await withBenchKey(async (key) => {
  const services = SERVICES.map(({ workers, port }) => ({ port, child: start(workers, port) }));
  try {
    for (const { port } of services) await untilIndexed(port, key);
    const warm = `GET /v1/countries/JP HTTP/1.1\r\nHost: geo.example\r\nX-SVCAPI-KEY: ${key}\r\n\r\n`;
    const answer = await fetch(`http://127.0.0.1:${services[0]?.port}/v1/countries/JP`, {
      headers: { 'X-SVCAPI-KEY': key, 'Accept-Encoding': 'identity' },
    });
    const bytes = (await answer.arrayBuffer()).byteLength;
    const figures = [
      await compare('country details, asked before', WARM_REQUESTS, services, async (port) => {
        const connections = await RawClient.open(port, CONNECTIONS);
        await connections.ask(warm, bytes, WARM_REQUESTS);
        connections.close();
      }),
      await compare('city details, each once', COLD_REQUESTS, services, (port, round) =>
        askOnce(port, key, cities.slice(round * COLD_REQUESTS, (round + 1) * COLD_REQUESTS)),
      ),
    ];
    if (options.includes('--json')) process.stdout.write(`${JSON.stringify({ rounds, load, figures })}\n`);
    else
      for (const { name, one, two, ratio } of figures)
        console.log(`${name}: ${one} µs, with two ${two} µs; ${ratio.least} (${ratio.median}) times as many requests`);
  } finally {
    for (const { child } of services) child.kill();
    await client.end();
  }
});

type Service = { readonly port: number; readonly child: ChildProcess };

/** Microseconds a request, least of the slices; and how many times the requests of one worker two serve: of the least, and of the medians. */
async function compare(
  name: string,
  requests: number,
  services: readonly Service[],
  ask: (port: number, round: number) => Promise<void>,
) {
  const costs = services.map((): number[] => []);
  for (let round = 0; round < rounds + COMPILING; round++) {
    // Whoever is second finds what the first has brought into the database's memory.
    const inTurn = [...services.entries()];
    for (const [at, { port, child }] of round % 2 === 0 ? inTurn : inTurn.toReversed()) {
      const pids = [...familyOf(child.pid ?? 0), ...(await databasePids(client))];
      const before = new Map(pids.map((pid) => [pid, processorMs(pid)]));
      await ask(port, round);
      if (round >= COMPILING) costs[at]?.push((spentMs(pids, before) * 1000) / requests);
    }
  }
  const [one = [], two = []] = costs;
  const least = (values: readonly number[]) => Number(Math.min(...values).toFixed(1));
  const twice = (a: number, b: number) => Number(((2 * a) / b).toFixed(2));
  const ratio = { least: twice(Math.min(...one), Math.min(...two)), median: twice(median(one), median(two)) };
  return { name, one: least(one), two: least(two), ratio };
}

/** A process and its children: with workers they answer. */
function familyOf(pid: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return [pid, ...pids.filter((each) => parentOf(each) === pid)];
}

/** Undefined for a process that has ended. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]); // proc(5)
  } catch {
    return undefined;
  }
}

async function askOnce(port: number, key: string, targets: readonly string[]): Promise<void> {
  const connections = await RawClient.open(port, CONNECTIONS);
  const requests = targets.map(
    (target) => `GET ${target} HTTP/1.1\r\nHost: geo.example\r\nX-SVCAPI-KEY: ${key}\r\n\r\n`,
  );
  await connections.askEach(requests, (head) => {
    if (/\r\nX-Cache: HIT/i.test(head)) throw new Error('an answer was kept');
  });
  connections.close();
}

function start(workers: number, port: number): ChildProcess {
  const env = { ...process.env, PORT: String(port), WORKERS: String(workers) };
  return spawn(process.execPath, ['src/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}
