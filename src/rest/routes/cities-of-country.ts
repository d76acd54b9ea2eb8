/** E4: the cities of a country. */
import { gate } from '../../auth/plans.ts';
import { CITY } from '../../schema/city.resource.ts';
import { tiered } from '../../schema/resource.ts';
import { ONE_DAY } from '../durations.ts';
import { ciso, listQuery } from '../params.ts';
import { route } from '../route.ts';
import { fieldsOf, sortOf } from '../shape.ts';

export const citiesOfCountry = route({
  path: '/v1/countries/:ciso/cities',
  operationId: 'CitiesOfCountry',
  summary: 'Cities of a country',
  tag: 'Cities',
  example: '/v1/countries/AD/cities?q=andorra',
  gate: gate('bulkCities'),
  params: { ciso },
  query: { q: listQuery, fields: fieldsOf(CITY), sort: sortOf(CITY) },
  resource: CITY,
  document: `query CitiesOfCountry($country: ID!, $search: String, $orderBy: [CityOrder!], $coordinates: Boolean!, $full: Boolean!) {
    result: country(code: $country) { cities(search: $search, orderBy: $orderBy) { nodes { ${tiered(CITY)} } } } }`,
  variables: (input) => ({ country: input.ciso, search: input.q, orderBy: input.sort }),
  body: ['cities', 'nodes'],
  notFound: { '': 'No Cities found.' },
  empty: 'No Cities found.',
  maxAge: ONE_DAY,
});
