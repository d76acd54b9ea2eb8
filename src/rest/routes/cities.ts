/** All cities of all countries. */
import { gate } from '../../auth/plans.ts';
import { CITY } from '../../schema/city.resource.ts';
import { tiered } from '../../schema/resource.ts';
import { ONE_DAY } from '../durations.ts';
import { listQuery } from '../params.ts';
import { route } from '../route.ts';
import { fieldsOf, sortOf } from '../shape.ts';

export const cities = route({
  path: '/v1/cities',
  operationId: 'Cities',
  summary: 'All cities',
  tag: 'Cities',
  example: '/v1/cities?q=andorra',
  gate: gate('bulkCities', 'Professional'),
  params: {},
  query: { q: listQuery, fields: fieldsOf(CITY), sort: sortOf(CITY) },
  resource: CITY,
  document: `query Cities($search: String, $orderBy: [CityOrder!], $coordinates: Boolean!, $full: Boolean!) {
    result: cities(search: $search, orderBy: $orderBy) { nodes { ${tiered(CITY)} } } }`,
  variables: (input) => ({ search: input.q, orderBy: input.sort }),
  body: ['nodes'],
  maxAge: ONE_DAY,
});
