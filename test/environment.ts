/** What this machine offers to the tests: a PostgreSQL, the full data set, the fixture. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';

const ROOT = resolve(import.meta.dirname, '..');

/** A small hand-made data set in the shape of the upstream release. */
export const FIXTURE_DIR = join(ROOT, 'test', 'fixtures', 'data-set');

/** Why tests on the full data are skipped. */
export const NO_FULL_DATA =
  'the full data set is for `npm run test:release`, where it is on this machine (set GEO_FULL_DATA_DIR)';

/** The folder of the full data set, from GEO_FULL_DATA_DIR or beside the project; undefined when there is none. */
export function fullDataDir(): string | undefined {
  const folder = process.env['GEO_FULL_DATA_DIR'] ?? resolve(ROOT, '..', 'shared', 'data');
  return existsSync(join(folder, 'cities.json.gz')) ? folder : undefined;
}

/** Why answers are not validated where the schemas of the Reconciliation Service API are absent. */
export const NO_RECONCILIATION_SCHEMAS =
  'the schemas of the Reconciliation Service API 0.2 are not on this machine (set GEO_RECONCILIATION_SCHEMAS)';

/** The folder of those schemas, from GEO_RECONCILIATION_SCHEMAS or beside the project; undefined when there is none. */
export function reconciliationSchemasDir(): string | undefined {
  const beside = resolve(ROOT, '..', 'shared', 'spec', 'reconciliation-0.2');
  const folder = process.env['GEO_RECONCILIATION_SCHEMAS'] ?? beside;
  return existsSync(join(folder, 'manifest.json')) ? folder : undefined;
}

/** A PostgreSQL in which the tests may make databases: GEO_TEST_DATABASE_URL or the local default, when it answers. */
export async function postgresUrl(): Promise<string | undefined> {
  const named = process.env['GEO_TEST_DATABASE_URL'];
  const url = named ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ allowed: boolean }>(
      'SELECT rolcreatedb OR rolsuper AS allowed FROM pg_roles WHERE rolname = current_user',
    );
    return rows[0]?.allowed ? url : undefined;
  } catch (error) {
    // A server that was asked for by name has to be there.
    if (named !== undefined) throw error;
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
