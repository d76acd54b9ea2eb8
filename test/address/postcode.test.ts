import { describe, expect, it } from 'vitest';
import { addressData } from '../../src/address/address-data.ts';
import { barePostcode, mayBePostcode } from '../../src/address/postcode.ts';
import addresses from '../../generated/address-data.json' with { type: 'json' };

function mayBe(postcode: string, iso2: string): boolean {
  const data = addressData(iso2);
  return mayBePostcode(barePostcode(postcode, iso2, data), data);
}

describe('a postcode', () => {
  it('that is an example of its country is one of it, with the country’s code as well', () => {
    const examples = Object.keys(addresses).flatMap((iso2) =>
      addressData(iso2).postcodeExamples.map((example) => ({ iso2, example })),
    );
    expect(examples.length).toBeGreaterThan(300);
    expect(examples.filter(({ iso2, example }) => !mayBe(example, iso2))).toEqual([]);
    expect(examples.filter(({ iso2, example }) => !mayBe(`${iso2}-${example}`, iso2))).toEqual([]);
  });

  it.each([
    ['LV-1073', 'LV'],
    ['1073', 'LV'],
    ['D-80331', 'DE'],
    ['F-75001', 'FR'],
    ['D 10115', 'DE'],
    ['d10115', 'DE'],
    ['a-1010', 'AT'],
    ['AZ1000', 'AZ'],
    ['110 001', 'IN'],
    ['m5v-2t6', 'CA'],
    ['00 950', 'PL'],
    ['01310 100', 'BR'],
    ['GB-SW1A 1AA', 'GB'],
    ['〒100-0001', 'JP'],
    ['1101', 'SV'],
    ['1100148', 'PT'],
    ['31042', 'PL'],
    ['123456789', 'US'],
    ['K1A0B1', 'CA'],
  ])('may be written as %s in %s', (postcode, iso2) => {
    expect(mayBe(postcode, iso2)).toBe(true);
  });

  it.each([
    ['D-80331', 'FR'],
    ['F-1010', 'AT'],
    ['8033', 'DE'],
    ['803310', 'DE'],
    ['80-33', 'DE'],
    ['1-0-1-1-5', 'DE'],
    ['10115-', 'DE'],
    ['-10115', 'US'],
    ['LV-107', 'LV'],
    ['SW1A', 'GB'],
  ])('is not %s in %s', (postcode, iso2) => {
    expect(mayBe(postcode, iso2)).toBe(false);
  });
});
