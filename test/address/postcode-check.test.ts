import { expect, it } from 'vitest';
import type { CountryFacts } from '../../src/address/country-facts.ts';
import { checkPostcode } from '../../src/address/postcode-check.ts';
import type { FindIndex } from '../../src/find/find-index.ts';
import { buildPlaceIndex, openPlaceIndex } from '../../src/find/place-index.ts';
import { city, country, state } from '../find/find-rows.ts';

const FAR = { latitude: 80, longitude: 170 };
const MIDDLES: Readonly<Record<string, { readonly latitude: number; readonly longitude: number }>> = {
  '75C': { latitude: 48.86, longitude: 2.35 },
  '93': { latitude: 48.91, longitude: 2.48 },
  '69': { latitude: 45.9, longitude: 4.6 },
  '2B': { latitude: 42.4, longitude: 9.2 },
  '6AE': { latitude: 48.3, longitude: 7.5 },
  '57': { latitude: 49, longitude: 6.6 },
  '16': { latitude: 36.8, longitude: 3 },
  '51': { latitude: 29.3, longitude: 0.2 },
};
const states = [
  state('Paris', 1, 'FR', { iso2: '75C', parentId: 9, ...FAR }),
  state('Seine-Saint-Denis', 2, 'FR', { iso2: '93', parentId: 9, ...FAR }),
  state('Rhône', 3, 'FR', { iso2: '69', ...FAR }),
  state('Métropole de Lyon', 4, 'FR', { iso2: '69M', ...FAR }),
  state('Haute-Corse', 5, 'FR', { iso2: '2B', ...FAR }),
  state('Alsace', 6, 'FR', { iso2: '6AE', ...FAR }),
  state('Île-de-France', 9, 'FR', { iso2: 'IDF', ...FAR }),
  state('Grand-Est', 10, 'FR', { iso2: 'GES', ...FAR }),
  state('Moselle', 11, 'FR', { iso2: '57', parentId: 10, ...FAR }),
  state('Elsass', 12, 'FR', { iso2: '6AF', parentId: 10 }),
  state('Wien', 13, 'AT', { iso2: '9' }),
  state('Algiers', 14, 'DZ', { iso2: '16', ...FAR }),
  state('Timimoun', 15, 'DZ', { iso2: '51', ...FAR }),
];
const index = openPlaceIndex(
  buildPlaceIndex({
    countries: [
      country('FR', 1, { name: 'France' }),
      country('AT', 2, { name: 'Austria' }),
      country('DZ', 3, { name: 'Algeria' }),
    ],
    states,
    // Their own points are another's, as the data has Loire's.
    cities: states.flatMap((each, at) => {
      const middle = MIDDLES[each.iso2 ?? ''];
      return middle === undefined ? [] : [city('Town', at + 1, each, middle)];
    }),
  }),
);

/** What is said of a postcode and states by their ids, and what is right. */
function told(postcode: string, ids: readonly number[], iso2 = 'FR') {
  const states = new Set(ids.map((id) => index.places.placeOf('state', id) ?? -1));
  const facts = [{ iso2 } as CountryFacts];
  const named = { findings: [], countries: new Set<number>(), states, fields: [] };
  const given = { postcode, state: 'as said' };
  // A check of postcodes asks for places and their names only.
  const [finding] = checkPostcode(
    given,
    { countries: facts, fields: ['country'] },
    named,
    index as unknown as FindIndex,
  );
  return finding === undefined ? undefined : [finding.code, finding.expected];
}

const OTHER = 'POSTCODE_OTHER_STATE';

it.each([
  ['75008', [1], undefined],
  ['69001', [1], [OTHER, undefined]],
  // The next département's post office may serve a place.
  ['93200', [1], undefined],
  ['93200', [3], [OTHER, 'FR-93']],
  ['69001', [3], undefined],
  ['69001', [3, 4], undefined],
  ['20200', [5], undefined],
  ['75008', [5], [OTHER, 'FR-75C']],
  ['01000', [1], [OTHER, undefined]],
  // A region by all of its départements.
  ['93200', [9], undefined],
  ['69001', [9], [OTHER, undefined]],
  ['20200', [9], [OTHER, 'FR-2B']],
  // Nothing tells what those of Alsace begin with, or of a part of Grand-Est.
  ['75008', [6], undefined],
  ['75008', [10], undefined],
  ['75008', [1, 6], undefined],
  ['75008', [], undefined],
])('%s beside states %j of France', (postcode, ids, expected) => {
  expect(told(postcode, ids)).toEqual(expected);
});

it('says nothing of states where nothing tells them apart', () => {
  expect(told('5020', [13], 'AT')).toBeUndefined();
  // Algeria's new wilayas have others' postcodes and numbers.
  expect(told('16000', [15], 'DZ')).toBeUndefined();
});
