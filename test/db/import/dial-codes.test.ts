/** Dial codes and area codes, against what the numbering plans say. */
import { describe, expect, it } from 'vitest';
import { dialCodes } from '../../../src/db/import/dial-codes.ts';

/** The members of the North American Numbering Plan that have one area code. */
// biome-ignore format: a table
const SINGLE_AREA_CODES: Record<string, string> = {
  AG: '268', AI: '264', AS: '684', BB: '246', BM: '441', BS: '242', DM: '767', GD: '473', GU: '671', KN: '869',
  KY: '345', LC: '758', MP: '670', MS: '664', SX: '721', TC: '649', TT: '868', VC: '784', VG: '284', VI: '340',
};

const SEVERAL_AREA_CODES: Record<string, string[]> = {
  DO: ['809', '829', '849'],
  JM: ['658', '876'],
  PR: ['787', '939'],
};

describe('dial codes', () => {
  it.each([
    ['FR', '33', '+33'],
    ['BV', '0055', '+55'],
    ['GG', '44-1481', '+44'],
    ['GG', '+44-1481', '+44'],
    ['KZ', '7', '+7'],
    ['VA', '379', '+379'],
    ['AQ', '672', '+672'],
    ['SX', '1721', '+1'],
    ['BB', '1-246', '+1'],
    ['DO', '+1-809 and 1-829', '+1'],
    ['UM', '1', '+1'],
    ['XX', '55-12345', '+55'],
    ['XX', '+009876', '+9876'],
  ])('of %s written as %s is %s', (iso2, phonecode, expected) => {
    expect(dialCodes(iso2, phonecode).dial_code).toBe(expected);
  });

  it('are none where the source has none', () => {
    expect(dialCodes('XX', null)).toEqual({ dial_code: null, area_code: null, area_codes: [] });
  });

  it.each(['n/a', '+', '000', '98765'])('can not be read from %s', (phonecode) => {
    expect(() => dialCodes('XX', phonecode)).toThrow(`no dial code can be read from "${phonecode}"`);
  });
});

describe('area codes', () => {
  it.each(Object.entries(SINGLE_AREA_CODES))('%s has the one code %s', (iso2, code) => {
    expect(dialCodes(iso2, '1')).toEqual({ dial_code: '+1', area_code: code, area_codes: [code] });
  });

  it.each(Object.entries(SEVERAL_AREA_CODES))('%s has several and so none that is fixed', (iso2, codes) => {
    expect(dialCodes(iso2, '1')).toEqual({ dial_code: '+1', area_code: null, area_codes: codes });
  });

  it('of the USA and Canada are their own and no service codes', () => {
    const usa = dialCodes('US', '1').area_codes;
    const canada = dialCodes('CA', '1').area_codes;
    expect(usa).toEqual(expect.arrayContaining(['201', '212', '305', '415', '512', '808', '907', '989']));
    expect(canada).toEqual(expect.arrayContaining(['204', '416', '514', '604', '867', '902']));
    expect(usa.length).toBeGreaterThan(330);
    expect(canada.length).toBeGreaterThan(45);
    const all = [...usa, ...canada, ...Object.values(SINGLE_AREA_CODES), ...Object.values(SEVERAL_AREA_CODES).flat()];
    expect(new Set(all).size).toBe(all.length);
    for (const service of ['800', '833', '844', '855', '866', '877', '888', '900', '500', '911', '411']) {
      expect(all).not.toContain(service);
    }
  });

  it('are none for a member of the plan that has no numbers of its own, and outside of the plan', () => {
    expect(dialCodes('UM', '1').area_codes).toEqual([]);
    expect(dialCodes('FR', '33').area_codes).toEqual([]);
  });
});
