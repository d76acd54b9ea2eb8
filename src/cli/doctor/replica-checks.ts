/** Checks of the read replicas: can each be reached, does it follow the primary, is it up to date. */
import type { Config } from '../../config.ts';
import { openDatabase } from '../../db/orm.ts';
import { read } from '../../db/read.ts';
import { LOOK, type Look, type Named, replicaName, whyNotHeld } from '../../db/replicas.ts';
import { type Finding, fault, messageOf, ok, skipped, warning } from './finding.ts';

const LIMITS = { poolSize: 1, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 };
/** As the alert has it. */
const LATE_SECONDS = 60;

/** `current` is the data set that the primary says is in service; undefined where it says none. */
export async function checkReplicas({ replicaUrls }: Config, current: Named | undefined): Promise<Finding[]> {
  return Promise.all(replicaUrls.map((url, index) => checkReplica(replicaName(index), url, current)));
}

async function checkReplica(name: string, url: string, current: Named | undefined): Promise<Finding> {
  const host = new URL(url).host;
  try {
    const database = await openDatabase('postgresql', { url }, LIMITS);
    try {
      const [look] = await read<Look>(database.em, LOOK, []);
      return look && current
        ? findingOf(name, host, look, current)
        : skipped(name, `${host} answers; there is nothing to compare it with`);
    } finally {
      await database.close();
    }
  } catch (error) {
    return fault(name, `${host} cannot be read: ${messageOf(error)}`, 'start it, or correct DATABASE_REPLICA_URLS');
  }
}

const REMAKE = 'make it anew from the primary';
const BEHIND = `look at its log: where the primary has removed what it needs, ${REMAKE}`;

function findingOf(name: string, host: string, look: Look, current: Named): Finding {
  const reason = whyNotHeld(look, current);
  const lag = Math.round(look.lag);
  if (reason !== undefined) {
    return fault(name, `${host}: ${reason}`, `correct DATABASE_REPLICA_URLS, or ${look.follows ? BEHIND : REMAKE}`);
  }
  // One that follows nobody, as a copy or the primary itself, has what it has.
  if (look.follows && lag > LATE_SECONDS) return warning(name, `${host} is ${lag} s behind`, BEHIND);
  return ok(name, `${host} holds the data set in service`);
}
