import { describe, expect, it } from 'vitest';
import { type GeonamesJoin, joinGeonames } from '../../src/find/geonames.ts';
import { openLabels } from '../../src/find/labels.ts';
import { buildNames } from '../../src/find/build-names.ts';
import { openNames } from '../../src/find/names.ts';
import { buildPlaces } from '../../src/find/build-places.ts';
import { openPlaces } from '../../src/find/places.ts';
import type { SuggestQuery } from '../../src/find/asked.ts';
import { WORTH } from '../../src/find/match-worth.ts';
import { suggest } from '../../src/find/suggest.ts';
import type { SourceCity } from '../../src/find/source-rows.ts';
import { city, country, state } from './find-rows.ts';

const translated = (names: Record<string, string>) => ({ translations: JSON.stringify(names) });
const at = (latitude: number, longitude: number, population: number | null = null) => ({
  latitude,
  longitude,
  population,
});
const countries = [
  country('US', 1, { name: 'United States', iso3: 'USA', population: 330_000_000 }),
  country('FR', 2, { name: 'France', iso3: 'FRA', population: 68_000_000, ...translated({ de: 'Frankreich' }) }),
  country('JP', 3, { name: 'Japan', iso3: 'JPN', population: 124_000_000, ...translated({ de: 'Japan' }) }),
  country('DE', 4, { name: 'Germany', iso3: 'DEU', population: 83_000_000, ...translated({ de: 'Deutschland' }) }),
  country('CZ', 6, { name: 'Czechia', population: 10_000_000 }),
  country('CR', 5, { name: 'Costa Rica', iso3: 'CRI', population: 5_000_000 }),
];
const texas = state('Texas', 1, 'US', { iso2: 'TX', population: 30_000_000 });
const illinois = state('Illinois', 2, 'US', { iso2: 'IL', population: 12_000_000 });
const paris = state('Paris', 3, 'FR', { iso2: '75C', iso31662: 'FR-75C' });
const tokyo = state('Tokyo', 4, 'JP', { iso2: '13', population: 14_000_000, ...translated({ de: 'Tokio' }) });
const bavaria = state('Bavaria', 5, 'DE', { iso2: 'BY', ...translated({ de: 'Bayern' }) });
const sanJose = state('San José', 6, 'CR', { iso2: 'SJ', type: 'province' });
const missouri = state('Missouri', 7, 'US', { iso2: 'MO' });
const bohemia = state('Bohemia', 21, 'CZ');
const florida = state('Florida', 22, 'US', { iso2: 'FL', iso31662: 'US-FL' });
// Of one name, each of another kind; by their size alone the parish comes first.
const ofKinds = [
  state('Saint Paul', 8, 'FR', { type: 'parish', population: 300_000, ...translated({ de: 'São Paulo' }) }),
  florida,
  state('São Paulo', 9, 'US', { type: 'state' }),
  state('São Paulo', 10, 'JP', { type: 'metropolitan department' }),
  state('El Paraíso', 12, 'US', { type: 'department' }),
  state('Kanem', 13, 'US', {
    type: 'republic',
    population: 20_000,
    ...translated({ de: 'Kano', ja: 'Kano', fr: 'Kano' }),
  }),
  state('Kano', 14, 'FR', { type: 'republic' }),
  state('Bois', 19, 'DE', { type: 'parish' }),
  state('Bois', 20, 'CZ', { type: 'republic' }),
  state('Bois', 15, 'FR', { iso2: 'B', iso31662: 'FR-B' }),
  state('Fr-B by another country', 18, 'JP', { iso2: 'B', iso31662: 'FR-B', population: 900_000 }),
  state('Lyon', 17, 'FR', { iso2: '70M', iso31662: 'FR-70M', population: 20_000 }),
  state('Rhône', 16, 'FR', { iso2: '70', iso31662: 'FR-70' }),
  state('Nara', 11, 'JP', { type: 'prefecture', native: '奈良' }),
];
const rows = {
  countries,
  states: [texas, illinois, paris, tokyo, bavaria, sanJose, missouri, ...ofKinds, bohemia],
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
    city('Ville-Tokio-sur-Mer', 15, paris, at(49.5, 0.1, 900)),
    city('Brunnenburg', 22, texas, at(32.6, -95.9, 500)),
    city('Miami', 23, florida, at(28, -82, 200)),
    city('Canton', 16, texas, at(32.55, -95.86, 4_000)),
    city('Parish of Bois', 20, bavaria, at(48.6, 11.4)),
    city('Bois', 21, bohemia, at(50, 14)),
    city('Fr. Bad', 17, bavaria, at(48.3, 11.2, 8_000_000)),
    city('Fr. 7500', 18, bavaria, at(48.4, 11.3, 500_000)),
  ],
};
const geonames = joinGeonames(rows.cities, [
  {
    id: 70,
    name: 'Munich',
    alternateNames: ['München', 'MUC', 'QXZ', 'Monaco di Baviera'],
    latitude: 48.14,
    longitude: 11.58,
    countryCode: 'DE',
    adminCode: '',
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
    ['sprinfgie', 'city 4 fuzzy'],
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
    ['U.S.A.', 'country 1 code'],
    ['America', 'country 1 exact'],
    ['the USA', 'country 1 code'],
    ['The U.S.A.', 'country 1 code'],
    ['the France', 'country 2 exact'],
    ['Springfield, America', 'city 4 exact'],
    ['United States of America', 'country 1 exact'],
    ['united states of am', 'country 1 prefix'],
    ['Springfield, IL, United States of America', 'city 3 exact'],
    ['Germany, Federal Republic of', 'country 4 exact'],
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
    ['Springfield, unite', 'city 4 exact'],
    ['Springfield, Illinois, Illinois, Illinois, Illinois', undefined],
    ['Springfield, Bavaria, Illinois', 'city 3 exact'],
    ['San Jose, Costa Rica', 'city 8 exact'],
    ['Costa Rica, San Jose', 'city 8 exact'],
    ['USA, Texas, Par', 'city 2 prefix'],
    ['Texas, Munich', 'state 1 exact'],
    ['Texas, Bavaria', 'state 1 exact'],
    ['Bavaria Texas', undefined],
    ['Paris, Texsa', 'city 2 exact'],
    ['Miami, Fla.', 'city 23 exact'],
    ['Paris, Texsa, USA', 'city 2 exact'],
    ['paris Ilinois', undefined],
    ['springfield illinios', 'city 3 exact'],
    ['San Jose, Cosat Rica', 'city 8 exact'],
    ['San Jose Costa Rcia', 'city 8 exact'],
    ['Springfeild in Illinois', 'city 3 fuzzy'],
    ['paris in texsa', 'city 2 exact'],
    ['Texas Paris USA', 'city 2 exact'],
    ['e. york illinois', 'city 13 exact'],
    ['E York usa', 'city 13 exact'],
    ['e. york bavaria', undefined],
    ['usa paris texas', 'city 2 exact'],
    ['united states springfield illinois usa', 'city 3 exact'],
    ['Bavaria Paris USA', undefined],
    ['Springfield the United States', 'city 4 exact'],
    ['paris the texas', 'city 2 exact'],
    // What names no country or state says nothing, and neither does one where nothing is called so.
    ['Paris, Txe', 'city 1 exact'],
    ['Paris, Somewhere, USA', 'city 2 exact'],
    ['Paris, Bavaria', 'city 1 exact'],
    ['Paris, Bavaria, USA', 'city 2 exact'],
    ['Pari, Somewhere', 'city 1 prefix'],
    ['Brannenburg, Illinois', 'city 12 exact'],
    // Nor is a large place's name a typo for a small one's that lies there; of two that are alike it may be.
    ['Brannenburg, Texas', 'city 12 exact'],
    ['Cantn, Texas', 'city 16 fuzzy'],
    [', Somewhere', undefined],
    ['FR-B', 'state 15 code'],
    ['fr-b', 'state 15 code'],
    ['FR-75', 'state 3 code'],
    ['FR-70', 'state 16 code'],
    [' us-tx ', 'state 1 code'],
    ['province of Texas', 'state 1 exact'],
    ['the State of the Texas', 'state 1 exact'],
    ['paris state', 'state 3 exact'],
    ['country of Japan', 'country 3 exact'],
    ['Ciudad de Springfield', 'city 4 exact'],
    ['the city of Tokyo', 'city 5 exact'],
    ['paris in texas', 'city 2 exact'],
    ['the springfield', 'city 4 exact'],
    ['Bundesland Bayern', 'state 5 exact'],
    ['São Paulo', 'state 8 exact'],
    ['São Paulo state', 'state 9 exact'],
    ['estado de São Paulo', 'state 9 exact'],
    ['Sao Paulo parish', 'state 8 exact'],
    ['são paulo metropolitan department', 'state 10 exact'],
    ['the Metropolitan Department of São Paulo', 'state 10 exact'],
    ['São Paulo state, US', 'state 9 exact'],
    ['state of São Paulo, US', 'state 9 exact'],
    ['Paris, Texas state, USA', 'city 2 exact'],
    ['Paris, state of Texas', 'city 2 exact'],
    ['Parish of Bois, Germany', 'city 20 exact'],
    ['Bois Czech Republic', 'city 21 exact'],
    ['Bois, Czech Republic', 'city 21 exact'],
    ['São Paulo department', 'state 10 exact'],
    ['El Paraíso department', 'state 12 exact'],
    ['the El Paraíso department', 'state 12 exact'],
    ['Kano', 'state 13 exact'],
    ['Kano republic', 'state 14 exact'],
    ['republic of Kano', 'state 14 exact'],
    ['Japan republic', 'country 3 exact'],
    ['奈良県', 'state 11 exact'],
    ['県', undefined],
    ['東京市', 'city 5 exact'],
    ['die Stadt München', 'city 7 exact'],
    ['stadt bra', undefined],
    ['Ville Tokio', 'city 15 prefix'],
    ['canton texas', 'city 16 exact'],
  ])('for %j is %s', (q, expected) => {
    expect(first(q)).toBe(expected);
  });

  it('prefers the beginning of a large place’s name to a small place of that whole name, and shows both', () => {
    expect(told('bra')).toEqual(['city 12 prefix', 'city 11 exact']);
  });

  it('takes two capitals for a code rather than for the beginning of a name', () => {
    const [capitals, small] = ['FL', 'fl'].map((q) => ask(q)[0]);
    expect([capitals?.match, small?.match]).toEqual(['code', 'code']);
    expect((capitals?.score ?? 0) - (small?.score ?? 0)).toBeCloseTo(WORTH.capitals, 5);
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

  it('is by a code that was typed whole only, however near', () => {
    const near = { latitude: 48.1, longitude: 11.6 };
    expect(first('qxz', { near })).toBe('city 7 code');
    expect(told('qx', { near })).toEqual([]);
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
    'in '.repeat(33),
    'city of '.repeat(12),
    'the state of',
    'in',
    `${'a '.repeat(40)}in b`,
  ])('is not stopped by %j', (q) => {
    expect(ask(q).length).toBeLessThanOrEqual(8);
  });
});

describe('what is likelier to be meant', () => {
  const found = (cities: readonly SourceCity[], q: string, joined: GeonamesJoin = new Map()): number[] => {
    const own = { countries, states: rows.states, cities };
    const sections = buildPlaces(own, joined);
    const [ownPlaces, ownNames] = [openPlaces(sections), openNames(buildNames(own, sections, joined))];
    return suggest(ownPlaces, ownNames, { q, limit: 8 }).map(({ place }) => ownPlaces.ids[place] ?? 0);
  };
  const town = (name: string, id: number, population: number, more: Partial<SourceCity> = {}) =>
    city(name, id, texas, { ...at(30 + id, -90, population), ...more });

  it.each([
    ['two letters in the other order', 'Suzohu', 'Suzhou', 'Sutohu'],
    ['a letter left out', 'Suzhu', 'Suzhou', 'Sudhu'],
    ['a letter twice', 'Suuzhou', 'Suzhou', 'Sukzhou'],
    ['the key beside it', 'Syzhou', 'Suzhou', 'Srzhou'],
    ['the key below it', 'Suzhlu', 'Suzhou', 'Suzhvu'],
    ['a blank left out', 'Cantho', 'Can tho', 'Canto'],
  ])('is %s', (_, q, meant, other) => {
    expect(found([town(meant, 1, 200_000), town(other, 2, 400_000)], q)).toEqual([1, 2]);
  });

  it('is, with a typo, by its own name rather than by one that few know', () => {
    const cities = [town('Suzhou', 1, 100_000), town('Great Town', 2, 3_000_000, translated({ tr: 'Suzhoq' }))];
    expect(found(cities, 'Suzhob')).toEqual([1, 2]);
    expect(found(cities, 'Suzhoq')[0]).toBe(2);
  });

  it('is, with a typo, the city whose name goes on with that word as much as without one', () => {
    const place = {
      ...{ id: 9, name: 'Texas City', alternateNames: ['Texas'], countryCode: 'US', adminCode: '' },
      featureCode: 'PPL',
    };
    const cities = [town('Texas City', 9, 90_000_000)];
    const joined = new Map([[9, { ...place, latitude: 39, longitude: -90, population: 90_000_000 }]]);
    expect(found(cities, 'Texas', joined)).toEqual([9, 1]);
    expect(found(cities, 'Texsa', joined)).toEqual([9, 1]);
    expect(found([{ ...cities[0], name: 'Texas Town' } as SourceCity], 'Texsa', joined)).toEqual([1, 9]);
  });

  it('is what is nearly called so, rather than what few call so', () => {
    const cities = [town('Qarshi', 1, 3_000_000, translated({ tr: 'Karchi' })), town('Karachi', 2, 900_000_000)];
    expect(found(cities, 'Karchi')).toEqual([2, 1]);
    expect(found([town('Karchi', 3, 20_000_000), ...cities], 'Karchi')).toEqual([3, 1]);
  });

  it('is the whole name in a country or state that is misspelt, rather than one of nearly all of it', () => {
    const cities = [town('Canton', 1, 4_000), town('Canton Tecas', 2, 900_000)];
    expect(found(cities, 'canton texsa')).toEqual([1, 2]);
    expect(found(cities.slice(1), 'canton texsa')).toEqual([2]);
  });

  it('is by two letters a code rather than another name that begins so', () => {
    const cities = [town('Chengdu', 9, 20_000_000, translated({ tr: 'Txengdu' })), town('Txile', 8, 20_000_000)];
    expect(found(cities, 'tx').slice(0, 3)).toEqual([8, 1, 9]);
    expect(found(cities, 'txe')[0]).toBe(9);
  });

  it('is by a beginning with a typo what is found in no other way, behind whole names with one', () => {
    const cities = [town('Suzhou', 1, 20_000), town('Suzhouberg', 2, 400_000), town('Suzhdorf', 3, 40_000)];
    expect(found(cities, 'Suzhpu')).toEqual([1, 2]);
    expect(found(cities, 'Szuhoube')).toEqual([2]);
    expect(found(cities, 'suzhd')).toEqual([3]);
    expect(found(cities, 'suhd')).toEqual([]);
  });

  it('is the name that is written with the abbreviation that was typed', () => {
    const cities = [town('St. Louis', 1, 300_000), town('Saint-Louis', 2, 350_000)];
    expect(found(cities, 'st louis')).toEqual([1, 2]);
    expect(found(cities, 'saint louis')).toEqual([2, 1]);
  });

  it('is what begins so, not what few call so by three letters', () => {
    const cities = [town('Male', 1, 3_000_000, translated({ tr: 'Par' })), town('Paraná', 2, 600_000)];
    expect(found(cities, 'par').slice(0, 2)).toEqual([2, 1]);
  });

  it('is a large city by its initials, however they are listed', () => {
    const cities = [town('Los Angeles', 1, 4_000_000), town('Langfang', 2, 1_000_000), town('La Arena', 3, 5_000)];
    const place = {
      id: 9,
      name: 'Los Angeles',
      countryCode: 'US',
      adminCode: '',
      featureCode: 'PPL',
      population: 4_000_000,
    };
    const joined = new Map([[1, { ...place, alternateNames: ['L.A.'], latitude: 31, longitude: -90 }]]);
    expect(found(cities, 'LA')[0]).toBe(1);
    expect(found(cities, 'LA', joined)[0]).toBe(1);
    expect(found([town('La Arena', 3, 5_000)], 'LA')).toEqual([3]);
    const alegre = { ...place, name: 'Porto Alegre', alternateNames: ['POA'], latitude: 31, longitude: -90 };
    const poas = [town('Porto Alegre', 1, 1_400_000), town('Poá', 2, 120_000)];
    expect(found(poas, 'Poa', new Map([[1, alegre]]))).toEqual([2, 1]);
  });

  it('is the country by its name in a language rather than a town that is called so', () => {
    const macau = country('MO', 9, { name: 'Macau S.A.R.', population: 700_000, ...translated({ pt: 'Macau' }) });
    const own = { countries: [...countries, macau], states: rows.states, cities: [town('Macau', 1, 30_000)] };
    const sections = buildPlaces(own);
    const [ownPlaces, ownNames] = [openPlaces(sections), openNames(buildNames(own, sections))];
    const [first] = suggest(ownPlaces, ownNames, { q: 'Macau', limit: 8 });
    expect(first && ownPlaces.typeOf(first.place)).toBe('country');
  });

  it('is the country by a former name rather than a town that is called so', () => {
    const own = {
      countries: [...countries, country('MK', 9, { name: 'North Macedonia', population: 1_800_000 })],
      states: rows.states,
      cities: [town('Macedonia', 1, 20_000)],
    };
    const sections = buildPlaces(own);
    const [ownPlaces, ownNames] = [openPlaces(sections), openNames(buildNames(own, sections))];
    const [first] = suggest(ownPlaces, ownNames, { q: 'Macedonia', limit: 8 });
    expect(first && ownPlaces.typeOf(first.place)).toBe('country');
  });

  it('is what is called by two names in one, or by words of which some are a letter or two', () => {
    const [bern, hesse] = [state('Bern', 51, 'FR'), state('Hesse', 52, 'DE')];
    const own = [
      city('Biel/Bienne', 51, bern, at(47, 7, 55_000)),
      city('Town / Bielersee', 52, bern, at(47, 7, 900)),
      city('Bielefeld', 53, hesse, at(52, 8, 330_000)),
      city('Frankfurt am Main', 54, hesse, at(50, 8, 700_000)),
      city('Frankfurt an der Oder', 55, hesse, at(52, 14, 58_000)),
      city('Freiburg im Breisgau', 56, hesse, at(48, 8, 220_000)),
      city('Frankfurt a Markt', 57, hesse, at(50, 9, 5_000)),
    ];
    const all = { countries, states: [bern, hesse], cities: own };
    const sections = buildPlaces(all);
    const ownPlaces = openPlaces(sections);
    const ownNames = openNames(buildNames(all, sections));
    const ids = (q: string) => suggest(ownPlaces, ownNames, { q, limit: 2 }).map(({ place }) => ownPlaces.ids[place]);
    expect(ids('Biel')).toEqual([51, 53]);
    expect(ids('Bienne')).toEqual([51]);
    expect(ids('Town')).toEqual([52]);
    expect(ids('Frankfurt a. Mai')).toEqual([54]);
    expect(ids('Frankfurt a. d. O.')).toEqual([55]);
    expect(ids('Frankfurt a d Oder, Germany')).toEqual([55]);
    expect(ids('Freiburg i. Br.')).toEqual([56]);
    expect(ids('Freiburg i.Br.')).toEqual([56]);
    expect(ids('Freiburg i. X.')).not.toContain(56);
    expect(ids('Freiburg i. Br. a.')).not.toContain(56);
    expect(ids('Frankfurt am d. O.')).not.toContain(55);
  });

  it('is the state that is the capital, where the data has no such city', () => {
    const serbia = country('RS', 9, { name: 'Serbia', capital: 'Belgrade' });
    const belgrade = state('Belgrade', 9, 'RS');
    const firstOf = (cities: readonly SourceCity[]): string => {
      const own = { countries: [...countries, serbia], states: [...rows.states, belgrade], cities };
      const sections = buildPlaces(own);
      const [ownPlaces, ownNames] = [openPlaces(sections), openNames(buildNames(own, sections))];
      const [first] = suggest(ownPlaces, ownNames, { q: 'Belgrade', limit: 8 });
      return first === undefined ? '' : `${ownPlaces.typeOf(first.place)} ${ownPlaces.countryCode(first.place)}`;
    };
    const zemun = city('Zemun', 2, belgrade, at(44.84, 20.4, 170_000));
    const montana = town('Belgrade', 1, 10_000);
    expect(firstOf([zemun, montana])).toBe('state RS');
    expect(firstOf([zemun, montana, city('Belgrade', 3, belgrade, at(44.8, 20.5, 1_200_000))])).toBe('city RS');
  });

  it('is no place whose code only abbreviates what was typed', () => {
    const saoTome = country('ST', 9, { name: 'São Tomé and Príncipe' });
    const own = {
      countries: [...countries, saoTome],
      states: rows.states,
      cities: [town('Saint Petersburg', 1, 5_000_000)],
    };
    const sections = buildPlaces(own);
    const [ownPlaces, ownNames] = [openPlaces(sections), openNames(buildNames(own, sections))];
    const asked = (q: string) => suggest(ownPlaces, ownNames, { q, limit: 8 }).map(({ match }) => match);
    expect(asked('st')).toContain('code');
    expect(asked('Saint')).not.toContain('code');
  });

  it('is the name that is written with the same vowel signs', () => {
    const cities = [
      town('Medan', 1, 400_000, translated({ hi: 'मेडन' })),
      town('Medina', 2, 800_000, translated({ hi: 'मेडिना' })),
    ];
    expect(found(cities, 'मेडन')).toEqual([1, 2]);
    expect(found(cities, 'मेडिना')).toEqual([2, 1]);
  });

  it('is not the town of another name in one language, if the own name of one is asked for', () => {
    const cities = [town('Westport', 1, 26_000), town('Kansas City', 2, 470_000, translated({ br: 'Westport' }))];
    expect(found(cities, 'Westport')).toEqual([1, 2]);
  });

  it('is the capital whose own name goes on from what was typed, but no country of that name', () => {
    const named = translated({ de: 'Washington' });
    const cities = [town('Washington', 1, 24_000), town('Washington D.C.', 2, 690_000, { ...named, type: 'capital' })];
    expect(found(cities, 'Washington')).toEqual([2, 1]);
    const own = { countries: [country('MX', 9, { name: 'Mexico', population: 130_000_000 })], states: [], cities: [] };
    const city = {
      ...town('Mexico City', 1, 12_000_000, { ...translated({ de: 'Mexico' }), type: 'capital' }),
      countryCode: 'MX',
    };
    const sections = buildPlaces({ ...own, cities: [city] });
    const [ownPlaces, ownNames] = [openPlaces(sections), openNames(buildNames({ ...own, cities: [city] }, sections))];
    const [first] = suggest(ownPlaces, ownNames, { q: 'Mexico', limit: 8 });
    expect(first && ownPlaces.typeOf(first.place)).toBe('country');
  });

  it('looks for typos though another name begins so', () => {
    expect(found([town('Shanglu Dau', 1, 2_000_000), town('Shangyu', 2, 800_000)], 'Shanglu')).toEqual([1, 2]);
  });

  it('is the place that was counted, where rows of one name share a count', () => {
    const place = { id: 9, name: 'Huizhou', alternateNames: [], countryCode: 'US', adminCode: '', featureCode: 'PPL' };
    const cities = [town('Huizhou', 1, 6_000_000), town('Huizhou', 2, 6_000_000)];
    const joined = new Map([[2, { ...place, latitude: 32, longitude: -90, population: 6_000_000 }]]);
    expect(found(cities, 'Huizhou', joined)).toEqual([2, 1]);
    expect(found(cities, 'Huizhou')).toEqual([1, 2]);
  });

  it('is the larger one of two rows of one place, under any of its names', () => {
    const cities = [
      town('Ulan Bator', 1, 800_000, at(47.89, 106.74)),
      town('Ulaanbaatar', 2, 1_500_000, at(47.9, 106.73, 1_500_000)),
    ];
    const place = {
      id: 9,
      name: 'Ulan Bator',
      countryCode: 'US',
      adminCode: '',
      featureCode: 'PPLC',
      population: 800_000,
    };
    const joined = new Map([
      [1, { ...place, alternateNames: ['Ulaanbaatar', 'Urga'], latitude: 47.9, longitude: 106.8 }],
    ]);
    expect(found(cities, 'Urga', joined)).toEqual([2, 1]);
  });
});

describe('a language', () => {
  it('may be any that the data has, though there are more than a mask holds', () => {
    const many = Array.from({ length: 40 }, (_, index) => `x${String.fromCharCode(97 + (index % 26))}${index}`);
    const cities = [
      city('Wien', 1, texas, translated(Object.fromEntries(many.map((lang) => [lang, `Vienna ${lang}`])))),
    ];
    const own = { countries, states: rows.states, cities };
    const sections = buildPlaces(own);
    const [ownPlaces, ownNames] = [openPlaces(sections), openNames(buildNames(own, sections))];
    const ownLabels = openLabels(ownPlaces, ownNames);
    for (const lang of many) {
      expect(ownLabels.nameOf(ownPlaces.firstCity, lang)).toEqual({ text: `Vienna ${lang}`, lang });
    }
    expect(ownLabels.nameOf(ownPlaces.firstCity, 'xx')).toEqual({ text: 'Wien', lang: 'en' });
  });

  it('stands in for those that are a part of it, row by row', () => {
    const cities = [
      city('Wien', 1, texas, translated({ 'zh-CN': '维也纳' })),
      city('Graz', 2, texas, translated({ zh: '格拉茨' })),
    ];
    const own = { countries, states: rows.states, cities };
    const sections = buildPlaces(own);
    const ownPlaces = openPlaces(sections);
    const ownLabels = openLabels(ownPlaces, openNames(buildNames(own, sections)));
    expect(ownLabels.nameOf(ownPlaces.firstCity, 'zh')).toEqual({ text: '维也纳', lang: 'zh-CN' });
    expect(ownLabels.nameOf(ownPlaces.firstCity + 1, 'zh')).toEqual({ text: '格拉茨', lang: 'zh' });
  });
});

describe('a name between the state and the country that it lies in', () => {
  it('is found there', () => {
    const missouri = state('Missouri', 1, 'US');
    const illinois = state('Illinois', 2, 'US');
    const own = {
      countries: [country('US', 1, { name: 'United States' })],
      states: [missouri, illinois],
      cities: [city('Springfield', 1, missouri, { population: 160_000 }), city('Springfield', 2, illinois)],
    };
    const sections = buildPlaces(own);
    const ownPlaces = openPlaces(sections);
    const found = suggest(ownPlaces, openNames(buildNames(own, sections)), {
      q: 'Illinois, Springfield, USA',
      limit: 5,
    });
    expect(found.map(({ place, match }) => [ownPlaces.ids[place], match])).toEqual([[2, 'exact']]);
  });
});

describe('a country that is misspelt as another one is called', () => {
  it('is either', () => {
    const [lagos, niamey] = [state('Lagos', 1, 'NG'), state('Niamey', 2, 'NE')];
    const own = {
      countries: [
        country('NG', 1, { name: 'Nigeria' }),
        country('NE', 2, { name: 'Niger', ...translated({ de: 'Nigera' }) }),
      ],
      states: [lagos, niamey],
      cities: [city('Lagos', 1, lagos), city('Niamey', 2, niamey)],
    };
    const sections = buildPlaces(own);
    const [ownPlaces, ownNames] = [openPlaces(sections), openNames(buildNames(own, sections))];
    const found = (q: string) =>
      suggest(ownPlaces, ownNames, { q, types: ['city'], limit: 5 }).map(({ place }) => ownPlaces.ids[place]);
    expect([found('lagos nigera'), found('Niamey, Nigera')]).toEqual([[1], [2]]);
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
    expect(label('city', 14)).toBe('Springfield, IL, US, #14');
    expect(label('state', 3)).toBe('Paris');
  });

  it('tells states of one name apart: by the state above, by a code of letters, and at last by the id', () => {
    const own = {
      countries: [country('KZ', 1, { name: 'Kazakhstan' }), country('ES', 2, { name: 'Spain' })],
      states: [
        state('Almaty', 1, 'KZ', { iso2: '19' }),
        state('Almaty', 2, 'KZ', { iso2: '75' }),
        state('Asturias', 3, 'ES', { iso2: '3' }),
        state('Asturias', 4, 'ES', { iso2: '4', parentId: 3 }),
        state('Navarra', 5, 'ES', { iso2: 'NC' }),
        state('Navarra', 6, 'ES', { iso2: 'NA' }),
      ],
      cities: [],
    };
    const sections = buildPlaces(own);
    const ownPlaces = openPlaces(sections);
    const { labelOf } = openLabels(ownPlaces, openNames(buildNames(own, sections)));
    const told = Array.from({ length: own.states.length }, (_, at) => labelOf(ownPlaces.firstState + at));
    expect(told).toEqual([
      ...['Almaty, Kazakhstan, #1', 'Almaty, Kazakhstan, #2'],
      ...['Asturias, Spain', 'Asturias, Asturias, Spain', 'Navarra, NC', 'Navarra, NA'],
    ]);
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
