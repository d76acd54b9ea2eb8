/** Whether what is said of one place goes together. The telephone number is personal data: see `personal`. */
import { gate } from '../../auth/plans.ts';
import { currencyCode, phoneNumber } from '../code-params.ts';
import { optional, placeText } from '../params.ts';
import { coordinate } from '../point-params.ts';
import { ParameterFault, route } from '../route.ts';

const NAMES = ['country', 'state', 'city', 'postcode', 'phone', 'timezone', 'currency'] as const;

const PARAMETERS = {
  country: placeText(
    'Name of a country in any language, or its ISO 3166-1 code (two or three letters, or three digits).',
    'JP',
  ),
  state: placeText('Name of a state in any language, or its code.', 'Tokyo'),
  city: placeText('Name of a city in any language.', 'Tokyo'),
  postcode: placeText('Postal code.', '150-0002'),
  phone: optional(phoneNumber),
  timezone: placeText('IANA time zone.', 'Asia/Tokyo'),
  currency: { ...optional(currencyCode), doc: 'ISO 4217 code, in any case.' },
  lat: optional(coordinate('Latitude in degrees; only with `lng`.', 90, '35.7')),
  lng: optional(coordinate('Longitude in degrees; only with `lat`.', 180, '139.7')),
};

export const checkPlace = route({
  path: '/v1/check',
  operationId: 'CheckPlace',
  summary: 'Whether what is said of a place goes together',
  tag: 'Search',
  example: '/v1/check?country=JP&currency=USD',
  gate: gate('consistency'),
  params: {},
  query: PARAMETERS,
  check(input, sent): Readonly<Record<string, string | ParameterFault>> {
    const { lat, lng } = input;
    // What breaks a rule of its own is told by itself.
    if ([...sent.keys()].some((name) => Object.hasOwn(PARAMETERS, name) && !Object.hasOwn(input, name))) return {};
    if (lat !== undefined && lng === undefined) return { lng: 'lng: is required with lat' };
    if (lng !== undefined && lat === undefined) return { lat: 'lat: is required with lng' };
    if ([...NAMES, 'lat' as const].filter((name) => input[name] !== undefined).length > 1) return {};
    const rule = 'Provide at least two of: country, state, city, postcode, phone, timezone, currency, lat and lng';
    return { country: new ParameterFault(`Invalid query parameters: ${rule}`, true) };
  },
  document: `query CheckPlace($country: String, $state: String, $city: String, $postcode: String, $phone: String, $timezone: String,
      $currency: String, $lat: Float, $lng: Float) {
    result: checkPlace(country: $country, state: $state, city: $city, postcode: $postcode, phone: $phone, timezone: $timezone,
        currency: $currency, lat: $lat, lng: $lng) { consistent findings { code fields message expected } } }`,
  variables: (input) => ({ ...input }),
  omitNull: ['expected'],
  personal: true,
  maxAge: 0,
});
