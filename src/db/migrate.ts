/** Brings a database up to date, and what a restore may have left out. */
import { fuzzyMatches } from '../../migrations/20261121000003-trigram-indexes.ts';
import { findFitness, HAS_SEARCH, MIGRATION_TABLE } from './database-fitness.ts';
import { DatabaseUnfitError, isDatabaseUnavailable, isForbidden } from './faults.ts';
import { bringAlong, type OnLeftBehind } from './import/bring-along.ts';
import { handOverMigrated } from './import/hand-over.ts';
import { PATIENCE, type Query } from './import/template-steps.ts';
import type { Database } from './orm.ts';
import { assertTrigramSeen } from './trigram-schema.ts';

/** Told by the doctor, too. */
export const LACKS_SEARCH =
  'the function fuzzy_matches, which searches, is not there: a restore by no superuser may leave it out';
export const MAKES_SEARCH =
  'start the service once with the owner of its tables in DATABASE_URL: it makes the function';

const MIGRATION_LOCK = "SELECT pg_advisory_xact_lock(hashtext('migrations'))";

/** Brings the service's tables and the data sets in service up to date; returns the names of the migrations that ran. */
export async function migrate(database: Database, onLeftBehind: OnLeftBehind = () => undefined): Promise<string[]> {
  // The migrator makes a database that is missing. A mistyped name is a fault to be told, so this asks first.
  const { schema, isNew, hasTable, hasSearch } = await findFitness(database.em);
  if (isNew) await assertTrigramSeen(database.em, { isNew });
  // Without a schema it looks in `public`, and makes the table where `search_path` says.
  const { config } = database.orm;
  config.set('migrations', { ...config.get('migrations'), tableName: `${schema}.${MIGRATION_TABLE}` });
  const done = await migrateInTurn(database).catch(async (error: unknown) => {
    // What lacks a right now may be made by another user later, who could not read it.
    if (isNew && !hasTable && !isDatabaseUnavailable(error))
      await dropEmptyTable(database, schema).catch(() => undefined);
    throw error;
  });
  if (!isNew && !hasSearch) {
    await makeSearch(database, schema).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      // Who may only read has all but some searches without it.
      onLeftBehind(schema, isForbidden(error) ? new DatabaseUnfitError(LACKS_SEARCH, MAKES_SEARCH) : error);
    });
  }
  await bringAlong(database.em, onLeftBehind);
  return done.map(({ name }) => name);
}

/** Drops the table of migrations where none has run. */
async function dropEmptyTable({ em }: Database, schema: string): Promise<void> {
  const table = `"${schema.replaceAll('"', '""')}".${MIGRATION_TABLE}`;
  const connection = em.getConnection();
  await connection.transactional(async (transaction) => {
    const run = (sql: string) => connection.execute<unknown[]>(sql, [], 'all', transaction);
    await run(MIGRATION_LOCK);
    if ((await run(`SELECT 1 FROM ${table} LIMIT 1`)).length === 0) await run(`DROP TABLE ${table}`);
  });
}

/**
 * Processes that start together wait for each other: whoever is second finds the migrations done. Those are one transaction, and it ends the
 * lock, behind a pooler too.
 */
async function migrateInTurn({ em, orm: { migrator } }: Database): Promise<{ readonly name: string }[]> {
  // Makes the table of what was done too, on a connection of its own: beside the transaction there may be none. Whoever is second there is
  // told so in one of several ways, and goes on as if something were pending; any other fault comes again below.
  const pending = await migrator.getPending().catch(() => undefined);
  if (pending?.length === 0) return [];
  const connection = em.getConnection();
  return connection.transactional(async (transaction) => {
    const query: Query = (sql, params) => connection.execute(sql, [...params], 'all', transaction);
    await query(MIGRATION_LOCK, []);
    await query(PATIENCE, []);
    const done = await migrator.up({ transaction });
    if (done.length > 0) await handOverMigrated(query);
    return done;
  });
}

/** Makes the function that searches where a restore has left it out: PostgreSQL gives its setting to superusers only, until pg_trgm was used. */
function makeSearch({ em }: Database, schema: string): Promise<void> {
  const connection = em.getConnection();
  return connection.transactional(async (transaction) => {
    const query: Query = (sql, params) => connection.execute(sql, [...params], 'all', transaction);
    await query(MIGRATION_LOCK, []);
    const [found] = await query<{ there: boolean; isOwner: boolean }>(
      `SELECT ${HAS_SEARCH} AS there, pg_has_role(relowner, 'USAGE') AS "isOwner" FROM pg_class WHERE oid = to_regclass('data_sets')`,
      [],
    );
    if (found?.there) return; // Another process that starts has made it.
    // What another role makes it could not give away.
    if (!found?.isOwner) throw new DatabaseUnfitError(LACKS_SEARCH, MAKES_SEARCH);
    for (const sql of fuzzyMatches(`"${schema.replaceAll('"', '""')}"`)) await query(sql, []);
    await handOverMigrated(query);
  });
}
