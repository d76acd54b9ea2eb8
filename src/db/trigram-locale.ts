/** Refuses a database in which search could not see names outside the Latin alphabet. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { assertTrigramSeen } from './trigram-schema.ts';
import { read } from './read.ts';

/**
 * pg_trgm takes for a letter what the database's LC_CTYPE calls one; under `C` that is a to z, and 網走 has no trigrams.
 * Throws an Error that says so and how to create a database that can be used. Needs the extension pg_trgm,
 * and throws a DatabaseUnfitError where that is not seen.
 */
export async function assertTrigramLocale(em: EntityManager): Promise<void> {
  await assertTrigramSeen(em, { isNew: false });
  const [database] = await read<{ name: string; ctype: string; encoding: string }>(
    em,
    `SELECT datname AS name, datctype AS ctype, pg_encoding_to_char(encoding) AS encoding
       FROM pg_database WHERE datname = current_database()`,
    [],
  );
  if (database === undefined) return;
  const { name, ctype, encoding } = database;
  // Another encoding could not even be asked about these letters.
  const [probe] =
    encoding === 'UTF8'
      ? await read<{ found: number }>(em, 'SELECT cardinality(show_trgm($1)) AS found', ['網走'])
      : [];
  if (probe !== undefined && probe.found > 0) return;
  throw new Error(
    `The database "${name}" (encoding ${encoding}, LC_CTYPE ${ctype}) takes only a-z for letters, so search would not find names in other scripts. ` +
      'Use one with a UTF-8 locale; create it with: createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 NAME',
  );
}
