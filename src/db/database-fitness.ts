/**
 * Whether the service can be in a database as its user sees it. Its tables and the extension pg_trgm may be in any schemas that the
 * `search_path` of the user names and that the user may use.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { DatabaseUnfitError } from './faults.ts';
import { TEMPLATE } from './import/template-steps.ts';
import { read } from './read.ts';

/** The table of the migrations that have run. */
export const MIGRATION_TABLE = 'schema_migrations';

export interface Fitness {
  /** Where the tables of the service are, or are to be made. */
  readonly schema: string;
  /** True before the first migration. */
  readonly isNew: boolean;
}

interface Sight {
  readonly name: string;
  readonly user: string;
  readonly schema: string | null;
  /** Whose the table of migrations is; null where none is seen. */
  readonly owner: string | null;
  readonly isOurs: boolean;
  readonly isReadable: boolean | null;
  readonly hasTemplate: boolean;
  /** One that `search_path` names, and that the user may not use. */
  readonly forbidden: string | null;
}

const SIGHT = `
  SELECT quote_ident(current_database()) AS name, quote_ident(current_user) AS "user",
         coalesce(nspname, current_schema()) AS schema,
         quote_ident(pg_get_userbyid(relowner)) AS owner,
         has_table_privilege(found.oid, 'SELECT') AS "isReadable",
         EXISTS (SELECT FROM pg_attribute WHERE attrelid = found.oid AND attname = 'executed_at') AS "isOurs",
         to_regnamespace('${TEMPLATE}') IS NOT NULL AS "hasTemplate",
         (SELECT quote_ident(own.nspname)
            FROM regexp_split_to_table(current_setting('search_path'), ',') WITH ORDINALITY AS named (written, place)
            JOIN pg_namespace AS own ON own.nspname = replace(btrim(written, ' "'), '$user', current_user)
           WHERE NOT has_schema_privilege(own.oid, 'USAGE') ORDER BY place LIMIT 1) AS forbidden
    FROM (SELECT to_regclass('${MIGRATION_TABLE}')::oid AS oid) AS found
    LEFT JOIN pg_class ON pg_class.oid = found.oid
    LEFT JOIN pg_namespace ON pg_namespace.oid = relnamespace`;

/** Rejects with a {@link DatabaseUnfitError} where the tables of the service can neither be read nor made. */
export async function findFitness(em: EntityManager): Promise<Fitness> {
  const [sight] = await read<Sight>(em, SIGHT, []);
  if (!sight) throw new Error('the database answered no row');
  const { schema, owner } = sight;
  const fault = owner === null ? faultOfNew(sight) : faultOfTable(sight, owner);
  if (fault) throw fault;
  if (schema === null) throw new Error('a table has a schema');
  if (schema.includes('.')) {
    const message = `the schema "${schema}" has a dot in its name, which the migrations cannot have`;
    throw new DatabaseUnfitError(message, 'name another one first in search_path');
  }
  return { schema, isNew: owner === null };
}

function faultOfTable({ user, schema, isOurs, isReadable }: Sight, owner: string): DatabaseUnfitError | undefined {
  if (!isOurs) {
    const message = `the table ${MIGRATION_TABLE} in the schema "${schema}" is another program's`;
    return new DatabaseUnfitError(message, 'give the service a database of its own');
  }
  if (isReadable) return undefined;
  return new DatabaseUnfitError(
    `the tables of the service are those of ${owner}, and ${user} may not read them`,
    `name ${owner} in DATABASE_URL; or as a superuser: GRANT ${owner} TO ${user} (to serve alone: GRANT pg_read_all_data TO ${user})`,
  );
}

function faultOfNew({ name, user, schema, forbidden, hasTemplate }: Sight): DatabaseUnfitError | undefined {
  if (schema === null) {
    return forbidden === null
      ? new DatabaseUnfitError(
          `the search_path of ${user} names no schema that is there`,
          `as a superuser: ALTER ROLE ${user} IN DATABASE ${name} SET search_path TO public`,
        )
      : new DatabaseUnfitError(
          `${user} may not use the schema ${forbidden}, which its search_path names`,
          `as a superuser: GRANT USAGE, CREATE ON SCHEMA ${forbidden} TO ${user}`,
        );
  }
  if (!hasTemplate) return undefined;
  return new DatabaseUnfitError(
    `the tables of the service are in a schema that the search_path of ${user} does not name, or that it may not use`,
    'name that schema there, or give this service a database of its own',
  );
}

/** Rejects with a {@link DatabaseUnfitError} where pg_trgm is installed and the user does not see it. */
export async function assertTrigramSeen(em: EntityManager): Promise<void> {
  const [hidden] = await read<{ schema: string; mayUse: boolean; isOfUrl: boolean; advice: string }>(
    em,
    `SELECT quote_ident(nspname) AS schema, has_schema_privilege(own.oid, 'USAGE') AS "mayUse",
            (SELECT source = 'client' FROM pg_settings WHERE name = 'search_path') AS "isOfUrl",
            CASE WHEN has_schema_privilege(own.oid, 'USAGE')
                 THEN format('ALTER ROLE %I IN DATABASE %I SET search_path TO %s', current_user, current_database(),
                             concat_ws(', ', CASE WHEN current_schema() IS NOT NULL THEN current_setting('search_path')
                                                  WHEN nspname <> 'public' THEN 'public' END, quote_ident(nspname)))
                 ELSE format('GRANT USAGE ON SCHEMA %I TO %I', nspname, current_user) END AS advice
       FROM pg_extension JOIN pg_namespace AS own ON own.oid = extnamespace
      WHERE extname = 'pg_trgm' AND nspname <> ALL (current_schemas(true))`,
    [],
  );
  if (!hidden) return;
  const { schema, mayUse, isOfUrl, advice } = hidden;
  const fault = mayUse ? 'which the search_path of our user does not name' : 'which our user may not use';
  throw new DatabaseUnfitError(
    `pg_trgm is installed in the schema ${schema}, ${fault}`,
    mayUse && isOfUrl ? `add ${schema} to the search_path in DATABASE_URL` : `as a superuser: ${advice}`,
  );
}
