/** E6: dial codes, all of them or the countries that share one. */
import { gate } from '../../auth/plans.ts';
import { ONE_DAY } from '../durations.ts';
import { dialCode } from '../params.ts';
import { route } from '../route.ts';

export const dialCodes = route({
  path: '/v1/phone',
  operationId: 'DialCodes',
  summary: 'Dial codes and reverse look-up',
  tag: 'Dial codes',
  example: '/v1/phone?code=376',
  gate: gate('phoneDialCode'),
  params: {},
  query: { code: dialCode },
  document: `query DialCodes($code: String) {
    result: dialCodes(code: $code) { country: iso2 dial_code: dialCode area_code: areaCode iso2 iso3 } }`,
  variables: ({ code }) => ({ code }),
  omitNull: ['area_code'],
  maxAge: ONE_DAY,
});
