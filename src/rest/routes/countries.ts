/** All countries. */
import { COUNTRY } from '../../schema/country.resource.ts';
import { tiered } from '../../schema/resource.ts';
import { ONE_DAY } from '../durations.ts';
import { listQuery } from '../params.ts';
import { route } from '../route.ts';
import { fieldsOf, sortOf } from '../shape.ts';

export const countries = route({
  path: '/v1/countries',
  operationId: 'Countries',
  summary: 'All countries',
  tag: 'Countries',
  example: '/v1/countries?q=andorra',
  params: {},
  query: { q: listQuery, fields: fieldsOf(COUNTRY), sort: sortOf(COUNTRY) },
  resource: COUNTRY,
  document: `query Countries($search: String, $orderBy: [CountryOrder!], $coordinates: Boolean!, $full: Boolean!) {
    result: countries(search: $search, orderBy: $orderBy) { nodes { ${tiered(COUNTRY)} } } }`,
  variables: (input) => ({ search: input.q, orderBy: input.sort }),
  body: ['nodes'],
  maxAge: ONE_DAY,
});
