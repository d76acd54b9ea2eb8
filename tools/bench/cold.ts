/**
 * What answers cost that no cache has: processor time of the service and of the database's processes together, against a plain Fastify +
 * node-postgres service that reads rows and writes them with JSON.stringify, in turns in the same run. The service's cache is so small
 * that it keeps none of them. Needs Linux, and DATABASE_URL of a PostgreSQL on this machine with the full data set loaded.
 * Run: npm run bench -- cold [--json] [rounds]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databasePids } from './database-pids.ts';
import { withBenchKey } from './graphql/bench-key.ts';
import { median, processorMs, spentMs } from './processor-time.ts';
import { untilIndexed } from './until-indexed.ts';
import { RawClient } from './warm/raw-client.ts';

const OURS = 4386;
const PEERS = 4387;
const CONNECTIONS = 4;

interface Case {
  readonly name: string;
  readonly targets: readonly string[];
  /** Requests of one slice. */
  readonly times: number;
}

const options = process.argv.slice(2);
const rounds = Number(options.find((each) => /^\d+$/.test(each)) ?? 5);
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
await client.connect();
/** Requests of each server so far: a slice goes on behind the targets of the one before. */
const asked = new Map<number, number>();
await withBenchKey(async (key) => {
  const ours = start('src/main.ts', OURS, { CACHE_MB: '1' });
  const peer = start('tools/bench/peer.ts', PEERS, { PEER_KEY: key });
  try {
    // What a start does beside, reading the indexes of search, is no part of an answer.
    await Promise.all([untilIndexed(OURS, key), untilUp(PEERS, key, '/v1/countries/JP')]);
    const figures = [];
    for (const each of await cases()) figures.push(await compare(each, key, ours, peer));
    if (options.includes('--json')) process.stdout.write(`${JSON.stringify({ rounds, figures })}\n`);
    else tell(figures);
  } finally {
    ours.kill();
    peer.kill();
    await client.end();
  }
});

/** All states take more than the cache has, so that each of them is new when it comes again. */
async function cases(): Promise<readonly Case[]> {
  const { rows } = await client.query<{ id: number }>(
    'SELECT id FROM data_sets WHERE activated_at IS NOT NULL ORDER BY activated_at DESC, id DESC LIMIT 1',
  );
  const states = await client.query<{ id: number }>(`SELECT id FROM geo_${rows[0]?.id}.states ORDER BY id`);
  return [
    { name: 'state details, cold', targets: states.rows.map(({ id }) => `/v1/states/${id}`), times: 4_000 },
    { name: 'all states, cold', targets: ['/v1/states'], times: 12 },
    { name: 'cities of the USA, cold', targets: ['/v1/countries/US/cities'], times: 12 },
  ];
}

interface Cost {
  readonly service: number;
  readonly database: number;
}

interface Figures {
  readonly name: string;
  /** Milliseconds a request, of the least of the slices. */
  readonly ours: Cost;
  readonly peer: Cost;
  /** How often ours goes into the peer's, service and database together: of the least, and of the medians. */
  readonly ratio: { readonly least: number; readonly median: number };
}

async function compare(each: Case, key: string, ours: ChildProcess, peer: ChildProcess): Promise<Figures> {
  await assertEqual(each, key);
  const costs: { readonly ours: Cost; readonly peer: Cost }[] = [];
  for (let round = -1; round < rounds; round++) {
    const cost = { ours: await slice(each, key, OURS, ours), peer: await slice(each, key, PEERS, peer) };
    if (round >= 0) costs.push(cost); // The first one compiles.
  }
  const sum = ({ service, database }: Cost) => service + database;
  const least = (of: readonly Cost[]) => of.toSorted((a, b) => sum(a) - sum(b))[0] ?? { service: 0, database: 0 };
  const [a, b] = [costs.map((cost) => cost.ours), costs.map((cost) => cost.peer)];
  const ratio = { least: sum(least(b)) / sum(least(a)), median: median(b.map(sum)) / median(a.map(sum)) };
  return { name: each.name, ours: least(a), peer: least(b), ratio };
}

async function slice({ targets, times }: Case, key: string, port: number, { pid = 0 }: ChildProcess): Promise<Cost> {
  const pids = await databasePids(client);
  const before = new Map([pid, ...pids].map((each) => [each, processorMs(each)]));
  const first = asked.get(port) ?? 1; // The first target has been compared.
  asked.set(port, first + times);
  const wanted = Array.from({ length: times }, (_, at) => targets[(first + at) % targets.length] ?? '');
  if (targets.length > 1) await askRecords(wanted, key, port);
  else for (const target of wanted) await ask(port, target, key);
  return { service: spentMs([pid], before) / times, database: spentMs(pids, before) / times };
}

/** By a client that does little: a record takes less than `fetch` does. */
async function askRecords(targets: readonly string[], key: string, port: number): Promise<void> {
  const head = `Host: geo.example\r\nAccept-Encoding: identity\r\nX-SVCAPI-KEY: ${key}\r\n\r\n`;
  const connections = await RawClient.open(port, CONNECTIONS);
  const requests = targets.map((target) => `GET ${target} HTTP/1.1\r\n${head}`);
  await connections.askEach(requests, (answer) => {
    if (/\r\nX-Cache: HIT/i.test(answer)) throw new Error('an answer was kept');
  });
  connections.close();
}

async function ask(port: number, target: string, key: string): Promise<unknown> {
  // The peer does not compress: neither is asked to.
  const headers = { 'X-SVCAPI-KEY': key, 'Accept-Encoding': 'identity' };
  const answer = await fetch(`http://127.0.0.1:${port}${target}`, { headers });
  const body = await answer.arrayBuffer();
  if (!answer.ok || answer.headers.get('x-cache') === 'HIT') {
    throw new Error(`${target} on ${port}: ${answer.status}, ${answer.headers.get('x-cache')}`);
  }
  return body;
}

/** Both answer the same records in the same order. */
async function assertEqual({ name, targets: [target = ''] }: Case, key: string): Promise<void> {
  const [ours, peers] = await Promise.all([OURS, PEERS].map((port) => ask(port, target, key)));
  const ids = (body: unknown) => {
    const read: unknown = JSON.parse(Buffer.from(body as ArrayBuffer).toString());
    return (Array.isArray(read) ? read : [read]).map(({ id }: { readonly id: number }) => id).join();
  };
  if (ids(ours) !== ids(peers)) throw new Error(`${name} is answered otherwise`);
}

function tell(figures: readonly Figures[]): void {
  const cell = ({ service, database }: Cost) => `${service.toFixed(2)} + ${database.toFixed(2)}`.padEnd(16);
  console.log(`processor ms a request, service + database, least of ${rounds} slices in turns`);
  for (const { name, ours, peer, ratio } of figures) {
    console.log(
      `${name.padEnd(20)} ours ${cell(ours)} peer ${cell(peer)} ${ratio.least.toFixed(2)} (${ratio.median.toFixed(2)}) times the peer's work`,
    );
  }
}

function start(file: string, port: number, more: Readonly<Record<string, string>>): ChildProcess {
  const env = { ...process.env, PORT: String(port), ...more };
  return spawn(process.execPath, [file], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function untilUp(port: number, key: string, target: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const headers = { 'X-SVCAPI-KEY': key };
    const answer = await fetch(`http://127.0.0.1:${port}${target}`, { headers }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`nothing answers on port ${port}`);
}
