import { describe, expect, it } from 'vitest';
import { locate } from '../../src/find/locate.ts';
import { buildPoints, distanceKm, openPoints } from '../../src/find/near.ts';
import { buildPlaces } from '../../src/find/build-places.ts';
import { openPlaces } from '../../src/find/places.ts';
import type { SourceRows } from '../../src/find/source-rows.ts';
import { city, country, state } from './find-rows.ts';

function open(rows: SourceRows) {
  const sections = buildPlaces(rows);
  const places = openPlaces(sections);
  const points = openPoints(buildPoints(places), places);
  return { places, points, at: (latitude: number, longitude: number) => locate(places, points, latitude, longitude) };
}

const codes = ['FR', 'RE', 'UA', 'RU', 'CY', 'JP', 'GI', 'ES', 'FK', 'AQ', 'FJ'];
const states = codes.map((code, index) =>
  state(`State of ${code}`, index + 1, code, { iso2: code === 'UA' ? '43' : '1' }),
);
const seats: Record<string, [number, number]> = {
  FR: [48.85, 2.35],
  RE: [-20.88, 55.45],
  UA: [44.95, 34.1],
  RU: [45.04, 38.97],
  CY: [35.16, 33.36],
  JP: [35.69, 139.69],
  ES: [36.19, -5.35],
};
const small = open({
  countries: codes.map((code, index) => country(code, index + 1)),
  states,
  cities: states.flatMap((row, index) => {
    const [latitude, longitude] = seats[row.countryCode] ?? [];
    if (latitude === undefined || longitude === undefined) return [];
    return [city(`City of ${row.countryCode}`, index + 1, row, { latitude, longitude })];
  }),
});
const codeOf = (place: number | undefined): string | undefined =>
  place === undefined ? undefined : small.places.countryCode(place);

const franceState = state('State of France', 1, 'FR', { iso2: '1' });

/** Pseudo-random numbers below 1, the same ones in every run. */
function numbers(): () => number {
  let value = 7;
  return () => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    return value / 2 ** 32;
  };
}

describe('what lies at a point', () => {
  it('is a country, its nearest city, that city’s state and the time zone', () => {
    const found = small.at(48.8, 2.3);
    expect([codeOf(found.country), codeOf(found.state), codeOf(found.city)]).toEqual(['FR', 'FR', 'FR']);
    expect(found.timezone).toBe('Europe/Paris');
    expect(found.distanceKm).toBeCloseTo(6.66, 1);
    expect(found.disputed).toBeUndefined();
  });

  it('is a territory with a code of its own rather than the country that it belongs to', () => {
    expect(codeOf(small.at(-21.1, 55.5).country)).toBe('RE');
  });

  it('is at sea no country and no state, but the nearest city', () => {
    const found = small.at(33, 145);
    expect([found.country, found.state, codeOf(found.city)]).toEqual([undefined, undefined, 'JP']);
    expect(found.timezone).toBe('Etc/GMT-10');
  });

  it('is the country of its polygon where another claims the whole of that, though the data has a city of its there', () => {
    const [mainland, island] = [state('Taiwan', 1, 'CN'), state('Taichung', 2, 'TW')];
    const { places, at } = open({
      countries: [country('CN', 1), country('TW', 2)],
      states: [mainland, island],
      cities: [
        city('Taipei', 1, mainland, { latitude: 25.03, longitude: 121.57 }),
        city('Taichung', 2, island, { latitude: 24.15, longitude: 120.67 }),
      ],
    });
    const found = at(25.03, 121.56);
    expect([places.countryCode(found.country ?? -1), places.ids[found.city ?? -1]]).toEqual(['TW', 2]);
    expect(found.disputed?.claimants.map(({ code }) => code)).toEqual(['CN', 'TW']);
  });

  it('tells every claimant of what is disputed, and agrees with the data about whose it is', () => {
    const crimea = small.at(44.5, 34.1);
    expect(codeOf(crimea.country)).toBe('UA');
    expect(crimea.disputed).toMatchObject({
      name: 'Crimea',
      claimants: [
        { name: 'Russia', code: 'RU' },
        { name: 'Ukraine', code: 'UA' },
      ],
    });
    const kyrenia = small.at(35.33, 33.3);
    expect(codeOf(kyrenia.country)).toBe('CY');
    expect(kyrenia.disputed?.claimants.map(({ name }) => name)).toEqual(['Cyprus', 'Northern Cyprus']);
    expect(codeOf(small.at(36.14, -5.35).country)).toBe('GI');
    expect(small.at(-51.7, -57.85).disputed?.name).toBe('Falkland Islands');
  });

  it('is a country without a city where the data has none there', () => {
    const falklands = small.at(-51.7, -59);
    expect([codeOf(falklands.country), falklands.city, falklands.distanceKm]).toEqual(['FK', undefined, undefined]);
  });

  it('is the nearest of all cities of the country, the first of equally near ones', () => {
    const random = numbers();
    const between = (from: number, to: number) => from + random() * (to - from);
    const cities = Array.from({ length: 2000 }, (_, index) => {
      // As in the data: some stand at the same point, in the same latitude, on the other side of the earth, or nowhere.
      const latitude = index % 7 === 0 ? 46 : index % 11 === 0 ? between(-90, 90) : between(42, 51);
      const longitude = index % 11 === 0 ? between(-180, 180) : Math.round(between(-1, 7) * 10) / 10;
      const seat = { latitude: Number(latitude.toFixed(1)), longitude: Number(longitude.toFixed(1)) };
      return city(`City ${index}`, index + 1, franceState, index % 13 === 0 ? {} : seat);
    });
    const france = open({ countries: [country('FR', 1)], states: [franceState], cities });
    const { places } = france;
    let located = 0;
    for (let round = 0; round < 1000; round += 1) {
      const point = [between(43, 49), between(0, 6)] as const;
      const found = france.at(...point);
      if (found.country === undefined) continue;
      const far = places
        .citiesOf(found.country)
        .map((place) => distanceKm(...point, places.latitudes[place] ?? 0, places.longitudes[place] ?? 0));
      const least = Math.min(...far.filter((km) => !Number.isNaN(km)));
      expect([found.distanceKm, found.city]).toEqual([least, places.citiesOf(found.country)[far.indexOf(least)]]);
      located += 1;
    }
    expect(located).toBeGreaterThan(500);
  });

  it('is the same by either name of the date line', () => {
    for (const latitude of [-90, -80, -75, 0, 67, 68, 90]) {
      const [east, west] = [small.at(latitude, 180), small.at(latitude, -180)];
      expect([east.country, east.city, east.timezone], String(latitude)).toEqual([
        west.country,
        west.city,
        west.timezone,
      ]);
    }
    expect(small.at(-90, 180).country).toBe(codes.indexOf('AQ'));
  });

  it('is a country up to the date line, between whose polygons on both sides is a gap', () => {
    const chukotka = [179.99999, 180, -180, -179.99999, -179.9985, -179.99].map(
      (longitude) => [67, longitude] as const,
    );
    const fiji = [179.9999, 179.999995, 180, -180, -179.9999].map((longitude) => [-16.8, longitude] as const);
    for (const point of chukotka) expect(small.at(...point).country, String(point)).toBe(codes.indexOf('RU'));
    for (const point of fiji) expect(small.at(...point).country, String(point)).toBe(codes.indexOf('FJ'));
    expect(small.at(72.5, 180).country).toBeUndefined();
  });

  it('is said for the poles and both sides of the date line', () => {
    for (const [latitude, longitude] of [
      [90, 0],
      [-90, 180],
      [0, 180],
      [0, -180],
    ] as const) {
      expect(() => small.at(latitude, longitude)).not.toThrow();
    }
  });
});
