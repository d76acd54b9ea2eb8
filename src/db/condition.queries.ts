/** What condition a database is in: for `geo doctor`, which changes nothing. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { findFitness, MIGRATION_TABLE } from './database-fitness.ts';
import { MIGRATION_NAMES } from './orm.ts';
import { read } from './read.ts';

export interface DatabaseCondition {
  readonly name: string;
  readonly user: string;
  /** As PostgreSQL counts: 150004 is 15.4. */
  readonly versionNumber: number;
  /** Milliseconds since 1970 by the database's clock. */
  readonly clock: number;
  readonly hasTrigram: boolean;
  /** True when a start installs pg_trgm. */
  readonly willInstallTrigram: boolean;
  /** Migrations of this program that have not run. */
  readonly missingMigrations: readonly string[];
  /** Migrations that ran and that this program does not know: it is older than its database. */
  readonly unknownMigrations: readonly string[];
}

interface ConditionRow {
  readonly name: string;
  readonly user: string;
  readonly versionNumber: number;
  readonly clock: number;
  readonly hasTrigram: boolean;
  readonly trigramAvailable: boolean;
  readonly mayCreateSchemas: boolean;
}

/** Rejects with a DatabaseUnfitError where the database cannot be used as it is. */
export async function findDatabaseCondition(em: EntityManager): Promise<DatabaseCondition> {
  const { isNew } = await findFitness(em);
  const [row] = await read<ConditionRow>(
    em,
    `SELECT current_database() AS name, current_user AS "user",
            current_setting('server_version_num')::int AS "versionNumber",
            (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS clock,
            EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') AS "hasTrigram",
            EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm') AS "trigramAvailable",
            has_database_privilege(current_database(), 'CREATE') AS "mayCreateSchemas"`,
    [],
  );
  if (!row) throw new Error('the database answered no row');
  const { trigramAvailable, mayCreateSchemas, ...condition } = row;
  const ran = isNew ? [] : await read<{ name: string }>(em, `SELECT name FROM ${MIGRATION_TABLE}`, []);
  const names = new Set(ran.map(({ name }) => name));
  return {
    ...condition,
    // The first migration installs it. pg_trgm is a trusted extension: whoever may create in the database may.
    willInstallTrigram: isNew && trigramAvailable && mayCreateSchemas,
    missingMigrations: MIGRATION_NAMES.filter((name) => !names.has(name)),
    unknownMigrations: [...names].filter((name) => !MIGRATION_NAMES.includes(name)),
  };
}
