/** The time zone of a country: its capital's, else the first that it lists. */
import { TIME_ZONE } from '../../schema/time-zone.ts';
import { ONE_DAY } from '../durations.ts';
import { ciso } from '../params.ts';
import { route } from '../route.ts';

export const timeZoneOfCountry = route({
  path: '/v1/timezone/:ciso',
  operationId: 'TimeZoneOfCountry',
  summary: 'Time zone of a country',
  tag: 'Time zones',
  example: '/v1/timezone/AD',
  params: { ciso },
  query: {},
  document: `query TimeZoneOfCountry($country: ID!) {
    result: timeZoneLookup(country: $country) { timeZone { ${TIME_ZONE} } } }`,
  variables: (input) => ({ country: input.ciso }),
  body: ['timeZone'],
  notFound: { '': 'Country not found.', timeZone: 'No timezone data available for this country.' },
  validUntil: 'valid_until',
  maxAge: ONE_DAY,
});
