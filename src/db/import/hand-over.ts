/** What a superuser or a member of the service's role makes is the service's: it is to read, to change and to drop it. */
import { TEMPLATE, type Query } from './template-steps.ts';

// Who imports has to be able to go on with what is another's then, and in some releases the new owner is to be one who could have made it
// itself.
const SERVICE = `
  WITH service AS (
    SELECT pg_roles.oid, quote_ident(rolname) AS role FROM pg_class JOIN pg_roles ON pg_roles.oid = relowner
     WHERE pg_class.oid = to_regclass('data_sets') AND rolname <> current_user
       AND pg_has_role(rolname, 'USAGE')
       AND pg_has_role(rolname, CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END))`;

/** Of a schema of ours, whose name needs no quotes, and its tables. */
const ofSchema = (schema: string) => `${SERVICE}, schemas AS (
    SELECT pg_namespace.oid, nspowner FROM service, pg_namespace
     WHERE nspname = '${schema}'
       AND (nspowner = service.oid OR has_database_privilege(service.oid, current_database(), 'CREATE')
         OR current_setting('is_superuser') = 'on'))
  SELECT step FROM (
    SELECT 0 AS place, format('ALTER SCHEMA ${schema} OWNER TO %s', role) AS step
      FROM service, schemas WHERE nspowner <> service.oid AND pg_has_role(nspowner, 'USAGE')
    UNION ALL
    SELECT 1, format('ALTER TABLE ${schema}.%I OWNER TO %s', relname, role)
      FROM service, schemas JOIN pg_class ON relnamespace = schemas.oid
     WHERE relkind = 'r' AND relowner <> service.oid AND pg_has_role(relowner, 'USAGE')) AS steps
   ORDER BY place`;

/** Of what migrations make outside of the template. */
const OF_SERVICE = `${SERVICE}
  SELECT format('ALTER TABLE %s OWNER TO %s', pg_class.oid::regclass, role) AS step
    FROM service, pg_class
   WHERE pg_class.oid IN (to_regclass('schema_migrations'), to_regclass('api_keys'), to_regclass('import_claim'))
     AND relowner <> service.oid AND pg_has_role(relowner, 'USAGE') AND has_schema_privilege(service.oid, relnamespace, 'CREATE')
  UNION ALL
  SELECT format('ALTER FUNCTION %s OWNER TO %s', pg_proc.oid::regprocedure, role)
    FROM service, pg_proc
   WHERE proname = 'fuzzy_matches' AND pg_function_is_visible(pg_proc.oid)
     AND proowner <> service.oid AND pg_has_role(proowner, 'USAGE') AND has_schema_privilege(service.oid, pronamespace, 'CREATE')`;

/** Gives a schema and its tables to the owner of the register, where that is another role whose member this one is. */
export async function handOver(query: Query, schema: string): Promise<void> {
  for (const { step } of await query<{ step: string }>(ofSchema(schema), [])) await query(step, []);
}

/** Gives it what migrations have made. */
export async function handOverMigrated(query: Query): Promise<void> {
  for (const { step } of await query<{ step: string }>(OF_SERVICE, [])) await query(step, []);
  await handOver(query, TEMPLATE);
}
