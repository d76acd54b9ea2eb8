/** Checks of the read replicas: can each be reached, does it follow the primary, is it up to date. */
import type { Config } from '../../config.ts';
import type { DataSet } from '../../db/data-set.queries.ts';
import { openDatabase } from '../../db/orm.ts';
import { read } from '../../db/read.ts';
import { HELD_DATA_SETS, type HeldDataSet, replicaName } from '../../db/replicas.ts';
import { type Finding, fault, messageOf, ok, skipped, warning } from './finding.ts';

const LIMITS = { poolSize: 1, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 };
/** As the alert has it. */
const LATE_SECONDS = 60;

/** The data set that the primary says is in service; undefined where it says none. */
type Current = Pick<DataSet, 'id' | 'version'> | undefined;

export async function checkReplicas({ replicaUrls }: Config, current: Current): Promise<Finding[]> {
  return Promise.all(replicaUrls.map((url, index) => checkReplica(replicaName(index), url, current)));
}

async function checkReplica(name: string, url: string, current: Current): Promise<Finding> {
  const host = new URL(url).host;
  try {
    const database = await openDatabase('postgresql', { url }, LIMITS);
    try {
      return findingOf(name, host, await read<HeldDataSet>(database.em, HELD_DATA_SETS, []), current);
    } finally {
      await database.close();
    }
  } catch (error) {
    return fault(name, `${host} cannot be read: ${messageOf(error)}`, 'start it, or correct DATABASE_REPLICA_URLS');
  }
}

function findingOf(name: string, host: string, held: readonly HeldDataSet[], current: Current): Finding {
  if (!current) return skipped(name, `${host} answers; there is nothing to compare it with`);
  const same = held.find(({ id }) => id === current.id);
  if (same && same.version !== current.version) {
    const advice = 'correct DATABASE_REPLICA_URLS, or make the replica anew from the primary';
    return fault(
      name,
      `${host} holds another data set under the number ${same.id}: it does not follow the primary`,
      advice,
    );
  }
  const lag = Math.round(held[0]?.lag ?? 0);
  const advice = 'look at its log: where the primary has removed what it needs, make it anew from the primary';
  if (!same) return fault(name, `${host} does not hold the data set in service`, advice);
  if (lag > LATE_SECONDS) return warning(name, `${host} is ${lag} s behind`, advice);
  return ok(name, `${host} follows the primary`);
}
