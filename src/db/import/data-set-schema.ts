/** Makes a data set's own schema from the template: bare tables first, indexes and constraints once the rows are in. */
import { WHOLE } from '../database-fitness.ts';
import { LACKING_IN_TEMPLATE, READABLE_DATA_SETS } from '../data-set.entity.ts';
import { DatabaseUnfitError, isLocked } from '../faults.ts';
import type { ActiveDataSet } from './data-set-record.ts';
import { TABLES, type TableName } from './data-set-source.ts';
import type { ImportClaim } from './import-claim.ts';
import type { ImportConnection } from './import-connection.ts';
import { handOver } from './hand-over.ts';
import { type Query, TEMPLATE, templateSteps } from './template-steps.ts';

/** The longest that a schema is waited for which is to be dropped, in seconds: who is ended lets go at once. */
const LOCK_SECONDS = 5;

export function schemaOf(dataSetId: number): string {
  return `geo_${dataSetId}`;
}

/** Creates the schema and its tables, with everything that a row needs to be stored and nothing that slows storing. Throws as {@link assertTemplate}. */
export async function createTables(connection: ImportConnection, dataSetId: number): Promise<void> {
  const schema = schemaOf(dataSetId);
  await assertTemplate(connection);
  await connection.transaction('preparing', async () => {
    await connection.rows(`CREATE SCHEMA ${schema}`);
    for (const step of await completionSteps(connection, dataSetId)) await connection.rows(step);
    await handOver(queryOn(connection), schema);
  });
}

/** The statements that complete the schema: its tables while there are none, then their keys and indexes. Each may take seconds. */
export function completionSteps(connection: ImportConnection, dataSetId: number): Promise<string[]> {
  return templateSteps(queryOn(connection), schemaOf(dataSetId));
}

/** Lets the planner know the rows. */
export async function analyze(connection: ImportConnection, dataSetId: number): Promise<void> {
  for (const table of await templateTables(connection)) {
    await connection.transaction('preparing', () => connection.rows(`ANALYZE ${schemaOf(dataSetId)}.${table}`));
  }
}

/** True when a data set's schema has every table, column, constraint and index of the template, no others, and as many rows as it is to have. */
export async function isWhole(
  connection: ImportConnection,
  { id, row_counts: counts }: Pick<ActiveDataSet, 'id' | 'row_counts'>,
): Promise<boolean> {
  const [row] = await connection.rows<{ same: boolean }>(
    `SELECT (${shapeOf('$1')}) IS NOT DISTINCT FROM (${shapeOf('$2')}) AS same`,
    [TEMPLATE, schemaOf(id)],
  );
  if (row?.same !== true) return false;
  const stored = await countRows(queryOn(connection), id);
  return TABLES.every((table) => stored[table] === counts[table]);
}

/** Throws unless the database has as many rows as were written. */
export async function verifyCounts(
  connection: ImportConnection,
  dataSetId: number,
  counts: Readonly<Record<TableName, number>>,
): Promise<void> {
  const stored = await countRows(queryOn(connection), dataSetId);
  for (const table of TABLES) {
    if (stored[table] === counts[table]) continue;
    throw new Error(`${schemaOf(dataSetId)}.${table} has ${stored[table]} rows where ${counts[table]} were written`);
  }
}

/** How many rows each table of a data set has. */
export async function countRows(query: Query, dataSetId: number): Promise<Readonly<Record<string, number>>> {
  const counts = TABLES.map((table) => `(SELECT count(*)::int FROM ${schemaOf(dataSetId)}.${table}) AS ${table}`);
  const [row] = await query<Record<string, number>>(`SELECT ${counts.join(', ')}`, []);
  return row ?? {};
}

/**
 * Drops what imports that did not finish left behind, and data sets that nobody reads any more, before the holder of the claim makes a
 * schema of its own. Throws ImportBusyError where the claim is another's by now.
 */
export async function dropLeftovers(connection: ImportConnection, claim: ImportClaim): Promise<void> {
  await dropSchemas(connection, claim, LEFTOVERS);
  await connection.transaction('preparing', async () => {
    await claim.holdToTheEnd();
    // One whose schema somebody still reads is known to a later import.
    await connection.rows("DELETE FROM data_sets WHERE activated_at IS NULL AND to_regnamespace('geo_' || id) IS NULL");
  });
}

/** Drops all data sets but the current one and the one before it, which requests under way may still be reading. */
export async function dropOutdated(connection: ImportConnection, claim: ImportClaim): Promise<void> {
  await dropSchemas(connection, claim, OUTDATED);
}

/** Drops a data set that never became current. */
export async function dropUnfinished(connection: ImportConnection, dataSetId: number): Promise<void> {
  await connection.transaction('preparing', () =>
    connection.rows(`DROP SCHEMA IF EXISTS ${schemaOf(dataSetId)} CASCADE`),
  );
  await connection.rows('DELETE FROM data_sets WHERE id = $1 AND activated_at IS NULL', [dataSetId]);
}

/** Who stands still in one of them is ended. One that somebody reads for long, as a backup does, is left to a later import. */
async function dropSchemas(connection: ImportConnection, claim: ImportClaim, query: string): Promise<void> {
  for (const { schema } of await connection.rows<{ schema: string }>(query)) {
    await claim.endWriters(schema);
    const drop = async () => {
      await claim.holdToTheEnd(); // What was nobody's when it was found may be that of a successor.
      await connection.rows(`SET LOCAL lock_timeout = '${LOCK_SECONDS}s'`);
      await connection.rows(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    };
    await connection.transaction('preparing', drop).catch((error: unknown) => {
      if (!isLocked(error)) throw error;
    });
    await claim.beat();
  }
}

/** Throws DatabaseUnfitError where the template has not all tables, as after `DROP OWNED BY` of who made some: data sets would lack them. */
async function assertTemplate(connection: ImportConnection): Promise<void> {
  const [row] = await connection.rows<{ lacking: string | null }>(`SELECT (${LACKING_IN_TEMPLATE}) AS lacking`);
  if (row?.lacking != null) throw new DatabaseUnfitError(`the schema ${TEMPLATE} lacks ${row.lacking}`, WHOLE);
}

function queryOn(connection: ImportConnection): Query {
  return (sql, params) => connection.rows(sql, params);
}

async function templateTables(connection: ImportConnection): Promise<string[]> {
  const rows = await connection.rows<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
      WHERE relnamespace = $1::regnamespace AND relkind = 'r' ORDER BY oid`,
    [TEMPLATE],
  );
  return rows.map(({ name }) => name);
}

// Another program, or another service, may have schemas of such names: ours are in the register, and have these tables from the moment that
// they are there.
const OURS = `
  SELECT nspname AS schema FROM data_sets JOIN pg_namespace AS own ON nspname = 'geo_' || id
   WHERE pg_has_role(nspowner, 'USAGE')
     AND 5 = (SELECT count(*) FROM pg_class WHERE relnamespace = own.oid AND relkind = 'r'
                 AND relname IN ('regions', 'subregions', 'countries', 'states', 'cities'))`;

const LEFTOVERS = `${OURS} AND id NOT IN (${READABLE_DATA_SETS})`;

const OUTDATED = `${LEFTOVERS} AND activated_at IS NOT NULL`;

/** SQL for everything that makes up a schema, as one array without the schema's own name. */
function shapeOf(schema: string): string {
  return `
    SELECT array_agg(regexp_replace(line, '"?' || ${schema}::text || '"?\\.', '', 'g') ORDER BY line COLLATE "C") FROM (
      SELECT concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated,
                       pg_get_expr(adbin, adrelid)) AS line
        FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
        LEFT JOIN pg_attrdef ON adrelid = pg_class.oid AND adnum = attnum
       WHERE relnamespace = to_regnamespace(${schema}) AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
      UNION ALL
      SELECT concat_ws(' ', relname, conname, pg_get_constraintdef(con.oid))
        FROM pg_constraint AS con JOIN pg_class AS rel ON rel.oid = conrelid
       WHERE relnamespace = to_regnamespace(${schema}) AND contype <> 'n'
      UNION ALL
      SELECT pg_get_indexdef(indexrelid)
        FROM pg_index JOIN pg_class AS rel ON rel.oid = indrelid
       WHERE relnamespace = to_regnamespace(${schema})) AS shape`;
}
