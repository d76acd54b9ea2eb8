import { describe, expect, it } from 'vitest';
import { joinGeonames } from '../../src/find/geonames.ts';
import { openLabels } from '../../src/find/labels.ts';
import { buildNames, openNames } from '../../src/find/names.ts';
import { buildPlaces, openPlaces } from '../../src/find/places.ts';
import { type SuggestQuery, suggest } from '../../src/find/suggest.ts';
import { city, country, state } from './find-rows.ts';

const translated = (names: Record<string, string>) => ({ translations: JSON.stringify(names) });
const at = (latitude: number, longitude: number, population: number | null = null) => ({
  latitude: String(latitude),
  longitude: String(longitude),
  population,
});
const countries = [
  country('US', 1, { name: 'United States', iso3: 'USA', population: 330_000_000 }),
  country('FR', 2, { name: 'France', iso3: 'FRA', population: 68_000_000, ...translated({ de: 'Frankreich' }) }),
  country('JP', 3, { name: 'Japan', iso3: 'JPN', population: 124_000_000, ...translated({ de: 'Japan' }) }),
  country('DE', 4, { name: 'Germany', iso3: 'DEU', population: 83_000_000, ...translated({ de: 'Deutschland' }) }),
  country('CR', 5, { name: 'Costa Rica', iso3: 'CRI', population: 5_000_000 }),
];
const texas = state('Texas', 1, 'US', { iso2: 'TX', population: 30_000_000 });
const illinois = state('Illinois', 2, 'US', { iso2: 'IL', population: 12_000_000 });
const paris = state('Paris', 3, 'FR', { iso2: '75C' });
const tokyo = state('Tokyo', 4, 'JP', { iso2: '13', population: 14_000_000, ...translated({ de: 'Tokio' }) });
const bavaria = state('Bavaria', 5, 'DE', { iso2: 'BY', ...translated({ de: 'Bayern' }) });
const sanJose = state('San José', 6, 'CR', { iso2: 'SJ' });
const missouri = state('Missouri', 7, 'US', { iso2: 'MO' });
const rows = {
  countries,
  states: [texas, illinois, paris, tokyo, bavaria, sanJose, missouri],
  cities: [
    city('Paris', 1, paris, at(48.85, 2.35, 2_100_000)),
    city('Paris', 2, texas, at(33.66, -95.56, 24_000)),
    city('Springfield', 3, illinois, at(39.8, -89.65, 114_000)),
    city('Springfield', 4, missouri, at(37.2, -93.3, 169_000)),
    city('Tokyo', 5, tokyo, {
      ...at(35.69, 139.69, 9_700_000),
      type: 'capital',
      ...translated({ de: 'Tokio', ja: '東京' }),
    }),
    city('Toki', 6, tokyo, at(35.35, 137.18, 55_000)),
    city('München', 7, bavaria, { ...at(48.14, 11.58), ...translated({ fr: 'Munich' }) }),
    city('San José', 8, sanJose, at(9.93, -84.08, 340_000)),
    city('San Jose', 9, illinois, at(40.3, -89.6, 600)),
    city('Saint Louis', 10, missouri, at(38.63, -90.2, 300_000)),
    city('Bra', 11, bavaria, at(48, 11, 900)),
    city('Brannenburg', 12, bavaria, at(47.7, 12.1, 6_000_000)),
    city('East York', 13, illinois, at(41, -89, 3_000)),
    city('Springfield', 14, illinois, at(41.8, -88.1, 50)),
  ],
};
const geonames = joinGeonames(rows.cities, [
  {
    id: 70,
    name: 'Munich',
    alternateNames: ['München', 'MUC', 'Monaco di Baviera'],
    latitude: 48.14,
    longitude: 11.58,
    countryCode: 'DE',
    featureCode: 'PPLA',
    population: 1_260_000,
  },
]);
const placeSections = buildPlaces(rows, geonames);
const places = openPlaces(placeSections);
const names = openNames(buildNames(rows, placeSections, geonames));
const labels = openLabels(places, names);

const ask = (q: string, more: Partial<SuggestQuery> = {}) => suggest(places, names, { q, limit: 8, ...more });
const told = (q: string, more: Partial<SuggestQuery> = {}): string[] =>
  ask(q, more).map(({ place, match }) => `${places.typeOf(place)} ${places.ids[place]} ${match}`);
const first = (q: string, more: Partial<SuggestQuery> = {}): string | undefined => told(q, more)[0];

describe('a suggestion', () => {
  it.each([
    ['Tokyo', 'city 5 exact'],
    ['Tokio', 'city 5 exact'],
    ['東京', 'city 5 exact'],
    ['toky', 'city 5 prefix'],
    ['Tokoy', 'city 5 fuzzy'],
    ['munchen', 'city 7 exact'],
    ['MUENCHEN', 'city 7 exact'],
    ['Munich', 'city 7 exact'],
    ['monaco di bav', 'city 7 prefix'],
    ['muc', 'city 7 code'],
    ['st. louis', 'city 10 exact'],
    ['Sainte Louis', 'city 10 exact'],
    ['saint lo', 'city 10 prefix'],
    ['york', 'city 13 word'],
    ['USA', 'country 1 code'],
    ['tx', 'state 1 code'],
    ['paris', 'city 1 exact'],
    ['Paris, TX', 'city 2 exact'],
    ['paris texas', 'city 2 exact'],
    ['Paris tex', 'city 2 exact'],
    ['Paris, Texas, USA', 'city 2 exact'],
    ['75 Paris', 'city 1 exact'],
    ['paris fra', 'city 1 exact'],
    ['Springfield', 'city 4 exact'],
    ['Springfield IL', 'city 3 exact'],
    ['Springfeild, IL', 'city 3 fuzzy'],
    ['San Jose, Costa Rica', 'city 8 exact'],
  ])('for %j is %s', (q, expected) => {
    expect(first(q)).toBe(expected);
  });

  it('prefers the beginning of a large place’s name to a small place of that whole name, and shows both', () => {
    expect(told('bra')).toEqual(['city 12 prefix', 'city 11 exact']);
  });

  it('stays within types and countries', () => {
    expect(told('tokyo', { types: ['state'] })).toEqual(['state 4 exact']);
    expect(told('paris', { countries: ['US'] })).toEqual(['city 2 exact']);
    expect(told('paris', { countries: ['ZZ'] })).toEqual([]);
  });

  it('gains by being near', () => {
    expect(first('springfield', { near: { latitude: 39.8, longitude: -89.6 } })).toBe('city 3 exact');
    expect(first('par', { near: { latitude: 33.7, longitude: -95.5 } })).toBe('city 2 prefix');
  });

  it('comes once a place, in the same order every time, and no more often than asked for', () => {
    const answer = ask('s');
    expect(new Set(answer.map(({ place }) => place)).size).toBe(answer.length);
    expect(ask('s')).toEqual(answer);
    expect(ask('s', { limit: 2 })).toEqual(answer.slice(0, 2));
  });

  it.each([
    ' ',
    '…,,,',
    ', TX',
    'a'.repeat(100),
    'é'.normalize('NFD').repeat(50),
    `a${'\u0301'.repeat(99)}`,
    'a '.repeat(50),
    'tx '.repeat(33),
    '\u0000\ud800',
    '𝕋𝕠𝕜𝕪𝕠 🏝',
    '%_\\\'";--',
    '\ufdfa'.repeat(100),
  ])('is not stopped by %j', (q) => {
    expect(ask(q).length).toBeLessThanOrEqual(8);
  });
});

describe('a label', () => {
  const label = (type: string, id: number, lang?: string): string => {
    const place = [...places.ids.keys()].find((each) => places.typeOf(each) === type && places.ids[each] === id);
    return labels.labelOf(place ?? -1, lang);
  };

  it('is the shortest text that tells a place from the others', () => {
    expect(label('city', 5)).toBe('Tokyo');
    expect(label('city', 1)).toBe('Paris, France');
    expect(label('city', 2)).toBe('Paris, United States');
    expect(label('city', 4)).toBe('Springfield, MO');
    expect(label('city', 8)).toBe('San José, Costa Rica');
    expect(label('city', 14)).toBe('Springfield, IL, US, 41.80° N 88.10° W');
    expect(label('state', 3)).toBe('Paris');
  });

  it('is in the language that is asked for, as far as the data has it', () => {
    expect(label('city', 5, 'de')).toBe('Tokio');
    expect(label('city', 5, 'de-AT')).toBe('Tokio');
    expect(label('city', 1, 'de')).toBe('Paris, Frankreich');
    const [munich = -1] = ask('munchen').map(({ place }) => place);
    expect(labels.nameOf(munich, 'fr')).toEqual({ text: 'Munich', lang: 'fr' });
    expect(labels.nameOf(munich, 'it')).toEqual({ text: 'München', lang: 'en' });
  });
});
