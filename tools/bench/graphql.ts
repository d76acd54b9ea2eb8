/**
 * Times `/graphql` against PostGraphile 5, a plain graphql-yoga + node-postgres server without loaders, and graphql-yoga over records in
 * memory: the same questions on the same data, each server in a process of its own, warm, in turns in the same run: the same request
 * again and again, and one that is new each time by a variable that the document does not declare. Needs DATABASE_URL of a PostgreSQL
 * with the full data set loaded.
 * Run: npm run bench -- graphql [--json] [rounds]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databasePids } from './database-pids.ts';
import { withBenchKey } from './graphql/bench-key.ts';
import { Connection } from './graphql/connection.ts';
import { CASES, type Case, queryOf, SERVERS, type Server } from './graphql/queries.ts';
import { processorMs, spentMs } from './processor-time.ts';

const PORTS: Readonly<Record<Server, number>> = { ours: 4393, postgraphile: 4394, plain: 4395, memory: 4396 };
/** Until V8 has optimized what it is going to. */
const WARM_UP = 500;
/** Many, since each server finds the caches of the processor full of another's. */
const ASKED_A_ROUND = 100;

const options = process.argv.slice(2);
const isJson = options.includes('--json');
const rounds = Number(options.find((each) => /^\d+$/.test(each)) ?? 5);
const database = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
await database.connect();
/** Requests so far. */
let asked = 0;
const figures: object[] = [];
const connections = new Map(SERVERS.map((server) => [server, new Connection(PORTS[server])]));
let key = '';
let processes: ReadonlyMap<Server, ChildProcess> = new Map();
await withBenchKey(async (made) => {
  key = made;
  processes = new Map(SERVERS.map((server) => [server, start(server)]));
  try {
    for (const server of SERVERS) await untilUp(server);
    for (const each of CASES) {
      await measure(each, true);
      await measure(each, false);
    }
    if (isJson) process.stdout.write(`${JSON.stringify({ rounds, requests: ASKED_A_ROUND, figures })}\n`);
  } finally {
    for (const child of processes.values()) child.kill();
    for (const connection of connections.values()) connection.close();
    await database.end();
  }
});

async function measure(each: Case, isNew: boolean): Promise<void> {
  const times = new Map<Server, number[]>(SERVERS.map((server) => [server, []]));
  for (const server of SERVERS) {
    for (let turn = 0; turn < WARM_UP; turn++)
      assertWhole(each, server, String(await ask(server, queryOf(each, server), isNew)));
  }
  const costs = new Map<Server, number[]>(SERVERS.map((server) => [server, []]));
  for (let round = 0; round < rounds; round++) {
    for (const server of SERVERS) {
      const pids = await pidsOf(server);
      const before = new Map(pids.map((pid) => [pid, processorMs(pid)]));
      for (let turn = 0; turn < ASKED_A_ROUND; turn++) {
        const startedAt = performance.now();
        await ask(server, queryOf(each, server), isNew);
        times.get(server)?.push(performance.now() - startedAt);
      }
      costs.get(server)?.push(spentMs(pids, before) / ASKED_A_ROUND);
    }
  }
  const medians = SERVERS.map((server) => median(times.get(server) ?? []));
  const work = SERVERS.map((server) => Math.min(...(costs.get(server) ?? [])));
  const name = `${each.name}, ${isNew ? 'new each time' : 'repeated'}`;
  figures.push({ name, medians, work, ratio: timesFaster(work), toMemory: toMemory(work) });
  if (isJson) return;
  process.stdout.write(
    `${name}\n  median of the answer   ${row(medians)}   ${timesFaster(medians).toFixed(2)}×\n` +
      `  processor a request    ${row(work)}   ${timesFaster(work).toFixed(2)}× the better peer with a database, ${toMemory(work).toFixed(2)}× that in memory\n`,
  );
}

function row(milliseconds: readonly number[]): string {
  return SERVERS.map((server, at) => `${server} ${(milliseconds[at] ?? 0).toFixed(2)} ms`).join('   ');
}

/** How many times our number goes into that of the better peer with a database. */
function timesFaster([ours = 0, ...peers]: readonly number[]): number {
  return Math.min(...peers.slice(0, -1)) / ours;
}

/** How many times our number goes into that of the peer that has all in memory. */
function toMemory(numbers: readonly number[]): number {
  return (numbers.at(-1) ?? 0) / (numbers[0] ?? 0);
}

/** The processes of a server and all backends of the database, of which only those of the server in turn work. */
async function pidsOf(server: Server): Promise<readonly number[]> {
  return [processes.get(server)?.pid ?? 0, ...(await databasePids(database))];
}

/** An answer that is an error would be fast. */
function assertWhole({ name, records }: Case, server: Server, body: string): void {
  const found = body.match(/"name":/g)?.length ?? 0;
  if (body.includes('"errors"') || found < records) {
    throw new Error(`${name} on ${server}: ${found} records, ${records} expected: ${body.slice(0, 300)}`);
  }
}

/** The answer stays bytes: what it takes to read it is not the server's. */
function ask(server: Server, query: string, isNew = false): Promise<Buffer> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json', 'X-SVCAPI-KEY': key };
  const connection = connections.get(server);
  if (!connection) throw new Error(`no connection to ${server}`);
  return connection.post(
    '/graphql',
    headers,
    JSON.stringify(isNew ? { query, variables: { asked: ++asked } } : { query }),
  );
}

function start(server: Server): ChildProcess {
  const file = join(import.meta.dirname, 'graphql', `${server}.${server === 'postgraphile' ? 'mjs' : 'ts'}`);
  const env = { ...process.env, PORT: String(PORTS[server]), NODE_ENV: 'production', GRAPHILE_ENV: 'production' };
  return spawn(process.execPath, [file], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function untilUp(server: Server): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await ask(server, '{ __typename }').catch(() => Buffer.alloc(0));
    if (answer.includes('Query')) return;
    await sleep(200);
  }
  throw new Error(`${server} does not answer`);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
