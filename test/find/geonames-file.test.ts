import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { geonamesFile, readGeonames } from '../../src/find/geonames-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'geonames-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string) {
  const file = join(folder, 'cities500.txt');
  writeFileSync(file, text);
  return readGeonames(file);
}

const LINE = [
  '2867714',
  'Munich',
  'Munich',
  'MUC,Munchen,München',
  '48.13743',
  '11.57549',
  'P',
  'PPLA',
  'DE',
  '',
  '02',
  '091',
  '09162',
  '09162000',
  '1260391',
  '',
  '524',
  'Europe/Berlin',
  '2022-09-17',
];

describe('the file of GeoNames', () => {
  it('is read a place a line', () => {
    const other = [...LINE.with(0, '1').with(1, 'Minga').with(2, 'Munich, the').with(3, '')];
    expect(read(`${LINE.join('\t')}\n${other.join('\t')}\n`)).toMatchObject([
      {
        id: 2867714,
        name: 'Munich',
        alternateNames: ['MUC', 'Munchen', 'München'],
        latitude: 48.13743,
        longitude: 11.57549,
        countryCode: 'DE',
        featureCode: 'PPLA',
        population: 1260391,
      },
      { id: 1, name: 'Minga', alternateNames: ['Munich, the'] },
    ]);
  });

  it('is refused by the line that is something else', () => {
    const good = LINE.join('\t');
    const expected = 'GeoNames, line 2: 19 columns with a number, names and coordinates were expected';
    expect(() => read(`${good}\n${LINE.slice(1).join('\t')}\n`)).toThrow(expected);
    expect(() => read(`${good}\n${good.replace('48.13743', 'north')}\n`)).toThrow(expected);
    expect(() => read(`${good}\n<html>\n`)).toThrow(expected);
  });

  const file = geonamesFile();
  it.skipIf(file === undefined)(
    `has most towns of the world${file ? '' : ' (skipped: the package is not installed)'}`,
    () => {
      const places = readGeonames(file ?? '');
      expect(places.length).toBeGreaterThan(190_000);
      expect(places.find(({ name }) => name === 'Istanbul')?.alternateNames).toContain('Constantinople');
    },
  );
});
