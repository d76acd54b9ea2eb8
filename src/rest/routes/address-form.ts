/** How an address of a country is written. */
import { ONE_DAY } from '../durations.ts';
import { ciso } from '../params.ts';
import { language } from '../point-params.ts';
import { route } from '../route.ts';

export const addressForm = route({
  path: '/v1/address-form/:ciso',
  operationId: 'AddressForm',
  summary: 'How an address of a country is written',
  tag: 'Countries',
  example: '/v1/address-form/JP',
  params: { ciso },
  query: { lang: language },
  document: `query AddressForm($country: ID!, $lang: String) {
    result: country(code: $country) { form: addressForm(lang: $lang) {
      country_code: countryCode lang lines latin_lines: latinLines
      fields { name label_key: labelKey label required upper_case: upperCase }
      postcode_pattern: postcodePattern postcode_examples: postcodeExamples postcode_prefix: postcodePrefix
      postcode_url: postcodeUrl dial_code: dialCode
      states { id code key name local_name: localName postcode_start: postcodeStart } states_url: statesUrl } } }`,
  variables: ({ ciso, lang }) => ({ country: ciso, lang }),
  body: ['form'],
  notFound: { '': 'Country not found.' },
  maxAge: ONE_DAY,
});
