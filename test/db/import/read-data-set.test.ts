/** What the importer accepts and what it refuses, and how it says so. No database is needed for that. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { TABLES, type TableName } from '../../../src/db/import/data-set-source.ts';
import { ImportError } from '../../../src/db/import/import-error.ts';
import { readDataSet } from '../../../src/db/import/read-data-set.ts';
import { releaseFolder } from '../../../src/db/import/release-folder.ts';
import {
  type Changes,
  overwrite,
  removeSampleFolders,
  type SourceRow,
  sampleFolder,
  sampleRows,
} from './sample-folder.ts';

afterAll(removeSampleFolders);

async function read(folder: string) {
  const rows: Record<TableName, SourceRow[]> = { regions: [], subregions: [], countries: [], states: [], cities: [] };
  const summary = await readDataSet(releaseFolder(folder), (table, json) => {
    rows[table].push(...json.map((text) => JSON.parse(text) as SourceRow));
  });
  return { ...summary, rows };
}

async function refusal(folder: string): Promise<ImportError> {
  const error = await read(folder).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ImportError)) throw new Error(`expected an ImportError, got ${error}`);
  expect(error.message).not.toContain('\n');
  return error;
}

it('names a folder that is not there', async () => {
  expect((await refusal('/nonexistent/release')).message).toBe('/nonexistent/release: there is no such folder');
});

it('says of a path that the system takes for none what is wrong with it, and not the path once more', async () => {
  expect((await refusal(`/${'a/'.repeat(10_000)}`)).message).toBe(
    "regions.json: can't be read: ENAMETOOLONG: name too long",
  );
});

it('names a file in the place of the folder, and says which folder is meant', async () => {
  const file = join(sampleFolder(), 'cities.json');
  expect((await refusal(file)).message).toBe(
    `${file}: it is no folder: give the one that has regions, subregions, countries, states, cities as .json or .json.gz`,
  );
});

/** Changes one row of a table, counted from 1. */
function changed(table: TableName, row: number, values: SourceRow): Changes {
  return { [table]: (rows: SourceRow[]) => void Object.assign(rows[row - 1] ?? {}, values) };
}

describe('a data set that is in order', () => {
  it('has the same checksum in any order of rows and keys, plain or gzipped', async () => {
    const plain = await read(sampleFolder());
    expect(plain.counts).toEqual({ regions: 6, subregions: 10, countries: 20, states: 38, cities: 368 });
    const shuffled = Object.fromEntries(
      TABLES.map((table) => [
        table,
        (rows: SourceRow[]) => rows.toReversed().map((row) => Object.fromEntries(Object.entries(row).toReversed())),
      ]),
    );
    expect((await read(sampleFolder(shuffled, 'json.gz'))).checksum).toBe(plain.checksum);
  });

  it('has another checksum when any one value differs', async () => {
    const { checksum } = await read(sampleFolder());
    const variants: Changes[] = [
      changed('cities', 367, { name: 'Vieques!' }),
      changed('cities', 367, { population: 1 }),
      changed('regions', 1, { wikiDataId: null }),
      changed('countries', 1, { latitude: '42.5' }),
      { cities: (rows) => rows.slice(0, -1) },
    ];
    const others = await Promise.all(variants.map(async (changes) => (await read(sampleFolder(changes))).checksum));
    expect(new Set([checksum, ...others]).size).toBe(1 + variants.length);
  });

  it('may hold integers as digits, JSON as text or as values, unknown columns and empty texts', async () => {
    const folder = sampleFolder({
      states: (rows) =>
        void Object.assign(rows[0] ?? {}, { population: '00012', id: '487', parent_id: '', surplus: {} }),
      countries: (rows) =>
        void Object.assign(rows[0] ?? {}, {
          translations: ' { "zh-CN" : "安道尔", "br":"Andorra" } ',
          timezones: '',
          capital: '',
          gdp: '4035.5',
          numeric_code: 20,
          phonecode: 376,
        }),
      cities: (rows) => void Object.assign(rows[0] ?? {}, { latitude: '0E-8', longitude: -1.5, translations: [] }),
      regions: (rows) => void Object.assign(rows[0] ?? {}, { translations: { de: null, br: '' } }),
    });
    const { rows } = await read(folder);
    expect(rows.states[0]).toMatchObject({ id: 487, population: 12, parent_id: null });
    expect(rows.states[0]).not.toHaveProperty('surplus');
    expect(rows.countries[0]).toMatchObject({
      translations: '{"zh-CN":"安道尔","br":"Andorra"}',
      timezones: null,
      capital: null,
      gdp: 4035.5,
      numeric_code: '020',
      phonecode: '376',
      dial_code: '+376',
    });
    expect(rows.regions[0]).toMatchObject({ translations: '{"de":null,"br":""}' });
    expect(rows.cities[0]).toMatchObject({ latitude: '0E-8', longitude: '-1.5', translations: '{}' });
  });

  it('keeps every text exactly, whatever its script', async () => {
    const { rows } = await read(sampleFolder());
    for (const [index, city] of sampleRows('cities').entries()) {
      expect(rows.cities[index]).toMatchObject({ id: city.id, name: city.name, native: city.native });
    }
    expect(rows.cities.some(({ name }) => String(name).normalize() !== name)).toBe(true);
  });
});

describe('a file that can not be read', () => {
  it('is missing', async () => {
    const folder = sampleFolder();
    rmSync(join(folder, 'states.json'));
    expect(await refusal(folder)).toMatchObject({ file: 'states.json', reason: expect.stringContaining('not found') });
    mkdirSync(join(folder, 'states.json'));
    expect(await refusal(folder)).toMatchObject({ file: 'states.json', reason: "can't be read: it is no file" });
  });

  it('is cut off or damaged gzip', async () => {
    const folder = sampleFolder({}, 'json.gz');
    const whole = readFileSync(join(folder, 'cities.json.gz'));
    for (const length of [10, 18, 1000, whole.length - 8, whole.length - 1]) {
      overwrite(folder, 'cities.json.gz', whole.subarray(0, length));
      expect(await refusal(folder)).toMatchObject({ file: 'cities.json.gz', reason: 'the gzip data is cut off' });
    }
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(whole.length - 6) ^ 1, whole.length - 6);
    overwrite(folder, 'cities.json.gz', damaged);
    expect((await refusal(folder)).reason).toMatch(/^the gzip data is damaged: /);
  });

  it('is empty, or holds no rows, or no array', async () => {
    const folder = sampleFolder();
    expect((await refusal(overwrite(folder, 'cities.json', ''))).message).toBe('cities.json: the file is empty');
    expect((await refusal(overwrite(folder, 'cities.json', '[]'))).message).toBe(
      'cities.json: there are no rows in it',
    );
    const noArray = await refusal(overwrite(folder, 'cities.json', '{"cities":[]}'));
    expect(noArray.message).toBe('cities.json: the top level is not an array');
  });

  it('is no matter when gzip and name disagree', async () => {
    const folder = sampleFolder();
    const { checksum } = await read(folder);
    overwrite(folder, 'cities.json', gzipSync(readFileSync(join(folder, 'cities.json'))));
    rmSync(join(folder, 'states.json'));
    overwrite(folder, 'states.json.gz', JSON.stringify(sampleRows('states')));
    expect((await read(folder)).checksum).toBe(checksum);
  });

  it('is broken in the middle: the row and the byte are named', async () => {
    const folder = sampleFolder();
    const text = readFileSync(join(folder, 'cities.json'), 'utf8').replace('"name":"Oistins"', '"name":Oistins');
    const error = await refusal(overwrite(folder, 'cities.json', text));
    expect(error).toMatchObject({ file: 'cities.json', row: 7 });
    expect(error.reason).toMatch(/^not valid JSON: .*\(the row starts at byte \d+, line 1\)$/);
  });
});

const NUL = 'a\0b';
const LONE = 'a\ud800b';

describe('a row that can not be taken', () => {
  it.each<[TableName, number, SourceRow, string, string]>([
    ['regions', 2, { id: undefined }, 'id', 'is missing'],
    ['regions', 2, { id: null }, 'id', 'is missing'],
    ['cities', 5, { id: 'x' }, 'id', '"x" is not an integer'],
    ['cities', 5, { id: 0 }, 'id', '0 is not between 1 and 2147483647'],
    ['cities', 5, { id: -5 }, 'id', '-5 is not between 1 and 2147483647'],
    ['cities', 5, { id: 2 ** 31 }, 'id', '2147483648 is not between 1 and 2147483647'],
    ['cities', 5, { id: 1.5 }, 'id', '1.5 is not an integer'],
    ['cities', 5, { id: true }, 'id', 'true is not an integer'],
    ['cities', 5, { id: 1 }, 'id', '1 is the id of an earlier row too'],
    ['regions', 2, { id: 1 }, 'id', '1 is the id of an earlier row too'],
    ['cities', 5, { name: undefined }, 'name', 'is missing'],
    ['states', 5, { name: null }, 'name', 'is missing'],
    ['countries', 5, { name: '' }, 'name', 'is missing'],
    ['cities', 5, { name: ' \u00a0\t' }, 'name', 'holds nothing but blanks'],
    ['states', 5, { name: '\u200b\u3164\u2800\ufeff\u0085\u0001' }, 'name', 'holds nothing but blanks'],
    ['cities', 5, { name: 7 }, 'name', 'expected text, found a number'],
    ['cities', 5, { name: ['a'] }, 'name', 'expected text, found an array'],
    ['cities', 5, { native: { a: 1 } }, 'native', 'expected text, found an object'],
    ['cities', 5, { name: NUL }, 'name', 'holds a NUL character'],
    ['cities', 5, { name: LONE }, 'name', 'holds a lone surrogate, so it is not Unicode text'],
    ['cities', 5, { translations: { de: NUL } }, 'translations', 'holds a NUL character'],
    [
      'cities',
      5,
      { translations: { [LONE]: 'x' } },
      'translations',
      'holds a lone surrogate, so it is not Unicode text',
    ],
    ['countries', 5, { timezones: [{ zoneName: NUL }] }, 'timezones', 'holds a NUL character'],
    ['countries', 5, { timezones: {} }, 'timezones', 'expected an array, found an object'],
    ['countries', 5, { timezones: 'Europe/Paris' }, 'timezones', '"Europe/Paris" is not JSON text'],
    ['countries', 5, { translations: ['a'] }, 'translations', 'expected an object, found an array'],
    ['countries', 5, { translations: '"a"' }, 'translations', 'expected an object, found a string'],
    ['cities', 5, { translations: 5 }, 'translations', 'expected an object, found a number'],
    ['countries', 5, { translations: { de: 'x', br: 7 } }, 'translations', '"br": expected text, found a number'],
    ['states', 5, { translations: { de: ['x'] } }, 'translations', '"de": expected text, found an array'],
    ['cities', 5, { translations: '{"de":{"a":"x"}}' }, 'translations', '"de": expected text, found an object'],
    ['regions', 2, { translations: { de: true } }, 'translations', '"de": expected text, found a boolean'],
    ['countries', 5, { timezones: [{}, 'Asia/Tokyo'] }, 'timezones', 'entry 2: expected an object, found a string'],
    ['countries', 5, { timezones: [null] }, 'timezones', 'entry 1: expected an object, found null'],
    ['countries', 5, { timezones: '[[]]' }, 'timezones', 'entry 1: expected an object, found an array'],
    ['subregions', 3, { region_id: 99 }, 'region_id', 'there is no region 99'],
    ['subregions', 3, { region_id: null }, 'region_id', 'is missing'],
    ['countries', 3, { region_id: 99 }, 'region_id', 'there is no region 99'],
    ['countries', 3, { subregion_id: 99 }, 'subregion_id', 'there is no subregion 99'],
    ['states', 3, { country_id: 99 }, 'country_id', 'there is no country 99'],
    ['states', 3, { parent_id: 99 }, 'parent_id', 'there is no state 99'],
    ['cities', 3, { state_id: 99 }, 'state_id', 'there is no state 99'],
    ['cities', 3, { country_id: 99 }, 'country_id', 'there is no country 99'],
    ['cities', 3, { parent_id: 9999 }, 'parent_id', 'there is no city 9999'],
    ['states', 3, { country_code: 'FR' }, 'country_code', '"FR" is not the code of country 6, "AD"'],
    ['cities', 3, { country_code: 'FR' }, 'country_code', '"FR" is not the code of country 6, "AD"'],
    ['cities', 3, { country_id: 75, country_code: 'FR' }, 'state_id', 'state 487 does not belong to country 75'],
    ['cities', 3, { country_code: 'fr' }, 'country_code', '"fr" is not two capital letters'],
    ['countries', 3, { iso2: 'bb' }, 'iso2', '"bb" is not two capital letters'],
    ['countries', 3, { iso2: '' }, 'iso2', 'is missing'],
    ['countries', 3, { iso3: 'BARB' }, 'iso3', '"BARB" is not three capital letters'],
    ['countries', 3, { numeric_code: '0520' }, 'numeric_code', '"0520" is not one to three digits'],
    ['countries', 3, { numeric_code: '٠٥٢' }, 'numeric_code', '"٠٥٢" is not one to three digits'],
    ['countries', 3, { iso2: 'AD' }, 'iso2', '"AD" stands in an earlier row too'],
    ['countries', 3, { iso3: 'AND' }, 'iso3', '"AND" stands in an earlier row too'],
    ['countries', 3, { numeric_code: '20' }, 'numeric_code', '"020" stands in an earlier row too'],
    ['countries', 3, { phonecode: 'none' }, 'phonecode', 'no dial code can be read from "none"'],
    ['cities', 3, { latitude: '91' }, 'latitude', '"91" is not between -90 and 90'],
    ['cities', 3, { latitude: 'north' }, 'latitude', '"north" is not a decimal number'],
    ['cities', 3, { latitude: '1,5' }, 'latitude', '"1,5" is not a decimal number'],
    ['cities', 3, { latitude: 'NaN' }, 'latitude', '"NaN" is not a decimal number'],
    ['cities', 3, { latitude: '0x10' }, 'latitude', '"0x10" is not a decimal number'],
    ['cities', 3, { latitude: ' 1' }, 'latitude', '" 1" is not a decimal number'],
    ['states', 3, { longitude: '-180.00000001' }, 'longitude', '"-180.00000001" is not between -180 and 180'],
    ['countries', 3, { longitude: true }, 'longitude', 'true is not a decimal number'],
    ['countries', 3, { population: 1.5 }, 'population', '1.5 is not an integer'],
    ['countries', 3, { population: -1 }, 'population', '-1 is not between 0 and 2147483647'],
    ['states', 3, { population: '12 000' }, 'population', '"12 000" is not an integer'],
    ['cities', 3, { population: '1e3' }, 'population', '"1e3" is not an integer'],
    ['cities', 3, { level: 'one' }, 'level', '"one" is not an integer'],
    ['countries', 3, { gdp: 'much' }, 'gdp', '"much" is not a number from 0 up'],
    ['countries', 3, { area_sq_km: -1 }, 'area_sq_km', '-1 is not a number from 0 up'],
  ])('%s row %i with %j', async (table, row, values, column, reason) => {
    const folder = sampleFolder(changed(table, row, values));
    const error = await refusal(folder);
    expect(error).toMatchObject({ file: `${table}.json`, row, column, reason });
    const id =
      column === 'id' && !reason.includes('earlier') ? undefined : (values.id ?? sampleRows(table)[row - 1]?.id);
    expect(error.id).toBe(id);
    const place = `${table}.json row ${row}${id === undefined ? '' : ` (id ${id})`}`;
    expect(error.message).toBe(`${place}, ${column}: ${reason}`);
  });

  it.each([
    [null, 'null'],
    [7, '7'],
    [['a'], '["a"]'],
    ['text', '"text"'],
  ])('is no object but %j', async (value, shown) => {
    const folder = sampleFolder({ cities: (rows) => [...rows.slice(0, 2), value, ...rows.slice(3)] });
    const error = await refusal(folder);
    expect(error.message).toBe(`cities.json row 3: the row is not an object but ${shown}`);
  });

  it('may refer to a later row of its own table', async () => {
    const { rows } = await read(sampleFolder());
    const chiyoda = rows.cities.findIndex(({ name }) => name === 'Chiyoda');
    expect(rows.cities[chiyoda]?.parent_id).toBe(rows.cities[chiyoda + 1]?.id);
  });
});
