/** What the maps are drawn from: where the cities lie, and which outline belongs to which country. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { read } from './read.ts';

/** A country as an atlas knows it: by its ISO 3166-1 numeric code, or by its name where it has none. */
export interface OutlineCode {
  readonly iso2: string;
  readonly name: string;
  readonly numericCode: string | null;
}

export interface CityPoints {
  readonly count: number;
  /** `longitude latitude` pairs in hundredths of a degree, joined by commas: one value instead of a row for each city. */
  readonly points: string;
}

/** The countries in the words of an atlas, by name. */
export function listOutlineCodes(em: EntityManager, schema: string, signal?: AbortSignal): Promise<OutlineCode[]> {
  return read(
    em,
    `SELECT iso2, name, numeric_code AS "numericCode" FROM ${schema}.countries ORDER BY name COLLATE "C", id`,
    [],
    signal,
  );
}

/** How many cities there are, and where: of one country, or of the world when `countryId` is undefined. */
export async function readCityPoints(
  em: EntityManager,
  schema: string,
  countryId: number | undefined,
  signal?: AbortSignal,
): Promise<CityPoints> {
  const [row] = await read<CityPoints>(
    em,
    `SELECT count(*)::int AS count,
            coalesce(string_agg((longitude::float8 * 100)::int || ' ' || (latitude::float8 * 100)::int, ','), '') AS points
       FROM ${schema}.cities${countryId === undefined ? '' : ' WHERE country_id = $1'}`,
    countryId === undefined ? [] : [countryId],
    signal,
  );
  return row ?? { count: 0, points: '' };
}
