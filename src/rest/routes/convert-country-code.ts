/** A country's ISO 3166-1 code in another form. */
import { gate } from '../../auth/plans.ts';
import { codeForm, codeValue, hasForm } from '../code-params.ts';
import { ONE_HOUR } from '../durations.ts';
import { route } from '../route.ts';

export const convertCountryCode = route({
  path: '/v1/iso/country/convert',
  operationId: 'ConvertCountryCode',
  summary: 'Convert a country code between its ISO 3166-1 forms',
  tag: 'ISO codes',
  example: '/v1/iso/country/convert?from=iso2&to=numeric&value=AD',
  gate: gate('isoLookup'),
  params: {},
  query: {
    from: codeForm('The form of `value`.', 'iso2'),
    to: codeForm('The form to convert into; another one than `from`.', 'numeric'),
    value: codeValue,
  },
  check: ({ from, to, value }): Readonly<Record<string, string>> => ({
    ...(from !== undefined && from === to ? { to: 'from and to must be different' } : {}),
    ...(from !== undefined && value !== undefined && !hasForm(value, from)
      ? { value: 'value does not match the format required by from' }
      : {}),
  }),
  document: `query ConvertCountryCode($from: CountryCodeForm!, $to: CountryCodeForm!, $value: String!) {
    result: countryCodeConversion(from: $from, to: $to, value: $value) { from to input result } }`,
  variables: ({ from, to, value }) => ({ from: from.toUpperCase(), to: to.toUpperCase(), value }),
  notFound: {
    '': 'Country not found for the given code',
    result: 'No {to} code available for this country',
  },
  maxAge: ONE_HOUR,
});
