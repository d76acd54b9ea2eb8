/** The cities of a state. */
import { CITY } from '../../schema/city.resource.ts';
import { tiered } from '../../schema/resource.ts';
import { ONE_DAY } from '../durations.ts';
import { ciso, listQuery, stateCode } from '../params.ts';
import { route } from '../route.ts';
import { fieldsOf, sortOf } from '../shape.ts';

export const citiesOfState = route({
  path: '/v1/countries/:ciso/states/:state/cities',
  operationId: 'CitiesOfState',
  summary: 'Cities of a state',
  tag: 'Cities',
  example: '/v1/countries/AD/states/07/cities',
  params: { ciso, state: stateCode },
  query: { q: listQuery, fields: fieldsOf(CITY), sort: sortOf(CITY) },
  resource: CITY,
  document: `query CitiesOfState($country: ID!, $state: String!, $search: String, $orderBy: [CityOrder!], $coordinates: Boolean!, $full: Boolean!) {
    result: state(country: $country, iso2: $state) { cities(search: $search, orderBy: $orderBy) { nodes { ${tiered(CITY)} } } } }`,
  variables: (input) => ({ country: input.ciso, state: input.state, search: input.q, orderBy: input.sort }),
  body: ['cities', 'nodes'],
  notFound: { '': 'No Cities found.' },
  empty: 'No Cities found.',
  maxAge: ONE_DAY,
});
