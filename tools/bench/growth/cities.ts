/** What grows with the cities: importing them, what they take, and requests that no cache answers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withBenchKey } from '../graphql/bench-key.ts';
import { databasePids } from '../database-pids.ts';
import { memoryOf, processorMs } from '../processor-time.ts';
import { askAll, type Cost, untilIdle, untilIndexed, withService } from './service.ts';
import { currentSchema, writeSynthetic } from './synthetic.ts';
import { targetsOf } from './targets.ts';

const SLICES = 5;
const REQUESTS = 400;
const WARM_UP = 1600;
const MIB = 1024 * 1024;

export interface CitiesFigures {
  readonly times: number;
  readonly cities: number;
  readonly import: ImportFigures;
  readonly databaseMb: number;
  /** 0 where the indexes could not be built: then the database answers searches. */
  readonly indexMb: number;
  /** Of the service when it has read the indexes, and when all was asked. */
  readonly memoryMb: { readonly start: number; readonly end: number };
  /** By what is asked; undefined for what needs the indexes where there are none. */
  readonly costs: Readonly<Record<string, Cost | undefined>>;
}

interface ImportFigures {
  readonly seconds: number;
  /** Of the importer with its threads, and of the database. */
  readonly processorSeconds: number;
  /** What the importer took at most. */
  readonly memoryMb: number;
  /** What the importer said beside its outcome: why there are no indexes. */
  readonly told: string;
}

/** Makes a database beside the one that is given, with so many times its cities, and drops it in the end. */
export async function measureCities(databaseUrl: string, times: number): Promise<CitiesFigures> {
  const own = new URL(databaseUrl);
  own.pathname = `${own.pathname}_x${times}`;
  const name = own.pathname.slice(1);
  const folder = await mkdtemp(join(tmpdir(), 'geo-growth-'));
  await send(databaseUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  await send(databaseUrl, `CREATE DATABASE "${name}"`);
  try {
    await writeSynthetic(databaseUrl, folder, times);
    const imported = await importFrom(folder, own.href);
    return await measure(own.href, times, imported);
  } finally {
    await rm(folder, { recursive: true });
    await send(databaseUrl, `DROP DATABASE "${name}" WITH (FORCE)`);
  }
}

async function measure(url: string, times: number, imported: ImportFigures): Promise<CitiesFigures> {
  const [sizes] = await send<{ cities: number; database: number; index: number }>(
    url,
    (
      schema,
    ) => `SELECT (SELECT count(*)::int FROM ${schema}.cities) AS cities, pg_database_size(current_database())::float8 AS database,
                        (SELECT coalesce(sum(length(bytes)), 0)::float8 FROM ${schema}.find_index WHERE made_for <> 'unfinished') AS index`,
  );
  const { cities = 0, database = 0, index = 0 } = sizes ?? {};
  const costs: Record<string, Cost | undefined> = {};
  const memoryMb = { start: 0, end: 0 };
  await withBenchKey(
    (key) =>
      withService(url, { CACHE_MB: '1' }, async (service) => {
        // What a service does behind its start is no part of what a request costs.
        if (index > 0) await untilIndexed(service);
        else await untilIdle(service);
        memoryMb.start = service.memory().now;
        for (const { name, needsIndex, targets } of await targetsOf(url, WARM_UP + SLICES * REQUESTS)) {
          if (needsIndex && index === 0) continue;
          const cost = service.cost(SLICES, REQUESTS, async (slice) => {
            const asked = targets.splice(0, slice === 0 ? WARM_UP : REQUESTS);
            await askAll(asked.map((target) => ({ target, key })));
          });
          // Without indexes PostgreSQL may take longer for a search than a request may.
          costs[name] = await cost.catch((error: unknown) => {
            if (needsIndex || index > 0) throw error;
            process.stderr.write(`${name}: ${String(error).slice(0, 120)}\n`);
            return undefined;
          });
        }
        memoryMb.end = service.memory().now;
      }),
    'Business',
    url,
  );
  return {
    times,
    cities,
    import: imported,
    databaseMb: round(database / MIB),
    indexMb: round(index / MIB),
    memoryMb,
    costs,
  };
}

async function importFrom(folder: string, url: string): Promise<ImportFigures> {
  const child = spawn(process.execPath, ['bin/geo.js', 'import', '--from', folder, '--json'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [told, said] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const pid = child.pid ?? 0;
  const ended = once(child, 'close');
  /** By process: its threads come and go, so each look adds what is more than at the one before. */
  const spent = new Map<number, { total: number; last: number }>();
  let memoryMb = 0;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  while (child.exitCode === null && child.signalCode === null) {
    memoryMb = Math.max(memoryMb, memoryOf(pid).most);
    for (const each of [pid, ...(await databasePids(client))]) {
      const now = processorMs(each);
      const { total, last } = spent.get(each) ?? { total: 0, last: 0 };
      spent.set(each, { total: total + Math.max(0, now - last), last: now });
    }
    await sleep(300);
  }
  await client.end();
  await ended;
  if (child.exitCode !== 0) throw new Error(`the import ended with ${child.exitCode ?? child.signalCode}: ${said}`);
  const { seconds } = JSON.parse(told) as { readonly seconds: number }; // What --json prints.
  const processorMsInAll = [...spent.values()].reduce((sum, { total }) => sum + total, 0);
  const reasons = said.split('\n').filter((line) => line.startsWith('import: no '));
  return {
    seconds: round(seconds),
    processorSeconds: round(processorMsInAll / 1000),
    memoryMb,
    told: reasons.join(' '),
  };
}

async function send<Row extends pg.QueryResultRow>(
  url: string,
  sql: string | ((schema: string) => string),
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const text = typeof sql === 'string' ? sql : sql(await currentSchema(client));
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
