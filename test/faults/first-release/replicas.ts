/** What the audit found with replicas that are dead, stand still, or end statements for what they are to replay. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { FIXTURE_DIR } from '../../environment.ts';
import { caughtUp, type PostgresServer, replicaOf, replicatedPair } from '../../postgres-cluster.ts';
import { askDatabase, inWords, keyOf, type Note, type Service, statusesOf, type Tree } from './tree.ts';

const CALLERS = 12;
const CALM_MS = 3_000;
const BROKEN_MS = 6_000;
const TURNS = 2;
/** Of a hundred requests, more than before; in 0.1.0 it was 15 and more. */
const FEW = 10;

export async function lookAtReplicas(tree: Tree, note: Note): Promise<void> {
  await using pair = await replicatedPair();
  const { primary, replica: first } = pair;
  await using second = await replicaOf(primary, ['max_connections=40']);
  await tree.geo(['import', '--from', FIXTURE_DIR], { DATABASE_URL: primary.url });
  const { key } = await keyOf(tree, { DATABASE_URL: primary.url });
  const variables = { DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: `${first.url},${second.url}` };
  /** What is heard from a service that knew both replicas to be well: before they are broken, and from just then on. */
  const heardWhile = async (breakThem: () => Promise<void>) => {
    for (const replica of [first, second]) await caughtUp(primary, replica);
    const service = await tree.start(variables);
    await untilCalm(service, key);
    const one = () => askDatabase(service, key);
    const before = await statusesOf(CALLERS, CALM_MS, one);
    const asking = statusesOf(CALLERS, BROKEN_MS, one);
    await breakThem();
    const broken = await asking;
    await service.stop();
    return { before, broken };
  };

  const { broken } = await heardWhile(() => lockOftenFor(primary, BROKEN_MS));
  note('2.3', 'a conflict with what a replica replays is a 500', broken.has(500), inWords(broken));

  const look = async (what: string, breakThem: () => Promise<void>, mend: () => Promise<void>) => {
    let isThere = true;
    const seen: string[] = [];
    // What a machine that is busy with others refuses is hardly twice the same.
    for (let turn = 0; turn < TURNS && isThere; turn++) {
      const heard = await heardWhile(breakThem);
      await mend();
      const [calm, failed] = [failedOf(heard.before), failedOf(heard.broken)];
      isThere = failed - calm > FEW;
      seen.push(`${failed.toFixed(1)} %, ${calm.toFixed(1)} % before: ${inWords(heard.broken)}`);
    }
    note('2.3', what, isThere, seen.join('; '));
  };
  await look(
    'one of two replicas stands still, and requests fail',
    async () => second.freeze(),
    async () => second.thaw(),
  );
  await look('one of two replicas is dead, and requests fail', second.kill, second.start);
  const both = (does: 'kill' | 'start') => async () => {
    await Promise.all([first[does](), second[does]()]);
  };
  await look('both replicas are dead, the primary is up, and requests fail', both('kill'), both('start'));
}

/** Of a hundred requests. */
function failedOf(statuses: ReadonlyMap<number, number>): number {
  const all = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  return (100 * (all - (statuses.get(200) ?? 0))) / all;
}

/** Waits until the service answers from wherever it does, many times in a row. */
async function untilCalm(service: Service, key: string): Promise<void> {
  let calm = 0;
  for (const until = Date.now() + 20_000; calm < 60 && Date.now() < until; ) {
    calm = (await askDatabase(service, key)) === 200 ? calm + 1 : 0;
  }
}

/** Locks what everybody reads again and again, never for long: each replica has to replay it, and ends who reads just then. */
async function lockOftenFor({ url }: PostgresServer, ms: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ schema: string }>(
    "SELECT schemaname AS schema FROM pg_tables WHERE schemaname ~ '^geo_[0-9]+$' AND tablename = 'states'",
  );
  const { schema } = rows[0] ?? { schema: '' };
  // Who reads takes a while, or hardly a lock would meet anybody.
  await client.query(`BEGIN; ALTER TABLE ${schema}.states RENAME TO slow_states;
    CREATE VIEW ${schema}.states AS
      WITH a_while AS MATERIALIZED (SELECT pg_sleep(0.2)) SELECT slow_states.* FROM ${schema}.slow_states, a_while;
    COMMIT`);
  for (const until = Date.now() + ms; Date.now() < until; await sleep(500)) {
    await client.query(`BEGIN; SELECT txid_current(); LOCK TABLE ${schema}.slow_states; COMMIT`);
  }
  await client.query(`BEGIN; DROP VIEW ${schema}.states; ALTER TABLE ${schema}.slow_states RENAME TO states; COMMIT`);
  await client.end();
}
