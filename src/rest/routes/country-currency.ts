/** E3: the currency of a country. */
import { gate } from '../../auth/plans.ts';
import { ONE_DAY } from '../durations.ts';
import { ciso } from '../params.ts';
import { route } from '../route.ts';

export const countryCurrency = route({
  path: '/v1/currency/:ciso',
  operationId: 'CountryCurrency',
  summary: 'Currency of a country',
  tag: 'Currencies',
  example: '/v1/currency/AD',
  gate: gate('currencyApi'),
  params: { ciso },
  query: {},
  document: `query CountryCurrency($country: ID!) {
    result: currencyOf(country: $country) { country: countryCode currency { code name symbol } } }`,
  variables: (input) => ({ country: input.ciso }),
  notFound: { '': 'Country not found.', currency: 'No currency data available for this country.' },
  maxAge: ONE_DAY,
});
