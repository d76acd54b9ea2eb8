/** The register of loaded data sets; each one's rows live in the PostgreSQL schema `geo_<id>`. */
import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { TABLES } from './import/data-set-source.ts';
import { TEMPLATE } from './import/template-steps.ts';

export const DataSetRecord = defineEntity({
  name: 'DataSet',
  tableName: 'data_sets',
  properties: {
    id: p.integer().primary().autoincrement(),
    checksum: p.string().columnType('text'),
    source: p.string().columnType('text'),
    sourceVersion: p.string().columnType('text').nullable(),
    sourceDate: p.date().nullable(),
    loadedAt: p.datetime().defaultRaw('now()'),
    activatedAt: p.datetime().nullable(),
    rowCounts: p.json<Record<string, number>>(),
  },
});

export type DataSetRecord = InferEntity<typeof DataSetRecord>;

/** SQL for the ids of the data sets whose schemas are there: the current one, and the one before it that requests under way may still read. */
export const READABLE_DATA_SETS =
  'SELECT id FROM data_sets WHERE activated_at IS NOT NULL ORDER BY activated_at DESC, id DESC LIMIT 2';

/** What is read of a data set; a later release may have brought along further tables. */
const READ_TABLES = sqlNames([...TABLES, 'find_index', 'geonames']);

/** SQL for those of them that the template lacks, as `find_index, geonames`; null where it lacks none. */
export const LACKING_IN_TEMPLATE = `
  SELECT string_agg(name, ', ' ORDER BY name) FROM unnest(ARRAY[${READ_TABLES}]) AS name
   WHERE NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace('${TEMPLATE}') AND relkind = 'r' AND relname = name)`;

function sqlNames(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

function hasTable(condition: string): string {
  return `EXISTS (SELECT FROM pg_class WHERE relnamespace = pg_namespace.oid AND relkind IN ('r', 'p') AND relname IN (${READ_TABLES}) AND ${condition})`;
}

/** SQL, true where row security may hide rows of a table from the user. Policies that let everything be read hide nothing. */
export function hidesRows(oid: string): string {
  const isOurs = "(polroles = '{0}' OR EXISTS (SELECT FROM unnest(polroles) AS role WHERE pg_has_role(role, 'USAGE')))";
  const policy = `SELECT FROM pg_policy WHERE polrelid = ${oid} AND polcmd IN ('r', '*') AND ${isOurs}`;
  // A restrictive one without a condition on what is read restrains only what is written.
  const readsAll = "coalesce(pg_get_expr(polqual, polrelid) = 'true', NOT polpermissive)";
  return `(row_security_active(${oid}) AND (
    EXISTS (${policy} AND NOT polpermissive AND NOT ${readsAll})
    OR NOT EXISTS (${policy} AND polpermissive AND ${readsAll})))`;
}

/** What to do about row security, by whom. */
export function againstRowSecurity(user: string): string {
  return `as a superuser: ALTER ROLE ${user} BYPASSRLS; or, as the owner of the table: ALTER TABLE … DISABLE ROW LEVEL SECURITY`;
}

/** SQL, true where row security hides rows from the user, of the data set whose schema is the row of `pg_namespace`. */
export const IS_FILTERED = hasTable(hidesRows('pg_class.oid'));

/** SQL, true where the user may not read all of it. */
export const MAY_NOT_BE_READ = `(
  NOT has_schema_privilege(pg_namespace.oid, 'USAGE') OR ${hasTable("NOT has_table_privilege(pg_class.oid, 'SELECT')")} OR ${IS_FILTERED})`;

/** SQL, true where the schema that is the row of `pg_namespace` has the tables of a data set. */
export const HAS_TABLES = `${TABLES.length} = (
  SELECT count(*) FROM pg_class WHERE relnamespace = pg_namespace.oid AND relkind IN ('r', 'p') AND relname IN (${sqlNames(TABLES)}))`;

/** The statements that let a user, quoted as SQL takes it, read a data set. */
export function grantsOf(schema: string, user: string): string {
  return `GRANT USAGE ON SCHEMA ${schema} TO ${user}; GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${user}`;
}
