/** Data sets that make faults of our own. */
import type { DataSet } from '../src/db/data-set.queries.ts';
import type { DataSetWatch } from '../src/db/data-set-watch.ts';

const COUNTRIES = [
  { id: 109, iso2: 'JP', iso3: 'JPN' },
  { id: 6, iso2: 'AD', iso3: 'AND' },
];

/** A data set that is read where nothing is: every statement on it fails. */
export const FAULTY: DataSet = {
  id: 99_999,
  version: 'faulty',
  edition: 'faulty',
  schema: 'nowhere',
  source: 'test',
  sourceVersion: null,
  sourceDate: null,
  activatedAt: '2026-01-01T00:00:00Z',
  rowCounts: {},
  countryCodes: new Map(
    COUNTRIES.flatMap((country) => [country.iso2, country.iso3, String(country.id)].map((form) => [form, country])),
  ),
};

/** A watch that has found a data set, whatever the database has. */
export function watching(dataSet: DataSet | undefined): DataSetWatch {
  return {
    current: () => dataSet,
    refused: () => undefined,
    unusableIndex: () => undefined,
    whole: () => true,
    reachable: () => true,
    unfit: () => false,
    assertUsable: async () => {},
    looked: Promise.resolve(),
    refresh: async () => {},
    stop: async () => {},
  };
}
