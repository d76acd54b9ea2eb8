/** Whether our user sees the extension pg_trgm, which may be installed in any schema. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { DatabaseUnfitError } from './faults.ts';
import { read } from './read.ts';

interface Trigrams {
  readonly schema: string;
  readonly isSeen: boolean;
  readonly mayUse: boolean;
  readonly isOfUrl: boolean;
  readonly path: string;
  readonly toUse: string;
}

/** Rejects with a {@link DatabaseUnfitError} where pg_trgm is installed and the user does not see it, or once it was and is not any more. */
export async function assertTrigramSeen(em: EntityManager, { isNew }: { readonly isNew: boolean }): Promise<void> {
  const [own] = await read<Trigrams>(
    em,
    `SELECT quote_ident(nspname) AS schema, has_schema_privilege(nspname, 'USAGE') AS "mayUse",
            nspname = ANY (current_schemas(true)) AS "isSeen",
            (SELECT source = 'client' FROM pg_settings WHERE name = 'search_path') AS "isOfUrl",
            format('ALTER ROLE %I IN DATABASE %I SET search_path TO %s, %I', session_user, current_database(),
                   current_setting('search_path'), nspname) AS path,
            format('GRANT USAGE ON SCHEMA %I TO %I', nspname, current_user) AS "toUse"
       FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm'`,
    [],
  );
  if (!own && !isNew) {
    throw new DatabaseUnfitError(
      'the extension pg_trgm is not there any more',
      'as a superuser: CREATE EXTENSION pg_trgm',
    );
  }
  if (!own || own.isSeen) return;
  const { schema, mayUse, isOfUrl, path, toUse } = own;
  const there = `pg_trgm is installed in the schema ${schema}, which`;
  if (!mayUse) throw new DatabaseUnfitError(`${there} our user may not use`, `as a superuser: ${toUse}`);
  throw new DatabaseUnfitError(
    `${there} the search_path of our user does not name`,
    isOfUrl ? `add ${schema} to the search_path of DATABASE_URL` : `as a superuser: ${path}`,
  );
}
