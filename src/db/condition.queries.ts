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
  /** True when this user may install pg_trgm itself. */
  readonly mayInstallTrigram: boolean;
  /** True when this user may make schemas, as an import does. */
  readonly mayCreateSchemas: boolean;
  /** Where the tables of the service are, or are to be made. */
  readonly schema: string;
  /** True when this user may make tables there, as the migrations do. */
  readonly mayCreateTables: boolean;
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
  readonly mayCreateTables: boolean;
}

/** Rejects with a DatabaseUnfitError where the database cannot be used as it is. */
export async function findDatabaseCondition(em: EntityManager): Promise<DatabaseCondition> {
  const { schema, isNew } = await findFitness(em);
  const [row] = await read<ConditionRow>(
    em,
    `SELECT current_database() AS name, current_user AS "user",
            current_setting('server_version_num')::int AS "versionNumber",
            (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS clock,
            EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') AS "hasTrigram",
            EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm') AS "trigramAvailable",
            has_database_privilege(current_database(), 'CREATE') AS "mayCreateSchemas",
            has_schema_privilege($1, 'CREATE') AS "mayCreateTables"`,
    [schema],
  );
  if (!row) throw new Error('the database answered no row');
  const { trigramAvailable, ...condition } = row;
  const ran = isNew ? [] : await read<{ name: string }>(em, `SELECT name FROM ${MIGRATION_TABLE}`, []);
  const names = new Set(ran.map(({ name }) => name));
  return {
    ...condition,
    schema,
    // pg_trgm is a trusted extension: whoever may create in the database may install it.
    mayInstallTrigram: trigramAvailable && row.mayCreateSchemas,
    missingMigrations: MIGRATION_NAMES.filter((name) => !names.has(name)),
    unknownMigrations: [...names].filter((name) => !MIGRATION_NAMES.includes(name)),
  };
}
