import { describe, expect, it } from 'vitest';
import { buildNames } from '../../src/find/build-names.ts';
import { openNames } from '../../src/find/names.ts';
import { buildPlaces } from '../../src/find/build-places.ts';
import { NO_PLACE, openPlaces } from '../../src/find/places.ts';
import { suggest } from '../../src/find/suggest.ts';
import { city, country, state } from './find-rows.ts';

const england = state('England', 1, 'GB', { iso2: 'ENG' });
const leeds = state('Leeds', 2, 'GB', { parentId: 1 });
const scotland = state('Scotland', 3, 'GB', { iso2: 'SCT' });
const edinburgh = state('Edinburgh', 4, 'GB', { parentId: 3 });
const ileDeFrance = state('Île-de-France', 5, 'FR', { iso2: 'IDF' });
const paris = state('Paris', 6, 'FR', { iso2: '75C' });
const auvergneRhoneAlpes = state('Auvergne-Rhône-Alpes', 10, 'FR', { iso2: 'ARA', iso31662: 'FR-ARA' });
const normandie = state('Normandie', 11, 'FR', { iso2: 'NOR', iso31662: 'FR-NOR' });
const rhone = state('Rhône', 12, 'FR', { iso2: '69', parentId: 10 });
const texas = state('Texas', 7, 'US', { iso2: 'TX' });
const illinois = state('Illinois', 8, 'US', { iso2: 'IL' });
const missouri = state('Missouri', 9, 'US', { iso2: 'MO' });
const rows = {
  countries: [country('GB', 1, { name: 'United Kingdom' }), country('FR', 2), country('US', 3)],
  states: [
    england,
    leeds,
    scotland,
    edinburgh,
    ileDeFrance,
    paris,
    texas,
    illinois,
    missouri,
    auvergneRhoneAlpes,
    normandie,
    rhone,
  ],
  cities: [
    city('Leeds', 1, leeds, { population: 500_000 }),
    city('Edinburgh', 2, edinburgh, { population: 500_000 }),
    city('Paris', 3, paris, { population: 2_100_000 }),
    city('Paris', 4, texas, { population: 24_000 }),
    city('Springfield', 5, illinois, { population: 114_000 }),
    city('Springfield', 6, missouri, { population: 169_000 }),
    city('Lyon', 9, rhone, { population: 500_000 }),
    city('Carthage', 7, edinburgh, { population: 500 }),
    city('Carthage', 8, leeds, { population: 900_000 }),
  ],
};
const sections = buildPlaces(rows);
const places = openPlaces(sections);
const names = openNames(buildNames(rows, sections));
const postcodeFit = (postcode: string, place: number): number =>
  postcode === '62704' && places.stateCode(place) === 'IL' ? 1 : 0;
const first = (q: string): string | undefined => {
  const [best] = suggest(places, names, { q, limit: 8, postcodeFit });
  return best && `${places.typeOf(best.place)} ${places.ids[best.place]}`;
};

describe('what says where a place lies', () => {
  it.each([
    ['the state above its own', 'Edinburgh, Scotland', 'city 2'],
    ['that without a comma, before it', 'scotland edinburgh', 'city 2'],
    ['that rather than a state above another', 'Carthage, Scotland', 'city 7'],
    ['that and the country', 'Leeds England United Kingdom', 'city 1'],
    ['a region of its country that the data has no parts of', 'Paris, Ile-de-France', 'city 3'],
    ['an upper state of its country, if the data has it among the parts of another', 'Leeds Scotland', 'city 1'],
    ['a former region, or one in English', 'Lyon Rhone-Alpes', 'city 9'],
    ['that, though another one', 'Paris Normandy', 'city 3'],
    ['its own state as before', 'Paris, TX', 'city 4'],
  ])('may be %s', (_, q, expected) => {
    expect(first(q)).toBe(expected);
  });

  it('is no state that has cities, and none of them of the name', () => {
    expect(first('Leeds Texas')).toBeUndefined();
  });

  it.each([
    ['behind name and state', 'Springfield IL 62704', 'city 5'],
    ['and decides between places', 'Springfield 62704', 'city 5'],
    ['between commas', 'Springfield, 62704, US', 'city 5'],
    ['before the name', '62704 Springfield', 'city 5'],
    ['that is unfinished', 'Springfield MO 6', 'city 6'],
    ['of no place of the name', '75001 Springfield', 'city 6'],
  ])('may be a postcode %s', (_, q, expected) => {
    expect(first(q)).toBe(expected);
  });

  it('may be a postcode, by which not every place that begins so is weighed', () => {
    const cities = Array.from({ length: 3_000 }, (_, at) =>
      city(`S${at}`, at + 1, texas, { population: 3_000_000 - at }),
    );
    const many = { countries: rows.countries, states: [texas], cities };
    const manySections = buildPlaces(many);
    const manyPlaces = openPlaces(manySections);
    let asked = 0;
    const counting = () => {
      asked += 1;
      return 1;
    };
    const query = { q: 's 62704', limit: 8, postcodeFit: counting };
    expect(suggest(manyPlaces, openNames(buildNames(many, manySections)), query)).toHaveLength(8);
    expect(asked).toBeLessThan(1_000);
  });

  it.each(['62704', '1', '6 2 7 0 4', '\u066112345', '1'.repeat(100), '1 '.repeat(50), '12a '.repeat(25)])(
    'is nothing in %j alone',
    (q) => {
      expect(first(q)).toBeUndefined();
    },
  );
});

describe('states above states', () => {
  it('are none where they come back to themselves', () => {
    const [one, other] = [state('One', 1, 'ES', { parentId: 2 }), state('Other', 2, 'ES', { parentId: 1 })];
    const itself = state('Itself', 3, 'ES', { parentId: 3 });
    const looped = openPlaces(buildPlaces({ countries: [], states: [one, other, itself], cities: [] }));
    const parents = [0, 1, 2].map((place) => looped.parentOf(place));
    expect(parents[2]).toBe(NO_PLACE);
    expect(parents.slice(0, 2)).toContain(NO_PLACE);
  });

  it('stay those of a state that is below such a circle', () => {
    const below = state('Below', 1, 'ES', { parentId: 2 });
    const [one, other] = [state('One', 2, 'ES', { parentId: 3 }), state('Other', 3, 'ES', { parentId: 2 })];
    const looped = openPlaces(buildPlaces({ countries: [], states: [below, one, other], cities: [] }));
    expect([0, 1, 2].map((place) => looped.parentOf(place))).toEqual([1, NO_PLACE, 1]);
  });
});
