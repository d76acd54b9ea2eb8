/** The subregions of a region. */
import { gate } from '../../auth/plans.ts';
import { tiered } from '../../schema/resource.ts';
import { SUBREGION } from '../../schema/subregion.resource.ts';
import { ONE_DAY } from '../durations.ts';
import { listQuery, recordId } from '../params.ts';
import { route } from '../route.ts';
import { fieldsOf, sortOf } from '../shape.ts';

export const subregionsOfRegion = route({
  path: '/v1/regions/:id/subregions',
  operationId: 'SubregionsOfRegion',
  summary: 'Subregions of a region',
  tag: 'Regions',
  example: '/v1/regions/4/subregions?q=southern',
  gate: gate('regionsApi'),
  params: { id: recordId('Region id.', '3') },
  query: { q: listQuery, fields: fieldsOf(SUBREGION), sort: sortOf(SUBREGION) },
  resource: SUBREGION,
  document: `query SubregionsOfRegion($id: Int!, $search: String, $orderBy: [SubregionOrder!], $coordinates: Boolean!, $full: Boolean!) {
    result: region(id: $id) { subregions(search: $search, orderBy: $orderBy) { nodes { ${tiered(SUBREGION)} } } } }`,
  variables: (input) => ({ id: input.id, search: input.q, orderBy: input.sort }),
  body: ['subregions', 'nodes'],
  notFound: { '': 'Region not found.' },
  maxAge: ONE_DAY,
});
