/** E1: typo-tolerant search over cities, states and countries. */
import { gate } from '../../auth/plans.ts';
import { CITY } from '../../schema/city.resource.ts';
import { COUNTRY } from '../../schema/country.resource.ts';
import { tiered } from '../../schema/resource.ts';
import { STATE } from '../../schema/state.resource.ts';
import { ONE_HOUR } from '../durations.ts';
import { countryFilter, decimal, fuzzyQuery, integer, oneOf } from '../params.ts';
import { route } from '../route.ts';

export const fuzzySearch = route({
  path: '/v1/search/fuzzy',
  operationId: 'FuzzySearch',
  summary: 'Typo-tolerant search',
  tag: 'Search',
  example: '/v1/search/fuzzy?q=Andora+la+Vela&country=AD',
  gate: gate('fuzzySearch'),
  params: {},
  query: {
    q: fuzzyQuery,
    type: oneOf('What to search.', ['city', 'state', 'country'], 'city'),
    country: countryFilter,
    limit: integer('How many results at most.', 1, 50, 10),
    threshold: decimal('The lowest similarity of a result.', 0.1, 1, 0.3),
  },
  check: ({ type }, sent): Readonly<Record<string, string>> =>
    type === 'country' && sent.has('country')
      ? { country: 'country: country is not a valid filter when type=country' }
      : {},
  document: `query FuzzySearch($q: String!, $country: String, $limit: Int!, $threshold: Float!,
      $city: Boolean!, $state: Boolean!, $countries: Boolean!, $coordinates: Boolean!, $full: Boolean!) {
    cities: searchCities(q: $q, country: $country, limit: $limit, threshold: $threshold) @include(if: $city) {
      record: city { ${tiered(CITY)} } match_score: matchScore matched_alias: matchedAlias }
    states: searchStates(q: $q, country: $country, limit: $limit, threshold: $threshold) @include(if: $state) {
      record: state { ${tiered(STATE)} } match_score: matchScore matched_alias: matchedAlias }
    countries: searchCountries(q: $q, limit: $limit, threshold: $threshold) @include(if: $countries) {
      record: country { ${tiered(COUNTRY)} } match_score: matchScore matched_alias: matchedAlias } }`,
  variables: ({ q, type, country, limit, threshold }) => ({
    // Similarity folds case, so these are one entry of the cache; beyond ASCII the folding is the database's business.
    q: q.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
    country: country ?? null,
    limit,
    threshold,
    city: type === 'city',
    state: type === 'state',
    countries: type === 'country',
  }),
  inline: 'record',
  maxAge: ONE_HOUR,
});
