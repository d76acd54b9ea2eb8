/** The dial code of a country. */
import { gate } from '../../auth/plans.ts';
import { ONE_DAY } from '../durations.ts';
import { ciso } from '../params.ts';
import { route } from '../route.ts';

export const countryDialCode = route({
  path: '/v1/phone/:ciso',
  operationId: 'CountryDialCode',
  summary: 'Dial code of a country',
  tag: 'Dial codes',
  example: '/v1/phone/BB',
  gate: gate('phoneDialCode'),
  params: { ciso },
  query: {},
  document: `query CountryDialCode($country: ID!) {
    result: dialCodeOf(country: $country) {
      dialCode { country: iso2 dial_code: dialCode area_code: areaCode iso2 iso3 } } }`,
  variables: (input) => ({ country: input.ciso }),
  body: ['dialCode'],
  omitNull: ['area_code'],
  notFound: { '': 'Country not found.', dialCode: 'No dial code available for this country.' },
  maxAge: ONE_DAY,
});
