/** Look-ups of single states by their codes. */
import { findEach, type LookUp } from './look-up.ts';
import type { StateRow } from './state.entity.ts';
import { selectList } from './tables.ts';

/** The state of a country with this code (without the country prefix, upper case). */
export const STATE_BY_CODE: LookUp<{ readonly countryId: number; readonly iso2: string }, StateRow> = {
  name: 'state by code',
  find: (em, schema, keys, properties, signal) =>
    findEach(
      em,
      [
        { name: 'country_id', type: 'int', values: keys.map(({ countryId }) => countryId) },
        { name: 'iso2', type: 'text', values: keys.map(({ iso2 }) => iso2) },
      ],
      `SELECT ${selectList('states', properties, 'state')} FROM ${schema}.states AS state
        WHERE state.country_id = asked.country_id AND upper(state.iso2) = asked.iso2 ORDER BY state.id LIMIT 1`,
      signal,
    ),
  held: (rows, { countryId, iso2 }, properties) =>
    rows.stateByCode(countryId, iso2, properties) as StateRow | null | undefined, // As the importer stores them.
};

/**
 * The state with this upper-case ISO 3166-2 code (specification E2, contract section 2). Rows that carry the code win
 * over rows without one whose `iso2` fits within the country; among several, the row whose country is the code's prefix.
 */
export const STATE_BY_ISO_3166_2: LookUp<string, StateRow> = {
  name: 'state by ISO 3166-2',
  find: (em, schema, codes, properties, signal) =>
    findEach(
      em,
      [
        { name: 'code', type: 'text', values: codes },
        { name: 'country', type: 'text', values: codes.map((code) => code.split('-', 1)[0] ?? '') },
        { name: 'subdivision', type: 'text', values: codes.map((code) => code.split('-')[1] ?? '') },
      ],
      `SELECT ${selectList('states', properties, 'state')} FROM ${schema}.states AS state
        WHERE upper(state.iso3166_2) = asked.code
           OR (state.iso3166_2 IS NULL AND state.country_code = asked.country AND upper(state.iso2) = asked.subdivision)
        ORDER BY state.iso3166_2 IS NULL, state.country_code <> asked.country, state.id LIMIT 1`,
      signal,
    ),
};
