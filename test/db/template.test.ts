/** The template of the data sets, which migrations make, against the tables' columns, which the code says. */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { TABLES } from '../../src/db/import/data-set-source.ts';
import { MIGRATION_NAMES } from '../../src/db/migrations.ts';
import { type Database, DEFAULT_LIMITS, openDatabase } from '../../src/db/orm.ts';
import { columnsOf } from '../../src/db/tables.ts';

it('every file in migrations is in the list of migrations, in the order of their names', () => {
  const files = readdirSync(new URL('../../migrations/', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));
  expect(MIGRATION_NAMES).toEqual(files.sort());
});

describe.each(inject('homes'))('the template on $home', ({ home, target }) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase(home, target, {
      ...DEFAULT_LIMITS,
      connectTimeoutMs: 20_000,
      statementTimeoutMs: 20_000,
    });
  });
  afterAll(() => database.close());

  it.each(TABLES)('has the columns of %s that the code says, with their types, and no others', async (table) => {
    const rows = await database.em.fork().execute<{ name: string; type: string; nullable: boolean }[]>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, NOT attnotnull AS nullable FROM pg_attribute
        WHERE attrelid = 'geo_template.${table}'::regclass AND attnum > 0 AND NOT attisdropped`,
    );
    const said = columnsOf(table).map(({ name, type, nullable }) => ({ name, type, nullable }));
    expect(byName(rows)).toEqual(byName(said));
  });
});

function byName<Row extends { readonly name: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
