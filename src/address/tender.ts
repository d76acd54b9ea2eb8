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
  SL: 'SLE',
  SX: 'XCG',
  VE: 'VED',
  ZW: 'USD ZWG',
};

/** Codes of ISO 4217 that `Intl` does not list: for funds, units of account and metals, for none, and Venezuela's second one. */
const OTHER_CODES = 'BOV CHE CHW CLF COU MXV USN UYI UYW VED XAG XAU XBA XBB XBC XBD XPD XPT XTS XUA XXX'.split(' ');
const codes: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...OTHER_CODES]);

/** Whether it is a code of ISO 4217, in capitals; what it stands for may be no country's money. */
export function isCurrencyCode(currency: string): boolean {
  return codes.has(currency);
}

/** `currency` is an ISO 4217 code in capitals, `own` the country's; true where nothing is known of its money. */
export function isTender(iso2: string, own: string | null, currency: string): boolean {
  return own === null || own === currency || (BESIDE[iso2]?.split(' ').includes(currency) ?? false);
}
