/**
 * Times `/graphql` against PostGraphile 5 and against a plain graphql-yoga + node-postgres server without loaders: the same
 * questions on the same PostgreSQL data, each server in a process of its own, warm, no answer from any cache, in turns in
 * the same run. Needs DATABASE_URL of a PostgreSQL with the full data set loaded.
 * Run: npm run bench -- graphql [rounds]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateKey, hashKey, keyPrefix } from '../src/auth/key-format.ts';
import { insertKey, revokeKey } from '../src/db/api-key.queries.ts';
import { openDatabase } from '../src/db/orm.ts';
import { CASES, type Case, SERVERS, type Server } from './graphql/queries.ts';

const PORTS: Readonly<Record<Server, number>> = { ours: 4393, postgraphile: 4394, plain: 4395 };
const WARM_UP = 200;
const ASKED_A_ROUND = 25;

const url = process.env['DATABASE_URL'];
if (!url) throw new Error('DATABASE_URL: a PostgreSQL with the full data set');
const rounds = Number(process.argv[2] ?? 5);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const key = generateKey();
const database = await openDatabase('postgresql', { url });
const keyId = await insertKey(database.em, {
  prefix: keyPrefix(key),
  hash: hashKey(key),
  plan: 'Business',
  name: 'bench',
});
const processes = new Map(SERVERS.map((server) => [server, start(server)]));
try {
  for (const server of SERVERS) await untilUp(server);
  for (const each of CASES) await measure(each);
} finally {
  for (const child of processes.values()) child.kill();
  agent.destroy();
  await revokeKey(database.em, keyId);
  await database.close();
}

async function measure(each: Case): Promise<void> {
  const times = new Map<Server, number[]>(SERVERS.map((server) => [server, []]));
  for (const server of SERVERS) {
    for (let turn = 0; turn < WARM_UP; turn++) assertWhole(each, server, await ask(server, each.queries[server]));
  }
  const cpu = new Map<Server, number>();
  for (let round = 0; round < rounds; round++) {
    for (const server of SERVERS) {
      const spent = cpuSeconds(server);
      for (let turn = 0; turn < ASKED_A_ROUND; turn++) {
        const startedAt = performance.now();
        await ask(server, each.queries[server]);
        times.get(server)?.push(performance.now() - startedAt);
      }
      cpu.set(server, (cpu.get(server) ?? 0) + cpuSeconds(server) - spent);
    }
  }
  const medians = SERVERS.map((server) => median(times.get(server) ?? []));
  const work = SERVERS.map((server) => ((cpu.get(server) ?? 0) * 1_000) / (rounds * ASKED_A_ROUND));
  const ratio = timesFaster(medians);
  process.stdout.write(
    `${each.name}\n  median of the answer   ${row(medians)}   ${ratio.toFixed(2)}× (target 2×: ${ratio >= 2 ? 'met' : 'missed'})\n` +
      `  processor a request    ${row(work)}   ${timesFaster(work).toFixed(2)}×\n`,
  );
}

function row(milliseconds: readonly number[]): string {
  return SERVERS.map((server, at) => `${server} ${(milliseconds[at] ?? 0).toFixed(2)} ms`).join('   ');
}

/** How many times our number goes into that of the better peer. */
function timesFaster([ours = 0, ...peers]: readonly number[]): number {
  return Math.min(...peers) / ours;
}

/**
 * Processor time of a server's process so far; its database is not in it. Hardly depends on what else the machine does.
 * 0 where the system does not tell.
 */
function cpuSeconds(server: Server): number {
  try {
    const fields =
      readFileSync(`/proc/${processes.get(server)?.pid}/stat`, 'utf8')
        .split(') ')[1]
        ?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** An answer that is an error would be fast. */
function assertWhole({ name, records }: Case, server: Server, body: string): void {
  const found = body.match(/"name":/g)?.length ?? 0;
  if (body.includes('"errors"') || found < records) {
    throw new Error(`${name} on ${server}: ${found} records, ${records} expected: ${body.slice(0, 300)}`);
  }
}

function ask(server: Server, query: string): Promise<string> {
  const body = JSON.stringify({ query });
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Accept: 'application/json',
    'X-SVCAPI-KEY': key,
  };
  const options = { port: PORTS[server], host: '127.0.0.1', path: '/graphql', method: 'POST', agent, headers };
  return new Promise((resolve, reject) => {
    request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString()));
      response.on('error', reject);
    })
      .on('error', reject)
      .end(body);
  });
}

function start(server: Server): ChildProcess {
  const file = join(import.meta.dirname, 'graphql', `${server}.${server === 'postgraphile' ? 'mjs' : 'ts'}`);
  const env = { ...process.env, PORT: String(PORTS[server]), NODE_ENV: 'production', GRAPHILE_ENV: 'production' };
  return spawn(process.execPath, [file], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function untilUp(server: Server): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await ask(server, '{ __typename }').catch(() => '');
    if (answer.includes('Query')) return;
    await sleep(200);
  }
  throw new Error(`${server} does not answer`);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
