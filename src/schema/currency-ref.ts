/** What a currency is made from: the three currency columns of a country that uses it. */
import type { CountryRow } from '../db/country.entity.ts';
import { builder } from './builder.ts';

export interface CurrencyRow {
  readonly currency: string;
  readonly currencyName?: string | null | undefined;
  readonly currencySymbol?: string | null | undefined;
}

export const CurrencyRef = builder.objectRef<CurrencyRow>('Currency');

export const CURRENCY_COLUMNS = ['currency', 'currencyName', 'currencySymbol'];

/** The currency of a country; null when it has none on record. */
export function currencyOfRow({ currency, currencyName, currencySymbol }: CountryRow): CurrencyRow | null {
  return currency ? { currency, currencyName, currencySymbol } : null;
}
