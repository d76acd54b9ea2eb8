import { describe, expect, it } from 'vitest';
import { usualNames } from '../../src/find/country-names.ts';

describe('usual names of a country', () => {
  it.each([
    ['GB', ['United Kingdom', 'UK', 'Great Britain']],
    ['CZ', ['Czechia', 'Czech Republic']],
    ['AE', ['United Arab Emirates', 'UAE']],
    ['MM', ['Burma', 'Myanmar']],
    ['JP', ['Japan']],
  ])('of %s are among others %j', (iso2, names) => {
    expect(usualNames(iso2)).toEqual(expect.arrayContaining(names));
  });

  it.each(['', 'XX', 'gb', 'GBR', 'G', '1A'])('of %j, which is no code, are none', (code) => {
    expect(usualNames(code)).toEqual([]);
  });
});
