/**
 * What readers wait while data is imported beside them into the embedded database: requests that no cache answers, before `geo import`
 * of a changed copy of the full data and while it runs. The database, the copy and the service are its own. What the requests wait
 * depends on what else the machine does; the first line tells how much that is.
 * Run: npm run bench -- import [--json] [--callers 4] [--pause MILLISECONDS]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fullDataDir, NO_FULL_DATA } from '../../test/environment.ts';
import { geo } from '../../test/faults/cli.ts';
import { markedCopy } from '../../test/faults/data-folders.ts';

const PORT = 4391;
const CALM_MS = 20_000;
const TARGET_MS = 250;

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    callers: { type: 'string', default: '4' },
    pause: { type: 'string', default: '20' },
  },
});
const data = fullDataDir();
if (data === undefined) throw new Error(NO_FULL_DATA);

/** How long an answer took, and how long after the beginning of its part. */
interface Wait {
  readonly ms: number;
  readonly atMs: number;
  readonly kind: string;
}

let [asked, refused] = [0, 0];
const load = loadavg();
const folder = mkdtempSync(join(tmpdir(), 'geo-bench-import-'));
const variables = { DATA_DIR: join(folder, 'data') };
try {
  const other = markedCopy(data, join(folder, 'other'), ' (new)');
  await said(['import', '--from', data]);
  const { key } = JSON.parse(await said(['keys', 'create', '--plan', 'business', '--json'])) as { key: string };
  const { PATH, HOME } = process.env;
  const service = spawn(process.execPath, ['src/main.ts'], {
    env: { PATH, HOME, PORT: String(PORT), ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await untilUp();
    await during(key, sleep(CALM_MS / 2)); // What is compiled at first.
    const calm = await during(key, sleep(CALM_MS));
    const startedAt = performance.now();
    let importedAt = startedAt;
    const beside = await during(
      key,
      said(['import', '--from', other])
        .then(() => {
          importedAt = performance.now();
        })
        .then(() => untilNew(key)),
    );
    const seconds = { imported: (importedAt - startedAt) / 1000, taken: (performance.now() - importedAt) / 1000 };
    tell({ calm, beside, seconds });
  } finally {
    await end(service);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function said(args: readonly string[]): Promise<string> {
  const { code, said: text } = await geo(args, variables).ended;
  if (code !== 0) throw new Error(`geo ${args[0]} ends with ${code}: ${text}`);
  return text.slice(text.indexOf('{'));
}

/** Waits until the service answers from what was imported: it looks for new data each second, and opens its indexes first. */
async function untilNew(key: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const answered = await answer('/graphql', key, `{ a${asked++}: country(iso2: "JP") { name } }`);
    if (answered?.includes(' (new)')) return;
    await sleep(50);
  }
  throw new Error('the new data is not there half a minute after its import');
}

/** Asks on and on until something is over. */
async function during(key: string, work: Promise<unknown>): Promise<Wait[]> {
  const waits: Wait[] = [];
  const startedAt = performance.now();
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const caller = async () => {
    while (!isOver) {
      const { kind, path, query } = question();
      const askedAt = performance.now();
      if ((await answer(path, key, query)) === undefined) refused += 1;
      else waits.push({ ms: performance.now() - askedAt, atMs: askedAt - startedAt, kind });
      await sleep(Number(values.pause));
    }
  };
  await Promise.all([over, ...Array.from({ length: Number(values.callers) }, caller)]);
  return waits;
}

/** A question that nobody has asked before, each kind in turn. */
function question(): { readonly kind: string; readonly path: string; readonly query?: string } {
  const number = asked++;
  const graphql = (kind: string, fields: string) => ({ kind, path: '/graphql', query: `{ a${number}: ${fields} }` });
  switch (number % 5) {
    case 0:
      return graphql('a country', 'country(iso2: "JP") { id name iso3 capital }');
    case 1:
      return graphql('its states', 'country(iso2: "US") { states(first: 60) { nodes { id name } } }');
    case 2:
      return graphql(
        'cities',
        `country(iso2: "FR") { cities(first: ${10 + (number % 90)}) { nodes { id name latitude } } }`,
      );
    case 3:
      return { kind: 'a part of a name', path: `/v1/countries?q=land${number}` };
    default:
      return { kind: 'a name with typos', path: `/v1/search/fuzzy?q=tokio${number}&type=city` };
  }
}

/** An answer; undefined where there is too much to do for one. */
async function answer(path: string, key: string, query?: string): Promise<string | undefined> {
  const headers = { 'X-SVCAPI-KEY': key, ...(query === undefined ? {} : { 'Content-Type': 'application/json' }) };
  const init = query === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify({ query }) };
  const response = await fetch(`http://127.0.0.1:${PORT}${path}`, init);
  const text = await response.text();
  if (response.status === 503) return undefined;
  if (!response.ok || text.startsWith('{"errors"'))
    throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
  return text;
}

function figuresOf(waits: readonly Wait[]) {
  const sorted = waits.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? 0);
  return { requests: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

interface Outcome {
  readonly calm: readonly Wait[];
  readonly beside: readonly Wait[];
  /** How long the import took, and then the service to answer from it. */
  readonly seconds: { readonly imported: number; readonly taken: number };
}

function tell({ calm, beside, seconds }: Outcome): void {
  const longest = beside.toSorted((a, b) => b.ms - a.ms).slice(0, 8);
  const figures = { calm: figuresOf(calm), beside: figuresOf(beside) };
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ load, seconds, refused, ...figures, longest })}\n`);
    return;
  }
  console.log(
    `load ${load.map((each) => each.toFixed(1)).join(' ')} at the start, ${loadavg()[0]?.toFixed(1)} at the end`,
  );
  for (const [name, { requests, p50, p95, p99, max }] of Object.entries(figures)) {
    console.log(`${name.padEnd(8)} ${requests} requests: p50 ${p50}, p95 ${p95}, p99 ${p99}, max ${max} ms`);
  }
  if (refused > 0) console.log(`${refused} were 503: the machine has too much to do for these figures to say much`);
  console.log(
    `the import took ${seconds.imported.toFixed(0)} s, its data was answered ${seconds.taken.toFixed(1)} s later; target for p99 beside it: ${TARGET_MS} ms`,
  );
  for (const { ms, atMs, kind } of longest) {
    console.log(`  ${Math.round(ms)} ms for ${kind}, ${(atMs / 1000).toFixed(1)} s after it began`);
  }
}

async function untilUp(): Promise<void> {
  for (let attempt = 0; attempt < 1_500; attempt++) {
    const ready = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined);
    if (ready?.ok) return;
    await sleep(200);
  }
  throw new Error('the service does not answer');
}

async function end(service: ChildProcess): Promise<void> {
  const ended = once(service, 'exit');
  service.kill();
  await ended;
}
