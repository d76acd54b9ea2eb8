/** The forms in which a country is named: ISO 3166-1 alpha-2, alpha-3, or the decimal id, in any case. */
import type { CountryCodes, DataSet } from '../db/data-set.queries.ts';
import type { Arguments } from './needs.ts';

/** What each form of an ISO 3166-1 code looks like; numeric ones with leading zeros or without (contract, section 4). */
export const CODE_FORMS = {
  iso2: { pattern: /^[A-Za-z]{2}$/, rule: 'a 2-letter code' },
  iso3: { pattern: /^[A-Za-z]{3}$/, rule: 'a 3-letter code' },
  numeric: { pattern: /^(?:[1-9][0-9]{0,2}|0[1-9][0-9]?|00[1-9])$/, rule: 'a 1 to 3 digit code' },
} as const;

/**
 * Finds a country by any of its forms; `1`, `001` and `AF` are the same. Undefined when nothing has that form.
 * Answered from memory: the codes come with the data set.
 */
export function findCountryCodes(dataSet: DataSet, form: string): CountryCodes | undefined {
  const id = /^0*([1-9][0-9]{0,9})$/.exec(form)?.[1];
  if (id !== undefined) return dataSet.countryCodes.get(id);
  return /^[A-Za-z]{2,3}$/.test(form) ? dataSet.countryCodes.get(form.toUpperCase()) : undefined;
}

/** The most countries that an unpaged list holds, for its cost: all, or those that share a `code`. The euro has 37. */
export function countriesWithCode({ code }: Arguments): number {
  return code === null || code === undefined ? 250 : 40;
}
