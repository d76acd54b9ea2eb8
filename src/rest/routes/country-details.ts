/** E9: one country. */
import { COUNTRY } from '../../schema/country.resource.ts';
import { tiered } from '../../schema/resource.ts';
import { ONE_DAY } from '../durations.ts';
import { ciso } from '../params.ts';
import { route } from '../route.ts';
import { fieldsOf } from '../shape.ts';

export const countryDetails = route({
  path: '/v1/countries/:ciso',
  operationId: 'CountryDetails',
  summary: 'One country',
  tag: 'Countries',
  example: '/v1/countries/AD',
  params: { ciso },
  query: { fields: fieldsOf(COUNTRY) },
  resource: COUNTRY,
  document: `query CountryDetails($country: ID!, $coordinates: Boolean!, $full: Boolean!) {
    result: country(code: $country) { ${tiered(COUNTRY)} } }`,
  variables: (input) => ({ country: input.ciso }),
  notFound: { '': 'Country not found.' },
  maxAge: ONE_DAY,
});
