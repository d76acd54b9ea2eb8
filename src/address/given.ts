/** What is said of one place, and what a check of it asks of others. */
import type { FindIndex } from '../find/find-index.ts';
import type { CountryFacts } from './country-facts.ts';
import type { Checked } from './findings.ts';
import type { NamesGiven } from './reading.ts';

export interface Given extends NamesGiven {
  readonly postcode?: string;
  /** Digits, the country's dial code first. */
  readonly phone?: string;
  readonly timezone?: string;
  /** Three letters, in capitals. */
  readonly currency?: string;
  /** Degrees. */
  readonly point?: { readonly latitude: number; readonly longitude: number };
}

/** What the check asks of others. */
export interface CheckSources {
  readonly index: FindIndex;
  /** True where a number may be one of a country, by ISO2; undefined for a number that no country has the code of. */
  mayBeNumberOf(iso2: string, digits: string): boolean | undefined;
}

/** The countries that a place may lie in by what was said first, and what that was. */
export interface Base {
  readonly countries: readonly CountryFacts[];
  readonly fields: readonly Checked[];
}
