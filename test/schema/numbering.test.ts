import { describe, expect, it } from 'vitest';
import type { DialCodeRow } from '../../src/db/dial-code.queries.ts';
import { numberingOf } from '../../src/schema/numbering.ts';

/** Countries by dial code as the full data has them, with the area codes that matter here. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  '+1': ['CA:416', 'US:415,212', 'BB:246', 'AG:268', 'DO:809,829,849', 'UM:'],
  '+7': ['KZ', 'RU'],
  '+39': ['IT'],
  '+44': ['GG', 'IM', 'JE', 'GB'],
  '+47': ['NO', 'SJ'],
  '+61': ['AU', 'CC', 'CX'],
  '+212': ['EH', 'MA'],
  '+262': ['RE', 'TF', 'YT'],
  '+358': ['AX', 'FI'],
  '+379': ['VA'],
  '+500': ['FK', 'GS'],
  '+590': ['BL', 'GP', 'MF'],
  '+599': ['BQ', 'CW'],
  '+672': ['AQ', 'HM', 'NF'],
  '+972': ['IL'],
};

const ROWS: readonly DialCodeRow[] = Object.entries(SHARED).flatMap(([dialCode, countries]) =>
  countries.map((text) => {
    const [iso2 = '', areas = ''] = text.split(':');
    const areaCodes = areas.split(',').filter((code) => code !== '');
    return {
      dialCode,
      areaCode: areaCodes.length === 1 ? (areaCodes[0] ?? null) : null,
      areaCodes,
      iso2,
      iso3: `${iso2}X`,
    };
  }),
);

const numbering = numberingOf(ROWS);

describe('the owner of a number', () => {
  it.each([
    ['14155552671', 'US', 'an area code'],
    ['14165550123', 'CA', 'an area code'],
    ['12465551234', 'BB', 'an area code'],
    ['18295551234', 'DO', 'one of several area codes'],
    ['18005551234', 'US', 'an area code of nobody: the main country of +1'],
    ['10005551234', 'US', 'an area code of nobody'],
    ['12345', 'US', 'too short for any pattern'],
    ['77011234567', 'KZ', 'leading digits'],
    ['79161234567', 'RU', 'leading digits'],
    ['442071838750', 'GB', 'its ranges'],
    ['441534123456', 'JE', 'its ranges'],
    ['441624123456', 'IM', 'its ranges'],
    ['447781123456', 'GG', 'its ranges'],
    ['4412345', 'GB', 'too short: the main country of +44'],
    ['4779123456', 'SJ', 'its ranges'],
    ['4721234567', 'NO', 'its ranges'],
    ['61891641234', 'CX', 'its ranges'],
    ['61891621234', 'CC', 'its ranges'],
    ['61212345678', 'AU', 'its ranges'],
    ['358181234567', 'AX', 'its ranges'],
    ['358401234567', 'FI', 'its ranges'],
    ['5997123456', 'BQ', 'its ranges'],
    ['5999123456', 'CW', 'its ranges'],
    ['590590271234', 'BL', 'its ranges'],
    ['262262123456', 'RE', 'its ranges'],
    ['21200000', 'MA', 'the main country of +212'],
    ['50012345', 'FK', 'the main country of +500, which comes first in the metadata'],
    ['672312345', 'NF', 'the only one that the metadata knows'],
    ['390669812345', 'IT', 'the longest dial code of the data'],
    ['37912345', 'VA', 'a dial code that nobody dials but the data has'],
    ['972212345', 'IL', 'the longest prefix'],
  ])('+%s is %s by %s', (digits, iso2) => {
    expect(numbering.ownerOf(digits)?.iso2).toBe(iso2);
  });

  it.each(['99912345', '01234567', '2101234567', '97112345', ''])('of +%s cannot be told', (digits) => {
    expect(numbering.ownerOf(digits)).toBeUndefined();
  });

  it('is some country of the dial code even where the data lacks the main one', () => {
    const without = numberingOf(ROWS.filter(({ iso2 }) => iso2 !== 'GB' && iso2 !== 'US'));
    expect(without.ownerOf('442071838750')?.dialCode).toBe('+44');
    expect(without.ownerOf('18005551234')?.dialCode).toBe('+1');
  });
});

describe('the dial code of a country', () => {
  it('is found by ISO2', () => {
    expect(numbering.byCountry('BB')).toMatchObject({ dialCode: '+1', areaCode: '246' });
    expect(numbering.byCountry('ZZ')).toBeUndefined();
  });
});

describe('a number may be one of a country', () => {
  it.each<[digits: string, iso2: string, may: boolean | undefined]>([
    ['14155552671', 'US', true],
    ['14155552671', 'CA', false],
    ['18005552671', 'CA', true],
    ['81312345678', 'US', undefined],
    ['79161234567', 'KZ', false],
    ['447781123456', 'GG', true],
    ['447781123456', 'GB', false],
    // A range that two countries have.
    ['358457123456', 'AX', true],
    ['358457123456', 'FI', true],
    // No range of any, and a country that has none.
    ['44123', 'GB', true],
    ['672312345', 'AQ', true],
    ['442071838750', 'JP', false],
    // A range of a country whose own dial code is in no use.
    ['390669812345', 'VA', true],
    ['390669812345', 'IT', true],
    ['390612345678', 'VA', false],
  ])('+%s of %s: %s', (digits, iso2, may) => {
    expect(numbering.mayBeOf(iso2, digits)).toBe(may);
  });
});
