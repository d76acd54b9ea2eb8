import { describe, expect, it } from 'vitest';
import { buildPlaceIndex, openPlaceIndex } from '../../src/find/place-index.ts';
import { doubtsOf, doubtsOfState } from '../../src/pages/place-doubts.ts';
import { citiesBySize, citiesNear, otherNames, placedCities } from '../../src/pages/place-index-reads.ts';
import { city, country, state } from '../find/find-rows.ts';

const NOW = Date.UTC(2026, 0, 15);
const at = (latitude: number, longitude: number) => ({ latitude, longitude });

const bavaria = state('Bavaria', 1, 'DE', { iso2: 'BY', ...at(49, 11.5) });
const tyrol = state('Tyrol', 2, 'AT', { iso2: '7' });
const crimea = state('Crimea', 3, 'UA', { iso2: '43', ...at(45.2, 34.2) });
const index = openPlaceIndex(
  buildPlaceIndex({
    countries: [
      country('DE', 1, { name: 'Germany' }),
      country('AT', 2, { name: 'Austria' }),
      country('UA', 3, { name: 'Ukraine' }),
    ],
    states: [bavaria, tyrol, crimea],
    cities: [
      city('Munich', 1, bavaria, {
        ...at(48.137, 11.575),
        population: 1_500_000,
        native: 'München',
        translations: JSON.stringify({
          de: 'München',
          nl: 'München',
          it: 'Monaco di Baviera',
          es: 'Múnich',
          ja: 'ミュンヘン',
        }),
      }),
      city('Kufstein', 2, tyrol, { ...at(47.583, 12.167), population: 19_000 }),
      city('Kiefersfelden', 3, bavaria, { ...at(47.613, 12.19), population: 7_000 }),
      city('Innsbruck', 4, bavaria, { ...at(47.268, 11.393), population: 130_000 }),
      city('Wald', 5, bavaria, at(49.15, 12.35)),
      city('Wald', 6, bavaria, at(49.151, 12.351)),
      city('Nowhere', 7, bavaria, { population: 50 }),
      city('Simferopol', 8, crimea, { ...at(44.95, 34.1), population: 330_000 }),
      city('Adrift', 9, bavaria, { ...at(40, -40), population: 1 }),
    ],
  }),
);

function doubts(id: number, name: string, zone = 'Europe/Berlin') {
  return doubtsOf(index, { id, name, zone, neighbours: citiesNear(index, id, 3), now: NOW });
}

describe('what is known to be wrong with a city', () => {
  it('is nothing where point, country and clock agree, whatever the zone is called', () => {
    expect(doubts(1, 'Munich')).toEqual([]);
    expect(doubts(1, 'Munich', 'Europe/Busingen')).toEqual([]);
  });

  it.each([
    [4, 'Innsbruck', 'Europe/Vienna', ['By the borders its point lies in Austria, not in Germany.']],
    [7, 'Nowhere', 'Europe/Berlin', ['The data does not say where it lies.']],
    [
      9,
      'Adrift',
      'Europe/Berlin',
      [
        'By the borders its point lies at sea.',
        'Its record says Europe/Berlin; where its point lies the clocks are those of Etc/GMT+3.',
      ],
    ],
    [8, 'Simferopol', 'Europe/Simferopol', ['It lies in Crimea, which Russia and Ukraine claim.']],
    [
      5,
      'Wald',
      'Europe/Berlin',
      [
        'Another Wald lies within 3 km: the two records may mean one city.',
        'No source says how many people live there, so it comes last where cities are in order of size.',
      ],
    ],
  ])('is said in sentences (%i, %s)', (id, name, zone, said) => {
    expect(doubts(id, name, zone)).toEqual(said);
  });
});

describe('what is open about a state', () => {
  it('is who claims it, where several do', () => {
    expect(doubtsOfState(index, 3)).toEqual(['It lies in Crimea, which Russia and Ukraine claim.']);
    expect(doubtsOfState(index, 1)).toEqual([]);
    expect(doubtsOfState(index, 2)).toEqual([]);
  });
});

describe('what the indexes tell of places', () => {
  it('is who is near, across borders, nearest first', () => {
    const near = citiesNear(index, 2, 2);
    expect(near.map(({ name, countryCode, stateCode }) => [name, countryCode, stateCode])).toEqual([
      ['Kiefersfelden', 'DE', 'BY'],
      ['Innsbruck', 'DE', 'BY'],
    ]);
    expect(near[0]?.km).toBeCloseTo(3.76, 1);
    expect(citiesNear(index, 7, 2)).toEqual([]);
  });

  it('is which cities are large, and which are drawn', () => {
    expect(citiesBySize(index, 1)).toEqual([1, 4, 3, 7, 9]);
    expect(placedCities(index, 1).map(({ id }) => id)).toEqual([1, 4, 3, 5, 6, 9]);
    expect(citiesBySize(index, 99)).toEqual([]);
  });

  it('is what a place is called beside its own name, what most languages say first', () => {
    const names = otherNames(index, 'city', 1);
    expect(names[0]).toEqual({ text: 'München', languages: ['de', 'nl'] });
    expect(names.map(({ text }) => text)).toEqual(expect.arrayContaining(['Monaco di Baviera', 'ミュンヘン']));
    expect(names.map(({ text }) => text)).not.toContain('Munich');
    expect(otherNames(index, 'city', 99)).toEqual([]);
  });
});
