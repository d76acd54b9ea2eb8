/**
 * Whether the service can be in a database as its user sees it. Its tables and the extension pg_trgm may be in any schemas that the
 * `search_path` of the user names and that the user may use, see ADR 105.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { againstRowSecurity, hidesRows } from './data-set.entity.ts';
import { DatabaseUnfitError, isTableMissing } from './faults.ts';
import { TEMPLATE } from './import/template-steps.ts';
import { read } from './read.ts';

/** The table of the migrations that have run. */
export const MIGRATION_TABLE = 'schema_migrations';

/** The tables of the service, each with columns that tell it from another program's. */
const OUR_TABLES = `(VALUES ('${MIGRATION_TABLE}', '{id,name,executed_at}'::text[]), ('data_sets', '{checksum,row_counts,activated_at}'),
                            ('api_keys', '{prefix,hash,plan,revoked_at}'), ('import_claim', '{only_row,beat_at}')) AS ours (name, marks)`;

export interface Fitness {
  /** Where the tables of the service are, or are to be made. */
  readonly schema: string;
  /** True while no migration has run. */
  readonly isNew: boolean;
  /** True where the table of migrations is there, be it empty. */
  readonly hasTable: boolean;
  /** True where the function that searches is there and seen. */
  readonly hasSearch: boolean;
}

/** A table that the user sees by a name of ours; names here and below are as SQL takes them. */
interface SeenTable {
  readonly name: string;
  readonly schema: string;
  readonly bareSchema: string;
  readonly owner: string;
  readonly isOfSuperuser: boolean;
  readonly isReadable: boolean;
  /** True where row security hides rows from the user. */
  readonly isFiltered: boolean;
  readonly isOurs: boolean;
  /** True where one of the same name is with the table of migrations, and this one comes first. */
  readonly isBefore: boolean;
}

const SEEN_TABLES = `
  SELECT name, quote_ident(nspname) AS schema, nspname AS "bareSchema", quote_ident(rolname) AS owner, rolsuper AS "isOfSuperuser",
         has_table_privilege(own.oid, 'SELECT') AS "isReadable", ${hidesRows('own.oid')} AS "isFiltered",
         marks <@ ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = own.oid) AS "isOurs",
         EXISTS (SELECT FROM pg_class AS other JOIN pg_class AS migrations USING (relnamespace)
                  WHERE migrations.oid = to_regclass('${MIGRATION_TABLE}') AND other.relname = name AND other.oid <> own.oid) AS "isBefore"
    FROM ${OUR_TABLES}
    JOIN pg_class AS own ON own.oid = to_regclass(name)
    JOIN pg_namespace ON pg_namespace.oid = relnamespace
    JOIN pg_roles ON pg_roles.oid = relowner`;

interface Sight {
  readonly database: string;
  readonly user: string;
  /** Whose settings hold: who has connected, whatever role it has taken since. */
  readonly login: string;
  /** The schema in which tables are made, and without quotes; null where there is none. */
  readonly schema: string | null;
  readonly bareSchema: string | null;
  /** True where `search_path` is in the URL, before which no other setting counts. */
  readonly isOfUrl: boolean;
  readonly hasPublic: boolean;
  readonly hasTemplate: boolean;
  readonly hasSearch: boolean;
  readonly mayCreateSchemas: boolean;
  readonly mayCreateTables: boolean;
  /** A schema that `search_path` names and the user may not use. */
  readonly forbidden: string | null;
  /** A schema with our tables, wherever it is, and whether the user may use it. */
  readonly home: string | null;
  readonly mayUseHome: boolean | null;
}

/** SQL, true where the function that searches is there and seen. */
export const HAS_SEARCH =
  "EXISTS (SELECT FROM pg_proc WHERE proname = 'fuzzy_matches' AND pg_function_is_visible(oid))";

const SIGHT = `
  SELECT quote_ident(current_database()) AS database, quote_ident(current_user) AS "user", quote_ident(session_user) AS login,
         quote_ident(current_schema()) AS schema, current_schema() AS "bareSchema",
         (SELECT source = 'client' FROM pg_settings WHERE name = 'search_path') AS "isOfUrl",
         to_regnamespace('public') IS NOT NULL AS "hasPublic", to_regnamespace('${TEMPLATE}') IS NOT NULL AS "hasTemplate",
         ${HAS_SEARCH} AS "hasSearch",
         has_database_privilege(current_database(), 'CREATE') AS "mayCreateSchemas",
         coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreateTables",
         (SELECT quote_ident(nspname)
            FROM regexp_split_to_table(current_setting('search_path'), ',') WITH ORDINALITY AS named (written, place)
            JOIN pg_namespace ON nspname = replace(btrim(written, ' "'), '$user', current_user)
           WHERE NOT has_schema_privilege(nspname, 'USAGE') ORDER BY place LIMIT 1) AS forbidden,
         quote_ident(home.nspname) AS home, has_schema_privilege(home.nspname, 'USAGE') AS "mayUseHome"
    FROM (VALUES (1)) AS one LEFT JOIN (
      SELECT nspname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE relname = '${MIGRATION_TABLE}' AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'executed_at')
         AND EXISTS (SELECT FROM pg_class AS register WHERE register.relnamespace = pg_class.relnamespace AND register.relname = 'data_sets')
       LIMIT 1) AS home ON true`;

/** Rejects with a {@link DatabaseUnfitError} where the tables of the service can neither be read nor made. */
export async function findFitness(em: EntityManager): Promise<Fitness> {
  try {
    return await look(em);
  } catch (error) {
    // Another process that starts may have migrated between two statements.
    if (error instanceof DatabaseUnfitError || isTableMissing(error)) return look(em);
    throw error;
  }
}

async function look(em: EntityManager): Promise<Fitness> {
  const [sight] = await read<Sight>(em, SIGHT, []);
  const seen = await read<SeenTable>(em, SEEN_TABLES, []);
  if (!sight) throw new Error('the database answered no row');
  const found = seen.find(({ name, isOurs }) => name === MIGRATION_TABLE && isOurs);
  refuse(found && faultOfReading(sight, found));
  refuse(faultOfFilter(sight, seen));
  // One that a start made and did not fill, since it was ended, is none.
  const hasRun = found !== undefined && (await read(em, `SELECT 1 FROM ${MIGRATION_TABLE} LIMIT 1`, [])).length > 0;
  refuse(hasRun ? faultOfMade(sight, seen, found) : faultOfNew(sight, seen));
  const schema = (hasRun ? found.bareSchema : sight.bareSchema) ?? '';
  if (schema.includes('.')) {
    const message = `the schema "${schema}" has a dot in its name, which the migrations cannot have`;
    throw new DatabaseUnfitError(message, ownSchema(sight));
  }
  const hasTable = seen.some(({ name, bareSchema }) => name === MIGRATION_TABLE && bareSchema === schema);
  return { schema, isNew: !hasRun, hasTable, hasSearch: sight.hasSearch };
}

function refuse(fault: DatabaseUnfitError | undefined): void {
  if (fault) throw fault;
}

function faultOfReading(
  { user }: Sight,
  { owner, schema, isReadable, isOfSuperuser }: SeenTable,
): DatabaseUnfitError | undefined {
  if (isReadable) return undefined;
  return new DatabaseUnfitError(
    `the tables of the service are those of ${owner}, and ${user} may not read them`,
    isOfSuperuser
      ? `let ${user} own the tables and schemas of the service (ALTER … OWNER TO ${user}), or grant it what it is to do`
      : `name ${owner} in DATABASE_URL, or a member of that role, or give this service a database of its own; for one that only reads, as ${owner}: GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${user}, and on each data set (docs/operate.md)`,
  );
}

function faultOfFilter({ user }: Sight, seen: readonly SeenTable[]): DatabaseUnfitError | undefined {
  const filtered = seen.find(({ isFiltered, isOurs }) => isFiltered && isOurs);
  const message = `row security hides rows of the table ${filtered?.name} from ${user}`;
  return filtered && new DatabaseUnfitError(message, againstRowSecurity(user));
}

/** Migrations have run. */
function faultOfMade(sight: Sight, seen: readonly SeenTable[], found: SeenTable): DatabaseUnfitError | undefined {
  const before = seen.find(({ isBefore }) => isBefore);
  if (before) {
    const message = `the table ${before.name} in the schema ${before.schema} comes before that of the service, which is in ${found.schema}`;
    return new DatabaseUnfitError(message, setPath(sight, found.schema));
  }
  if (sight.hasTemplate) return undefined;
  return new DatabaseUnfitError(`the tables of the service are there without the schema ${TEMPLATE}`, WHOLE);
}

/** No migration has run: the tables are to be made in the first schema of the user. */
function faultOfNew(sight: Sight, seen: readonly SeenTable[]): DatabaseUnfitError | undefined {
  const { user, login, schema, forbidden, hasTemplate } = sight;
  if (hasTemplate) return faultOfTemplate(sight);
  if (schema === null && forbidden !== null) {
    return new DatabaseUnfitError(
      `${user} may not use the schema ${forbidden}, which its search_path names`,
      `as a superuser: GRANT USAGE, CREATE ON SCHEMA ${forbidden} TO ${user}`,
    );
  }
  if (schema === null || /^(?:pg_|information_schema$)/.test(schema)) {
    const named = schema === null ? 'no schema that is there and that it may use' : `${schema} first`;
    return new DatabaseUnfitError(`the search_path of ${login} names ${named}`, ownSchema(sight));
  }
  const strange = seen.find((table) => table.schema === schema && !table.isOurs);
  if (strange) {
    const message = `the table ${strange.name} in the schema ${schema} is another program's`;
    return new DatabaseUnfitError(message, ownSchema(sight));
  }
  const grants: string[] = [];
  if (!sight.mayCreateSchemas) grants.push(`GRANT CREATE ON DATABASE ${sight.database} TO ${user}`);
  if (!sight.mayCreateTables) grants.push(`GRANT CREATE ON SCHEMA ${schema} TO ${user}`);
  if (grants.length === 0) return undefined;
  return new DatabaseUnfitError(`${user} may not make what the service needs`, `as a superuser: ${grants.join('; ')}`);
}

/** What migrations make is there, and what says that they ran is not seen. */
function faultOfTemplate(sight: Sight): DatabaseUnfitError {
  const { user, login, schema, home, mayUseHome } = sight;
  if (home === null || home === schema) {
    const lacking = home === null ? 'the other tables of the service' : `the rows of ${MIGRATION_TABLE}`;
    return new DatabaseUnfitError(`the schema ${TEMPLATE} is there without ${lacking}`, WHOLE);
  }
  const there = `the tables of the service are in the schema ${home}, which`;
  return mayUseHome
    ? new DatabaseUnfitError(`${there} the search_path of ${login} does not name first`, setPath(sight, home))
    : new DatabaseUnfitError(
        `${there} ${user} may not use`,
        `as a superuser: GRANT USAGE ON SCHEMA ${home} TO ${user}`,
      );
}

/** As where `pg_dump` was told to take some schemas only. */
export const WHOLE = 'restore the database with all its schemas, or begin with an empty one';

/** What gives the user a schema for the service. */
function ownSchema(sight: Sight): string {
  const { user, hasPublic, schema } = sight;
  if (hasPublic && schema !== 'public') return setPath(sight, 'public');
  return setPath(sight, 'geo', `CREATE SCHEMA geo AUTHORIZATION ${user}; `);
}

function setPath({ login, database, isOfUrl }: Sight, schema: string, before = ''): string {
  return isOfUrl
    ? `name ${schema} first in the search_path of DATABASE_URL`
    : `as a superuser: ${before}ALTER ROLE ${login} IN DATABASE ${database} SET search_path TO ${schema}`;
}
