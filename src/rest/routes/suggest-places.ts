/** What people mean by what they type. */
import { ONE_HOUR } from '../durations.ts';
import { integer, typedQuery } from '../params.ts';
import { countryList, language, nearPoint, placeTypes } from '../point-params.ts';
import { route } from '../route.ts';

export const suggestPlaces = route({
  path: '/v1/places/suggest',
  operationId: 'SuggestPlaces',
  summary: 'Places that are meant by what is typed',
  tag: 'Search',
  example: '/v1/places/suggest?q=Andorre-la-Vieille',
  params: {},
  query: {
    q: typedQuery,
    type: placeTypes,
    country: countryList,
    near: nearPoint,
    lang: language,
    limit: integer('How many places at most.', 1, 20, 8),
  },
  document: `query SuggestPlaces($q: String!, $type: [PlaceType!], $country: [String!], $near: GeoPoint, $lang: String, $limit: Int!,
      $coordinates: Boolean!) {
    result: suggestPlaces(q: $q, type: $type, country: $country, near: $near, lang: $lang, limit: $limit) {
      type id name label lang country_code: countryCode state_code: stateCode match matched_name: matchedName score
      latitude @include(if: $coordinates) longitude @include(if: $coordinates)
      population @include(if: $coordinates) timezone @include(if: $coordinates) } }`,
  variables: ({ q, type, country, near, lang, limit }) => ({ q, type, country, near, lang, limit }),
  maxAge: ONE_HOUR,
});
