import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateKey, hashKey, keyPrefix } from '../../../src/auth/key-format.ts';
import { PLAN_NAMES } from '../../../src/auth/plans.ts';
import { delay, type PostgresServer, replicaOf } from '../../postgres-cluster.ts';
import type { ServiceProcess } from '../../server/service-process.ts';
import { geo } from '../cli.ts';
import { markedCopy } from '../data-folders.ts';
import type { Row } from '../row.ts';
import { ask, type Keys, sum, type Tally } from '../traffic.ts';
import { assert, assertNoneLost, until, type World } from '../world.ts';

/** How long a replica may rest until it is asked again, and what a busy machine makes of it. */
const AGAIN_MS = 120_000;
/** PostgreSQL's code of "canceling statement due to conflict with recovery". */
const CONFLICT = '40001';

export const replicaFails: Row = {
  number: 9,
  title: 'a replica is killed, stands still and lags under load: who asks gets the answer of the primary',
  async run(world) {
    const rounds = world.pick(1, 5);
    await using replica = await replicaOf(world.postgres);
    await using service = await world.start({ DATABASE_REPLICA_URLS: replica.url });
    const tallies: Tally[] = [];
    const traffic = world.traffic([service]);
    await untilItIsRead(replica);
    for (let turn = 0; turn < rounds; turn++) {
      await replica.kill();
      await sleep(world.pick(1_000, 3_000));
      await replica.start();
      await untilItIsRead(replica);
      replica.freeze();
      await sleep(world.pick(1_500, 5_000));
      replica.thaw();
      await untilItIsRead(replica);
    }
    tallies.push(await traffic.stop());
    await delay(replica, '1h');
    // It has not got these keys, and does not get them.
    const late = world.traffic([service], { keys: await newKeys(world) });
    await sleep(1_000);
    tallies.push(await late.stop());
    if (world.size === 'full') tallies.push(await dataChanges(world, service, replica));
    const tally = sum(tallies);
    assertNoneLost(tally);
    return { cases: rounds * 2 + world.pick(1, 2), tally };
  },
};

/** Waits until callers' questions reach the replica: tables of data sets are read there. */
async function untilItIsRead(replica: PostgresServer): Promise<void> {
  let before = Number.NaN;
  await until(async () => {
    const reads = await readsOf(replica);
    if (Number.isNaN(before)) before = reads;
    return reads > before;
  }, AGAIN_MS);
}

/** How often they were so far; NaN where what it applies of the primary ended the look, as when a data set is dropped there. */
async function readsOf(replica: PostgresServer): Promise<number> {
  try {
    const [row] = await replica.query<{ reads: string }>(
      "SELECT sum(seq_scan + coalesce(idx_scan, 0)) AS reads FROM pg_stat_user_tables WHERE schemaname ~ '^geo_[0-9]+$'",
    );
    return Number(row?.reads);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === CONFLICT) return Number.NaN;
    throw error;
  }
}

async function newKeys({ postgres }: World): Promise<Keys> {
  const keys = Object.fromEntries(PLAN_NAMES.map((plan) => [plan, generateKey()])) as Keys;
  const rows = PLAN_NAMES.map(
    (plan) => `('${keyPrefix(keys[plan])}', '\\x${hashKey(keys[plan]).toString('hex')}', '${plan}', now())`,
  );
  await postgres.query(`INSERT INTO api_keys (prefix, hash, plan, created_at) VALUES ${rows.join()}`);
  return keys;
}

/** A data set that the replica gets only later: until then it is the primary that answers. */
async function dataChanges(world: World, service: ServiceProcess, replica: PostgresServer): Promise<Tally> {
  const other = markedCopy(world.dataDir, join(world.folder, 'behind'), ' (behind)');
  const take = async (folder: string) => {
    const { code, said } = await geo(['import', '--from', folder], { DATABASE_URL: world.postgres.url }).ended;
    assert(code === 0, `an import ends with ${code}: ${said}`);
    const countries = () => ask(service.base, world.keys.Business, '/v1/countries');
    await until(async () => (await countries()).text.includes(' (behind)') === (folder === other), 10_000);
  };
  await delay(replica, '0');
  await take(other);
  const goldens = [world.golden, await world.copy(service, [...world.golden.keys()])];
  const traffic = world.traffic([service], { goldens: () => goldens });
  await untilItIsRead(replica);
  await delay(replica, '1h');
  await take(world.dataDir);
  await sleep(2_000);
  await delay(replica, '0');
  await untilItIsRead(replica);
  return traffic.stop();
}
