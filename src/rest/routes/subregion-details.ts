/** One subregion. */
import { gate } from '../../auth/plans.ts';
import { tiered } from '../../schema/resource.ts';
import { SUBREGION } from '../../schema/subregion.resource.ts';
import { ONE_DAY } from '../durations.ts';
import { recordId } from '../params.ts';
import { route } from '../route.ts';
import { fieldsOf } from '../shape.ts';

export const subregionDetails = route({
  path: '/v1/subregions/:id',
  operationId: 'SubregionDetails',
  summary: 'One subregion',
  tag: 'Regions',
  example: '/v1/subregions/16',
  gate: gate('regionsApi'),
  params: { id: recordId('Subregion id.', '12') },
  query: { fields: fieldsOf(SUBREGION) },
  resource: SUBREGION,
  document: `query SubregionDetails($id: Int!, $coordinates: Boolean!, $full: Boolean!) {
    result: subregion(id: $id) { ${tiered(SUBREGION)} } }`,
  variables: ({ id }) => ({ id }),
  notFound: { '': 'Subregion not found.' },
  maxAge: ONE_DAY,
});
