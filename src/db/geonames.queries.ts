/** What GeoNames knows of cities, as far as its places were joined to ours. */
import { findEach, type LookUp } from './look-up.ts';

export interface GeonamesRow {
  /** GeoNames' own id. */
  readonly id: number;
  /** Null where GeoNames has no number. */
  readonly population: number | null;
  /** GeoNames' name first, then its alternate names. */
  readonly names: readonly string[];
}

/** By the city's id. */
export const GEONAMES_OF_CITY: LookUp<number, GeonamesRow> = {
  name: 'GeoNames of a city',
  find: (em, schema, cities, _properties, signal) =>
    findEach(
      em,
      [{ name: 'city_id', type: 'int', values: cities }],
      `SELECT own.geonames_id AS id, own.population, own.names FROM ${schema}.geonames AS own WHERE own.city_id = asked.city_id`,
      signal,
    ),
};
