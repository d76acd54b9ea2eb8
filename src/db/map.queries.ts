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
export function listOutlineCodes(em: EntityManager, schema: string): Promise<OutlineCode[]> {
  return read(
    em,
    `SELECT iso2, name, numeric_code AS "numericCode" FROM ${schema}.countries ORDER BY name COLLATE "C", id`,
    [],
  );
}

/** How many cities there are, and where: of one country, or of the world when `countryId` is undefined. */
export async function readCityPoints(
  em: EntityManager,
  schema: string,
  countryId: number | undefined,
): Promise<CityPoints> {
  const [row] = await read<CityPoints>(
    em,
    `SELECT count(*)::int AS count,
            coalesce(string_agg((longitude::float8 * 100)::int || ' ' || (latitude::float8 * 100)::int, ','), '') AS points
       FROM ${schema}.cities${countryId === undefined ? '' : ' WHERE country_id = $1'}`,
    countryId === undefined ? [] : [countryId],
  );
  return row ?? { count: 0, points: '' };
}

/** Where a city lies: drawn and put in order by, never shown as a number. */
export interface CityPlace {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly population: number | null;
}

/** The cities of a state that have coordinates, the largest first; those of unknown size come last, by id. */
export function listCityPlaces(em: EntityManager, schema: string, stateId: number): Promise<CityPlace[]> {
  return read(
    em,
    `SELECT id, latitude::float8 AS latitude, longitude::float8 AS longitude, population::float8 AS population
       FROM ${schema}.cities WHERE state_id = $1 AND latitude IS NOT NULL AND longitude IS NOT NULL
      ORDER BY population DESC NULLS LAST, id`,
    [stateId],
  );
}

/** A city near another. */
export interface NearbyCity {
  readonly id: number;
  readonly name: string;
  /** The state's code within the country. */
  readonly stateCode: string | null;
  /** Great circle. */
  readonly km: number;
}

/** The cities of the same country that lie nearest to a city, nearest first; none when it has no coordinates. */
export function listNearbyCities(em: EntityManager, schema: string, id: number, limit: number): Promise<NearbyCity[]> {
  return read(
    em,
    `SELECT other.id, other.name, state.iso2 AS "stateCode",
            12742 * asin(sqrt(least(1, sin(radians(other.latitude::float8 - own.latitude::float8) / 2) ^ 2
              + cos(radians(own.latitude::float8)) * cos(radians(other.latitude::float8))
              * sin(radians(other.longitude::float8 - own.longitude::float8) / 2) ^ 2))) AS km
       FROM ${schema}.cities AS own
       JOIN ${schema}.cities AS other ON other.country_id = own.country_id AND other.id <> own.id
       JOIN ${schema}.states AS state ON state.id = other.state_id
      WHERE own.id = $1 AND own.latitude IS NOT NULL AND other.latitude IS NOT NULL
      ORDER BY km, other.id LIMIT $2`,
    [id, limit],
  );
}
