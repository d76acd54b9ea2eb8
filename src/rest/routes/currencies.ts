/** Currencies: of all countries, or the countries that share one. */
import { gate } from '../../auth/plans.ts';
import { currencyCode } from '../code-params.ts';
import { ONE_DAY } from '../durations.ts';
import { route } from '../route.ts';

export const currencies = route({
  path: '/v1/currency',
  operationId: 'Currencies',
  summary: 'Currencies and reverse look-up',
  tag: 'Currencies',
  example: '/v1/currency?code=EUR',
  gate: gate('currencyApi'),
  params: {},
  query: { code: currencyCode },
  document: `query Currencies($code: String) {
    result: currencies(code: $code) { country: countryCode currency { code name symbol } } }`,
  variables: ({ code }) => ({ code }),
  present: ['currency'],
  maxAge: ONE_DAY,
});
