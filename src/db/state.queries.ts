/** Look-ups of single states by their codes. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { read } from './read.ts';
import type { StateRow } from './state.entity.ts';
import { selectList } from './tables.ts';

/** The state of a country with this code (without the country prefix, upper case); null when there is none. */
export async function findStateByCode(
  em: EntityManager,
  schema: string,
  key: { readonly countryId: number; readonly iso2: string },
  properties: readonly string[],
  signal?: AbortSignal,
): Promise<StateRow | null> {
  const rows = await read<StateRow>(
    em,
    `SELECT ${selectList('states', properties)} FROM ${schema}.states
      WHERE country_id = $1 AND upper(iso2) = $2 ORDER BY id LIMIT 1`,
    [key.countryId, key.iso2],
    signal,
  );
  return rows[0] ?? null;
}

/**
 * The state with this upper-case ISO 3166-2 code (specification E2, contract section 2). Rows that carry the code win
 * over rows without one whose `iso2` fits within the country; among several, the row whose country is the code's prefix.
 */
export async function findStateByIso31662(
  em: EntityManager,
  schema: string,
  code: string,
  properties: readonly string[],
  signal?: AbortSignal,
): Promise<StateRow | null> {
  const [country = '', subdivision = ''] = code.split('-');
  const rows = await read<StateRow>(
    em,
    `SELECT ${selectList('states', properties)} FROM ${schema}.states
      WHERE upper(iso3166_2) = $1 OR (iso3166_2 IS NULL AND country_code = $2 AND upper(iso2) = $3)
      ORDER BY iso3166_2 IS NULL, country_code <> $2, id LIMIT 1`,
    [code, country, subdivision],
    signal,
  );
  return rows[0] ?? null;
}
