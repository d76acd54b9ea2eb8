/** E7: one region. */
import { gate } from '../../auth/plans.ts';
import { REGION } from '../../schema/region.resource.ts';
import { tiered } from '../../schema/resource.ts';
import { ONE_DAY } from '../durations.ts';
import { recordId } from '../params.ts';
import { route } from '../route.ts';
import { fieldsOf } from '../shape.ts';

export const regionDetails = route({
  path: '/v1/regions/:id',
  operationId: 'RegionDetails',
  summary: 'One region',
  tag: 'Regions',
  example: '/v1/regions/4',
  gate: gate('regionsApi'),
  params: { id: recordId('Region id.', '3') },
  query: { fields: fieldsOf(REGION) },
  resource: REGION,
  document: `query RegionDetails($id: Int!, $coordinates: Boolean!, $full: Boolean!) {
    result: region(id: $id) { ${tiered(REGION)} } }`,
  variables: ({ id }) => ({ id }),
  notFound: { '': 'Region not found.' },
  maxAge: ONE_DAY,
});
