/** The states of a country. */
import { tiered } from '../../schema/resource.ts';
import { STATE } from '../../schema/state.resource.ts';
import { ONE_DAY } from '../durations.ts';
import { ciso, listQuery } from '../params.ts';
import { route } from '../route.ts';
import { fieldsOf, sortOf } from '../shape.ts';

export const statesOfCountry = route({
  path: '/v1/countries/:ciso/states',
  operationId: 'StatesOfCountry',
  summary: 'States of a country',
  tag: 'States',
  example: '/v1/countries/AD/states',
  params: { ciso },
  query: { q: listQuery, fields: fieldsOf(STATE), sort: sortOf(STATE) },
  resource: STATE,
  document: `query StatesOfCountry($country: ID!, $search: String, $orderBy: [StateOrder!], $coordinates: Boolean!, $full: Boolean!) {
    result: country(code: $country) { states(search: $search, orderBy: $orderBy) { nodes { ${tiered(STATE)} } } } }`,
  variables: (input) => ({ country: input.ciso, search: input.q, orderBy: input.sort }),
  body: ['states', 'nodes'],
  notFound: { '': 'No States/Regions found.' },
  empty: 'No States/Regions found.',
  maxAge: ONE_DAY,
});
