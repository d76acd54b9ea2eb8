import { describe, expect, it } from 'vitest';
import { buildPlaceIndex, openPlaceIndex } from '../../src/find/place-index.ts';
import { type ReconcileRow, Reconciler } from '../../src/find/reconcile.ts';
import { city, country, state } from './find-rows.ts';

const texas = state('Texas', 1, 'US', { iso2: 'TX' });
const ohio = state('Ohio', 2, 'US', { iso2: 'OH' });
const delaware = state('Delaware', 3, 'US', { iso2: 'DE' });
const ontario = state('Ontario', 4, 'CA', { iso2: 'ON' });
const england = state('England', 5, 'GB', { iso2: 'ENG' });
const galicia = state('Galicia', 6, 'ES', { iso2: 'GA' });
const alicante = state('Alicante', 7, 'ES', { iso2: 'A' });
const chihuahua = state('Chihuahua', 8, 'MX', { iso2: 'CHH' });
const louisiana = state('Louisiana', 9, 'US', { iso2: 'LA' });
const index = openPlaceIndex(
  buildPlaceIndex({
    countries: [
      country('US', 1, { name: 'United States', iso3: 'USA' }),
      country('CA', 2, { name: 'Canada' }),
      country('GB', 3, { name: 'United Kingdom' }),
      country('ES', 4, { name: 'Spain' }),
      country('MX', 5, { name: 'Mexico' }),
    ],
    states: [texas, ohio, delaware, ontario, england, galicia, alicante, chihuahua, louisiana],
    cities: [
      city('Dallas', 1, texas, { population: 1_300_000 }),
      city('El Paso', 2, texas, { population: 680_000 }),
      city('Delaware', 3, ohio, { population: 41_000 }),
      city('Toronto', 4, ontario, { population: 2_900_000 }),
      city('Toronto', 5, ohio, { population: 5_000 }),
      city('London', 6, england, { population: 8_800_000 }),
      city('London', 7, ontario, { population: 400_000 }),
      city('A Coruña', 8, galicia, { population: 240_000, translations: JSON.stringify({ es: 'Coruña' }) }),
      city('Juárez', 9, chihuahua, { population: 1_500_000, translations: JSON.stringify({ es: 'El Pasto' }) }),
      city('Union', 10, ohio, { population: 6_000 }),
      city('La Union', 11, texas, { population: 1_000 }),
      city('Monroe', 12, louisiana, { population: 47_000 }),
      city('La Monroe', 13, texas, { population: 47_000 }),
      city('Windsor', 14, ontario, { population: 230_000 }),
      city('Windsor', 15, ohio, { population: 200_000 }),
      city('Elda', 17, alicante, { population: 50_000 }),
      city('L’Aquila', 16, galicia, { population: 70_000 }),
    ],
  }),
);

/** Names and verdicts of country, state and city. */
function told(row: ReconcileRow) {
  const { country: first, state: second, city: third } = new Reconciler(index.places, index.names).row(row, 0);
  return [first, second, third].map(({ place, verdict }) =>
    place === undefined ? verdict : `${index.names.ownName(place)} ${verdict ?? ''}`.trim(),
  );
}

describe('a row', () => {
  const dallas = ['United States exact', 'Texas exact', 'Dallas exact'];
  it.each([
    ['country, city, state', { country: 'USA', state: 'Dallas', city: 'Texas' }, dallas],
    ['country, city, code', { country: 'USA', state: 'Dallas', city: 'TX' }, dallas],
    ['city, state, country', { country: 'Dallas', state: 'TX', city: 'USA' }, dallas],
    ['city, country, state', { country: 'Dallas', state: 'United States', city: 'Texas' }, dallas],
    ['state, city, country', { country: 'Texas', state: 'Dallas', city: 'USA' }, dallas],
    ['state, country, city', { country: 'Texas', state: 'USA', city: 'Dallas' }, dallas],
    ['city, state', { state: 'Dallas', city: 'Texas' }, ['United States', 'Texas exact', 'Dallas exact']],
    ['city, -, country', { country: 'Dallas', city: 'USA' }, ['United States exact', 'Texas', 'Dallas exact']],
    ['-, city, country', { state: 'Dallas', city: 'USA' }, ['United States exact', 'Texas', 'Dallas exact']],
    [
      'city, nation, country',
      { country: 'London', state: 'England', city: 'United Kingdom' },
      ['United Kingdom exact', 'England exact', 'London exact'],
    ],
  ])('is read in the order %s', (_order, row, expected) => {
    expect(told(row)).toEqual(expected);
  });

  it.each([
    // Delaware is a state of theirs, though a city of Ohio is called so.
    [{ country: 'USA', state: 'Delaware', city: 'Ohio' }, ['United States exact', 'Delaware exact', 'none']],
    [{ country: 'USA', state: 'Dallas', city: 'Ohio' }, ['United States exact', 'none', 'none']],
    [{ country: 'England', city: 'London' }, ['United Kingdom alias', 'England', 'London exact']],
    [{ country: 'USA', city: 'Delaware' }, ['United States exact', 'Ohio', 'Delaware exact']],
  ])('stays as it is where its columns are those of a country and a state: %j', (row, expected) => {
    expect(told(row)).toEqual(expected);
  });

  it.each([
    [
      'there is a smaller one in the country',
      { country: 'USA', state: 'Ontario', city: 'Toronto' },
      'Toronto contradiction',
    ],
    [
      'something is nearly called so in the country',
      { country: 'Mexico', state: 'Texas', city: 'El Paso' },
      'El Paso contradiction',
    ],
  ])('that names a state of another country and a city of it means that, though %s', (_what, row, expected) => {
    expect(told(row)[2]).toBe(expected);
  });

  it('is about the country’s own city where the state’s is about as large', () => {
    expect(told({ country: 'USA', state: 'Ontario', city: 'Windsor' })).toEqual([
      'United States exact',
      'Ontario contradiction',
      'Windsor exact',
    ]);
    expect(told({ country: 'United Kingdom', state: 'Ontario', city: 'London' })[2]).toBe('London exact');
  });
});

describe('an article behind the name', () => {
  it.each([
    ['Coruña, A', 'A Coruña exact'],
    ['Coruña (A)', 'A Coruña exact'],
    ['Aquila, L’', 'L’Aquila exact'],
    ["Aquila, L'", 'L’Aquila folded'],
    ['Monroe, LA', 'Monroe exact'],
    ['Monroe, La', 'Monroe exact'],
    ['Union, La', 'La Union exact'],
    ['Union, LA', 'Union contradiction'],
    ['Dallas, El', 'Dallas exact'],
  ])('%s', (text, expected) => {
    expect(told({ city: text })[2]).toBe(expected);
  });
});
