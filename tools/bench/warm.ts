/**
 * What a request of `/v1` costs that was asked before: processor time of the service's process, against node:http that sends the
 * same head and the same bytes and does nothing else, in turns in the same run. Needs Linux, and DATABASE_URL of a PostgreSQL with a
 * data set loaded.
 * Run: npm run bench -- warm [--json] [--only=NAME] [rounds] [requests a slice]
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { loadavg } from 'node:os';
import { withBenchKey } from './graphql/bench-key.ts';
import { CASES as CASES_OF_GRAPHQL } from './graphql/queries.ts';
import { median, processorMs } from './processor-time.ts';
import type { Told } from './warm/limit.ts';
import { answerTo, RawClient } from './warm/raw-client.ts';
import { untilIndexed } from './until-indexed.ts';

const OURS = 4381;
const LIMIT = 4382;
const CONNECTIONS = 16;
/** What is compiled goes on being made better until then. */
const WARM_UP = 60_000;
/** So high that nobody comes to them; each request is counted all the same. */
const QUOTAS = '{"supporter":{"second":1000000,"daily":100000000,"monthly":1000000000}}';

interface Case {
  readonly name: string;
  readonly target: string;
  readonly method?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  /** With the entity tag of the answer in `If-None-Match`. */
  readonly isConditional?: boolean;
  readonly key?: 'none' | 'limited';
  readonly status: number;
}

const JP = '/v1/countries/JP';
const JSON_BODY = ['Content-Type: application/json'];
const DASHBOARD = JSON.stringify({ query: CASES_OF_GRAPHQL[0]?.queries.ours });
const CASES: readonly Case[] = [
  { name: 'country details', target: JP, status: 200 },
  { name: 'country details, gzip', target: JP, headers: ['Accept-Encoding: gzip'], status: 200 },
  { name: 'country details, br', target: JP, headers: ['Accept-Encoding: gzip, deflate, br'], status: 200 },
  { name: 'country details, 304', target: JP, isConditional: true, status: 304 },
  { name: 'country details, HEAD', target: JP, method: 'HEAD', status: 200 },
  { name: 'country details, limited quota', target: JP, key: 'limited', status: 200 },
  { name: 'states of the USA, br', target: '/v1/countries/US/states', headers: ['Accept-Encoding: br'], status: 200 },
  { name: 'states of the USA', target: '/v1/countries/US/states', status: 200 },
  {
    name: 'GraphQL, 250 countries',
    target: '/graphql',
    method: 'POST',
    headers: JSON_BODY,
    body: DASHBOARD,
    status: 200,
  },
  {
    name: 'GraphQL, 250 countries, br',
    target: '/graphql',
    method: 'POST',
    headers: [...JSON_BODY, 'Accept-Encoding: br'],
    body: DASHBOARD,
    status: 200,
  },
  { name: 'no such path', target: '/v1/nothing', status: 404 },
  { name: 'no such country', target: '/v1/countries/XX', status: 404 },
  { name: 'a wrong parameter', target: '/v1/countries/JP?fields=nothing', status: 400 },
  { name: 'no key', target: JP, key: 'none', status: 401 },
];

interface Figures {
  readonly name: string;
  /** Microseconds of processor time a request: the least of the slices, and their median. */
  readonly ours: { readonly least: number; readonly median: number };
  readonly limit: { readonly least: number; readonly median: number };
  /** The limit's part of ours: of the least, and of the medians. */
  readonly ratio: { readonly least: number; readonly median: number };
}

const options = process.argv.slice(2);
const isJson = options.includes('--json');
const only = options.find((each) => each.startsWith('--only='))?.slice('--only='.length) ?? '';
const [rounds = 7, requests = 8_000] = options.filter((each) => /^\d+$/.test(each)).map(Number);
const load = loadavg();

await withBenchKey(async (key) => {
  await withBenchKey(async (limited) => {
    const ours = spawn(process.execPath, ['src/main.ts'], {
      env: { ...process.env, PORT: String(OURS), QUOTAS },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const limit = fork(join(import.meta.dirname, 'warm', 'limit.ts'), {
      env: { ...process.env, PORT: String(LIMIT) },
      execArgv: [],
    });
    try {
      await untilIndexed(OURS, key);
      const figures: Figures[] = [];
      for (const each of CASES.filter(({ name }) => name.includes(only)))
        figures.push(await measure(each, { key, limited, ours, limit }));
      if (isJson) process.stdout.write(`${JSON.stringify({ rounds, requests, load, figures })}\n`);
      else tell(figures);
    } finally {
      ours.kill();
      limit.kill();
    }
  }, 'Supporter');
});

interface Servers {
  readonly key: string;
  readonly limited: string;
  readonly ours: ChildProcess;
  readonly limit: ChildProcess;
}

async function measure(each: Case, { key, limited, ours, limit }: Servers): Promise<Figures> {
  const sent = each.key === 'limited' ? limited : key;
  const own = each.key === 'none' ? [] : [`X-SVCAPI-KEY: ${sent}`];
  const plain = requestOf(each, own);
  await answerTo(OURS, plain);
  const first = await answerTo(OURS, plain);
  const tag = /^etag: (.*)$/im.exec(first.head)?.[1];
  const request = each.isConditional ? requestOf(each, [...own, `If-None-Match: ${tag}`]) : plain;
  const { head, body } = await answerTo(OURS, request);
  const told = toldOf(head, body);
  if (told.status !== each.status) throw new Error(`${each.name}: ${told.status}, ${each.status} expected`);
  limit.send(told);
  await once(limit, 'message');
  const again = await answerTo(LIMIT, request);
  if (masked(again.head) !== masked(head) || !again.body.equals(body))
    throw new Error(`${each.name}: the limit answers otherwise:\n${head}\n\n${again.head}`);
  const clients = [await RawClient.open(OURS, CONNECTIONS), await RawClient.open(LIMIT, CONNECTIONS)] as const;
  const slice = async (client: RawClient, { pid = 0 }: ChildProcess, times: number) => {
    const before = processorMs(pid);
    await client.ask(request, body.length, times);
    return ((processorMs(pid) - before) * 1000) / times;
  };
  const costs: { readonly ours: number; readonly limit: number }[] = [];
  await slice(clients[0], ours, WARM_UP);
  await slice(clients[1], limit, WARM_UP);
  for (let round = 0; round < rounds; round++) {
    costs.push({ ours: await slice(clients[0], ours, requests), limit: await slice(clients[1], limit, requests) });
  }
  for (const client of clients) client.close();
  const of = (values: readonly number[]) => ({ least: Math.min(...values), median: median(values) });
  const [a, b] = [of(costs.map((cost) => cost.ours)), of(costs.map((cost) => cost.limit))];
  return { name: each.name, ours: a, limit: b, ratio: { least: b.least / a.least, median: b.median / a.median } };
}

function requestOf({ method = 'GET', target, headers = [], body }: Case, own: readonly string[]): string {
  const usual = ['Host: geo.example', 'User-Agent: bench', 'Accept: */*'];
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [`${method} ${target} HTTP/1.1`, ...usual, ...own, ...headers, ...length, '', body ?? ''].join('\r\n');
}

/** The answer as the limit is told it: without the lines that node:http adds by itself. */
function toldOf(head: string, body: Buffer): Told {
  const [first = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)] as const);
  const headers = Object.fromEntries(pairs.filter(([name]) => !['Date', 'Connection', 'Keep-Alive'].includes(name)));
  return { status: Number(first.split(' ')[1]), headers, body: body.toString('base64') };
}

/** Dates differ. */
function masked(head: string): string {
  return head.replace(/^Date: .*$/m, '');
}

function tell(figures: readonly Figures[]): void {
  console.log(
    `processor µs a request, least (median) of ${rounds} slices of ${requests} in turns; load at the start ${load[0]}`,
  );
  for (const { name, ours, limit, ratio } of figures) {
    const cell = (each: Figures['ours']) => `${each.least.toFixed(1)} (${each.median.toFixed(1)})`.padEnd(16);
    console.log(
      `${name.padEnd(34)} ours ${cell(ours)} limit ${cell(limit)} ${ratio.least.toFixed(2)} (${ratio.median.toFixed(2)}) of the limit`,
    );
  }
}
