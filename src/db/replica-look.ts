/** What a replica says when it is looked at, and whether it holds a data set by that. */
import { grantsOf, MAY_NOT_BE_READ } from './data-set.entity.ts';
import type { DataSet } from './data-set.queries.ts';

/**
 * What a replica says of itself, in one row. It holds the data sets whose activation has been replayed: it is the last thing that an import
 * writes, so their tables are there, unless they have been dropped again since. Who receives nothing has replayed all that it received,
 * and is behind all the same.
 */
export const LOOK = `
  SELECT quote_ident(current_user) AS "user", pg_is_in_recovery() AS follows, CASE WHEN pg_is_in_recovery() THEN pg_is_wal_replay_paused() END AS paused,
         CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AND EXISTS (SELECT FROM pg_stat_wal_receiver) THEN 0
              ELSE coalesce(extract(epoch FROM now() - pg_last_xact_replay_timestamp()), 0) END::float8 AS lag,
         (SELECT coalesce(json_object_agg(id, CASE WHEN NOT ${MAY_NOT_BE_READ} THEN checksum END), '{}') FROM data_sets JOIN pg_namespace ON nspname = 'geo_' || id
           WHERE activated_at IS NOT NULL) AS "dataSets"`;

export interface Look {
  /** Who is connected, as SQL takes the name. */
  readonly user: string;
  /** False for a server that follows none. */
  readonly follows: boolean;
  /** True while it has been told to replay nothing; null for one that follows none. */
  readonly paused: boolean | null;
  /** How far it is behind, in seconds. */
  readonly lag: number;
  /** The versions of the data sets that it holds, by their ids; null where its user may not read them. */
  readonly dataSets: Readonly<Record<number, string | null>>;
}

/** What tells a data set from all others. */
export type Named = Pick<DataSet, 'id' | 'version'>;

/** Why a server that answers does not hold a data set; undefined where it does. */
export function whyNotHeld({ user, follows, paused, dataSets }: Look, { id, version }: Named): string | undefined {
  if (dataSets[id] === version) return undefined;
  if (dataSets[id] === null)
    return `${user} may not read all of the data set in service; on the primary: ${grantsOf(`geo_${id}`, user)}; and where row security hides rows: ALTER ROLE ${user} BYPASSRLS`;
  // Releases before 0.4.27 counted their data sets: any database has a first one.
  if (dataSets[id] !== undefined) return 'it holds another data set under this number: it does not follow the primary';
  if (!follows) return 'it does not hold the data set in service: it follows no server, as after a promotion';
  if (paused) return 'it does not hold the data set in service: its replay is paused';
  return 'it does not hold the data set in service: it is behind, or does not follow the primary';
}
