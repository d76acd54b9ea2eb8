/** E5: all states. */
import { gate } from '../../auth/plans.ts';
import { tiered } from '../../schema/resource.ts';
import { STATE } from '../../schema/state.resource.ts';
import { ONE_DAY } from '../durations.ts';
import { listQuery } from '../params.ts';
import { route } from '../route.ts';
import { fieldsOf, sortOf } from '../shape.ts';

export const states = route({
  path: '/v1/states',
  operationId: 'States',
  summary: 'All states',
  tag: 'States',
  example: '/v1/states?q=andorra',
  gate: gate('bulkStates'),
  params: {},
  query: { q: listQuery, fields: fieldsOf(STATE), sort: sortOf(STATE) },
  resource: STATE,
  document: `query States($search: String, $orderBy: [StateOrder!], $coordinates: Boolean!, $full: Boolean!) {
    result: states(search: $search, orderBy: $orderBy) { nodes { ${tiered(STATE)} } } }`,
  variables: (input) => ({ search: input.q, orderBy: input.sort }),
  body: ['nodes'],
  maxAge: ONE_DAY,
});
