/** Where a time zone is read from: a country's capital, a state, or a city of one state (contract, section 4). */
import { findEach, type KeyPart, type LookUp } from './look-up.ts';

/** What the data says of the time of a place. */
export interface PlaceZone {
  /** IANA name; null where the data has none. */
  readonly zone: string | null;
  /** ISO 3166-1 alpha-2 code of the country. */
  readonly countryCode: string;
  /** The country's time zones: JSON text, or null. */
  readonly timezones: string | null;
}

/** A name without case and accents, as SQL: the source writes `Brasilia` in one table and `Brasília` in another. */
const plain = (name: string): string => `lower(regexp_replace(normalize(${name}, NFD), '[\\u0300-\\u036f]', '', 'g'))`;

/**
 * The zone of a country's capital. Many places can have its name (fifteen Washingtons): what the source marks as a capital
 * wins, then a city over a state, then what lies in a capital, federal or other district (so Washington D.C.), then the
 * exact name, then the more populous. A city may bear the name with something after it (`Palikir - …`), a state may not.
 */
export const ZONE_OF_CAPITAL: LookUp<number, PlaceZone> = {
  name: 'zone of capital',
  find: (em, schema, countryIds, _properties, signal) =>
    findEach(em, [{ name: 'country_id', type: 'int', values: countryIds }], capitalZoneSql(schema), signal),
};

function capitalZoneSql(schema: string): string {
  return `
WITH country AS (
       SELECT id, iso2, timezones, ${plain('capital')} AS capital FROM ${schema}.countries WHERE id = asked.country_id
     ), place AS (
       SELECT city.id, city.timezone, city.population, city.type, 0 AS kind, state.type AS district, city.name
         FROM ${schema}.cities AS city JOIN ${schema}.states AS state ON state.id = city.state_id
        WHERE city.country_id = asked.country_id AND city.timezone IS NOT NULL
       UNION ALL
       SELECT id, timezone, population, NULL, 1, NULL, name
         FROM ${schema}.states WHERE country_id = asked.country_id AND timezone IS NOT NULL
     ), capital AS (
       SELECT place.timezone FROM place, country, LATERAL (SELECT ${plain('place.name')} AS name) AS spelt
        WHERE lower(left(normalize(place.name, NFD), 1)) = left(country.capital, 1)
          AND (spelt.name = country.capital
               OR (kind = 0 AND starts_with(spelt.name, country.capital)
                   AND substr(spelt.name, length(country.capital) + 1, 1) !~ '[[:alpha:]]'))
        ORDER BY type IS DISTINCT FROM 'capital', kind, (district ~ 'capital|federal|district') IS NOT TRUE,
                 spelt.name <> country.capital, population DESC NULLS LAST, place.id
        LIMIT 1
     )
     SELECT (SELECT timezone FROM capital) AS zone, iso2 AS "countryCode", timezones FROM country`;
}

/** The zone of a state by its country and upper-case code. */
export const ZONE_OF_STATE: LookUp<StateKey, PlaceZone> = {
  name: 'zone of state',
  find: (em, schema, keys, _properties, signal) =>
    findEach(
      em,
      stateParts(keys),
      `SELECT state.timezone AS zone, country.iso2 AS "countryCode", country.timezones
         FROM ${schema}.states AS state JOIN ${schema}.countries AS country ON country.id = state.country_id
        WHERE state.country_id = asked.country_id AND upper(state.iso2) = asked.state ORDER BY state.id LIMIT 1`,
      signal,
    ),
};

/** The zone of a city, which has to lie in this state of this country. */
export const ZONE_OF_CITY: LookUp<StateKey & { readonly cityId: number }, PlaceZone> = {
  name: 'zone of city',
  find: (em, schema, keys, _properties, signal) =>
    findEach(
      em,
      [...stateParts(keys), { name: 'city_id', type: 'int', values: keys.map(({ cityId }) => cityId) }],
      `SELECT city.timezone AS zone, country.iso2 AS "countryCode", country.timezones
         FROM ${schema}.cities AS city
         JOIN ${schema}.states AS state ON state.id = city.state_id
         JOIN ${schema}.countries AS country ON country.id = state.country_id
        WHERE city.id = asked.city_id AND state.country_id = asked.country_id AND upper(state.iso2) = asked.state`,
      signal,
    ),
};

interface StateKey {
  readonly countryId: number;
  readonly state: string;
}

function stateParts(keys: readonly StateKey[]): KeyPart[] {
  return [
    { name: 'country_id', type: 'int', values: keys.map(({ countryId }) => countryId) },
    { name: 'state', type: 'text', values: keys.map(({ state }) => state) },
  ];
}
