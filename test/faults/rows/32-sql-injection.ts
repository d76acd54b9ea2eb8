import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../free-port.ts';
import { COUNTS_STATEMENTS } from '../../postgres-cluster.ts';
import { OPERATIONS, withQuery } from '../../rest/operations.ts';
import { badInputs } from '../bad-inputs.ts';
import type { Row } from '../row.ts';
import { ask, emptyTally } from '../traffic.ts';
import { assert, assertNoneLost, type World } from '../world.ts';

const SQLMAP = 'sqlmap';

/** Where a value goes that reaches SQL or a decision about it; `*` is what sqlmap replaces. */
const TARGETS: readonly { readonly path: string; readonly body?: string; readonly isKey?: boolean }[] = [
  { path: '/v1/countries?q=japan*' },
  { path: '/v1/search/fuzzy?q=tokyo*&type=city' },
  { path: '/v1/countries/JP*/states' },
  { path: '/v1/countries?fields=id,name*' },
  { path: '/v1/states?sort=name*' },
  { path: '/v1/search/fuzzy?q=tokyo&type=city*' },
  { path: '/v1/search/fuzzy?q=tokyo&country=JP*' },
  { path: '/v1/search/fuzzy?q=tokyo&threshold=0.3*' },
  { path: '/v1/countries/JP/states/13*/cities' },
  { path: '/v1/cities/1*' },
  { path: '/v1/regions/3*' },
  { path: '/v1/iso/state?iso=JP-13*' },
  { path: '/v1/phone?code=81*' },
  { path: '/v1/timezone/AD/07/1*' },
  { path: '/v1/places/suggest?q=tokio*' },
  { path: '/v1/places/near?lat=35.69*&lng=139.69' },
  { path: '/v1/check?country=JP&state=13*&currency=USD' },
  { path: '/v1/countries/JP', isKey: true },
  { path: '/graphql', body: graphql('query ($v: String!) { searchCities(q: $v) { city { id } } }', 'tokyo*') },
  {
    path: '/graphql',
    body: graphql(
      'query ($v: String!) { country(iso2: "JP") { cities(first: 5, search: $v) { nodes { id } } } }',
      'to*',
    ),
  },
];

function graphql(query: string, v: string): string {
  return JSON.stringify({ query, variables: { v } });
}

/** So thorough, and so daring, as sqlmap can be. */
const THOROUGH = ['--level=5', '--risk=3'];

export const sqlInjection: Row = {
  number: 32,
  title:
    'SQL is looked for in every place that takes a value: nothing is found, and the database hears no statement that is not ours',
  missing: missing(),
  async run(world) {
    const metricsPort = await freePort();
    await using service = await world.start({ METRICS_PORT: String(metricsPort) });
    await world.postgres.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    const tally = emptyTally();
    const { Business } = world.keys;
    for (const { path, body } of calm()) await ask(service.base, Business, path, { body });
    await world.copy(service);
    const known = await statements(world);
    const before = await counted(metricsPort);
    let suspected = 0;
    for (const [at, target] of TARGETS.slice(0, world.pick(2, TARGETS.length)).entries()) {
      const folder = join(world.folder, `sqlmap-${at}`);
      const options = { key: Business, ...target, folder, thorough: world.pick([], THOROUGH) };
      const { verdict, said } = await sqlmap(service.base + target.path, options);
      if (verdict === 'suspected') suspected += 1;
      if (verdict !== 'open') continue;
      tally.wrong += 1;
      tally.notes.push(`${target.path}: ${said}`);
    }
    const inputs = badInputs(32);
    for (let sent = 0; sent < world.pick(500, 20_000); sent++) {
      const { path, body } = inputs.next().value;
      await ask(service.base, Business, path, { body });
    }
    const { all, faults } = await counted(metricsPort);
    const heard = await statements(world);
    tally.right = all - before.all - faults;
    tally.wrong += faults;
    const unknown = [...heard].filter((statement) => !known.has(statement));
    assertNoneLost(tally);
    assert(
      unknown.length === 0,
      `${unknown.length} statements are not ours: ${unknown.slice(0, 3).join('; ').slice(0, 1_000)}`,
    );
    const { verdict, said } = await sqlmapOnWhatIsOpen(world);
    assert(verdict === 'open', `sqlmap finds nothing where there is something: ${said}`);
    return {
      cases: tally.right,
      tally,
      said: `${heard.size} statements, all known; ${suspected} places suspected, none of which told anything`,
    };
  },
};

function missing(): string | undefined {
  if (spawnSync(SQLMAP, ['--version']).status !== 0) return 'there is no sqlmap on this machine';
  return COUNTS_STATEMENTS.length === 0 ? 'PostgreSQL does not count its statements here' : undefined;
}

interface Scan {
  /**
   * `suspected`: what it asked changed the answer as a condition would, and it could learn nothing of a database by that. Searches by
   * likeness do so: numbers that are like each other are found, and others are not.
   */
  readonly verdict: 'open' | 'suspected' | 'closed';
  readonly said: string;
}

/** Runs sqlmap on one place; rejects where it comes to no end. */
function sqlmap(
  url: string,
  options: {
    readonly key: string;
    readonly body?: string;
    readonly isKey?: boolean;
    readonly folder: string;
    readonly thorough: readonly string[];
  },
): Promise<Scan> {
  const { key, body, isKey = false, folder, thorough } = options;
  const headers = [`X-SVCAPI-KEY: ${key}${isKey ? '*' : ''}`, ...(body ? ['Content-Type: application/json'] : [])];
  const args = [
    ...['-u', url, '--headers', headers.join('\n'), ...(body ? ['--data', body] : [])],
    ...['--batch', '--dbms=PostgreSQL', '--threads=4', '--flush-session', '--skip-waf'],
    ...['--output-dir', folder, '--tmp-dir', folder],
    // Where it takes 4xx for a reason to stop, it stops at the first.
    ...['--ignore-code=400,401,404', '--disable-coloring', ...thorough],
  ];
  return new Promise((resolve, reject) => {
    execFile(SQLMAP, args, { maxBuffer: 64 * 1024 * 1024 }, (_error, output) => {
      const said = output.trim().split('\n').slice(-5).join(' ').slice(0, 1_000);
      const isFound = output.includes('identified the following injection point');
      if (isFound && output.includes('not able to fingerprint')) resolve({ verdict: 'suspected', said });
      else if (isFound) resolve({ verdict: 'open', said });
      else if (output.includes('do not appear to be injectable')) resolve({ verdict: 'closed', said });
      else reject(new Error(`sqlmap did not come to an end at ${url}: ${said}`));
    });
  });
}

/** What it says of a service that makes its SQL of what it is given: that it would have found such a place. */
async function sqlmapOnWhatIsOpen({ postgres, keys, folder }: World): Promise<Scan> {
  const server = createServer((request, response) => {
    const q = new URL(request.url ?? '', 'http://localhost').searchParams.get('q');
    postgres.query(`SELECT 'Tokyo' AS name WHERE 'tokyo' LIKE '${q}%'`).then(
      (rows) => response.end(JSON.stringify(rows)),
      () => response.writeHead(400).end('{"error":"Bad Request"}'),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const options = { key: keys.Business, folder: join(folder, 'sqlmap-open'), thorough: [] };
    return await sqlmap(`http://127.0.0.1:${port}/?q=tokyo*`, options);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const SORTS = ['sort=name', 'sort=-name', 'sort=id', 'sort=id,name'];

/** Each operation as it is meant, alone and with what it takes. */
function calm(): { readonly path: string; readonly body?: string }[] {
  const plain = (text: string) => text.replaceAll('*', '');
  return [
    ...TARGETS.map(({ path, body }) => ({ path: plain(path), ...(body === undefined ? {} : { body: plain(body) }) })),
    ...OPERATIONS.flatMap(({ path, takes }) => {
      const searched = takes.includes('q') ? [path, withQuery(path, 'q=an')] : [path];
      const sorted = takes.includes('sort')
        ? searched.flatMap((each) => [each, ...SORTS.map((sort) => withQuery(each, sort))])
        : searched;
      return sorted.map((each) => ({ path: each }));
    }),
    { path: '/v1/phone?code=1-787' },
    { path: '/v1/iso/country?numeric=392' },
    { path: '/v1/iso/country?iso3=JPN' },
  ];
}

/** Columns, and orders by some of them: callers choose which. */
const CHOSEN =
  /"\w+" AS "\w+"(?:, "\w+" AS "\w+")*|"\w+"(?: COLLATE "C")? (?:ASC|DESC)(?:, "\w+"(?: COLLATE "C")? (?:ASC|DESC))*/g;

/** What the database has been told to do: `$1` for each value, and `…` for what is chosen, and for which data set. */
async function statements({ postgres }: World): Promise<ReadonlySet<string>> {
  const rows = await postgres.query<{ query: string }>(
    'SELECT query FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid WHERE datname = current_database()',
  );
  const own = rows.map(({ query }) => query).filter((query) => !query.includes('pg_stat_statements'));
  return new Set(own.map((query) => query.replaceAll(CHOSEN, '…').replaceAll(/\bgeo_\d+/g, 'geo_…')));
}

/** Requests that were answered, and those of them with a fault of ours. */
async function counted(port: number): Promise<{ readonly all: number; readonly faults: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  let [all, faults] = [0, 0];
  for (const [, status, count] of text.matchAll(/^geo_requests_total\{.*\bstatus="(\d+)".*\} (\d+)/gm)) {
    all += Number(count);
    if (status === '500') faults += Number(count);
  }
  return { all, faults };
}
