/** Whether a postcode is one of the country, and of the state, that the rest says. */
import type { FindIndex } from '../find/find-index.ts';
import { NO_PLACE } from '../find/places.ts';
import { addressData } from './address-data.ts';
import type { Checked, Finding } from './findings.ts';
import type { Base, Given } from './given.ts';
import type { NamedPlaces } from './name-check.ts';
import { barePostcode, mayBePostcode, subdivisionsWith } from './postcode.ts';
import { statesOfAddresses } from './states-of-addresses.ts';
import { allWorded, codeOf } from './wording.ts';

export function checkPostcode(
  { postcode, state }: Given,
  { countries, fields }: Base,
  { states }: NamedPlaces,
  index: FindIndex,
): Finding[] {
  if (postcode === undefined || countries.length === 0) return [];
  const fitting: string[] = [];
  let example: string | undefined;
  for (const { iso2 } of countries) {
    const data = addressData(iso2);
    if (mayBePostcode(barePostcode(postcode, iso2, data), data)) fitting.push(iso2);
    else example ??= data.postcodeExamples[0];
  }
  const numbers = countries.flatMap(({ iso2 }) => index.places.country(iso2) ?? []);
  if (fitting.length === 0) {
    const like = countries.length === 1 && example !== undefined ? `: they look like ${example}` : '';
    const message = `It is no postcode of ${allWorded(index, numbers)}${like}.`;
    return [{ code: 'POSTCODE_FORMAT', fields: ['postcode', ...fields], message }];
  }
  // Of several countries that a name may mean the postcode may leave one.
  const [only, ...others] = fitting;
  const country = index.places.country(only ?? '');
  const there = new Set([...states].filter((each) => index.places.countries[each] === country));
  if (only === undefined || others.length > 0 || there.size === 0) return [];
  return checkState(postcode, only, there, state === undefined ? 'city' : 'state', index);
}

/** Nothing is said where the data does not tell what the postcodes of the states begin with. */
function checkState(
  postcode: string,
  iso2: string,
  states: ReadonlySet<number>,
  by: Checked,
  index: FindIndex,
): Finding[] {
  const data = addressData(iso2);
  const { subdivisions } = data;
  const having = subdivisionsWith(barePostcode(postcode, iso2, data), data);
  if (having === undefined) return [];
  const joined = statesOfAddresses(index, index.places.country(iso2) ?? NO_PLACE, subdivisions);
  const isTold = [...states].every((state) => subdivisions[joined.indexOf(state)]?.postcodes !== undefined);
  if (!isTold || having.some((at) => states.has(joined[at] ?? NO_PLACE))) return [];
  const others = having.flatMap((at) => joined[at] ?? []);
  const [only, ...more] = others;
  const whose = others.length === 0 ? 'no state' : allWorded(index, others);
  return [
    {
      code: 'POSTCODE_OTHER_STATE',
      fields: ['postcode', by],
      message: `The postcode is one of ${whose}, not of ${allWorded(index, [...states])}.`,
      expected: only === undefined || more.length > 0 ? undefined : codeOf(index.places, only),
    },
  ];
}
