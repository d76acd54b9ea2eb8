/** Countries by their official currency. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CountryRow } from './country.entity.ts';
import { read } from './read.ts';
import { selectList } from './tables.ts';

/** Countries that have a currency, ordered by ISO2: all of them, or those of one upper-case ISO 4217 code. */
export function listCountriesWithCurrency(
  em: EntityManager,
  schema: string,
  code: string | undefined,
  properties: readonly string[],
  signal?: AbortSignal,
): Promise<CountryRow[]> {
  return read(
    em,
    `SELECT ${selectList('countries', properties)} FROM ${schema}.countries
      WHERE currency IS NOT NULL AND ($1::text IS NULL OR upper(currency) = $1) ORDER BY iso2 COLLATE "C"`,
    [code ?? null],
    signal,
  );
}
