/**
 * Currencies that are legal tender beside the one that a country's row names, as the countries' own laws have it (CLDR's
 * `currencyData` lists them too). What merely circulates is not here.
 */
const BESIDE: Readonly<Record<string, string>> = {
  BT: 'INR',
  CW: 'XCG',
  FK: 'GBP',
  GI: 'GBP',
  HT: 'USD',
  LS: 'ZAR',
  NA: 'ZAR',
  PA: 'USD',
  PS: 'JOD',
  SH: 'GBP',
  SX: 'XCG',
  ZW: 'USD ZWG',
};

/** `currency` is an ISO 4217 code in capitals, `own` the country's; true where nothing is known of its money. */
export function isTender(iso2: string, own: string | null, currency: string): boolean {
  return own === null || own === currency || (BESIDE[iso2]?.split(' ').includes(currency) ?? false);
}
