/** Places around a point, nearest first. */
import { gate } from '../../auth/plans.ts';
import { CITY } from '../../schema/city.resource.ts';
import { COUNTRY } from '../../schema/country.resource.ts';
import { type Resource, tiered } from '../../schema/resource.ts';
import { STATE } from '../../schema/state.resource.ts';
import { ONE_DAY } from '../durations.ts';
import { integer, oneOf } from '../params.ts';
import { coordinate, countryList, kilometres } from '../point-params.ts';
import { route } from '../route.ts';
import { fieldsOfAny } from '../shape.ts';

const ASKED =
  'lat: $lat, lng: $lng, radiusKm: $radius, country: $country, minPopulation: $minPopulation, limit: $limit';

/** A type that breaks its rule is told by itself. */
const resourceOf = ({ type }: Readonly<Record<string, unknown>>): Resource =>
  type === 'state' ? STATE : type === 'country' ? COUNTRY : CITY;

export const placesNear = route({
  path: '/v1/places/near',
  operationId: 'PlacesNear',
  summary: 'Places around a point',
  tag: 'Search',
  example: '/v1/places/near?lat=42.5&lng=1.5',
  gate: gate('geoSearch'),
  params: {},
  query: {
    lat: coordinate('Latitude in degrees.', 90, '42.5'),
    lng: coordinate('Longitude in degrees.', 180, '1.5'),
    radius_km: kilometres('How far, in kilometres.', 500, 50),
    type: oneOf('What kind of places.', ['city', 'state', 'country'], 'city'),
    country: countryList,
    min_population: integer('Only places of so many inhabitants or more.', 0, 999_999_999, 0),
    limit: integer('How many places at most.', 1, 100, 10),
    fields: fieldsOfAny(
      resourceOf,
      'Valid: those of the record of the type that is asked for; `distance_km` always is there',
      ['distance_km'],
    ),
  },
  resourceOf,
  document: `query PlacesNear($lat: Float!, $lng: Float!, $radius: Float!, $country: [String!], $minPopulation: Int!, $limit: Int!,
      $city: Boolean!, $state: Boolean!, $countries: Boolean!, $coordinates: Boolean!, $full: Boolean!) {
    cities: placesNear(type: city, ${ASKED}) @include(if: $city) {
      record: city { ${tiered(CITY)} } distance_km: distanceKm }
    states: placesNear(type: state, ${ASKED}) @include(if: $state) {
      record: state { ${tiered(STATE)} } distance_km: distanceKm }
    countries: placesNear(type: country, ${ASKED}) @include(if: $countries) {
      record: country { ${tiered(COUNTRY)} } distance_km: distanceKm } }`,
  variables: ({ lat, lng, radius_km, type, country, min_population, limit }) => ({
    lat,
    lng,
    radius: radius_km,
    country,
    minPopulation: min_population,
    limit,
    city: type === 'city',
    state: type === 'state',
    countries: type === 'country',
  }),
  inline: 'record',
  maxAge: ONE_DAY,
});
