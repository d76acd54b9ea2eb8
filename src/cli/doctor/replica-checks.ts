/** Checks of the read replicas: can each be reached, does it follow the primary, is it up to date. */
import type { Config } from '../../config.ts';
import { serverOf } from '../../db/database-url.ts';
import { openDatabase } from '../../db/orm.ts';
import { read } from '../../db/read.ts';
import { LOOK, type Look, type Named, whyNotHeld } from '../../db/replica-look.ts';
import { replicaName } from '../../db/replicas.ts';
import { type Finding, fault, messageOf, ok, skipped, warning } from './finding.ts';

const LIMITS = { poolSize: 1, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 };
/** As the alert has it. */
const LATE_SECONDS = 60;

/** What is found of all replicas, compared with the data set that the primary says is in service; undefined where it says none. */
export type ReplicaFindings = (current: Named | undefined) => Promise<Finding[]>;

/** Looks at all replicas from now on: who waits for a primary that does not answer has not to wait for them after it. */
export function lookAtReplicas({ replicaUrls }: Config): ReplicaFindings {
  const looks = replicaUrls.map((url, index) => ({
    name: replicaName(index),
    server: serverOf(url),
    look: lookAt(url),
  }));
  return (current) => Promise.all(looks.map(({ name, server, look }) => findingOf(name, server, look, current)));
}

/** What a replica says, or why it says nothing. */
async function lookAt(url: string): Promise<Look | { readonly fault: unknown }> {
  try {
    const database = await openDatabase('postgresql', { url }, LIMITS);
    try {
      const [look] = await read<Look>(database.em, LOOK, []);
      return look ?? { fault: new Error('it answers with no row') };
    } finally {
      await database.close();
    }
  } catch (error) {
    return { fault: error };
  }
}

const REMAKE = 'make it anew from the primary';

function adviceFor({ follows, paused }: Look): string {
  if (paused) return 'let it go on: SELECT pg_wal_replay_resume()';
  return follows ? `look at its log: where the primary has removed what it needs, ${REMAKE}` : REMAKE;
}

async function findingOf(
  name: string,
  server: string,
  looking: ReturnType<typeof lookAt>,
  current: Named | undefined,
): Promise<Finding> {
  const look = await looking;
  if ('fault' in look) {
    const message = `${server} cannot be read: ${messageOf(look.fault)}`;
    return fault(name, message, 'start it, or correct DATABASE_REPLICA_URLS');
  }
  if (!current) return skipped(name, `${server} answers; there is nothing to compare it with`);
  const reason = whyNotHeld(look, current);
  if (reason !== undefined) {
    const mayRead = look.dataSets[current.id] !== null;
    const advice = mayRead ? adviceFor(look) : 'do what is said there';
    return fault(name, `${server}: ${reason}`, `correct DATABASE_REPLICA_URLS, or ${advice}`);
  }
  const lag = Math.round(look.lag);
  // One that follows nobody, as a copy or the primary itself, has what it has.
  if (look.follows && lag > LATE_SECONDS) return warning(name, `${server} is ${lag} s behind`, adviceFor(look));
  return ok(name, `${server} holds the data set in service`);
}
