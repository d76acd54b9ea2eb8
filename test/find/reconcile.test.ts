import { describe, expect, it } from 'vitest';
import { buildNames } from '../../src/find/build-names.ts';
import type { Level } from '../../src/find/decide.ts';
import { openNames } from '../../src/find/names.ts';
import { buildPlaces } from '../../src/find/build-places.ts';
import { openPlaces } from '../../src/find/places.ts';
import { type ReconcileRow, Reconciler } from '../../src/find/reconcile.ts';
import { city, country, findRows, state } from './find-rows.ts';

const translated = (names: Record<string, string>) => ({ translations: JSON.stringify(names) });
const at = (latitude: number, longitude: number, population: number | null = null) => ({
  latitude,
  longitude,
  population,
});
const texas = state('Texas', 1, 'US', { iso2: 'TX', iso31662: 'US-TX', population: 30_000_000 });
const illinois = state('Illinois', 2, 'US', { iso2: 'IL', iso31662: 'US-IL', population: 12_000_000 });
const missouri = state('Missouri', 3, 'US', { iso2: 'MO', iso31662: 'US-MO' });
const ileDeFrance = state('Île-de-France', 4, 'FR', { iso2: 'IDF', iso31662: 'FR-IDF' });
const hauts = state('Hauts-de-Seine', 5, 'FR', { iso2: '92', iso31662: 'FR-92' });
const bavaria = state('Bavaria', 6, 'DE', { iso2: 'BY', iso31662: 'DE-BY', ...translated({ de: 'Bayern' }) });
const england = state('England', 7, 'GB', { iso2: 'ENG', iso31662: 'GB-ENG' });
const zagreb = state('Zagreb County', 8, 'HR', { iso2: '01', iso31662: 'HR-01' });
const seoul = state('Seoul', 9, 'KR');
const taiwan = state('Taiwan', 10, 'CN', { native: '台湾' });
const limburg = state('Limburg', 11, 'DE', { population: 4_000_000 });
const otherLimburg = state('Limburg', 12, 'FR', { population: 20_000 });
const mexico = state('Ciudad de México', 13, 'MX');
const trest = state('Trest', 14, 'DE');
const georgia = state('Georgia', 15, 'US', { iso2: 'GA' });
const belgrade = state('Belgrade', 16, 'RS');
const tbilisi = state('Tbilisi', 17, 'GE');
const rows = {
  countries: [
    country('US', 1, { name: 'United States', iso3: 'USA', population: 330_000_000 }),
    country('FR', 2, { name: 'France', iso3: 'FRA', ...translated({ de: 'Frankreich' }) }),
    country('DE', 3, { name: 'Germany', iso3: 'DEU' }),
    country('GB', 4, { name: 'United Kingdom', iso3: 'GBR' }),
    country('HR', 5, { name: 'Croatia', iso3: 'HRV' }),
    country('CG', 6, { name: 'Congo', iso3: 'COG' }),
    country('CD', 7, { name: 'Democratic Republic of the Congo', iso3: 'COD' }),
    country('KR', 8, { name: 'South Korea', population: 52_000_000 }),
    country('KP', 9, { name: 'North Korea', population: 26_000_000 }),
    country('ST', 10, { name: 'São Tomé and Príncipe', iso3: 'STP' }),
    country('TW', 11, { name: 'Taiwan', native: '臺灣' }),
    country('MX', 13, { name: 'Mexico', ...translated({ fr: 'Mexique' }) }),
    country('IS', 14, { name: 'Iceland', native: 'Ísland' }),
    country('CN', 12, { name: 'China', native: '中国' }),
    country('GE', 15, { name: 'Georgia' }),
    country('RS', 16, { name: 'Serbia', capital: 'Belgrade' }),
  ],
  states: [
    texas,
    illinois,
    missouri,
    ileDeFrance,
    hauts,
    bavaria,
    england,
    zagreb,
    seoul,
    taiwan,
    limburg,
    otherLimburg,
    mexico,
    trest,
    georgia,
    belgrade,
    tbilisi,
    state('Saint Paul', 18, 'GB', { type: 'parish', ...translated({ de: 'São Paulo' }) }),
    state('São Paulo', 19, 'MX', { type: 'state' }),
    state('Lakes', 21, 'CN', { type: 'state', ...translated({ de: 'Lagos', fr: 'Lagos' }) }),
    state('Lagos', 22, 'CG', { type: 'state' }),
    state('São Paulo', 20, 'CN', { type: 'metropolitan department' }),
  ],
  cities: [
    city('Paris', 1, ileDeFrance, at(48.85, 2.35, 2_100_000)),
    city('Paris', 2, texas, at(33.66, -95.56, 24_000)),
    city('Springfield', 3, illinois, at(39.8, -89.65, 114_000)),
    city('Springfield', 4, missouri, at(37.2, -93.3, 169_000)),
    city('München', 5, bavaria, { ...at(48.14, 11.58, 1_500_000), ...translated({ fr: 'Munich' }) }),
    city('Houston', 6, texas, at(29.76, -95.37, 2_300_000)),
    city('Leeds', 7, england, at(53.8, -1.55, 500_000)),
    city('Seoul', 9, seoul, at(37.57, 126.98, 10_000_000)),
    city('None', 10, illinois, at(40, -89, 8_000)),
    city('Annan', 11, england, { ...at(54.98, -3.26, 9_000), native: 'Other' }),
    city('Witney', 12, england, { ...at(51.78, -1.48, 28_000), ...translated({ fr: 'Test' }) }),
    city('Franciou', 13, texas, { ...at(33, -96, 500), native: 'France' }),
    city('Mexico City', 14, mexico, { ...at(19.43, -99.13, 9_000_000), native: 'Mexico' }),
    city('Mexica', 15, illinois, at(40, -90, 900)),
    city('Nubl', 16, bavaria, at(48, 11, 900)),
    city('Parris', 21, england, at(52, -1, 900)),
    city('Hauston', 17, england, at(52, -1, 1_900_000)),
    city('Tbilisi', 18, tbilisi, at(41.7, 44.8, 1_200_000)),
    city('Atlanta', 19, georgia, at(33.7, -84.4, 500_000)),
    city('Belgrade', 20, texas, at(45.8, -111.2, 8_000)),
    city('Velika Gorica', 8, zagreb, at(45.71, 16.07, 60_000)),
  ],
};
const placeSections = buildPlaces(rows);
const places = openPlaces(placeSections);
const names = openNames(buildNames(rows, placeSections));

/** `[id, verdict]` a level; `[id]` where the row says nothing of it. */
function reconciled(row: ReconcileRow, most = 5) {
  const { country, state, city: found, alternatives } = new Reconciler(places, names).row(row, most);
  return {
    country: told(country),
    state: told(state),
    city: told(found),
    alternatives: alternatives.map(({ place }) => places.ids[place]),
  };
}

function told({ place, verdict, contradiction }: Level): unknown[] {
  return [place === undefined ? undefined : places.ids[place], verdict, contradiction].filter(
    (part) => part !== undefined,
  );
}

/** Where the row's city is instead, in a sentence. */
function cityElsewhere(row: ReconcileRow): unknown {
  const [id, verdict, contradiction] = reconciled(row).city;
  expect(verdict).toBe('contradiction');
  return [id, contradiction];
}

describe('reconciling a row', () => {
  it.each<[string, ReconcileRow, unknown[], unknown[], unknown[]]>([
    ['tells a name letter by letter, and what it implies', { city: 'Leeds' }, [4], [7], [7, 'exact']],
    ['tells a name without its accents', { city: 'MUNCHEN', country: 'DE' }, [3, 'exact'], [6], [5, 'folded']],
    ['tells another name', { city: 'Munich', state: 'Bayern' }, [3], [6, 'alias'], [5, 'alias']],
    ['tells a typo', { city: 'Housten', state: 'Texs' }, [1], [1, 'fuzzy'], [6, 'fuzzy']],
    ['takes the place that the state says', { city: 'Paris', state: 'TX' }, [1], [1, 'exact'], [2, 'exact']],
    ['takes a code with its country', { state: 'us-tx' }, [1], [1, 'exact'], []],
    ['takes a name with its state in one cell', { city: 'Paris, TX' }, [1], [1, 'exact'], [2, 'exact']],
    ['and without a comma', { city: 'Paris TX', country: 'US' }, [1, 'exact'], [1, 'exact'], [2, 'exact']],
    ['and with a postcode', { city: 'HOUSTON Texas 77002' }, [1], [1, 'exact'], [6, 'folded']],
    ['and its country', { city: 'Leeds United Kingdom' }, [4, 'exact'], [7], [7, 'exact']],
    ['and a name with the number of a district', { city: 'Leeds CEDEX 03' }, [4], [7], [7, 'exact']],
    ['or of its part', { city: 'Paris 8e', country: 'FR' }, [2, 'exact'], [4], [1, 'exact']],
    ['unless it does not lie there', { city: 'Leeds TX' }, [], [], ['none']],
    ['takes the state that is what is said beside its name', { state: 'Sao Paulo state' }, [13], [19, 'fuzzy'], []],
    ['by its own name rather than by another', { state: 'Lagos State' }, [6], [22, 'fuzzy'], []],
    ['and the part', { state: 'Parish of São Paulo' }, [4], [18, 'fuzzy'], []],
    ['by a kind of its own', { state: 'São Paulo Metropolitan Department' }, [12], [20, 'fuzzy'], []],
    ['and none for a kind that it is not', { state: 'São Paulo emirate', country: 'MX' }, [13, 'exact'], ['none'], []],
    ['takes a word for what a place is', { state: 'Zagreb' }, [5], [8, 'alias'], []],
    [
      'takes the name of a part for its country',
      { country: 'England', city: 'Leeds' },
      [4, 'alias'],
      [7],
      [7, 'exact'],
    ],
    [
      'lets a city decide between states of two levels',
      { state: 'Hauts-de-Seine', city: 'Paris' },
      [2],
      [5, 'exact'],
      [1, 'exact'],
    ],
    ['takes no code for the word that it abbreviates', { country: 'Saint' }, ['none'], [], []],
    ['takes the name in another language', { country: '台湾' }, [11, 'alias'], [], []],
    ['takes no two typos with a wrong first letter', { country: 'Amérique' }, ['none'], [], []],
    ['takes no word for what a place is for a typo', { country: 'islands' }, ['none'], [], []],
    [
      'takes a state in its country’s column',
      { country: 'Texas', city: 'Paris' },
      [1, 'alias'],
      [1, 'exact'],
      [2, 'exact'],
    ],
    ['and a country in that of the state', { state: 'France', city: 'Paris' }, [2, 'exact'], [4], [1, 'exact']],
    ['but no state by another name of it', { country: 'Bayern', city: 'Munich' }, ['none'], [6], [5, 'alias']],
    ['lets a city decide between countries', { country: 'Korea', city: 'Seoul' }, [8, 'alias'], [9], [9, 'exact']],
    ['finds nothing', { country: 'Nowhere', city: 'xyzzy' }, ['none'], [], ['none']],
  ])('%s', (_, row, inCountry, inState, found) => {
    expect(reconciled(row)).toMatchObject({ country: inCountry, state: inState, city: found });
  });

  it('says that a name may be several places, and which', () => {
    expect(reconciled({ city: 'Springfield', country: 'US' })).toMatchObject({
      country: [1, 'exact'],
      state: [],
      city: [4, 'ambiguous'],
      alternatives: [3],
    });
    expect(reconciled({ country: 'Congo' })).toMatchObject({ country: [6, 'ambiguous'], alternatives: [7] });
    expect(reconciled({ country: 'Korea' })).toMatchObject({ country: [8, 'ambiguous'], alternatives: [9] });
  });

  it.each(['Other', 'other', 'Test', 'N/A', 'n/a', 'null', 'none', 'NONE', 'France', 'Frankreich', '-', '?'])(
    'finds no city in %j, which another language may call a small one',
    (city) => {
      expect(reconciled({ city })).toEqual({ country: [], state: [], city: ['none'], alternatives: [] });
    },
  );

  it('finds a city whose own name fills cells elsewhere, and the one that is called as its country', () => {
    expect(reconciled({ city: 'None' }).city).toEqual([10, 'exact']);
    expect(reconciled({ city: 'Mexico' })).toMatchObject({ city: [14, 'exact'], alternatives: [] });
    expect(reconciled({ state: 'Test' }).state).toEqual(['none']);
    expect(reconciled({ city: 'France', country: 'US' }).city).toEqual([13, 'exact']);
    expect(reconciled({ city: 'France', country: 'DE' }).city).toEqual(['none']);
  });

  it('takes no code behind a slash for where a city lies', () => {
    expect(reconciled({ city: 'Leeds/TX' })).toMatchObject({ state: [7], city: [7, 'exact'] });
    expect(reconciled({ city: 'Paris/Texas' })).toMatchObject({ state: [1, 'exact'], city: [2, 'exact'] });
  });

  it('can tell states of one name by what else the row says, not by their size', () => {
    expect(reconciled({ state: 'Limburg' })).toMatchObject({
      country: [],
      state: [11, 'ambiguous'],
      alternatives: [12],
    });
    expect(reconciled({ state: 'Limburg', country: 'FR' })).toMatchObject({ state: [12, 'exact'] });
  });

  it('says where a place is that is not where the row says', () => {
    expect(cityElsewhere({ city: 'Houston', state: 'Illinois' })).toEqual([6, 'city is in US-TX, not US-IL']);
    expect(cityElsewhere({ city: 'Leeds', country: 'France' })).toEqual([7, 'city is in GB, not FR']);
    for (const texas of ['Texas', 'US-TX', 'us-tx'])
      expect(reconciled({ state: texas, country: 'FR' }).state).toEqual([1, 'contradiction', 'state is in US, not FR']);
    expect(reconciled({ state: 'US-TX', country: 'FR', city: 'Paris' }).city).toEqual([1, 'exact']);
    const row = { city: 'Houston', country: 'US', state: 'FR' };
    expect(cityElsewhere(row)).toEqual([6, 'city is in US-TX; US has no state FR']);
    expect(reconciled(row).state).toEqual(['none']);
  });

  it('says where a well-known place is rather than take it for a typo, and takes one for what is as well known', () => {
    expect(cityElsewhere({ city: 'Paris', country: 'GB' })).toEqual([1, 'city is in FR, not GB']);
    expect(reconciled({ city: 'Houston', country: 'GB' }).city).toEqual([17, 'fuzzy']);
  });

  it('believes what a cell says itself of where its city lies', () => {
    expect(cityElsewhere({ city: 'Paris, France', country: 'US' })).toEqual([1, 'city is in FR, not US']);
    expect(cityElsewhere({ city: 'Springfield, Illinois', state: 'Missouri' })).toEqual([
      3,
      'city is in US-IL, not US-MO',
    ]);
    expect(reconciled({ city: 'Seoul, Korea', country: 'KR' })).toMatchObject({ city: [9, 'exact'] });
    expect(reconciled({ city: 'Paris, Nowhere', country: 'US' }).city).toEqual([2, 'exact']);
  });

  it('tells a country from a state of its name by the city before it', () => {
    expect(reconciled({ city: 'Tbilisi, Georgia' })).toMatchObject({ country: [15, 'exact'], city: [18, 'exact'] });
    expect(reconciled({ city: 'Atlanta, Georgia' })).toMatchObject({ state: [15, 'exact'], city: [19, 'exact'] });
  });

  it.each(['77001 Houston', 'Houston 77001', 'Houston, TX 77001', '77001-1234 Houston, Texas', 'Houston, 77001, USA'])(
    'takes the postcode out of %j',
    (city) => {
      expect(reconciled({ city }).city).toEqual([6, 'exact']);
    },
  );

  it('finds no city elsewhere where the data has it as a state', () => {
    expect(reconciled({ city: 'Belgrade', country: 'RS' })).toMatchObject({ state: [16], city: ['none'] });
    expect(reconciled({ city: 'Belgrade' }).city).toEqual([20, 'exact']);
  });

  it('answers a point alone with what lies there', () => {
    const located = { country: 0, state: places.firstState, city: places.firstCity };
    const at = (distanceKm: number) =>
      new Reconciler(places, names, undefined, () => ({ ...located, distanceKm })).row(
        { point: { latitude: 0, longitude: 0 } },
        5,
      );
    const implied = (place: number | undefined) => ({ place, score: undefined, verdict: undefined });
    expect(at(3)).toMatchObject({ country: implied(0), city: implied(places.firstCity), alternatives: [] });
    expect(at(300)).toMatchObject({ state: implied(places.firstState), city: implied(undefined) });
  });

  it('takes the nearest of those that are called alike, and says when it is far away', () => {
    const point = { latitude: 33.7, longitude: -95.5 };
    expect(reconciled({ city: 'Paris', point }).city).toEqual([2, 'exact']);
    expect(reconciled({ city: 'Leeds', point }).city?.[2]).toMatch(/^city is 7\d{3} km from the point$/);
  });

  it('gives as many alternatives as are asked for, best first, without the chosen place', () => {
    expect(reconciled({ city: 'Paris' })).toMatchObject({ city: [1, 'exact'], alternatives: [2] });
    expect(reconciled({ city: 'Paris' }, 0).alternatives).toEqual([]);
  });

  it('implies nothing where the places that it may be do not agree', () => {
    expect(reconciled({ city: 'Springfield' })).toMatchObject({ country: [1], state: [] });
  });

  it.each(['', ' ', '\0', ',', '(', 'ﷺ'.repeat(100), 'a'.repeat(10_000), ', '.repeat(5_000), '😀😀', 'the city of'])(
    'finds nothing in %j and goes on',
    (text) => {
      expect(reconciled({ city: text, state: text, country: text }).city).toEqual(['none']);
    },
  );
});

describe('a number behind the name of a city', () => {
  it('is one of its districts, and no state in which a little place is called so as well', () => {
    const [seine, ardennes] = [state('Paris', 1, 'FR', { iso2: '75C' }), state('Ardennes', 2, 'FR', { iso2: '08' })];
    const own = {
      countries: [country('FR', 1, { name: 'France' })],
      states: [seine, ardennes],
      cities: [
        city('Paris', 1, seine, at(48.85, 2.35, 2_100_000)),
        city('Pariz', 2, ardennes, { ...at(49.6, 4.6, 300), ...translated({ de: 'Paris' }) }),
      ],
    };
    const sections = buildPlaces(own);
    const ownPlaces = openPlaces(sections);
    const { city: found } = new Reconciler(ownPlaces, openNames(buildNames(own, sections))).row(
      { city: 'Paris 08' },
      0,
    );
    expect([ownPlaces.ids[found.place ?? -1], found.verdict]).toEqual([1, 'exact']);
  });
});

describe('a capital, and a country of which the data has little', () => {
  const hanoi = state('Hà Nội', 1, 'VN', translated({ fr: 'Hanoi' }));
  const hue = state('Huế', 2, 'VN');
  const crete = state('Crete', 3, 'GR');
  const columbia = state('District of Columbia', 4, 'US');
  const ohio = state('Ohio', 5, 'US');
  const vienna = state('Vienna', 7, 'AT');
  const tyrol = state('Tyrol', 8, 'AT');
  const own = {
    countries: [
      country('VN', 1, { name: 'Viet Nam', capital: 'Hanoi', population: 100_000_000 }),
      country('GR', 2, { name: 'Greece', capital: 'Athens' }),
      country('VG', 3, { name: 'British Virgin Islands', capital: 'Road Town' }),
      country('US', 4, { name: 'United States', capital: 'Washington' }),
      country('CW', 5, { name: 'Curaçao', capital: 'Willemstad' }),
      country('NF', 6, { name: 'Norfolk Island', capital: 'Kingston' }),
      country('AT', 7, { name: 'Austria', capital: 'Vienna' }),
    ],
    states: [hanoi, hue, crete, columbia, ohio, state('Willem', 6, 'CW'), vienna, tyrol],
    cities: [
      city('Hania', 1, crete, at(35.5, 24, 54_000)),
      city('Hue', 2, hue, at(16, 107, 400_000)),
      city('Road Town', 3, ohio, at(40, -83, 900)),
      city('Kingston', 4, ohio, at(41, -83, 900)),
      city('Washington D.C.', 5, columbia, {
        ...at(39, -77, 700_000),
        type: 'capital',
        ...translated({ de: 'Washington' }),
      }),
      city('Washington', 6, ohio, at(40, -82, 13_000)),
      city('Willem', 7, state('Willem', 6, 'CW'), at(12, -69, 900)),
      city('Vienna', 8, vienna, at(48, 16, 1_900_000)),
      city('Vienna', 9, ohio, at(39, -81, 10_000)),
      city('Innsbruck', 10, tyrol, at(47, 11, 130_000)),
    ],
  };
  const sections = buildPlaces(own);
  const ownPlaces = openPlaces(sections);
  const reconciler = new Reconciler(ownPlaces, openNames(buildNames(own, sections)));
  const ids = (row: ReconcileRow): unknown[] => {
    const found = reconciler.row(row, 0);
    const id = ({ place }: Level): number | undefined => (place === undefined ? undefined : ownPlaces.ids[place]);
    return [id(found.country), id(found.state), id(found.city), found.city.verdict];
  };

  it.each<[string, ReconcileRow, unknown[]]>([
    ['that is a state is no typo for a city elsewhere', { country: 'VN', city: 'Hanoi' }, [1, 1, undefined, 'none']],
    ['nor where nothing says its country', { city: 'Hanoi' }, [1, 1, undefined, 'none']],
    ['nor beside its state', { country: 'VN', state: 'Hà Nội', city: 'Ha Noi' }, [1, 1, undefined, 'none']],
    ['of a country without cities', { country: 'VG', city: 'Road Town' }, [3, undefined, undefined, 'none']],
    ['though another place is', { country: 'VG', city: 'Kingston' }, [3, undefined, 4, 'contradiction']],
    ['that is no place of its country', { country: 'CW', city: 'WILLEMSTAD' }, [5, undefined, undefined, 'none']],
    ['whose name stands for its country', { country: 'Willemstad' }, [5, undefined, undefined, undefined]],
    ['unless that is a place elsewhere', { country: 'Kingston' }, [undefined, undefined, undefined, undefined]],
    ['is meant by the name that its own goes on from', { country: 'US', city: 'Washington' }, [4, 4, 5, 'alias']],
    [
      'is nothing to a country that has nothing of nearly its name',
      { country: 'CW', city: 'Hanio' },
      [5, undefined, undefined, 'none'],
    ],
    ['is elsewhere in its country', { country: 'AT', state: 'Tyrol', city: 'Vienna' }, [7, 8, 8, 'contradiction']],
    ['is elsewhere for another country', { country: 'CW', city: 'Washington' }, [5, undefined, 5, 'contradiction']],
  ])('%s', (_, row, wanted) => {
    expect(ids(row)).toEqual(wanted);
  });
});

describe('a data set', () => {
  it('is found whole in its own names', () => {
    const own = findRows('test/fixtures/data-set');
    const sections = buildPlaces(own);
    const ownPlaces = openPlaces(sections);
    const reconciler = new Reconciler(ownPlaces, openNames(buildNames(own, sections)));
    const stateNames = new Map(own.states.map(({ id, name }) => [id, name]));
    const wrong = own.cities.filter((row) => {
      const found = reconciler.row({ country: row.countryCode, state: stateNames.get(row.stateId), city: row.name }, 0);
      const isIt = found.city.place !== undefined && ownPlaces.ids[found.city.place] === row.id;
      return !isIt && found.city.verdict !== 'ambiguous';
    });
    expect(wrong.map(({ id, name }) => `${id} ${name}`)).toEqual([]);
  });
});
