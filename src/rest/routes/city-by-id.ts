/** One city by its id. */
import { CITY } from '../../schema/city.resource.ts';
import { tiered } from '../../schema/resource.ts';
import { ONE_DAY } from '../durations.ts';
import { recordId } from '../params.ts';
import { route } from '../route.ts';
import { fieldsOf } from '../shape.ts';

export const cityById = route({
  path: '/v1/cities/:id',
  operationId: 'CityById',
  summary: 'One city by id',
  tag: 'Cities',
  example: '/v1/cities/1',
  params: { id: recordId('City id.', '1') },
  query: { fields: fieldsOf(CITY) },
  resource: CITY,
  document: `query CityById($id: Int!, $coordinates: Boolean!, $full: Boolean!) {
    result: city(id: $id) { ${tiered(CITY)} } }`,
  variables: ({ id }) => ({ id }),
  notFound: { '': 'City not found.' },
  maxAge: ONE_DAY,
});
