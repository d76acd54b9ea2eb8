import { describe, expect, it } from 'vitest';
import { buildNames } from '../../src/find/build-names.ts';
import type { GeonamesPlace } from '../../src/find/geonames.ts';
import { openNames } from '../../src/find/names.ts';
import { buildPlaces } from '../../src/find/build-places.ts';
import { openPlaces } from '../../src/find/places.ts';
import { type ReconcileRow, Reconciler } from '../../src/find/reconcile.ts';
import { city, country, state } from './find-rows.ts';

const named = (population: number, translations: Record<string, string> = {}) => ({
  population,
  translations: JSON.stringify(translations),
});
const henan = state('Henan', 1, 'CN', named(98_000_000));
const shanghai = state('Shanghai', 2, 'CN', named(24_000_000, { zh: '上海' }));
const saxony = state('Saxony', 3, 'DE');
const bavaria = state('Bavaria', 4, 'DE');
const quebec = state('Quebec', 5, 'CA', named(8_000_000, { ko: '퀘벡' }));
const ceuta = state('Ceuta', 6, 'ES', named(80_000));
const murcia = state('Murcia', 7, 'ES', named(1_500_000));
const galicia = state('Galicia', 8, 'ES');
const madrid = state('Madrid', 9, 'ES');
const metropolitana = state('Metropolitana', 10, 'CL');
const thuringia = state('Thuringia', 11, 'DE');
const pilsen = state('Pilsen Region', 12, 'CZ');
const inPilsen = state('Pilsen South', 13, 'CZ', { parentId: 12, ...named(1, { de: 'Pilsen Region' }) });
const paide = state('Paide', 14, 'DE', named(8_000, { ja: 'Pago' }));
const york = state('York', 15, 'CA', named(20_000_000));
const rows = {
  countries: [
    country('CN', 1, { name: 'China' }),
    country('DE', 2, { name: 'Germany' }),
    country('CA', 3, { name: 'Canada' }),
    country('HK', 4, { name: 'Hong Kong' }),
    country('MC', 5, { name: 'Monaco' }),
    country('ES', 6, { name: 'Spain' }),
    country('CL', 7, { name: 'Chile' }),
    country('CZ', 8, { name: 'Czechia' }),
  ],
  states: [
    henan,
    shanghai,
    saxony,
    bavaria,
    quebec,
    ceuta,
    murcia,
    galicia,
    madrid,
    metropolitana,
    thuringia,
    pilsen,
    inPilsen,
    paide,
    york,
  ],
  cities: [
    city('Shangcai', 1, henan, named(1_000_000, { ja: '上海', pt: 'Xangai' })),
    city('Hongkou', 2, shanghai, named(800_000, { nl: 'Hong Kong' })),
    city('Halle', 3, saxony, named(1_000)),
    city('Halle (Saale)', 4, bavaria, named(240_000, { nl: 'Halle' })),
    city('Mutzschen', 5, saxony, named(2_000, { nl: 'Müchen' })),
    city('München', 6, bavaria, named(40_000_000, { it: 'Monaco', pt: 'Munique' })),
    city('Québec', 7, quebec, named(500_000, { ko: '퀘벡' })),
    city('Zella', 8, saxony, named(20_000)),
    city('Zella', 9, bavaria, named(30_000)),
    city('Shanghai', 10, henan, named(1_000)),
    city('Ceutí', 11, murcia, named(10_000)),
    city('Ceutas', 12, murcia, named(12_000)),
    city('Santiago de Compostela', 13, galicia, named(98_000)),
    city('Santiago', 14, metropolitana, named(6_000_000)),
    city('Betanzos', 15, galicia, named(13_000, { ca: 'Madrid de Galicia' })),
    city('Madrid', 16, madrid, named(3_300_000)),
    city('Alcorcón', 17, madrid, named(1_700_000)),
    city('Múnnique', 18, saxony, named(9_000)),
    city('Munique am Berg', 20, thuringia, named(9_000)),
    city('Múnisque', 19, galicia, named(9_000)),
    city('Venecia', 21, metropolitana, named(5_000)),
    city('Getafe', 22, madrid, named(180_000)),
    city('Aulla', 27, bavaria, named(11_000)),
    city('Aullo', 28, saxony, named(2_000)),
    city('Aulle', 29, thuringia, named(2_000_000)),
    city('Ceuta', 31, metropolitana, named(5_000)),
    city('Monaco', 32, metropolitana, named(5_000)),
    city('Paide', 33, paide, named(8_000, { ja: 'Pago' })),
    city('Big Apple', 34, york, named(8_000_000, { nl: 'York' })),
    city('Pilsen', 30, inPilsen, named(160_000)),
  ],
};
const sections = buildPlaces(rows);
const places = openPlaces(sections);
const betanzos: GeonamesPlace = {
  ...{ id: 1, name: 'Betanzos', alternateNames: ['Alcorcón'], adminCode: '', featureCode: 'PPL', countryCode: 'ES' },
  ...{ population: 13_000, latitude: 43, longitude: -8 },
};
const getafe: GeonamesPlace = { ...betanzos, id: 2, name: 'Getafe', alternateNames: ['Venecia'] };
const geonames = new Map([
  [15, betanzos],
  [22, getafe],
]);
const reconciler = new Reconciler(places, openNames(buildNames(rows, sections, geonames)));

function found(row: ReconcileRow) {
  const { state: level, city: meant, alternatives } = reconciler.row(row, 5);
  const idOf = (place: number | undefined): number | undefined => (place === undefined ? undefined : places.ids[place]);
  return {
    state: idOf(level.place),
    city: idOf(meant.place),
    verdict: meant.verdict,
    score: meant.score,
    alternatives: alternatives.map(({ place, score }) => [idOf(place), score]),
  };
}

describe('a city', () => {
  it('that is a state is not the one that some language calls so', () => {
    expect(found({ country: 'CN', city: '上海' })).toMatchObject({ state: 2, city: undefined, verdict: 'none' });
  });

  it('that is a state is no typo for another one', () => {
    expect(found({ country: 'Spain', city: 'Ceuta' })).toMatchObject({ state: 6, city: undefined, verdict: 'none' });
    expect(found({ country: 'Spain', city: 'Ceuti' })).toMatchObject({ state: 7, city: 11, verdict: 'folded' });
  });

  it('is itself in a state of its name', () => {
    expect(found({ country: 'CA', city: '퀘벡' })).toMatchObject({ state: 5, city: 7, verdict: 'alias' });
  });

  it('is itself by its own name, whatever the state is called', () => {
    expect(found({ country: 'CN', city: 'Shanghai' })).toMatchObject({ city: 10, verdict: 'exact' });
  });

  it('is no country that it is called as, unless it is well known', () => {
    expect(found({ country: 'CN', city: 'Hong Kong' })).toMatchObject({ city: undefined, verdict: 'none' });
    expect(found({ country: 'DE', city: 'Monaco' })).toMatchObject({ city: 6, verdict: 'alias' });
  });

  it('is doubted where another name of a much larger one is the whole name of it', () => {
    expect(found({ country: 'DE', city: 'Halle' })).toMatchObject({
      city: 3,
      verdict: 'ambiguous',
      alternatives: [[4, expect.closeTo(0.47, 2)]],
    });
    expect(found({ country: 'DE', state: 'Saxony', city: 'Halle' })).toMatchObject({ city: 3, verdict: 'exact' });
  });

  it('is doubted where the text is another name of it, and nearly that of a much larger one', () => {
    expect(found({ country: 'DE', city: 'Müchen' })).toMatchObject({ verdict: 'ambiguous' });
    expect([5, 6]).toContain(found({ country: 'DE', city: 'Müchen' }).city);
    expect(found({ country: 'DE', state: 'Saxony', city: 'Müchen' })).toMatchObject({ city: 5, verdict: 'alias' });
  });

  it('is in another state by its own name, rather than a little one here whose name goes on after that', () => {
    expect(found({ country: 'ES', state: 'Galicia', city: 'Madrid' })).toMatchObject({
      city: 16,
      verdict: 'contradiction',
    });
  });

  it('is in another state by its own name, rather than a little one here that was called so', () => {
    const row = { country: 'ES', state: 'Galicia', city: 'Alcorcón' };
    expect(found(row)).toMatchObject({ city: 17, verdict: 'contradiction' });
    expect(found({ ...row, state: undefined, city: 'Betanzos' })).toMatchObject({ city: 15, verdict: 'exact' });
  });

  it('is in another state by a name that everybody knows, rather than a little one here that has nearly that', () => {
    const row = { country: 'DE', state: 'Saxony', city: 'Munique' };
    expect(found(row)).toMatchObject({ city: 6, verdict: 'contradiction' });
    expect(found({ ...row, state: 'Thuringia' })).toMatchObject({ city: 6, verdict: 'contradiction' });
    expect(found({ ...row, city: 'Munnique' })).toMatchObject({ city: 18, verdict: 'folded' });
    expect(found({ country: 'ES', state: 'Galicia', city: 'Munique' })).toMatchObject({ city: 19, verdict: 'fuzzy' });
  });

  it('is in another state of its country by another name of it, rather than abroad by its own', () => {
    const row = { country: 'ES', state: 'Galicia', city: 'Venecia' };
    expect(found(row)).toMatchObject({ city: 22, verdict: 'contradiction' });
    expect(found({ ...row, country: undefined })).toMatchObject({ city: 22, verdict: 'contradiction' });
    expect(found({ ...row, state: 'Metropolitana', country: 'CL' })).toMatchObject({ city: 21, verdict: 'exact' });
  });

  it('that is a state is that with a typo too, where it lies in that and none is called so', () => {
    const row = { country: 'CN', state: 'Shanghai', city: 'Shangai' };
    expect(found(row)).toMatchObject({ state: 2, city: undefined, verdict: 'none' });
    expect(found({ ...row, state: 'Henan' }).city).toBeDefined();
    expect(found({ ...row, city: 'Shangcai' })).toMatchObject({ city: 1, verdict: 'contradiction' });
    expect(found({ country: 'ES', state: 'Ceuta', city: 'Ceuti' })).toMatchObject({ city: 11, verdict: 'folded' });
    expect(found({ country: 'ES', state: 'Madrid', city: 'Madrit' })).toMatchObject({ city: 16, verdict: 'fuzzy' });
  });

  it('is in another state by its own name, rather than one here that has hardly that and is no larger', () => {
    const row = { country: 'DE', state: 'Saxony', city: 'Aulla' };
    expect(found(row)).toMatchObject({ city: 27, verdict: 'contradiction' });
    expect(found({ ...row, city: 'Aulloo' })).toMatchObject({ city: 28, verdict: 'fuzzy' });
    expect(found({ ...row, state: 'Thuringia' })).toMatchObject({ city: 29, verdict: 'fuzzy' });
  });

  it('that is a state or a country, and no city in the data, is none abroad that is called so', () => {
    expect(found({ country: 'ES', state: 'Galicia', city: 'Ceuta' })).toMatchObject({
      city: undefined,
      verdict: 'none',
    });
    expect(found({ country: 'MC', city: 'Monaco' })).toMatchObject({ city: undefined, verdict: 'none' });
    expect(found({ country: 'CL', city: 'Monaco' })).toMatchObject({ city: 32, verdict: 'exact' });
    expect(found({ country: 'DE', city: 'Betanzos' })).toMatchObject({ city: 15, verdict: 'contradiction' });
  });

  it('that is said twice is in the state of that name, if that is its own', () => {
    expect(found({ city: 'Pago Pago' })).toMatchObject({ state: undefined, city: undefined, verdict: 'none' });
    expect(found({ country: 'CA', city: 'York York' })).toMatchObject({ state: 15, city: 34, verdict: 'alias' });
  });

  it('is called for short as one elsewhere is called, if that is in another country', () => {
    expect(found({ country: 'ES', state: 'Galicia', city: 'Santiago' })).toMatchObject({ city: 13, verdict: 'fuzzy' });
  });

  it('is no likelier than what it cannot be told from', () => {
    const { score, verdict, alternatives } = found({ country: 'DE', city: 'Zella' });
    expect([verdict, alternatives.map(([, each]) => each)]).toEqual(['ambiguous', [score]]);
  });
});

it('a state is the one of its own name, rather than a part of it that is called so as well', () => {
  expect(found({ country: 'CZ', state: 'Pilsen Region', city: 'Pilsen' })).toMatchObject({ state: 12, city: 30 });
  expect(found({ country: 'CZ', state: 'Pilsen South', city: 'Pilsen' })).toMatchObject({ state: 13, city: 30 });
});
