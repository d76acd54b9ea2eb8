/**
 * Ends the connections of an import that stands still: a process that was stopped, or whose machine is lost, keeps what it has locked as long as
 * the server takes its connection for alive. They are told by what they have locked, since behind a pooler nobody knows their processes.
 */
import { isForbidden } from '../faults.ts';
import type { ImportConnection } from './import-connection.ts';

/** Which claim is a forsaken one: of this owner, or not heard of for so many seconds. Its row was locked for so many. */
export interface Forsaken {
  readonly owner: string | null;
  readonly silentSeconds: number;
  readonly lockedSeconds: number;
}

/** Ends who keeps the row of a forsaken claim from its successor. Who waits for it, too, has not done so for long. */
export async function endKeepersOfClaim(connection: ImportConnection, forsaken: Forsaken): Promise<void> {
  const { owner, silentSeconds, lockedSeconds } = forsaken;
  await end(connection, KEEPERS, [owner, silentSeconds, lockedSeconds]);
}

/** Ends who writes to a schema that is nobody's any more, as long as the claim is this owner's. */
export async function endWriters(connection: ImportConnection, schema: string, owner: string): Promise<void> {
  await end(connection, WRITERS, [schema, owner]);
}

/** One by one: without the right to it some may stay. */
async function end(connection: ImportConnection, which: string, params: readonly unknown[]): Promise<void> {
  const found = `
    FROM pg_stat_activity AS activity
   WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND ${which}`;
  for (const { pid } of await connection.rows<{ pid: number }>(`SELECT pid ${found}`, params)) {
    // Looked at once more: this process may have stood still itself since then.
    await connection
      .rows(`SELECT pg_terminate_backend(pid) ${found} AND pid = ${pid}`, params)
      .catch((error: unknown) => {
        if (!isForbidden(error)) throw error;
      });
  }
}

const KEEPERS = `
  xact_start < now() - make_interval(secs => $3::int)
  AND EXISTS (SELECT FROM import_claim WHERE owner = $1::uuid OR beat_at < now() - make_interval(secs => $2::int))
  AND EXISTS (SELECT FROM pg_locks AS held
               WHERE held.pid = activity.pid AND granted AND locktype = 'relation'
                 AND relation = 'import_claim'::regclass AND mode IN ('RowShareLock', 'RowExclusiveLock'))`;

// Requests read data sets that were in service once, and backups read all. Who makes data sets follow the template has an advisory lock, and no claim.
const WRITERS = `
  EXISTS (SELECT FROM import_claim WHERE owner = $2::uuid)
  AND NOT EXISTS (SELECT FROM pg_locks AS held WHERE held.pid = activity.pid AND locktype = 'advisory')
  AND EXISTS (SELECT FROM pg_locks AS held
               WHERE held.pid = activity.pid AND granted
                 AND (mode <> 'AccessShareLock'
                      OR application_name = 'geo-gateway'
                         AND NOT EXISTS (SELECT FROM data_sets WHERE 'geo_' || id = $1 AND activated_at IS NOT NULL))
                 AND CASE locktype
                       WHEN 'relation' THEN relation IN (SELECT oid FROM pg_class WHERE relnamespace = to_regnamespace($1))
                       WHEN 'object' THEN classid = 'pg_namespace'::regclass AND objid = to_regnamespace($1)
                     END)`;
