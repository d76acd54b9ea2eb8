/** The rows of a data set's folder as the indexes are built from them, and made-up ones. */
import type { SourceCity, SourceCountry, SourceRows, SourceState } from '../../src/find/source-rows.ts';
import { sourceRows } from '../source-rows.ts';

/** From `<folder>/countries.json` and so on, as the importer would hand them over. */
export function findRows(folder: string): SourceRows {
  // The files' rows are checked by the importer's own tests.
  const read = (table: 'countries' | 'states' | 'cities'): unknown[] =>
    sourceRows(folder, table).map((row) => ({
      ...row,
      countryCode: row['country_code'],
      stateId: row['state_id'],
      iso31662: row['iso3166_2'],
      numericCode: row['numeric_code'],
      parentId: row['parent_id'],
      latitude: Number(row['latitude'] ?? 'none'),
      longitude: Number(row['longitude'] ?? 'none'),
      population: row['population'] === null ? null : Number(row['population']),
      translations: row['translations'] === null ? null : JSON.stringify(row['translations']),
    }));
  return {
    countries: read('countries') as SourceCountry[],
    states: read('states') as SourceState[],
    cities: read('cities') as SourceCity[],
  };
}

const BLANK = { native: null, population: null, latitude: Number.NaN, longitude: Number.NaN, translations: null };

export function country(iso2: string, id: number, more: Partial<SourceCountry> = {}): SourceCountry {
  return { ...BLANK, id, name: iso2, iso2, iso3: `${iso2}X`, numericCode: null, capital: null, ...more };
}

export function state(name: string, id: number, countryCode: string, more: Partial<SourceState> = {}): SourceState {
  return { ...BLANK, id, name, countryCode, iso2: null, iso31662: null, type: null, parentId: null, ...more };
}

export function city(name: string, id: number, stateRow: SourceState, more: Partial<SourceCity> = {}): SourceCity {
  const { countryCode, id: stateId } = stateRow;
  return { ...BLANK, id, name, countryCode, stateId, type: null, timezone: null, ...more };
}
