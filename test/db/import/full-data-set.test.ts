/** The two real data sets: the installed default one, and the full release assets where this machine has them. */
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { defaultDataSet } from '../../../src/db/import/default-data-set.ts';
import { importDataSet } from '../../../src/db/import/import-data-set.ts';
import { NO_FULL_DATA } from '../../environment.ts';
import { FULL_HOME_MS, fullHome } from '../../full-home.ts';
import { HOMES } from './scratch-database.ts';

const IMPORT_MS = 300_000;
const COUNTS = { regions: 6, subregions: 22, countries: 250, states: 5308, cities: 152970 };

// The first start of a service imports it into the embedded database (test/server/start-and-stop.test.ts).
it(
  `the default data set is imported whole into ${HOMES[0][0]}, with null for what the package lacks`,
  async () => {
    const scratch = await HOMES[0][1]();
    try {
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
    } finally {
      await scratch.close();
    }
  },
  IMPORT_MS,
);

const hasFullData = inject('fullHomeUrl') !== undefined;
describe.skipIf(!hasFullData)(`the full data set${hasFullData ? '' : ` (skipped: ${NO_FULL_DATA})`}`, () => {
  // PostgreSQL's first: other files wait for that one only, and there is one import at a time.
  it.each(inject('homes').toReversed())(
    'is imported whole into $home',
    async ({ home }) => {
      const { target, outcome } = await fullHome(home);
      expect(outcome).toMatchObject({ status: 'imported', counts: COUNTS });
      const schema = `geo_${outcome.dataSetId}`;
      const client = new pg.Client('url' in target ? { connectionString: target.url } : target);
      await client.connect();
      try {
        const { rows } = await client.query(`
          SELECT (SELECT count(*)::int FROM ${schema}.states WHERE iso3166_2 IS NULL) AS without_iso,
                 (SELECT count(*)::int FROM ${schema}.states WHERE parent_id IS NOT NULL) AS nested,
                 (SELECT count(*)::int FROM ${schema}.states WHERE population IS NOT NULL) AS counted,
                 (SELECT count(*)::int FROM ${schema}.cities WHERE latitude = '0E-8' OR longitude = '0E-8') AS zeros,
                 (SELECT count(*)::int FROM ${schema}.countries WHERE dial_code = '+1') AS nanp`);
        expect(rows).toEqual([{ without_iso: 8, nested: 1268, counted: 2743, zeros: 24, nanp: 26 }]);
      } finally {
        await client.end();
      }
    },
    FULL_HOME_MS,
  );
});
