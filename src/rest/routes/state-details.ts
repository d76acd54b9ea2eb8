/** E10: one state of a country. */
import { tiered } from '../../schema/resource.ts';
import { STATE } from '../../schema/state.resource.ts';
import { ONE_DAY } from '../durations.ts';
import { ciso, stateCode } from '../params.ts';
import { route } from '../route.ts';
import { fieldsOf } from '../shape.ts';

export const stateDetails = route({
  path: '/v1/countries/:ciso/states/:state',
  operationId: 'StateDetails',
  summary: 'One state of a country',
  tag: 'States',
  example: '/v1/countries/AD/states/07',
  params: { ciso, state: stateCode },
  query: { fields: fieldsOf(STATE) },
  resource: STATE,
  document: `query StateDetails($country: ID!, $state: String!, $coordinates: Boolean!, $full: Boolean!) {
    result: state(country: $country, iso2: $state) { ${tiered(STATE)} } }`,
  variables: (input) => ({ country: input.ciso, state: input.state }),
  notFound: { '': 'No State/Region found.' },
  maxAge: ONE_DAY,
});
