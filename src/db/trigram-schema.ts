/** Refuses a user that does not see the extension pg_trgm, as where extensions have a schema of their own. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { read } from './read.ts';

export class TrigramHiddenError extends Error {
  override name = 'TrigramHiddenError';
  /** A statement that shows it to the user. */
  readonly advice: string;
  constructor(schema: string, advice: string) {
    super(`pg_trgm is installed in the schema "${schema}", which the search_path of our user does not name`);
    this.advice = advice;
  }
}

/** Rejects with a {@link TrigramHiddenError} where pg_trgm is installed in a schema that `search_path` does not name. */
export async function assertTrigramSeen(em: EntityManager): Promise<void> {
  const [hidden] = await read<{ schema: string; advice: string }>(
    em,
    `SELECT nspname AS schema,
            format('ALTER ROLE %I IN DATABASE %I SET search_path TO %s', current_user, current_database(),
                   concat_ws(', ', nullif(current_setting('search_path'), ''), quote_ident(nspname))) AS advice
       FROM pg_extension JOIN pg_namespace AS own ON own.oid = extnamespace
      WHERE extname = 'pg_trgm' AND nspname <> ALL (current_schemas(true))`,
    [],
  );
  if (hidden) throw new TrigramHiddenError(hidden.schema, hidden.advice);
}
