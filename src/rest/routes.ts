/** The table of contents of `/v1`. */
import type { Route } from './route.ts';
import { addressForm } from './routes/address-form.ts';
import { checkPlace } from './routes/check-place.ts';
import { cities } from './routes/cities.ts';
import { citiesOfCountry } from './routes/cities-of-country.ts';
import { citiesOfState } from './routes/cities-of-state.ts';
import { cityById } from './routes/city-by-id.ts';
import { convertCountryCode } from './routes/convert-country-code.ts';
import { countries } from './routes/countries.ts';
import { countriesOfSubregion } from './routes/countries-of-subregion.ts';
import { countryCurrency } from './routes/country-currency.ts';
import { countryDetails } from './routes/country-details.ts';
import { countryDialCode } from './routes/country-dial-code.ts';
import { currencies } from './routes/currencies.ts';
import { dialCodes } from './routes/dial-codes.ts';
import { fuzzySearch } from './routes/fuzzy-search.ts';
import { isoCountry } from './routes/iso-country.ts';
import { isoState } from './routes/iso-state.ts';
import { locate } from './routes/locate.ts';
import { parsePhoneNumber } from './routes/parse-phone-number.ts';
import { placesNear } from './routes/places-near.ts';
import { regionDetails } from './routes/region-details.ts';
import { regions } from './routes/regions.ts';
import { stateById } from './routes/state-by-id.ts';
import { stateDetails } from './routes/state-details.ts';
import { states } from './routes/states.ts';
import { statesOfCountry } from './routes/states-of-country.ts';
import { subregionDetails } from './routes/subregion-details.ts';
import { subregionsOfRegion } from './routes/subregions-of-region.ts';
import { suggestPlaces } from './routes/suggest-places.ts';
import { timeZoneOfCity } from './routes/time-zone-of-city.ts';
import { timeZoneOfCountry } from './routes/time-zone-of-country.ts';
import { timeZoneOfState } from './routes/time-zone-of-state.ts';

export const ROUTES: readonly Route[] = [
  countries,
  countryDetails,
  statesOfCountry,
  stateDetails,
  citiesOfState,
  citiesOfCountry,
  states,
  stateById,
  cities,
  cityById,
  regions,
  regionDetails,
  subregionsOfRegion,
  subregionDetails,
  countriesOfSubregion,
  currencies,
  countryCurrency,
  dialCodes,
  parsePhoneNumber,
  countryDialCode,
  isoCountry,
  convertCountryCode,
  isoState,
  timeZoneOfCountry,
  timeZoneOfState,
  timeZoneOfCity,
  fuzzySearch,
  suggestPlaces,
  placesNear,
  locate,
  checkPlace,
  addressForm,
];
