import { describe, expect, it } from 'vitest';
import { buildNames } from '../../src/find/build-names.ts';
import { Candidates } from '../../src/find/candidates.ts';
import type { GeonamesPlace } from '../../src/find/geonames.ts';
import { openNames } from '../../src/find/names.ts';
import { buildPlaces } from '../../src/find/build-places.ts';
import { openPlaces } from '../../src/find/places.ts';
import { spelledOut } from '../../src/find/shortened.ts';
import { suggest } from '../../src/find/suggest.ts';
import { city, country, state } from './find-rows.ts';

const illinois = state('Illinois', 1, 'US', { iso2: 'IL' });
const chihuahua = state('Chihuahua', 2, 'MX', { iso2: 'CHH' });
const rows = {
  countries: [country('US', 1, { name: 'United States' }), country('MX', 2, { name: 'Mexico' })],
  states: [illinois, chihuahua, state('South Carolina', 3, 'US', { iso2: 'SC' })],
  cities: [
    city('East Saint Louis', 1, illinois),
    city('Saint Louis', 2, illinois),
    city('West Palm Beach', 3, illinois),
    city('Palm Beach', 4, illinois),
    city('Ciudad Juárez', 5, chihuahua),
    city('São Paulo', 6, chihuahua),
    city('S. Weir', 7, illinois),
    city('South Weir', 8, illinois),
  ],
};
const sections = buildPlaces(rows);
const places = openPlaces(sections);
const names = openNames(buildNames(rows, sections));

const SHORT: [string, string][] = [
  ['E. St. Louis', 'city 1'],
  ['e st louis', 'city 1'],
  ['W. Palm Beach', 'city 3'],
  ['w palm beach', 'city 3'],
  ['Cd. Juárez', 'city 5'],
  ['cd juarez', 'city 5'],
  ['S. Paulo', 'city 6'],
  ['S. Carolina', 'state 3'],
  ['S Weir', 'city 7'],
];

describe('a first word that is shortened', () => {
  it.each(SHORT)('%s is suggested', (q, expected) => {
    const [first] = suggest(places, names, { q, limit: 3 });
    expect(first && `${places.typeOf(first.place)} ${places.ids[first.place]}`).toBe(expected);
  });

  it.each([
    ['E. St. Lou', 'city 1'],
    ['cd jua', 'city 5'],
    ['W. Palm Beach, IL', 'city 3'],
  ])('%s is suggested, unfinished or with where it lies', (q, expected) => {
    const [first] = suggest(places, names, { q, limit: 3 });
    expect(first && `${places.typeOf(first.place)} ${places.ids[first.place]}`).toBe(expected);
  });

  it.each(SHORT)('%s in a cell names that place alone', (text, expected) => {
    const [type, id] = expected.split(' ');
    const found = new Candidates(places, names).named(type === 'state' ? 'state' : 'city', text);
    expect(found.map(({ place }) => String(places.ids[place]))).toEqual([id]);
  });

  it('leaves all else as it is', () => {
    const texts = [
      '',
      ' ',
      's',
      'S.',
      'S. ',
      'E.St',
      'Saint Louis',
      'st louis',
      '東 京',
      '\u{1f600} a',
      's'.repeat(10_000),
      ' '.repeat(10_000),
    ];
    expect(texts.flatMap(spelledOut)).toEqual([]);
  });
});

it('a typo in what a capital is called for short means the capital', () => {
  const utah = state('Utah', 1, 'US');
  const district = state('District of Columbia', 2, 'US');
  const towns = {
    countries: [country('US', 1, { name: 'United States', capital: 'Washington D.C.' })],
    states: [utah, district],
    cities: [city('Washington', 1, utah), city('Washington D.C.', 2, district)],
  };
  const listed = (population: number, alternateNames: readonly string[]) =>
    ({ id: population, name: alternateNames[0] ?? '', population, alternateNames }) as unknown as GeonamesPlace;
  const geonames = new Map([
    [1, listed(24_299, ['Washington'])],
    [2, listed(689_545, ['Washington', 'Washington D.C.'])],
  ]);
  const built = buildPlaces(towns, geonames);
  const opened = openPlaces(built);
  const found = suggest(opened, openNames(buildNames(towns, built, geonames)), { q: 'Washigton', limit: 2 });
  expect(found.map(({ place }) => opened.ids[place])).toEqual([2, 1]);
});
