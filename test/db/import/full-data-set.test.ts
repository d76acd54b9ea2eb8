/** The two real data sets: the installed default one, and the full release assets where this machine has them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultDataSet } from '../../../src/db/import/default-data-set.ts';
import { importDataSet } from '../../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../../src/db/import/release-folder.ts';
import { fullDataDir, NO_FULL_DATA } from '../../environment.ts';
import { HOMES, type ScratchDatabase } from './scratch-database.ts';

const START_MS = 60_000;
const IMPORT_MS = 180_000;
const FULL = fullDataDir();
const COUNTS = { regions: 6, subregions: 22, countries: 250, states: 5308, cities: 152970 };

describe.each(HOMES)('in %s', (name, open) => {
  let scratch: ScratchDatabase;

  beforeAll(async () => {
    scratch = await open();
  }, START_MS);

  afterAll(() => scratch.close(), START_MS);

  // The first start of a service imports it into the embedded database (test/server/start-and-stop.test.ts).
  it.skipIf(name !== HOMES[0][0])(
    'the default data set is imported whole, with null for what the package lacks',
    async () => {
      const source = defaultDataSet();
      const outcome = await importDataSet({ em: scratch.database.em, source });
      expect(outcome).toMatchObject({ status: 'imported', counts: COUNTS });
      const schema = `geo_${outcome.dataSetId}`;
      const [tokyo] = await scratch.query(
        `SELECT id, iso3166_2, country_code, native, population, wiki_data_id FROM ${schema}.states WHERE iso3166_2 = 'JP-13'`,
      );
      expect(tokyo).toEqual({
        id: 823,
        iso3166_2: 'JP-13',
        country_code: 'JP',
        native: '東京',
        population: null,
        wiki_data_id: null,
      });
      const countries = await scratch.query<{ iso2: string; zones: string | null }>(
        `SELECT iso2, timezones::json -> 0 ->> 'zoneName' AS zones FROM ${schema}.countries WHERE iso2 IN ('JP', 'VA') ORDER BY iso2`,
      );
      // A country without states has no folder in the package, and so no time zones.
      expect(countries).toEqual([
        { iso2: 'JP', zones: 'Asia/Tokyo' },
        { iso2: 'VA', zones: null },
      ]);
      expect(await importDataSet({ em: scratch.database.em, source })).toMatchObject({ status: 'unchanged' });
    },
    IMPORT_MS,
  );

  it.skipIf(FULL === undefined)(
    `the full data set is imported whole${FULL === undefined ? `: ${NO_FULL_DATA}` : ''}`,
    async () => {
      const outcome = await importDataSet({ em: scratch.database.em, source: releaseFolder(FULL ?? '') });
      expect(outcome).toMatchObject({ status: 'imported', counts: COUNTS });
      const schema = `geo_${outcome.dataSetId}`;
      const [facts] = await scratch.query(`
      SELECT (SELECT count(*)::int FROM ${schema}.states WHERE iso3166_2 IS NULL) AS without_iso,
             (SELECT count(*)::int FROM ${schema}.states WHERE parent_id IS NOT NULL) AS nested,
             (SELECT count(*)::int FROM ${schema}.states WHERE population IS NOT NULL) AS counted,
             (SELECT count(*)::int FROM ${schema}.cities WHERE latitude = '0E-8' OR longitude = '0E-8') AS zeros,
             (SELECT count(*)::int FROM ${schema}.countries WHERE dial_code = '+1') AS nanp`);
      expect(facts).toEqual({ without_iso: 8, nested: 1268, counted: 2743, zeros: 24, nanp: 26 });
    },
    IMPORT_MS,
  );
});
