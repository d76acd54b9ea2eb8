import { describe, expect, it } from 'vitest';
import { isCurrencyCode, isTender } from '../../src/address/tender.ts';

describe('a currency', () => {
  it.each([
    ['that the country has', 'JP', 'JPY', 'JPY'],
    ['that followed the one which its row names', 'SL', 'SLL', 'SLE'],
    ['beside its own', 'NA', 'NAD', 'ZAR'],
    ['of a country of whose money nothing is known', 'AQ', null, 'USD'],
  ])('is legal tender: one %s', (_, country, own, currency) => {
    expect(isTender(country, own, currency)).toBe(true);
  });

  it('is none where it merely circulates', () => {
    expect(isTender('SZ', 'SZL', 'ZAR')).toBe(false);
    expect(isTender('JP', 'JPY', 'USD')).toBe(false);
  });

  it.each([...['USD', 'SLE', 'CLF', 'CHE', 'XAU', 'XXX', 'VED', 'USN']])('has a code of ISO 4217: %s', (code) => {
    expect(isCurrencyCode(code)).toBe(true);
  });

  it.each(['QQQ', 'usd', '', 'EURO'])('has none in "%s"', (code) => {
    expect(isCurrencyCode(code)).toBe(false);
  });
});
