/** The table of contents of `/v1`. */
import type { Route } from './route.ts';
import { citiesOfCountry } from './routes/cities-of-country.ts';
import { countryCurrency } from './routes/country-currency.ts';
import { countryDetails } from './routes/country-details.ts';
import { dialCodes } from './routes/dial-codes.ts';
import { fuzzySearch } from './routes/fuzzy-search.ts';
import { isoState } from './routes/iso-state.ts';
import { regionDetails } from './routes/region-details.ts';
import { regions } from './routes/regions.ts';
import { stateDetails } from './routes/state-details.ts';
import { states } from './routes/states.ts';

export const ROUTES: readonly Route[] = [
  countryDetails,
  stateDetails,
  states,
  citiesOfCountry,
  regions,
  regionDetails,
  countryCurrency,
  dialCodes,
  isoState,
  fuzzySearch,
];
