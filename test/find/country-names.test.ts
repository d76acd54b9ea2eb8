import { describe, expect, it } from 'vitest';
import { foreignNames, isSharedName, usualNames } from '../../src/find/country-names.ts';

describe('usual names of a country', () => {
  it.each([
    ['GB', ['United Kingdom', 'UK', 'Great Britain']],
    ['CZ', ['Czechia', 'Czech Republic']],
    ['AE', ['United Arab Emirates', 'UAE']],
    ['MM', ['Burma', 'Myanmar']],
    ['IR', ['Persia']],
    ['ZW', ['Rhodesia']],
    ['JP', ['Japan']],
    ['CN', ['中华人民共和国']],
    ['KP', ['Korea']],
    ['KR', ['Korea']],
    ['US', ['United States of America']],
    ['KR', ['Republic of Korea', 'Korea, Republic of', 'Korea, Rep.']],
    ['CD', ['Democratic Republic of the Congo', 'Congo, Democratic Republic of the', 'Congo, Democratic Republic of']],
    ['GB', ['United Kingdom of Great Britain and Northern Ireland']],
  ])('of %s are among others %j', (iso2, names) => {
    expect(usualNames(iso2)).toEqual(expect.arrayContaining(names));
  });

  it.each(['', 'XX', 'gb', 'GBR', 'G', '1A'])('of %j, which is no code, are none', (code) => {
    expect(usualNames(code)).toEqual([]);
    expect(foreignNames(code)).toEqual([]);
  });

  it('are those of CLDR in other languages, each once', () => {
    const names = foreignNames('KR');
    expect(names).toEqual(expect.arrayContaining(['대한민국', 'Südkorea', 'Hàn Quốc', '南韓']));
    expect(new Set(names).size).toBe(names.length);
    expect(foreignNames('QQ')).toEqual([]);
  });

  it('of which several countries have one are known', () => {
    for (const name of ['KOREA', 'Congo', 'Saint Martin', 'St. Martin', 'st martin']) {
      expect(isSharedName(name), name).toBe(true);
    }
    expect(isSharedName('Guinea')).toBe(false);
  });
});
