import { describe, expect, it } from 'vitest';
import { type GeonamesPlace, joinGeonames } from '../../src/find/geonames.ts';
import { city, state } from './find-rows.ts';

const mexican = state('Guanajuato', 1, 'MX');
const american = state('Texas', 2, 'US');

function geonames(id: number, name: string, latitude: number, longitude: number, more: Partial<GeonamesPlace> = {}) {
  const place = {
    id,
    name,
    alternateNames: [],
    latitude,
    longitude,
    countryCode: 'MX',
    adminCode: '',
    featureCode: 'PPL',
    population: 0,
  };
  return { ...place, ...more };
}

function joined(cities: Parameters<typeof joinGeonames>[0], places: readonly GeonamesPlace[]): Record<number, number> {
  return Object.fromEntries([...joinGeonames(cities, places)].map(([id, place]) => [id, place.id]));
}

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('joining GeoNames', () => {
  it('wants the same country and a name in common, however it is written', () => {
    const rows = [city('Munchen', 1, mexican, at(21, -101)), city('León', 2, mexican, at(22, -101))];
    const places = [
      geonames(10, 'Munich', 21, -101, { alternateNames: ['München'] }),
      geonames(11, 'León', 22, -101, { countryCode: 'US' }),
    ];
    expect(joined(rows, places)).toEqual({ 1: 10 });
  });

  it('takes the nearest within ten kilometres, one to one', () => {
    const rows = [city('San José', 1, mexican, at(21, -101)), city('San José', 2, mexican, at(21.02, -101))];
    const places = [geonames(10, 'San Jose', 21.021, -101), geonames(11, 'San Jose', 21.06, -101)];
    expect(joined(rows, places)).toEqual({ 1: 11, 2: 10 });
    expect(joined(rows, [geonames(12, 'San Jose', 21.2, -101)])).toEqual({});
  });

  it('takes the entry that has the people where another of the name lies nearer and has none', () => {
    const rows = [city('Fuzhou', 1, mexican, at(26.06, 119.3)), city('Fuzhou', 2, mexican, at(26.06, 119.31))];
    const none = geonames(10, 'Fuzhou', 26.06, 119.3);
    const large = geonames(11, 'Fuzhou', 26.07, 119.31, { population: 4_000_000 });
    expect(joined(rows.slice(0, 1), [none, large])).toEqual({ 1: 11 });
    // What is left of it is better than nothing, and another name is another place.
    expect(joined(rows, [none, large])).toEqual({ 1: 10, 2: 11 });
    const suburb = geonames(12, 'Fuzhou Xincheng', 26.06, 119.3, { alternateNames: ['Fuzhou'] });
    expect(joined(rows.slice(0, 1), [suburb, large])).toEqual({ 1: 12 });
  });

  it('goes farther for large places only, and lets their names be shorter or longer', () => {
    const rows = [city('Jaipur', 1, mexican, at(27, -76)), city('León de los Aldama', 2, mexican, at(21.1, -101.6))];
    const far = geonames(10, 'Jaipur', 26.9, -75.8);
    const short = geonames(11, 'León', 21.12, -101.7);
    expect(joined(rows, [far, short])).toEqual({});
    const large = [far, short].map((place) => ({ ...place, population: 1_000_000 }));
    expect(joined(rows, large)).toEqual({ 1: 10, 2: 11 });
  });

  it('does not take names for one that only begin alike', () => {
    const rows = [city('Santa Clara', 1, american, at(21, -101))];
    const place = geonames(10, 'Santa Maria', 21, -101, { countryCode: 'US', population: 1_000_000 });
    expect(joined(rows, [place])).toEqual({});
  });

  it('leaves rows without coordinates alone', () => {
    expect(joined([city('León', 1, mexican)], [geonames(10, 'León', 0, 0, { population: 1_000_000 })])).toEqual({});
  });

  describe('far from the row', () => {
    const row = city('Lanzhou', 1, mexican, at(36, 104));
    const place = geonames(10, 'Lànzhōu', 36, 105, { population: 3_000_000, adminCode: '11' }); // 90 km

    it.each([
      ['who alone has the name', [], [], { 1: 10 }],
      [
        'who has others of the name three times farther',
        [city('Lanzhou', 2, mexican, at(36, 109))],
        [geonames(11, 'Lanzhou', 36, 100, { population: 20_000 })],
        { 1: 10 },
      ],
      ['nobody where another row has the name as near', [city('Lanzhou', 2, mexican, at(36, 107.5))], [], {}],
      [
        'nobody where another place has the name as near',
        [],
        [geonames(11, 'Lanzhou', 36, 101.5, { population: 20_000 })],
        {},
      ],
      [
        'who alone has it but for villages',
        [],
        [geonames(11, 'Lanzhou', 36, 102.5, { population: 14_000 })],
        { 1: 10 },
      ],
    ])('joins %s', (_who, rows, places, expected) => {
      expect(joined([row, ...rows], [place, ...places])).toEqual(expected);
    });

    it('joins nobody beyond two hundred kilometres, by another name, or a village', () => {
      expect(joined([row], [{ ...place, longitude: 106.3 }])).toEqual({});
      expect(joined([row], [{ ...place, name: 'Lan', alternateNames: ['Lanzhou'] }])).toEqual({});
      expect(joined([row], [{ ...place, population: 14_000 }])).toEqual({});
    });

    it('joins nobody that GeoNames has in another subdivision than the other cities of the state', () => {
      const others = [2, 3].map((id) => city(`Town ${id}`, id, mexican, at(30, 100 + id)));
      const in11 = others.map(({ name, latitude, longitude }, at) =>
        geonames(20 + at, name, latitude, longitude, { adminCode: '11' }),
      );
      expect(joined([row, ...others], [place, ...in11])).toMatchObject({ 1: 10 });
      const in12 = in11.map((each) => ({ ...each, adminCode: '12' }));
      expect(joined([row, ...others], [place, ...in12])).toEqual({ 2: 20, 3: 21 });
    });
  });
});
