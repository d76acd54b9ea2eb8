/** The time zone of a state. */
import { TIME_ZONE } from '../../schema/time-zone.ts';
import { ONE_DAY } from '../durations.ts';
import { ciso, stateCode } from '../params.ts';
import { route } from '../route.ts';

export const timeZoneOfState = route({
  path: '/v1/timezone/:ciso/:state',
  operationId: 'TimeZoneOfState',
  summary: 'Time zone of a state',
  tag: 'Time zones',
  example: '/v1/timezone/AD/07',
  params: { ciso, state: stateCode },
  query: {},
  document: `query TimeZoneOfState($country: ID!, $state: String!) {
    result: timeZoneLookup(country: $country, state: $state) { timeZone { ${TIME_ZONE} } } }`,
  variables: (input) => ({ country: input.ciso, state: input.state }),
  body: ['timeZone'],
  notFound: { '': 'State not found.', timeZone: 'No timezone data available for this state.' },
  validUntil: 'valid_until',
  maxAge: ONE_DAY,
});
