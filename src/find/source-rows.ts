/** The rows that the indexes of a data set are built from, as the importer hands them to the builder. */
import type { PackedRows } from './packed-rows.ts';

/** What every place has. Properties are named as the entities name them. */
interface SourceRow {
  readonly id: number;
  readonly name: string;
  readonly native: string | null;
  readonly population: number | null;
  /** Degrees; NaN where the source has none. */
  readonly latitude: number;
  readonly longitude: number;
  /** JSON text of an object: language code → name. */
  readonly translations: string | null;
}

export interface SourceCountry extends SourceRow {
  readonly iso2: string;
  readonly iso3: string;
  /** Three digits. */
  readonly numericCode: string | null;
  readonly capital: string | null;
}

export interface SourceState extends SourceRow {
  readonly countryCode: string;
  readonly iso2: string | null;
  readonly iso31662: string | null;
  readonly type: string | null;
  /** The state that it is a part of. */
  readonly parentId: number | null;
}

export interface SourceCity extends SourceRow {
  readonly countryCode: string;
  readonly stateId: number;
  readonly type: string | null;
  readonly timezone: string | null;
}

/** All of a data set that the indexes know. The order of rows carries no meaning. */
export interface SourceRows {
  readonly countries: readonly SourceCountry[];
  readonly states: readonly SourceState[];
  readonly cities: readonly SourceCity[];
}

/** The rows of the tables; their properties are the entities', of which the types above are a part. */
export function sourceRows(tables: Readonly<Record<keyof SourceRows, PackedRows>>): SourceRows {
  return {
    countries: tables.countries.rows as readonly SourceCountry[],
    states: tables.states.rows as readonly SourceState[],
    cities: tables.cities.rows as readonly SourceCity[],
  };
}
