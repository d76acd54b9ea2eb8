/** The time zone of a city. */
import { TIME_ZONE } from '../../schema/time-zone.ts';
import { ONE_DAY } from '../durations.ts';
import { ciso, recordId, stateCode } from '../params.ts';
import { route } from '../route.ts';

export const timeZoneOfCity = route({
  path: '/v1/timezone/:ciso/:state/:city_id',
  operationId: 'TimeZoneOfCity',
  summary: 'Time zone of a city',
  tag: 'Time zones',
  example: '/v1/timezone/AD/07/1',
  params: { ciso, state: stateCode, city_id: recordId('Id of a city of the state.', '1') },
  query: {},
  document: `query TimeZoneOfCity($country: ID!, $state: String!, $city: Int!) {
    result: timeZoneLookup(country: $country, state: $state, cityId: $city) { timeZone { ${TIME_ZONE} } } }`,
  variables: (input) => ({ country: input.ciso, state: input.state, city: input.city_id }),
  body: ['timeZone'],
  notFound: { '': 'City not found.', timeZone: 'No timezone data available for this city.' },
  validUntil: 'valid_until',
  maxAge: ONE_DAY,
});
