/**
 * What a typo-tolerant search costs over HTTP, every query another one: processor time of the service and of the database
 * together, against a plain Fastify + node-postgres service with trigram indexes and a prepared statement, in turns in the same
 * run. The answers are compared first. Needs DATABASE_URL of a PostgreSQL on this machine with a data set loaded.
 * Run: npm run bench -- search [searches a round] [rounds]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databasePids } from './database-pids.ts';
import { median } from './processor-time.ts';
import { generateKey, hashKey, keyPrefix } from '../../src/auth/key-format.ts';
import { insertKey } from '../../src/db/api-key.queries.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { RawClient } from './warm/raw-client.ts';
import { makeSearches } from '../../test/db/search-fixture.ts';

const OURS = 4393;
const PEERS = 4394;
const COMPARED = 50;
const CONNECTIONS = 16;
/** Until V8 has optimized what it is going to: before that a search takes up to twice as long. */
const WARM_UP = 60_000;
/** The peer's part of a search has been optimized long before; the rest is the database's. */
const WARM_UP_OF_PEER = 5_000;
/** Linux tells processor time in ticks of 10 ms. */
const TICK_MS = 10;

const url = process.env['DATABASE_URL'];
if (!url) throw new Error('set DATABASE_URL to a PostgreSQL on this machine with a data set loaded');
const searches = Number(process.argv[2] ?? 8000);
const rounds = Number(process.argv[3] ?? 5);
const client = new pg.Client({ connectionString: url });
await client.connect();
const key = await makeKey(url);
const typed = await makeTypos(COMPARED + WARM_UP + WARM_UP_OF_PEER + 2 * searches * rounds);
const ours = start(startScript(), OURS);
const peer = start('exec node tools/bench/peer.ts', PEERS);
try {
  await Promise.all([untilUp(OURS), untilUp(PEERS)]);
  await untilIndexed();
  await compareAnswers();
  await ask(OURS, WARM_UP);
  await ask(PEERS, WARM_UP_OF_PEER);
  const costs: { ours: number; peer: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    costs.push({ ours: await costOf(ours, OURS), peer: await costOf(peer, PEERS) });
  }
  console.log(`${searches} searches a round, ${rounds} rounds in turns; processor ms a search, with the database`);
  const told = { least: (all: readonly number[]) => Math.min(...all), median };
  for (const [name, of] of Object.entries(told)) {
    const [own, others] = [of(costs.map((each) => each.ours)), of(costs.map((each) => each.peer))];
    console.log(
      `${name.padEnd(6)}  ours ${own.toFixed(3)}   peer ${others.toFixed(3)}   ratio ${(others / own).toFixed(1)}`,
    );
  }
} finally {
  ours.kill();
  peer.kill();
  await client.end();
}

/** Names of the data with one or two typos, none of them twice. */
async function makeTypos(count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: number }>(
    'SELECT id FROM data_sets WHERE activated_at IS NOT NULL ORDER BY activated_at DESC, id DESC LIMIT 1',
  );
  const cities = await client.query<{ id: number; name: string }>(`SELECT id, name FROM geo_${rows[0]?.id}.cities`);
  // Two of the ten kinds of text that the generator takes turns with are typos.
  const made = makeSearches(cities.rows, count * 6, 20_261_123, false).filter((_, at) => at % 10 < 2);
  // A name of two letters may have lost one: that is no search.
  const texts = [...new Set(made.map(({ q }) => q))].filter((q) => [...q].length >= 2);
  if (texts.length < count) throw new Error(`${count} different texts are needed; there are ${texts.length}`);
  return texts;
}

async function ask(port: number, count: number): Promise<void> {
  const connections = await RawClient.open(port, CONNECTIONS);
  // The peer does not compress: neither is asked to.
  const head = `Host: geo.example\r\nAccept-Encoding: identity\r\nX-SVCAPI-KEY: ${key}\r\n\r\n`;
  const requests = typed.splice(0, count).map((q) => `GET ${targetOf(q)} HTTP/1.1\r\n${head}`);
  await connections.askEach(requests, () => undefined);
  connections.close();
}

function targetOf(q: string): string {
  return `/v1/search/fuzzy?type=city&q=${encodeURIComponent(q)}`;
}

async function answerTo(port: number, q: string): Promise<{ id: number }[]> {
  const answer = await fetch(`http://127.0.0.1:${port}${targetOf(q)}`, {
    headers: { 'X-SVCAPI-KEY': key, 'Accept-Encoding': 'identity' },
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${q}: ${answer.status} ${body.slice(0, 200)}`);
  return JSON.parse(body) as { id: number }[]; // Either service answers rows of cities.
}

async function compareAnswers(): Promise<void> {
  for (const q of typed.splice(0, COMPARED)) {
    const [a, b] = await Promise.all([answerTo(OURS, q), answerTo(PEERS, q)]);
    const [idsA, idsB] = [a, b].map((rows) => rows.map(({ id }) => id).join());
    if (idsA !== idsB) throw new Error(`"${q}" is answered otherwise: ${idsA} by ours, ${idsB} by the peer`);
  }
  console.log(`${COMPARED} answers equal`);
}

/** Milliseconds of processor time a search: the service's and those of all backends of this database. */
async function costOf({ pid }: ChildProcess, port: number): Promise<number> {
  const pids = [pid ?? 0, ...(await databasePids(client))];
  const before = pids.map(ticksOf);
  await ask(port, searches);
  const spent = pids.reduce((sum, each, at) => sum + Math.max(0, ticksOf(each) - (before[at] ?? 0)), 0);
  return (spent * TICK_MS) / searches;
}

/** What a process has used so far; 0 for one that has ended. */
function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11]) + Number(fields[12]); // utime and stime, proc(5)
  } catch {
    return 0;
  }
}

/** What `npm start` runs: the process itself, since the script ends in it. */
function startScript(): string {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  return scripts.start;
}

function start(script: string, port: number): ChildProcess {
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const env = { ...process.env, PATH: path, PORT: String(port), PEER_KEY: key };
  return spawn(script, { env, shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function untilUp(port: number): Promise<void> {
  const headers = { 'X-SVCAPI-KEY': key };
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/countries/JP`, { headers }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`nothing answers on port ${port}`);
}

async function untilIndexed(): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${OURS}/status`, { headers: { Accept: 'application/json' } });
    const { data } = (await answer.json()) as { readonly data: { readonly search_index_bytes: number | null } | null };
    if (data?.search_index_bytes) return;
    await sleep(1000);
  }
  throw new Error('the index of search was not built');
}

async function makeKey(databaseUrl: string): Promise<string> {
  const made = generateKey();
  const database = await openDatabase('postgresql', { url: databaseUrl });
  await insertKey(database.em, { prefix: keyPrefix(made), hash: hashKey(made), plan: 'Business', name: 'bench' });
  await database.close();
  return made;
}
