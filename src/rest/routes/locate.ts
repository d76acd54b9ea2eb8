/** The country, state, city and time zone of a point. */
import { gate } from '../../auth/plans.ts';
import { CITY } from '../../schema/city.resource.ts';
import { COUNTRY } from '../../schema/country.resource.ts';
import { tiered } from '../../schema/resource.ts';
import { STATE } from '../../schema/state.resource.ts';
import { ONE_DAY } from '../durations.ts';
import { coordinate } from '../point-params.ts';
import { route } from '../route.ts';

export const locate = route({
  path: '/v1/places/locate',
  operationId: 'LocatePoint',
  summary: 'Country, state, city and time zone of a point',
  tag: 'Search',
  example: '/v1/places/locate?lat=42.5&lng=1.5',
  gate: gate('geoSearch'),
  params: {},
  query: {
    lat: coordinate('Latitude in degrees.', 90, '42.5'),
    lng: coordinate('Longitude in degrees.', 180, '1.5'),
  },
  document: `query LocatePoint($lat: Float!, $lng: Float!, $coordinates: Boolean!, $full: Boolean!) {
    result: locate(lat: $lat, lng: $lng) {
      country { ${tiered(COUNTRY)} } state { ${tiered(STATE)} } city { ${tiered(CITY)} }
      distance_km: distanceKm timezone timezone_source: timezoneSource
      disputed { name claimants { name code } } } }`,
  variables: ({ lat, lng }) => ({ lat, lng }),
  maxAge: ONE_DAY,
});
