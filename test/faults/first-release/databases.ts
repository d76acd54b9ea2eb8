/** What the audit broke with databases of its own: PostgreSQL in a proxy, with a replica that lags, frozen, cut off, its backends killed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseProxy } from '../../database-proxy.ts';
import { FIXTURE_DIR } from '../../environment.ts';
import { caughtUp, delay, type PostgresServer, replicatedPair, singleServer } from '../../postgres-cluster.ts';
import { markedCopy } from '../data-folders.ts';
import { askDatabase, inWords, keyOf, type Note, type Service, statusesOf, statusOf, type Tree } from './tree.ts';

/** A deadline of 5 s, and half a second for a busy machine. */
const DEADLINE_MS = 5_500;
/** One second and the way; of some tries the quickest counts, since what a busy machine adds is none of the service's. */
const SILENT_MS = 1_250;
const TRIES = 3;
const WAITING = "pg_stat_activity WHERE wait_event_type = 'Lock'";

export async function lookAtDatabases(tree: Tree, note: Note): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'geo-first-'));
  try {
    await laggingReplica(tree, note, folder);
    await oneDatabase(tree, note);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until something holds, for so long at most; whether it did. */
async function holds(ask: () => Promise<boolean>, withinMs: number, everyMs = 200): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(everyMs)) if (await ask()) return true;
  return false;
}

const country = ({ base }: Service, key: string) =>
  statusOf(`${base}/v1/countries/JP`, 30_000, { 'X-SVCAPI-KEY': key });

const citiesOf = ({ base }: Service, state: string, key: string, withinMs: number) =>
  statusOf(`${base}/v1/countries/US/states/${state}/cities`, withinMs, { 'X-SVCAPI-KEY': key });

/** A replica that replays what is committed an hour later. */
async function laggingReplica(tree: Tree, note: Note, folder: string): Promise<void> {
  await using pair = await replicatedPair();
  const { primary, replica } = pair;
  const variables = { DATABASE_URL: primary.url };
  await tree.geo(['import', '--from', FIXTURE_DIR], variables);
  const known = await keyOf(tree, variables);
  const asking = await keyOf(tree, variables);
  await caughtUp(primary, replica);
  await delay(replica, '1h');
  let service = await tree.start({ ...variables, DATABASE_REPLICA_URLS: replica.url });
  await country(service, known.key);
  await tree.geo(['keys', 'revoke', String(known.id)], variables);
  const isRevoked = await holds(async () => (await country(service, known.key)) === 401, 15_000);
  note(
    '2.3',
    'a revoked key goes on where a replica lags',
    !isRevoked,
    isRevoked ? 'it ended' : 'still there after 15 s',
  );
  const made = await keyOf(tree, variables);
  const isKnown = await holds(async () => (await country(service, made.key)) === 200, 15_000);
  note('2.3', 'a new key is unknown where a replica lags', !isKnown, isKnown ? 'known' : '401 for 15 s');
  await service.stop();
  // Beside one that does not lag, which is the primary by another name.
  service = await tree.start({ ...variables, DATABASE_REPLICA_URLS: `${replica.url},${primary.url}` });
  await tree.geo(['import', '--from', markedCopy(FIXTURE_DIR, join(folder, 'other'), ' (new)')], variables);
  const statuses = await statusesOf(3, 10_000, () => askDatabase(service, asking.key));
  note(
    '2.3',
    'an import makes faults where a replica lags',
    statuses.size > 1 || !statuses.has(200),
    inWords(statuses),
  );
  await service.stop();
}

async function oneDatabase(tree: Tree, note: Note): Promise<void> {
  await using postgres = await singleServer();
  await using proxy = await databaseProxy({ url: postgres.url });
  const variables = { DATABASE_URL: postgres.url };
  await tree.geo(['import', '--from', FIXTURE_DIR], variables);
  const { id, key } = await keyOf(tree, variables);
  const service = await tree.start({ DATABASE_URL: proxy.url });
  for (let each = 0; each < 20; each++) await askDatabase(service, key);

  const untilWell = async () => {
    let inRow = 0;
    const isWell = async () => {
      inRow = (await askDatabase(service, key)) === 200 ? inRow + 1 : 0;
      return inRow >= 10;
    };
    await holds(isWell, 20_000, 20);
  };
  const frozenMs: number[] = [];
  for (let turn = 0; turn < TRIES; turn++) {
    postgres.freeze();
    frozenMs.push(await timeOf(() => askDatabase(service, key)));
    postgres.thaw();
    await untilWell();
  }
  note('2.7', 'a frozen database is told late', Math.min(...frozenMs) > SILENT_MS, `${frozenMs.join(', ')} ms`);
  const lockedMs: number[] = [];
  for (let turn = 0; turn < TRIES; turn++) {
    lockedMs.push(await whileLocked(postgres, 'states', () => timeOf(() => askDatabase(service, key))));
    await untilWell();
  }
  note('2.7', 'a locked table is told late', Math.min(...lockedMs) > SILENT_MS, `${lockedMs.join(', ')} ms`);

  await untilWell();
  const fresh = await keyOf(tree, variables);
  proxy.delay(2_300);
  const lateMs = await timeOf(() => citiesOf(service, 'CA', fresh.key, 60_000));
  proxy.delay(0);
  note('2.4', 'a database that is slow holds a request for as long as it likes', lateMs > DEADLINE_MS, `${lateMs} ms`);
  await untilWell();
  const left = await whileLocked(postgres, 'cities', async () => {
    await citiesOf(service, 'TX', key, 200);
    await sleep(500);
    const [row] = await postgres.query<{ waiting: number }>(`SELECT count(*)::int AS waiting FROM ${WAITING}`);
    return row?.waiting ?? 0;
  });
  note('2.4', 'who leaves a REST request leaves its statement behind', left > 0, `${left} half a second later`);

  await holds(async () => (await country(service, key)) === 200, 20_000);
  await proxy.cut();
  await tree.geo(['keys', 'revoke', String(id)], variables);
  const isOver = await holds(async () => (await country(service, key)) !== 200, 75_000);
  note(
    '2.7',
    'a process that is cut off keeps a revoked key for minutes',
    !isOver,
    isOver ? 'it ended' : 'still there after 75 s',
  );
  await service.stop();
}

/** Does something while nobody else can read the newest data. */
async function whileLocked<T>(postgres: PostgresServer, table: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE tablename = $1",
      [table],
    );
    await client.query(`BEGIN; LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN ACCESS EXCLUSIVE MODE`);
    return await work();
  } finally {
    await client.end();
  }
}

async function timeOf(ask: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await ask();
  return Math.round(performance.now() - startedAt);
}
