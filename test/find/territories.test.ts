import { describe, expect, it } from 'vitest';
import { checkNames } from '../../src/address/name-check.ts';
import { buildPlaceIndex, openPlaceIndex } from '../../src/find/place-index.ts';
import { Reconciler } from '../../src/find/reconcile.ts';
import { suggest } from '../../src/find/suggest.ts';
import { city, country, state } from './find-rows.ts';

const paris = state('Seine-Saint-Denis', 1, 'FR', { iso2: '93' });
const martinique = state('Martinique', 2, 'FR', { iso2: '972', iso31662: 'FR-972' });
const reunion = state('Réunion', 3, 'FR', { iso2: '974' });
const south = state('Le Marin', 4, 'MQ', { iso2: '04' });
const north = state('Saint-Denis', 5, 'RE', { iso2: '02' });
const scotland = state('South Lanarkshire', 6, 'GB', { iso2: 'SLK' });
const hamilton = state('Hamilton', 7, 'BM', { iso2: 'HA' });
const index = openPlaceIndex(
  buildPlaceIndex({
    countries: [
      country('FR', 1, { name: 'France' }),
      country('MQ', 2, { name: 'Martinique' }),
      country('RE', 3, { name: 'Reunion' }),
      country('ES', 4, { name: 'Spain' }),
      country('GB', 5, { name: 'United Kingdom' }),
      country('BM', 6, { name: 'Bermuda' }),
    ],
    states: [paris, martinique, reunion, south, north, scotland, hamilton],
    cities: [
      city('Fort-de-France', 1, south, { population: 80_000 }),
      city('Saint-Denis', 2, paris, { population: 96_000 }),
      city('Saint-Denis', 3, north, { population: 137_000 }),
      city('Hamilton', 4, scotland, { population: 54_000 }),
      city('Hamilton', 5, hamilton, { population: 900 }),
    ],
  }),
);

describe.each([
  ['is in the country that lists its own as a state', { city: 'Fort-de-France', country: 'France' }, 1, ['FR', 'MQ']],
  ['in that state', { city: 'Fort-de-France', state: 'Martinique', country: 'FR' }, 1, ['MQ']],
  ['in that state of no country', { city: 'Fort-de-France', state: 'FR-972' }, 1, ['MQ']],
  ['in its own country', { city: 'Fort-de-France', country: 'Martinique' }, 1, ['MQ']],
  ['stands behind one of the country itself', { city: 'Saint-Denis', country: 'France' }, 2, ['FR']],
  ['but not in its state', { city: 'Saint-Denis', state: 'Réunion', country: 'France' }, 3, ['RE']],
  ['in a state of that', { city: 'Fort-de-France', state: 'Le Marin', country: 'France' }, 1, ['FR', 'MQ']],
  ['that stands where states do', { city: 'Hamilton', state: 'Bermuda', country: 'UK' }, 5, ['BM']],
  ['by its code', { city: 'Hamilton', state: 'BM', country: 'UK' }, 5, ['BM']],
] as const)('a place in a territory %s', (_, row, expected, countries) => {
  it('in reconcile', () => {
    const { city: found } = new Reconciler(index.places, index.names).row(row, 0);
    expect([index.places.ids[found.place ?? -1], found.verdict]).toEqual([expected, 'exact']);
  });

  it('in check', () => {
    const checked = checkNames(row, index);
    expect(checked.findings).toEqual([]);
    expect([...checked.countries].map((place) => index.places.countryCode(place))).toEqual(countries);
  });
});

it.each([
  { city: 'Fort-de-France', country: 'Spain' },
  { city: 'Fort-de-France', state: 'Réunion', country: 'FR' },
  { city: 'Saint-Denis', country: 'Martinique' },
])('%j contradicts itself', (row) => {
  expect(new Reconciler(index.places, index.names).row(row, 0).city.verdict).toBe('contradiction');
  expect(checkNames(row, index).findings).toHaveLength(1);
});

it.each([
  ['Fort-de-France, France', [1]],
  ['Fort-de-France, FR-972', [1]],
  ['Saint-Denis, France', [2, 3]],
  ['Saint-Denis, Réunion', [3]],
])('%s suggests %j', (q, expected) => {
  const found = suggest(index.places, index.names, { q, limit: 5, types: ['city'] });
  expect(found.map(({ place }) => index.places.ids[place])).toEqual(expected);
});

describe('a country in the column of states', () => {
  it.each([
    ['is meant rather than the one that it belongs to', { country: 'UK', state: 'Bermuda', city: 'Hamilton' }, 6, 5],
    ['says nothing more where it is the row’s', { country: 'Bermuda', state: 'BM', city: 'Hamilton' }, 6, 5],
    ['or the one that the row’s belongs to', { country: 'Bermuda', state: 'United Kingdom', city: 'Hamilton' }, 6, 5],
  ])('%s', (_, row, inCountry, expected) => {
    const { country: found, city: meant } = new Reconciler(index.places, index.names).row(row, 0);
    const ids = [found.place, meant.place].map((place) => index.places.ids[place ?? -1]);
    expect([...ids, meant.verdict]).toEqual([inCountry, expected, 'exact']);
  });

  it('is a state where the country has one of the name', () => {
    const { country: found, state: called } = new Reconciler(index.places, index.names).row(
      { country: 'France', state: 'Martinique', city: 'Fort-de-France' },
      0,
    );
    expect([found.place, called.place].map((place) => index.places.ids[place ?? -1])).toEqual([1, 2]);
  });
});
