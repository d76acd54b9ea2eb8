/** A country by one of its ISO 3166-1 codes. */
import { gate } from '../../auth/plans.ts';
import { countryCodeOf } from '../code-params.ts';
import { ONE_HOUR } from '../durations.ts';
import { ParameterFault, route } from '../route.ts';

const FORMS = ['iso2', 'iso3', 'numeric'];

export const isoCountry = route({
  path: '/v1/iso/country',
  operationId: 'IsoCountry',
  summary: 'Look a country up by ISO 3166-1 code',
  tag: 'ISO codes',
  example: '/v1/iso/country?iso2=AD',
  gate: gate('isoLookup'),
  params: {},
  query: { iso2: countryCodeOf('iso2'), iso3: countryCodeOf('iso3'), numeric: countryCodeOf('numeric') },
  check: (_input, sent): Readonly<Record<string, ParameterFault>> =>
    FORMS.filter((form) => sent.has(form)).length === 1
      ? {}
      : {
          iso2: new ParameterFault('Invalid query parameters: Provide exactly one of: iso2, iso3, numeric', true),
        },
  document: `query IsoCountry($iso2: String, $iso3: String, $numeric: String) {
    result: countryLookup(iso2: $iso2, iso3: $iso3, numeric: $numeric) { id name iso2 iso3 numeric_code: numericCode } }`,
  variables: ({ iso2, iso3, numeric }) => ({ iso2, iso3, numeric }),
  notFound: { '': 'Country not found for the given code' },
  maxAge: ONE_HOUR,
});
