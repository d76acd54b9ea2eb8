/** What condition a database is in: for `geo doctor`, which changes nothing. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { findFitness, MIGRATION_TABLE } from './database-fitness.ts';
import { LACKING_IN_TEMPLATE, READABLE_DATA_SETS } from './data-set.entity.ts';
import { MIGRATION_NAMES } from './migrations.ts';
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
  /** True where the function that searches is not there, which a migration made. */
  readonly lacksSearch: boolean;
}

/** What imports need, and leave behind. Names are as SQL takes them. */
export interface ImportCondition {
  /** Tables that the template lacks, as `find_index, geonames`; null where it lacks none. */
  readonly lackingInTemplate: string | null;
  readonly database: string;
  readonly user: string;
  /** The role whose the register is. */
  readonly owner: string;
  /** True where our user is that role or a member. */
  readonly isOurs: boolean;
  readonly mayCreateSchemas: boolean;
  /** A data set that is not read any more and that our user may not drop, as `geo_2`, and whose it is. */
  readonly stray: string | null;
  readonly strayOwner: string | null;
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

const IMPORTS = `
  SELECT quote_ident(current_database()) AS database, quote_ident(current_user) AS "user", quote_ident(rolname) AS owner,
         has_database_privilege(current_database(), 'CREATE') AS "mayCreateSchemas", pg_has_role(relowner, 'USAGE') AS "isOurs", (${LACKING_IN_TEMPLATE}) AS "lackingInTemplate",
         strays.schema AS stray, strays.owner AS "strayOwner"
    FROM pg_class JOIN pg_roles ON pg_roles.oid = relowner
    LEFT JOIN LATERAL (
      SELECT nspname AS schema, quote_ident(pg_get_userbyid(nspowner)) AS owner
        FROM data_sets JOIN pg_namespace ON nspname = 'geo_' || id
       WHERE id NOT IN (${READABLE_DATA_SETS}) AND NOT pg_has_role(nspowner, 'USAGE')
       ORDER BY id LIMIT 1) AS strays ON true
   WHERE pg_class.oid = to_regclass('data_sets')`;

/** Rejects with a DatabaseUnfitError where the database cannot be used as it is. */
export async function findDatabaseCondition(em: EntityManager): Promise<DatabaseCondition> {
  const { isNew, hasSearch } = await findFitness(em);
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
    lacksSearch: !isNew && !hasSearch,
    // The first migration installs it. pg_trgm is a trusted extension: whoever may create in the database may.
    willInstallTrigram: isNew && trigramAvailable && mayCreateSchemas,
    missingMigrations: MIGRATION_NAMES.filter((name) => !names.has(name)),
    unknownMigrations: [...names].filter((name) => !MIGRATION_NAMES.includes(name)),
  };
}

/** To be asked where the migrations have run. */
export async function findImportCondition(em: EntityManager): Promise<ImportCondition> {
  const [row] = await read<ImportCondition>(em, IMPORTS, []);
  if (!row) throw new Error('the database answered no row');
  return row;
}
