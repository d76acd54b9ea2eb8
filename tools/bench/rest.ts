/**
 * Times `/v1` against a plain Fastify + node-postgres service on the same data, both in processes of their own, in turns
 * in the same run. Needs DATABASE_URL of a PostgreSQL with a data set loaded.
 * Run: npm run bench -- rest [rounds]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { generateKey, hashKey, keyPrefix } from '../../src/auth/key-format.ts';
import { insertKey } from '../../src/db/api-key.queries.ts';
import { openDatabase } from '../../src/db/orm.ts';

const OURS = 4391;
const PEERS = 4392;
const SECONDS = 3;

interface Case {
  readonly name: string;
  /** `{q}` becomes a text that was not asked before, so that no answer comes from the cache. */
  readonly path: string;
  readonly connections: number;
}

const QUERIES = ['Tokio', 'Lodnon', 'San Fransisco', 'Muenchen', 'Sao Paolo', 'Kopenhagen', 'Barcelna', 'Moskow'];

const CASES: readonly Case[] = [
  { name: 'country details, warm', path: '/v1/countries/JP', connections: 16 },
  { name: 'fuzzy search, warm', path: '/v1/search/fuzzy?q=Tokio', connections: 16 },
  { name: 'fuzzy search, every query new', path: '/v1/search/fuzzy?q={q}', connections: 4 },
  { name: 'all states, warm', path: '/v1/states', connections: 4 },
  { name: 'cities of the USA, warm', path: '/v1/countries/US/cities', connections: 4 },
];

const databaseUrl = process.env['DATABASE_URL'];
if (!databaseUrl) throw new Error('set DATABASE_URL to a PostgreSQL with a data set loaded');
const rounds = Number(process.argv[2] ?? 3);
const key = await makeKey(databaseUrl);
const children = [start('src/main.ts', OURS), start('tools/bench/peer.ts', PEERS)];
let asked = 0;
try {
  await Promise.all([OURS, PEERS].map(untilUp));
  console.log(`answers a second, median of ${rounds} rounds of ${SECONDS} s each, in turns`);
  for (const each of CASES) await compare(each);
} finally {
  for (const child of children) child.kill();
}

async function compare({ name, path, connections }: Case): Promise<void> {
  const ours: number[] = [];
  const peers: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await rateOf(OURS, path, connections));
    peers.push(await rateOf(PEERS, path, connections));
  }
  const ratio = (median(ours) / median(peers)).toFixed(1);
  console.log(`${name.padEnd(32)} ours ${fixed(median(ours))}   peer ${fixed(median(peers))}   ratio ${ratio}`);
}

async function rateOf(port: number, path: string, connections: number): Promise<number> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: SECONDS,
    headers: { 'X-SVCAPI-KEY': key },
    requests: [
      {
        setupRequest(request) {
          asked++;
          return { ...request, path: path.replace('{q}', encodeURIComponent(newQuery(asked))) };
        },
      },
    ],
  });
  if (result.non2xx > 0) throw new Error(`${path} on ${port}: ${result.non2xx} answers were not 2xx`);
  return result.requests.average;
}

/** A place name with a few letters behind it, another one each time. */
function newQuery(number: number): string {
  const letters = [...number.toString(26)]
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
    .join('');
  return `${QUERIES[number % QUERIES.length]} ${letters}`;
}

function start(file: string, port: number): ChildProcess {
  // Request lines are written as in operation, to nowhere.
  const env = { ...process.env, PORT: String(port), PEER_KEY: key };
  return spawn(process.execPath, [file], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function untilUp(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const headers = { 'X-SVCAPI-KEY': key };
    const answer = await fetch(`http://127.0.0.1:${port}/v1/countries/JP`, { headers }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`nothing answers on port ${port}`);
}

async function makeKey(url: string): Promise<string> {
  const made = generateKey();
  const database = await openDatabase('postgresql', { url });
  await insertKey(database.em, { prefix: keyPrefix(made), hash: hashKey(made), plan: 'Professional', name: 'bench' });
  await database.close();
  return made;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function fixed(rate: number): string {
  return rate.toFixed(rate < 100 ? 1 : 0).padStart(8);
}
