/** The service as a process of its own on a database, and what requests to it cost: processor time of both. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Connection } from '../graphql/connection.ts';
import { databasePids } from '../database-pids.ts';
import { median, memoryOf, processorMs, spentMs } from '../processor-time.ts';

export const PORT = Number(process.env['PORT'] ?? 4388);
const METRICS_PORT = PORT + 1;

/** Microseconds of processor time a request, of service and database together: the least of the slices, and their median. */
export interface Cost {
  readonly least: number;
  readonly median: number;
}

export interface Service {
  /** MiB that stand in memory at the moment, and that did at most. */
  memory(): { readonly now: number; readonly most: number };
  /** Milliseconds of processor time that the process has taken so far, its threads included. */
  processorMs(): number;
  /** A figure of `/metrics`. */
  metric(name: string): Promise<number>;
  /** What requests cost, in slices of so many; `ask` sends those of one slice. */
  cost(slices: number, requests: number, ask: (slice: number) => Promise<void>): Promise<Cost>;
}

/** Runs the service on a database until `work` ends. */
export async function withService<T>(
  databaseUrl: string,
  variables: Readonly<Record<string, string>>,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: `${PORT}`,
    METRICS_PORT: `${METRICS_PORT}`,
    ...variables,
  };
  const child = spawn(process.execPath, ['src/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const pid = child.pid ?? 0;
  try {
    await untilUp(() => child.exitCode);
    return await work({ memory: () => memoryOf(pid), processorMs: () => processorMs(pid), metric, cost });
  } finally {
    child.kill();
    await client.end();
  }

  async function cost(slices: number, requests: number, ask: (slice: number) => Promise<void>): Promise<Cost> {
    const costs: number[] = [];
    for (let slice = -1; slice < slices; slice++) {
      const pids = [pid, ...(await databasePids(client))];
      const before = new Map(pids.map((each) => [each, processorMs(each)]));
      await ask(slice + 1);
      if (slice >= 0) costs.push((spentMs(pids, before) * 1000) / requests); // The first one compiles.
    }
    return { least: Math.min(...costs), median: median(costs) };
  }
}

/** The service reads the indexes behind its start; one whose data set has none builds them first. */
export async function untilIndexed(service: Service): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if ((await service.metric('geo_search_index_bytes')) > 0) return;
    await sleep(500);
  }
  throw new Error('the service has not read its indexes');
}

const IDLE_LOOK_MS = 5_000;

/** Returns when the service does next to nothing any more: what it does behind its start may take longer than the start. */
export async function untilIdle(service: Service): Promise<void> {
  for (let spent = service.processorMs(), idle = 0; idle < 3; ) {
    await sleep(IDLE_LOOK_MS);
    const now = service.processorMs();
    idle = now - spent < IDLE_LOOK_MS / 20 ? idle + 1 : 0;
    spent = now;
  }
}

/** Asks for all targets over so many connections, each when it has its answer. Throws for an answer that is not of this status. */
export async function askAll(
  targets: Iterable<{ readonly target: string; readonly key: string }>,
  connections = 4,
  status = 200,
): Promise<{ readonly hits: number }> {
  const waiting = targets[Symbol.iterator]();
  let hits = 0;
  const asker = async () => {
    const connection = new Connection(PORT);
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      const { target, key } = next.value;
      const answer = await connection.get(target, { 'X-SVCAPI-KEY': key });
      const head = answer.toString('latin1', 0, 2000);
      if (!head.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`${target}: ${head.slice(0, 600)}`);
      if (/^x-cache: hit\r/im.test(head)) hits += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, asker));
  return { hits };
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  if (line === undefined) throw new Error(`there is no metric ${name}`);
  return Number(line.slice(name.length + 1));
}

async function untilUp(exitCode: () => number | null): Promise<void> {
  for (let attempt = 0; attempt < 600 && exitCode() === null; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error('the service does not answer');
}
