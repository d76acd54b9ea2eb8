/** E2: a state by its ISO 3166-2 code. */
import { gate } from '../../auth/plans.ts';
import { ONE_HOUR } from '../durations.ts';
import { subdivisionCode } from '../params.ts';
import { route } from '../route.ts';

export const isoState = route({
  path: '/v1/iso/state',
  operationId: 'IsoState',
  summary: 'Look a state up by ISO 3166-2 code',
  tag: 'ISO codes',
  example: '/v1/iso/state?iso=AD-07',
  gate: gate('isoLookup'),
  params: {},
  query: { iso: subdivisionCode },
  document: `query IsoState($iso: String!) {
    result: stateLookup(iso: $iso) {
      id name iso2 iso3166_2: iso31662 country_id: countryId country_code: countryCode } }`,
  variables: ({ iso }) => ({ iso }),
  notFound: { '': 'State not found for the given ISO code' },
  maxAge: ONE_HOUR,
});
