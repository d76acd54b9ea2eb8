/** From what stands in the path of a country's page to the country, or to the ones that may have been meant. */

import type { DataSet } from '../schema/context.ts';
import { findCountryCodes } from '../schema/country-code.ts';
import type { CountryEntry, PageData } from './page-data.ts';
import type { PagesOptions } from './page-options.ts';

const SUGGESTIONS = 5;
const LEAST_LETTERS = 3;

export interface CountryFinder {
  /** The ISO2 code of a country by any form of its code, by its name or the beginning of it, without case and accents. */
  find(dataSet: DataSet, wanted: string): Promise<string | undefined>;
  /** Countries with a similar code or name, likeliest first. */
  suggest(dataSet: DataSet, wanted: string): Promise<readonly CountryEntry[]>;
}

export function createCountryFinder(data: PageData, { ask }: PagesOptions): CountryFinder {
  return {
    async find(dataSet, wanted) {
      const codes = findCountryCodes(dataSet, wanted);
      if (codes) return codes.iso2;
      const typed = folded(wanted);
      if (typed === '') return undefined;
      const countries = (await data.countries(dataSet)).map(({ name, iso2 }) => ({ name: folded(name), iso2 }));
      const whole = countries.find(({ name }) => name === typed);
      if (whole) return whole.iso2;
      // The beginning of one name alone, such as "jap", is as good as the name.
      const begun = typed.length < LEAST_LETTERS ? [] : countries.filter(({ name }) => name.startsWith(typed));
      return begun.length === 1 ? begun[0]?.iso2 : undefined;
    },
    async suggest(dataSet, wanted) {
      const countries = await data.countries(dataSet);
      const similar = await similarNames(wanted);
      const near = /^[a-z]{2,3}$/i.test(wanted)
        ? countries.filter(({ iso2 }) => iso2 === wanted.slice(0, 2).toUpperCase())
        : [];
      const named = similar.flatMap((iso2) => countries.filter((country) => country.iso2 === iso2));
      return [...new Set([...near, ...named])].slice(0, SUGGESTIONS);
    },
  };

  /** The service's own search knows how alike names are. */
  async function similarNames(wanted: string): Promise<string[]> {
    const query = new URLSearchParams({ q: wanted, type: 'country', limit: String(SUGGESTIONS), threshold: '0.2' });
    const { status, body } = await ask(`/v1/search/fuzzy?${query}`, 'Professional');
    const found: unknown = status === 200 && body ? JSON.parse(body.toString()) : [];
    return Array.isArray(found) ? found.flatMap((each) => (typeof each?.iso2 === 'string' ? [each.iso2] : [])) : [];
  }
}

/** Without case, accents and blanks at the ends. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
