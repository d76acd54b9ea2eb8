/** Typo-tolerant search over the names and native names of a data set (specification, E1). */
import type { EntityManager } from '@mikro-orm/postgresql';
import { read } from './read.ts';
import { type Rows, selectList } from './tables.ts';

export type SearchTable = 'cities' | 'states' | 'countries';

export interface Search {
  /** Trimmed and NFC-normalised; a text without a letter or digit matches nothing. */
  readonly q: string;
  /** ISO 3166-1 alpha-2 in upper case: only rows of this country. For cities and states. */
  readonly country?: string | undefined;
  /** How many rows at most. */
  readonly limit: number;
  /** The lowest score of a row, above 0 and at most 1; compared in single precision, as scores are computed. */
  readonly threshold: number;
}

export interface MatchColumns {
  /** `similarity()` of the better matching name, unrounded. */
  readonly matchScore: number;
  /** The native name when it scored higher than the name, else null. */
  readonly matchedAlias: string | null;
}

/**
 * The rows that resemble `q`, with the asked properties: by score, then population (null last), then id. One statement;
 * `fuzzy_matches` (migration 3) finds them through the trigram indexes, and they are those of a scan of the whole table.
 */
export function searchRows<T extends SearchTable>(
  em: EntityManager,
  schema: string,
  table: T,
  { q, country, limit, threshold }: Search,
  properties: readonly string[],
  signal?: AbortSignal,
): Promise<(Rows[T] & MatchColumns)[]> {
  const columns = properties.length === 0 ? '' : `${selectList(table, properties, 'entity')}, `;
  return read(
    em,
    `SELECT ${columns}matches.score AS "matchScore",
            CASE WHEN matches.by_native THEN entity.native END AS "matchedAlias"
       FROM fuzzy_matches($1, $2, $3, $4, $5, $6) AS matches
       JOIN ${schema}.${table} AS entity ON entity.id = matches.id
      ORDER BY matches.place`,
    [schema, table, q, country ?? null, limit, threshold],
    signal,
  );
}
