/** The country of a telephone number. The number is personal data: see `personal`. */
import { gate } from '../../auth/plans.ts';
import { phoneNumber } from '../code-params.ts';
import { route } from '../route.ts';

export const parsePhoneNumber = route({
  path: '/v1/phone/parse',
  operationId: 'ParsePhoneNumber',
  summary: 'Country of a telephone number',
  tag: 'Dial codes',
  example: '/v1/phone/parse?number=%2B14155552671',
  gate: gate('phoneDialCode'),
  params: {},
  query: { number: phoneNumber },
  document: `query ParsePhoneNumber($number: String!) {
    result: phoneNumber(number: $number) {
      entry: dialCode { country: iso2 dial_code: dialCode area_code: areaCode iso2 iso3 }
      national_number: nationalNumber e164 } }`,
  variables: ({ number }) => ({ number }),
  inline: 'entry',
  omitNull: ['area_code'],
  notFound: { '': 'Could not identify a country for the given phone number.' },
  personal: true,
  maxAge: 0,
});
