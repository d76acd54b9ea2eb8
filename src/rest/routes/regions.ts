/** E8: all regions. */
import { gate } from '../../auth/plans.ts';
import { REGION } from '../../schema/region.resource.ts';
import { tiered } from '../../schema/resource.ts';
import { ONE_DAY } from '../durations.ts';
import { listQuery } from '../params.ts';
import { route } from '../route.ts';
import { fieldsOf, sortOf } from '../shape.ts';

export const regions = route({
  path: '/v1/regions',
  operationId: 'Regions',
  summary: 'All regions',
  tag: 'Regions',
  example: '/v1/regions?q=europe',
  gate: gate('regionsApi'),
  params: {},
  query: { q: listQuery, fields: fieldsOf(REGION), sort: sortOf(REGION) },
  resource: REGION,
  document: `query Regions($search: String, $orderBy: [RegionOrder!], $coordinates: Boolean!, $full: Boolean!) {
    result: regions(search: $search, orderBy: $orderBy) { nodes { ${tiered(REGION)} } } }`,
  variables: (input) => ({ search: input.q, orderBy: input.sort }),
  body: ['nodes'],
  maxAge: ONE_DAY,
});
