/** Rows as people write them, which `reconcile` and `check` read alike. */
import { describe, expect, it } from 'vitest';
import { checkNames } from '../../src/address/name-check.ts';
import type { NamesGiven } from '../../src/address/reading.ts';
import { buildPlaceIndex, openPlaceIndex } from '../../src/find/place-index.ts';
import { Reconciler } from '../../src/find/reconcile.ts';
import { city, country, state } from './find-rows.ts';

const devon = state('Devon', 1, 'GB', { iso2: 'DEV', iso31662: 'GB-DEV', type: 'two-tier county' });
const plymouth = state('Plymouth', 2, 'GB', { iso2: 'PLY', iso31662: 'GB-PLY', type: 'unitary authority' });
const leeds = state('Leeds', 3, 'GB', { iso2: 'LDS', iso31662: 'GB-LDS', type: 'metropolitan district' });
const berkshire = state('West Berkshire', 4, 'GB', { iso2: 'WBK', iso31662: 'GB-WBK', type: 'unitary authority' });
const durham = state('Durham', 5, 'GB', { iso2: 'DUR', iso31662: 'GB-DUR', type: 'unitary authority' });
const california = state('California', 6, 'US', { iso2: 'CA', type: 'state' });
const mazovia = state('Mazovia', 7, 'PL', { iso2: '14', type: 'voivodeship' });
const zurich = state('Zürich', 8, 'CH', { iso2: 'ZH', type: 'canton' });
const guangdong = state('Kanton', 9, 'CN', { iso2: 'GD', type: 'province' });
const prague = state('Praha', 10, 'CZ', { iso2: '10', type: 'region' });
const kent = state('Kent', 11, 'GB', { iso2: 'KEN', iso31662: 'GB-KEN', type: 'two-tier county' });
const punjab = state('Punjab', 12, 'PK', { iso2: 'PB', type: 'province' });
const england = state('England', 14, 'GB', { iso2: 'ENG', type: 'country' });
const usak = state('Uşak', 15, 'TR', { iso2: '64', type: 'province' });
const kentucky = state('Kentucky', 13, 'US', { iso2: 'KY', type: 'state' });
const georgia = state('Georgia', 16, 'US', { iso2: 'GA' });
const kartli = state('Kartli', 17, 'GE');
const danang = state('Đà Nẵng', 18, 'VN', { iso2: 'DN', iso31662: 'VN-DN', type: 'municipality' });
const saoPaulo = state('São Paulo', 19, 'BR', { iso2: 'SP', type: 'state' });
const osaka = state('Ōsaka', 20, 'JP', { iso2: '27', iso31662: 'JP-27', type: 'prefecture' });
const westJava = state('Jawa Barat', 21, 'ID', { iso2: 'JB', iso31662: 'ID-JB', type: 'province' });
const milan = state('Milan', 22, 'IT', { iso2: 'MI', iso31662: 'IT-MI', type: 'metropolitan city' });
const ontario = state('Ontario', 23, 'CA', { iso2: 'ON', type: 'province' });
const autonomous = state('Autonomous City of Buenos Aires', 24, 'AR', { iso2: 'C', iso31662: 'AR-C', type: 'city' });
const belgrade = state('Belgrade', 25, 'RS', { iso2: '00', type: 'city', translations: '{"sr":"Beograd"}' });
const vojvodina = state('Vojvodina', 26, 'RS', { iso2: 'VO' });
const minas = state('Minas Gerais', 28, 'BR', { iso2: 'MG', type: 'state' });
const carabobo = state('Carabobo', 29, 'VE', { iso2: 'G', type: 'state' });
const islands = state('Venezuela', 30, 'VE', { iso2: 'W', type: 'federal dependency' });
const buenosAires = state('Buenos Aires', 27, 'AR', { iso2: 'B', iso31662: 'AR-B', type: 'province' });
const index = openPlaceIndex(
  buildPlaceIndex({
    countries: [
      country('GB', 1, { name: 'United Kingdom' }),
      country('US', 2, { name: 'United States' }),
      country('PL', 3, { name: 'Poland' }),
      country('CH', 4, { name: 'Switzerland' }),
      country('CN', 5, { name: 'China' }),
      country('CZ', 6, { name: 'Czechia' }),
      country('CR', 7, { name: 'Costa Rica' }),
      country('PK', 8, { name: 'Pakistan' }),
      country('TR', 9, { name: 'Turkey' }),
      country('GE', 10, { name: 'Georgia' }),
      country('VN', 11, { name: 'Vietnam' }),
      country('BR', 12, { name: 'Brazil' }),
      country('JP', 13, { name: 'Japan' }),
      country('ID', 14, { name: 'Indonesia' }),
      country('IT', 15, { name: 'Italy' }),
      country('CA', 16, { name: 'Canada' }),
      country('AR', 17, { name: 'Argentina', capital: 'Buenos Aires' }),
      country('VE', 19, { name: 'Venezuela' }),
      country('RS', 18, { name: 'Serbia', capital: 'Belgrade' }),
    ],
    states: [
      england,
      usak,
      devon,
      plymouth,
      leeds,
      berkshire,
      durham,
      california,
      mazovia,
      zurich,
      guangdong,
      prague,
      kent,
      punjab,
      kentucky,
      georgia,
      kartli,
      danang,
      saoPaulo,
      osaka,
      westJava,
      milan,
      ontario,
      autonomous,
      belgrade,
      vojvodina,
      buenosAires,
      minas,
      carabobo,
      islands,
    ],
    cities: [
      city('Exeter', 1, devon, { latitude: 50.72, longitude: -3.53 }),
      city('Plymouth', 2, plymouth, { latitude: 50.38, longitude: -4.13 }),
      city('Leeds', 3, leeds, { latitude: 53.8, longitude: -1.55 }),
      city('Durham', 4, durham, { latitude: 54.77, longitude: -1.57 }),
      city('Los Angeles', 5, california, { latitude: 34.05, longitude: -118.24 }),
      city('Warsaw', 6, mazovia, {
        population: 1_800_000,
        latitude: 52.23,
        longitude: 21.01,
        translations: '{"pl":"Warszawa"}',
      }),
      city('Warszawa', 7, mazovia, { latitude: 52.235, longitude: 21.04 }),
      city('Zürich', 8, zurich, { latitude: 47.37, longitude: 8.54 }),
      city('Prague', 9, prague, { latitude: 50.08, longitude: 14.43 }),
      city('Atlanta', 11, georgia),
      city('Rome', 12, georgia),
      city('Gori', 13, kartli),
      city('Rome', 14, kartli),
      city('Lahore', 10, punjab, { latitude: 31.55, longitude: 74.34 }),
      city('Đà Nẵng', 15, danang),
      city('Campinas', 16, saoPaulo),
      city('Osaka', 17, osaka),
      city('Bandung', 18, westJava),
      city('Milan', 19, milan),
      city('Toronto', 20, ontario),
      city('Usa', 21, osaka),
      city('Buenos Aires', 22, england),
      city('Beodra', 23, vojvodina, { translations: '{"xx":"Beodrad"}' }),
      city('Canton', 24, georgia),
      city('Campinas', 25, minas),
      city('Palermo', 26, autonomous),
      city('La Plata', 27, buenosAires),
      city('Gori (Old)', 28, kartli),
      city('Valencia', 29, carabobo, { latitude: 10.2, longitude: -68 }),
      city('Huế', 30, danang),
      city('Louisville', 31, kentucky),
    ],
  }),
);

function reconciled(row: NamesGiven) {
  const { state: part, city: meant } = new Reconciler(index.places, index.names).row(row, 0);
  const told = (place: number | undefined): number | undefined =>
    place === undefined ? undefined : index.places.ids[place];
  return [told(part.place), told(meant.place), meant.verdict];
}

const codesFound = (row: NamesGiven): readonly string[] => checkNames(row, index).findings.map(({ code }) => code);

describe.each<[string, NamesGiven, number | undefined, number]>([
  ['a state by how its name begins', { country: 'US', state: 'Calif', city: 'Los Angeles' }, 6, 5],
  ['with a word for what it is', { country: 'UK', state: 'Co. Durham', city: 'Durham' }, 5, 4],
  ['with one of another language', { country: 'CH', state: 'Ct. de Zürich', city: 'Zürich' }, 8, 8],
  ['a word for states where a state belongs', { country: 'CH', state: 'Kanton', city: 'Zürich' }, 8, 8],
  ['the county that an authority lies in', { country: 'UK', state: 'Devon', city: 'Plymouth' }, 1, 2],
  ['a county that is no state', { country: 'UK', state: 'West Yorkshire', city: 'Leeds' }, 3, 3],
  ['the same for short', { country: 'UK', state: 'W Yorks', city: 'Leeds' }, 3, 3],
  ['a nation in the country that it is a part of', { country: 'England', state: 'UK', city: 'Leeds' }, 3, 3],
  ['a word for cities before a state that is one', { country: 'VN', state: 'TP. Đà Nẵng', city: 'Huế' }, 18, 30],
  ['a state’s name, its code and its country', { state: 'GA-Georgia, USA', city: 'Atlanta' }, 16, 11],
  ['what a province of Indonesia is called for short', { country: 'ID', state: 'Jabar', city: 'Bandung' }, 21, 18],
  ['a province that is a metropolitan city', { country: 'IT', state: 'Prov. di Milan', city: 'Milan' }, 22, 19],
  ['a word behind a hyphen', { country: 'JP', state: 'Osaka-fu', city: 'Osaka' }, 20, 17],
  ['letters that are no code', { country: 'ČR', city: 'Prague' }, 10, 9],
])('%s', (_, row, inState, id) => {
  it('is understood by reconcile', () => {
    expect(reconciled(row)).toEqual([inState, id, 'exact']);
  });

  it('and by check', () => {
    expect(codesFound(row)).toEqual([]);
  });
});

describe('a cell of a city that says more', () => {
  it.each([
    ['its country first', 'USA, GA, Atlanta', 11],
    ['signs between', 'USA > Georgia > Atlanta', 11],
    ['dashes between', 'Canada - Ontario - Toronto', 20],
    ['dashes, the city first', 'Toronto - Ontario - Canada', 20],
    ['a code behind a slash, where such a city lies', 'Campinas/SP', 16],
    ['what stands before names of cities', 'TP. Đà Nẵng', 15],
    ['the same in words, before a part of a name that is a preposition elsewhere', 'Thành phố Đà Nẵng', 15],
    ['the same without a blank', 'Tp.Đà Nẵng, Việt Nam', 15],
    ['the same before a short name', 'TP. Huế', 30],
    ['the same in Italian', 'Comune di Milan', 19],
    ['a part of the city', 'Toronto 3. arrondissement', 20],
    ['its state first, with words for what both are', 'Osaka-fu, Osaka', 17],
    ['a word for its state behind', 'Milan, Prov. di Milan', 19],
    ['blanks between', 'Toronto Ontario Canada', 20],
    ['a hyphen between', 'Toronto-ON', 20],
    ['a street before it', 'Main St 5, Toronto, Canada', 20],
    ['a street, a state for short and a postcode', 'Unit 4, Toronto ON M5H 2N2, Canada', 20],
    ['a number that is no postcode before it', 'Suite 100, Toronto, ON', 20],
    ['a postcode behind it, and its country', 'Toronto 10010, Canada', 20],
    ['brackets in its name', 'Gori (Old), Kartli', 28],
  ])('with %s', (_, text, id) => {
    expect(reconciled({ city: text }).slice(1)).toEqual([id, 'exact']);
  });

  it('is read in its own order where that holds', () => {
    expect(reconciled({ city: 'Rome, Georgia' })).toEqual([16, 12, 'exact']);
    // Canton is a state elsewhere, and Georgia no city.
    expect(reconciled({ city: 'Canton, Georgia' })).toEqual([16, 24, 'exact']);
    expect(reconciled({ city: 'Toronto, Leeds' })).toEqual([3, 20, 'contradiction']);
  });

  it('has the country behind it, rather than a part that is called so', () => {
    expect(reconciled({ city: 'Valencia, Venezuela' })).toEqual([29, 29, 'exact']);
  });

  it('is no code behind a slash where no such city lies there, unless the row’s country has it', () => {
    expect(reconciled({ city: 'Leeds/SP' })).toEqual([3, 3, 'exact']);
    expect(reconciled({ country: 'BR', city: 'Campinas/MG' })).toEqual([28, 25, 'exact']);
    expect(reconciled({ country: 'US', city: 'Atlanta/KY' })).toEqual([13, 11, 'contradiction']);
  });

  it('has another town behind a slash and in brackets, rather than a state of another country', () => {
    expect(reconciled({ country: 'US', city: 'Atlanta/Kent' })).toEqual([16, 11, 'exact']);
    expect(reconciled({ city: 'Toronto (Kent)' })).toEqual([23, 20, 'exact']);
    expect(reconciled({ city: 'Toronto, Kent' })).toEqual([11, 20, 'contradiction']);
  });

  it('is an address where the row’s country has such a city, and else unknown', () => {
    expect(reconciled({ country: 'CA', city: 'Hauptstr. 5, 10115 Toronto' })).toEqual([23, 20, 'exact']);
    expect(reconciled({ country: 'US', city: 'Nowhere, Toronto' })).toEqual([undefined, undefined, 'none']);
    expect(reconciled({ city: 'Nowhere, Toronto' })).toEqual([undefined, undefined, 'none']);
  });

  it('is no city where a word fills its place', () => {
    expect(reconciled({ city: 'N/A, Canada' })).toEqual([undefined, undefined, 'none']);
  });

  it('contradicts itself where the city lies in the row’s country and its own text has another', () => {
    expect(reconciled({ country: 'CA', city: 'Toronto, Italy' })).toEqual([undefined, 20, 'contradiction']);
    expect(reconciled({ country: 'CA', city: 'Toronto, Canada' })).toEqual([23, 20, 'exact']);
  });

  it('is no city where it says that it is a state', () => {
    expect(reconciled({ country: 'CA', city: 'Toronto State' })).toEqual([undefined, undefined, 'none']);
  });
});

describe('a capital that the data has as a state alone', () => {
  it('is no namesake abroad beside its state', () => {
    expect(reconciled({ city: 'Buenos Aires, CABA' })).toEqual([24, undefined, 'none']);
  });

  it('is in the state of whose name it is a part', () => {
    expect(codesFound({ country: 'AR', state: 'CABA', city: 'Buenos Aires' })).toEqual([]);
    expect(codesFound({ country: 'BR', state: 'SP', city: 'Buenos Aires' })).toEqual(['CITY_NOT_IN_COUNTRY']);
  });

  it('is by another name of it no typo for another city', () => {
    expect(reconciled({ country: 'RS', city: 'Beograd' })).toEqual([25, undefined, 'none']);
  });
});

it('takes columns of country and state for each other where they are swapped', () => {
  const row = { country: 'California', state: 'USA', city: 'Los Angeles' };
  expect(reconciled(row)).toEqual([6, 5, 'exact']);
  expect(checkNames(row, index).findings).toEqual([
    {
      code: 'UNKNOWN_VALUE',
      fields: ['country'],
      message: 'California (US-CA) is a state, not a country.',
      expected: 'United States',
    },
  ]);
});

it('takes a state for the country of that name where the city lies in that alone', () => {
  const read = ({ city: name }: { readonly city: string }) => {
    const row = new Reconciler(index.places, index.names).row({ state: 'Georgia', city: name }, 0);
    return [row.country, row.state, row.city].map(({ place = -1 }) => index.places.ids[place]);
  };
  expect(read({ city: 'Gori' })).toEqual([10, 17, 13]);
  expect(read({ city: 'Atlanta' })).toEqual([2, 16, 11]);
  expect(read({ city: 'Rome' })).toEqual([2, 16, 12]);
  expect(read({ city: 'Nowhere' })).toEqual([2, 16, undefined]);
});

it('takes letters with accents for no code', () => {
  const { country: whole } = new Reconciler(index.places, index.names).row({ country: 'ČR' }, 5);
  expect([index.places.ids[whole.place ?? -1], whole.verdict]).toEqual([6, 'alias']);
});

it('is sure of a place that the data has in two rows', () => {
  expect(reconciled({ country: 'Poland', city: 'Warszawa' })).toEqual([7, 6, 'alias']);
});

describe.each<[string, NamesGiven, string | undefined, string]>([
  [
    'what lies in the county beside an authority',
    { country: 'UK', state: 'Plymouth', city: 'Exeter' },
    'contradiction',
    'CITY_NOT_IN_STATE',
  ],
  [
    'a code of the form that the country’s have',
    { country: 'PK', state: 'XX', city: 'Lahore' },
    'contradiction',
    'UNKNOWN_VALUE',
  ],
  ['and not one of another form', { country: 'PK', state: 'KPX', city: 'Lahore' }, 'exact', 'UNKNOWN_VALUE'],
  [
    'a beginning that is a state’s name elsewhere',
    { country: 'US', state: 'Kent', city: 'Los Angeles' },
    undefined,
    'STATE_NOT_IN_COUNTRY',
  ],
])('against %s', (_, row, verdict, finding) => {
  it('speaks something', () => {
    if (verdict !== undefined) expect(reconciled(row)[2]).toBe(verdict);
    expect(codesFound(row)).toEqual([finding]);
  });
});
