import { describe, expect, it } from 'vitest';
import { checkNames } from '../../src/address/name-check.ts';
import type { GeonamesPlace } from '../../src/find/geonames.ts';
import { buildPlaceIndex, openPlaceIndex } from '../../src/find/place-index.ts';
import { Reconciler } from '../../src/find/reconcile.ts';
import { city, country, state } from './find-rows.ts';

const england = state('England', 1, 'GB', { iso2: 'ENG' });
const leeds = state('Leeds', 2, 'GB', { parentId: 1 });
const scotland = state('Scotland', 3, 'GB', { iso2: 'SCT' });
const edinburgh = state('Edinburgh', 4, 'GB', { parentId: 3 });
const london = state('London', 5, 'GB', { parentId: 1 });
const munster = state('Munster', 6, 'IE', { iso2: 'M' });
const cork = state('Cork', 7, 'IE', { iso2: 'CO', parentId: 6 });
const leinster = state('Leinster', 8, 'IE', { iso2: 'L' });
const dublin = state('Dublin', 17, 'IE', { iso2: 'D', parentId: 6 });
const ileDeFrance = state('Île-de-France', 9, 'FR', { iso2: 'IDF' });
const essonne = state('Essonne', 10, 'FR', { iso2: '91', parentId: 9 });
const paris = state('Paris', 11, 'FR', { iso2: '75C' });
const grandEst = state('Grand Est', 12, 'FR', { iso2: 'GES', iso31662: 'FR-GES' });
const basRhin = state('Bas-Rhin', 13, 'FR', { iso2: '67', parentId: 12 });
const alsace = state('Alsace', 14, 'FR', { iso2: '6AE' });
const araRegion = state('Auvergne-Rhône-Alpes', 15, 'FR', { iso2: 'ARA', iso31662: 'FR-ARA' });
const rhone = state('Rhône', 16, 'FR', { iso2: '69', parentId: 15 });
const melilla = state('Melilla', 20, 'ES', { iso2: 'ML', iso31662: 'ES-ML', latitude: 35.3, longitude: -2.9 });
const barcelona = state('Barcelona', 21, 'ES');
const java = state('Java', 22, 'ID', { type: 'geographical unit', latitude: -7, longitude: 110 });
const papua = state('Papua', 23, 'ID');
const lyon: GeonamesPlace = {
  ...{ id: 1, name: 'Lyon', alternateNames: ['Hammersmith'], countryCode: 'FR', adminCode: '', featureCode: 'PPL' },
  ...{ population: 500_000, latitude: 45.7, longitude: 4.8 },
};
const index = openPlaceIndex(
  buildPlaceIndex(
    {
      countries: [
        country('GB', 1, { name: 'United Kingdom' }),
        country('IE', 2),
        country('FR', 3),
        country('ES', 5),
        country('ID', 6),
      ],
      states: [
        ...[england, leeds, scotland, edinburgh, london, munster, cork, leinster, dublin],
        ...[melilla, barcelona, java, papua],
        ...[ileDeFrance, essonne, paris, grandEst, basRhin, alsace, araRegion, rhone],
      ],
      cities: [
        city('Leeds', 1, leeds, { population: 500_000 }),
        city('Edinburgh', 2, edinburgh, { population: 500_000 }),
        city('Whitby', 3, england, { population: 13_000 }),
        city('Mallow', 4, munster),
        city('Dublin', 5, leinster),
        city('Paris', 6, paris, { population: 2_100_000 }),
        city('Evry', 7, essonne),
        city('Strasbourg', 8, basRhin),
        city('Sabadell', 20, barcelona, { latitude: 41.5, longitude: 2.1 }),
        city('Nador', 21, barcelona, { latitude: 35.2, longitude: -2.9 }),
        city('Bandung', 22, papua, { latitude: -6.9, longitude: 107.6 }),
        city('Surabaya', 23, papua, { latitude: -7.2, longitude: 118 }),
        city('Jayapura', 24, papua, { latitude: -2.5, longitude: 140.7 }),
        city('Lyon', 9, rhone, { population: 500_000 }),
      ],
    },
    new Map([[9, lyon]]),
  ),
);

/** What either says of a city and a state: its verdict, and whether the check finds something. */
function judged(cityName: string, stateName: string): [string | undefined, boolean] {
  const row = new Reconciler(index.places, index.names).row({ city: cityName, state: stateName }, 0);
  return [row.city.verdict, checkNames({ city: cityName, state: stateName }, index).findings.length > 0];
}

describe('a city and a state that somebody names', () => {
  it.each([
    ['the state above its own, which has cities itself', 'Leeds', 'England'],
    ['its own', 'Whitby', 'England'],
    ['a part of its own without cities', 'Mallow', 'Cork'],
    ['one without cities and parts beside its own', 'Leeds', 'London'],
    ['an upper state that it may be a part of', 'Paris', 'Île-de-France'],
    ['an upper state of which nothing is told', 'Strasbourg', 'Alsace'],
    ['one of which nothing is told, nearby', 'Nador', 'Melilla'],
    ['a group of islands, farther away', 'Surabaya', 'Java'],
    ['one that was merged into that above its own', 'Lyon', 'Rhone-Alpes'],
    ['one of its name, though it lies beside it', 'Dublin', 'Dublin'],
  ])('go together: %s', (_, cityName, stateName) => {
    expect(judged(cityName, stateName)).toEqual(['exact', false]);
  });

  it.each([
    ['parts of another', 'Edinburgh', 'England'],
    ['parts of another, where the one named has no cities', 'Leeds', 'Scotland'],
    ['beside it', 'Dublin', 'Cork'],
    ['outside the state above the one named', 'Edinburgh', 'London'],
    ['with a state above it', 'Strasbourg', 'Île-de-France'],
    ['far from one of which nothing is told', 'Sabadell', 'Melilla'],
    ['far from a group of islands', 'Jayapura', 'Java'],
    ['in the state itself that has parts', 'Whitby', 'Scotland'],
  ])('contradict each other: %s', (_, cityName, stateName) => {
    expect(judged(cityName, stateName)).toEqual(['contradiction', true]);
  });
});

describe('a former state', () => {
  it('is found by its name, as another name of the one that it is now', () => {
    const { state: found } = new Reconciler(index.places, index.names).row({ state: 'Rhône-Alpes' }, 0);
    expect([index.places.ids[found.place ?? -1], found.verdict]).toEqual([15, 'alias']);
    expect(checkNames({ state: 'Champagne-Ardenne', city: 'Strasbourg' }, index).findings).toEqual([]);
  });
});

describe('a check of a city', () => {
  const codesOf = (row: Parameters<typeof checkNames>[0]) =>
    checkNames(row, index).findings.map(({ code, expected }) => [code, expected]);

  it('that is a state knows that it is in no other one', () => {
    expect(codesOf({ country: 'ES', state: 'Barcelona', city: 'Melilla' })).toEqual([['CITY_NOT_IN_STATE', 'ES-ML']]);
    expect(codesOf({ country: 'ES', state: 'Melilla', city: 'Melilla' })).toEqual([]);
    expect(codesOf({ country: 'GB', state: 'England', city: 'London' })).toEqual([]);
    expect(codesOf({ country: 'ES', city: 'Melilla' })).toEqual([]);
  });

  it('takes none for one abroad that hardly anybody calls so', () => {
    expect(codesOf({ country: 'FR', city: 'Hammersmith' })).toEqual([]);
    expect(codesOf({ country: 'GB', city: 'Hammersmith' })).toMatchObject([['UNKNOWN_VALUE', undefined]]);
    expect(codesOf({ country: 'GB', city: 'Lyon' })).toEqual([['CITY_NOT_IN_COUNTRY', 'FR']]);
  });
});
