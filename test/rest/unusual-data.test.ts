/** Data that is well-formed but unlike the usual release, from its files to the answers of `/v1`. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hashKey, keyPrefix } from '../../src/auth/key-format.ts';
import { insertKey } from '../../src/db/api-key.queries.ts';
import { importDataSet } from '../../src/db/import/import-data-set.ts';
import { releaseFolder } from '../../src/db/import/release-folder.ts';
import { removeSampleFolders, type SourceRow, sampleFolder } from '../db/import/sample-folder.ts';
import { HOMES, type ScratchDatabase } from '../db/import/scratch-database.ts';
import { openService, type TestService } from '../service.ts';

const START_MS = 60_000;
const BIG_ID = 2_147_483_646;

function change(rows: SourceRow[], code: string, values: SourceRow): void {
  Object.assign(rows.find(({ iso2 }) => iso2 === code) ?? {}, values);
}

function unusualFolder(): string {
  const nowhere = { zoneName: 'Mars/Olympus_Mons', gmtOffset: 0, abbreviation: 'MOT' };
  const tokyo = { zoneName: 'Asia/Tokyo', gmtOffset: 32_400, abbreviation: 'JST' };
  return sampleFolder({
    countries: (rows) => {
      change(rows, 'AD', { numeric_code: 20, phonecode: 376 });
      change(rows, 'JP', { capital: '東京都', timezones: [nowhere, tokyo] });
      change(rows, 'CM', { timezones: [nowhere], capital: null });
    },
    states: (rows) => {
      change(rows, 'TX', { timezone: 'Mars/Olympus_Mons' });
      const again = { ...rows.find(({ id }) => id === 487), iso3166_2: null };
      rows.unshift({ ...again, id: BIG_ID, name: 'Encamp again' }, { ...again, id: 400, name: 'Encamp before' });
    },
  });
}

describe.each(HOMES)('unusual data in %s', (name, open) => {
  let scratch: ScratchDatabase;
  let service: TestService;

  beforeAll(async () => {
    scratch = await open();
    await importDataSet({ em: scratch.database.em, source: releaseFolder(unusualFolder()) });
    const { Professional: key } = inject('keys');
    const record = { prefix: keyPrefix(key), hash: hashKey(key), plan: 'Professional', name: 'test' } as const;
    await insertKey(scratch.database.em, record);
    service = await openService({ home: name === 'PostgreSQL' ? 'postgresql' : 'embedded', target: scratch.target });
  }, START_MS);

  afterAll(async () => {
    await service.close();
    await scratch.close();
    removeSampleFolders();
  }, START_MS);

  it.each([
    ['a repeated state code', '/v1/countries/AD/states/03?fields=name', { id: 400, name: 'Encamp before' }],
    [
      'a repeated state code, by ISO 3166-2',
      '/v1/iso/state?iso=AD-03',
      { id: 487, name: 'Encamp', iso2: '03', iso3166_2: 'AD-03', country_id: 6, country_code: 'AD' },
    ],
    ['a large id with leading zeros', `/v1/states/000${BIG_ID}?fields=name`, { id: BIG_ID, name: 'Encamp again' }],
    ['a numeric code that lost its zeros', '/v1/countries/AD?fields=numeric_code', { id: 6, numeric_code: '020' }],
    [
      'such a code looked up',
      '/v1/iso/country?numeric=20',
      { id: 6, name: 'Andorra', iso2: 'AD', iso3: 'AND', numeric_code: '020' },
    ],
    ['a dial code that is a number', '/v1/phone/AD', { country: 'AD', dial_code: '+376', iso2: 'AD', iso3: 'AND' }],
    [
      'a first time zone that nobody knows',
      '/v1/timezone/JP',
      { iana: 'Asia/Tokyo', abbreviation: 'JST', offset_utc: '+09:00', dst_offset_utc: '+09:00', is_dst_now: false },
    ],
  ])('%s is answered', async (_case, path, answer) => {
    const response = await service.get(path, 'Professional');
    expect([response.status, await response.json()]).toEqual([200, answer]);
  });

  it.each([
    ['/v1/timezone/CM', 'No timezone data available for this country.'],
    ['/v1/timezone/US/TX', 'No timezone data available for this state.'],
  ])('no time zone that is known: %s', async (path, error) => {
    const response = await service.get(path, 'Professional');
    expect([response.status, await response.json()]).toEqual([404, { error }]);
  });
});
