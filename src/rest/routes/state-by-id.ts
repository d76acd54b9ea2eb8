/** One state by its id. */
import { tiered } from '../../schema/resource.ts';
import { STATE } from '../../schema/state.resource.ts';
import { ONE_DAY } from '../durations.ts';
import { recordId } from '../params.ts';
import { route } from '../route.ts';
import { fieldsOf } from '../shape.ts';

export const stateById = route({
  path: '/v1/states/:id',
  operationId: 'StateById',
  summary: 'One state by id',
  tag: 'States',
  example: '/v1/states/488',
  params: { id: recordId('State id.', '1416') },
  query: { fields: fieldsOf(STATE) },
  resource: STATE,
  document: `query StateById($id: Int!, $coordinates: Boolean!, $full: Boolean!) {
    result: state(id: $id) { ${tiered(STATE)} } }`,
  variables: ({ id }) => ({ id }),
  notFound: { '': 'No State/Region found.' },
  maxAge: ONE_DAY,
});
