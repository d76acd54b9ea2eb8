/**
 * Every operation of `/v1`, written down by hand from the specification and section 4 of the contract: a path that is
 * answered with 200 from the fixture, the plans that have it, and what others are told.
 */
import type { Plan } from '../../src/auth/plans.ts';
import { ALL_PLANS, PROFESSIONAL_AND_ABOVE, SUPPORTER_AND_ABOVE } from './specification.ts';

export interface SpecifiedOperation {
  readonly id: string;
  readonly path: string;
  readonly plans: readonly Plan[];
  /** The feature that a refusal names; undefined where nobody is refused. */
  readonly feature?: string;
  /** Which of the parameters of section 3 and `q` of lists it has. */
  readonly takes: readonly ('q' | 'fields' | 'sort')[];
  /** Cache-Control of its answer; that of time zones ends with the clock's next change. */
  readonly cacheControl: RegExp;
}

const STARTER_AND_ABOVE: readonly Plan[] = ALL_PLANS.filter((plan) => plan !== 'Community');
const DAY = /^private, max-age=86400$/;
const HOUR = /^private, max-age=3600$/;
const AT_MOST_A_DAY = /^private, max-age=\d{1,5}$/;
const LIST = ['q', 'fields', 'sort'] as const;
const DETAIL = ['fields'] as const;
const NONE = [] as const;

type Row = readonly [
  id: string,
  path: string,
  plans: readonly Plan[],
  feature: string | undefined,
  takes: SpecifiedOperation['takes'],
  cacheControl: RegExp,
];

const ROWS: readonly Row[] = [
  ['Countries', '/v1/countries', ALL_PLANS, undefined, LIST, DAY],
  ['CountryDetails', '/v1/countries/JP', ALL_PLANS, undefined, DETAIL, DAY],
  ['StatesOfCountry', '/v1/countries/JP/states', ALL_PLANS, undefined, LIST, DAY],
  ['StateDetails', '/v1/countries/JP/states/13', ALL_PLANS, undefined, DETAIL, DAY],
  ['CitiesOfState', '/v1/countries/JP/states/13/cities', ALL_PLANS, undefined, LIST, DAY],
  ['CitiesOfCountry', '/v1/countries/JP/cities', SUPPORTER_AND_ABOVE, 'bulkCities', LIST, DAY],
  ['States', '/v1/states', SUPPORTER_AND_ABOVE, 'bulkStates', LIST, DAY],
  ['StateById', '/v1/states/823', ALL_PLANS, undefined, DETAIL, DAY],
  ['Cities', '/v1/cities', PROFESSIONAL_AND_ABOVE, 'bulkCities', LIST, DAY],
  ['CityById', '/v1/cities/1', ALL_PLANS, undefined, DETAIL, DAY],
  ['Regions', '/v1/regions', SUPPORTER_AND_ABOVE, 'regionsApi', LIST, DAY],
  ['RegionDetails', '/v1/regions/3', SUPPORTER_AND_ABOVE, 'regionsApi', DETAIL, DAY],
  ['SubregionsOfRegion', '/v1/regions/2/subregions', SUPPORTER_AND_ABOVE, 'regionsApi', LIST, DAY],
  ['SubregionDetails', '/v1/subregions/12', SUPPORTER_AND_ABOVE, 'regionsApi', DETAIL, DAY],
  ['CountriesOfSubregion', '/v1/subregions/6/countries', SUPPORTER_AND_ABOVE, 'regionsApi', LIST, DAY],
  ['Currencies', '/v1/currency', SUPPORTER_AND_ABOVE, 'currencyApi', NONE, DAY],
  ['CountryCurrency', '/v1/currency/JP', SUPPORTER_AND_ABOVE, 'currencyApi', NONE, DAY],
  ['DialCodes', '/v1/phone', SUPPORTER_AND_ABOVE, 'phoneDialCode', NONE, DAY],
  [
    'ParsePhoneNumber',
    '/v1/phone/parse?number=%2B14155552671',
    SUPPORTER_AND_ABOVE,
    'phoneDialCode',
    NONE,
    /^no-store$/,
  ],
  ['CountryDialCode', '/v1/phone/JP', SUPPORTER_AND_ABOVE, 'phoneDialCode', NONE, DAY],
  ['IsoCountry', '/v1/iso/country?iso2=JP', STARTER_AND_ABOVE, 'isoLookup', NONE, HOUR],
  [
    'ConvertCountryCode',
    '/v1/iso/country/convert?from=iso2&to=iso3&value=JP',
    STARTER_AND_ABOVE,
    'isoLookup',
    NONE,
    HOUR,
  ],
  ['IsoState', '/v1/iso/state?iso=JP-13', STARTER_AND_ABOVE, 'isoLookup', NONE, HOUR],
  ['TimeZoneOfCountry', '/v1/timezone/JP', ALL_PLANS, undefined, NONE, AT_MOST_A_DAY],
  ['TimeZoneOfState', '/v1/timezone/JP/13', ALL_PLANS, undefined, NONE, AT_MOST_A_DAY],
  ['TimeZoneOfCity', '/v1/timezone/AD/07/1', ALL_PLANS, undefined, NONE, AT_MOST_A_DAY],
  ['FuzzySearch', '/v1/search/fuzzy?q=tokyo', PROFESSIONAL_AND_ABOVE, 'fuzzySearch', NONE, HOUR],
  ['SuggestPlaces', '/v1/places/suggest?q=tokio', ALL_PLANS, undefined, NONE, HOUR],
  ['PlacesNear', '/v1/places/near?lat=35.69&lng=139.69', SUPPORTER_AND_ABOVE, 'geoSearch', DETAIL, DAY],
  ['LocatePoint', '/v1/places/locate?lat=42.5&lng=1.5', SUPPORTER_AND_ABOVE, 'geoSearch', NONE, DAY],
  ['CheckPlace', '/v1/check?country=JP&currency=USD', SUPPORTER_AND_ABOVE, 'consistency', NONE, /^no-store$/],
  ['AddressForm', '/v1/address-form/JP', ALL_PLANS, undefined, NONE, DAY],
];

export const OPERATIONS: readonly SpecifiedOperation[] = ROWS.map(
  ([id, path, plans, feature, takes, cacheControl]) => ({
    id,
    path,
    plans,
    ...(feature === undefined ? {} : { feature }),
    takes,
    cacheControl,
  }),
);

/** A path with one more query parameter. */
export function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}
