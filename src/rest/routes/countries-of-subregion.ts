/** The countries of a subregion. */
import { gate } from '../../auth/plans.ts';
import { COUNTRY } from '../../schema/country.resource.ts';
import { tiered } from '../../schema/resource.ts';
import { ONE_DAY } from '../durations.ts';
import { listQuery, recordId } from '../params.ts';
import { route } from '../route.ts';
import { fieldsOf, sortOf } from '../shape.ts';

export const countriesOfSubregion = route({
  path: '/v1/subregions/:id/countries',
  operationId: 'CountriesOfSubregion',
  summary: 'Countries of a subregion',
  tag: 'Countries',
  example: '/v1/subregions/16/countries?q=andorra',
  gate: gate('regionsApi'),
  params: { id: recordId('Subregion id.', '12') },
  query: { q: listQuery, fields: fieldsOf(COUNTRY), sort: sortOf(COUNTRY) },
  resource: COUNTRY,
  document: `query CountriesOfSubregion($id: Int!, $search: String, $orderBy: [CountryOrder!], $coordinates: Boolean!, $full: Boolean!) {
    result: subregion(id: $id) { countries(search: $search, orderBy: $orderBy) { nodes { ${tiered(COUNTRY)} } } } }`,
  variables: (input) => ({ id: input.id, search: input.q, orderBy: input.sort }),
  body: ['countries', 'nodes'],
  notFound: { '': 'Subregion not found.' },
  maxAge: ONE_DAY,
});
