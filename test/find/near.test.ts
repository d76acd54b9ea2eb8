import { describe, expect, inject, it } from 'vitest';
import { buildPoints, distanceKm, openPoints } from '../../src/find/near.ts';
import { buildPlaces } from '../../src/find/build-places.ts';
import { openPlaces, type Places } from '../../src/find/places.ts';
import { packSections } from '../../src/find/pack-sections.ts';
import { unpackSections } from '../../src/find/sections.ts';
import { fullDataDir, NO_FULL_DATA } from '../environment.ts';
import { city, country, findRows, state } from './find-rows.ts';

/** A sequence that is the same in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomNumbers(20261121);
const corners = [90, -90, 89.9999, -89.9999].flatMap((latitude) => [180, -180, 179.9999, 0].map((l) => [latitude, l]));
function point(index: number): [number, number] {
  const corner = corners[index % 40];
  if (corner !== undefined) return [corner[0] ?? 0, corner[1] ?? 0];
  const latitude = (Math.asin(random() * 2 - 1) * 180) / Math.PI;
  // Every fourth point lies at the date line.
  const longitude = index % 4 === 0 ? (index % 8 === 0 ? 1 : -1) * (180 - random() * 0.5) : random() * 360 - 180;
  return [latitude, longitude];
}

const home = state('State', 1, 'AA');
const other = state('Other', 2, 'BB');
const cities = Array.from({ length: 1500 }, (_, index) => {
  // Every tenth shares its point with the one before.
  const [latitude, longitude] = point(index);
  return city(`City ${index}`, index + 1, index % 3 === 0 ? other : home, {
    latitude: Number(latitude.toFixed(8)),
    longitude: Number(longitude.toFixed(8)),
    population: index * 10,
  });
});
for (let index = 10; index < cities.length; index += 10) {
  const before = cities[index - 1];
  const row = cities[index];
  if (before !== undefined && row !== undefined) {
    cities[index] = { ...row, latitude: before.latitude, longitude: before.longitude };
  }
}
const rows = { countries: [country('AA', 1), country('BB', 2)], states: [home, other], cities };
const built = buildPlaces(rows);
const packed = packSections({ ...built, ...buildPoints(openPlaces(built)) });
const shared = new SharedArrayBuffer(packed.length);
new Uint8Array(shared).set(packed);
const sections = unpackSections(shared);
const places = openPlaces(sections);
const points = openPoints(sections, places);

const FULL = inject('fullHomeUrl') === undefined ? undefined : fullDataDir();
const WHY = FULL === undefined ? ` (skipped: ${NO_FULL_DATA})` : '';

interface Asked {
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusKm: number;
  readonly limit: number;
  readonly accepts: (place: number) => boolean;
}

/** As {@link point} gives them: those of every radius and limit, and some of one country only. */
function askedOf(places: Places, round: number): Asked {
  const [latitude, longitude] = point(round);
  const radiusKm = [0, 20, 500, 5000][round % 4] ?? 0;
  const limit = [1, 7, 100][round % 3] ?? 1;
  return {
    latitude,
    longitude,
    radiusKm,
    limit,
    accepts: round % 5 > 0 ? () => true : (p) => places.countries[p] === 1,
  };
}

/** The distance to each place, one after the other. */
function scanned(places: Places, { latitude, longitude, radiusKm, limit, accepts }: Asked) {
  const found = [];
  for (let place = 0; place < places.size; place += 1) {
    const placeLatitude = places.latitudes[place] ?? 0;
    // A degree of latitude is more than 111 km everywhere: what is farther by that alone need not be looked at.
    if (Math.abs(placeLatitude - latitude) * 111 > radiusKm + 1) continue;
    const far = distanceKm(latitude, longitude, placeLatitude, places.longitudes[place] ?? 0);
    if (far <= radiusKm && accepts(place)) found.push({ place, distanceKm: far });
  }
  return found.sort((one, two) => one.distanceKm - two.distanceKm || one.place - two.place).slice(0, limit);
}

describe('places near a point', () => {
  it('are none of the rows whose point is 0, 0, which is what stands for an unknown one', () => {
    const nowhere = city('Nowhere', 1, home, { latitude: 0, longitude: 0 });
    const placeSections = buildPlaces({ countries: [country('AA', 1)], states: [home], cities: [nowhere] });
    const places = openPlaces(placeSections);
    expect(openPoints(buildPoints(places), places).near({ latitude: 0, longitude: 0, limit: 5 })).toEqual([]);
  });

  it('are those of a full scan, in its order, at the poles, the date line and anywhere', () => {
    for (let round = 0; round < 10_000; round += 1) {
      const asked = askedOf(places, round);
      const found = points.near(asked);
      const expected = scanned(places, asked);
      if (JSON.stringify(found) !== JSON.stringify(expected))
        expect({ asked, found }).toEqual({ asked, found: expected });
    }
  });

  it.skipIf(FULL === undefined)(`are those of a full scan of the full data, for 2,500 points${WHY}`, () => {
    const built = buildPlaces(findRows(FULL ?? ''));
    const all = openPlaces(built);
    const near = openPoints(buildPoints(all), all);
    let compared = 0;
    for (let round = 0; round < 2_500; round += 1) {
      const asked = askedOf(all, round);
      const found = near.near(asked);
      const expected = scanned(all, asked);
      if (JSON.stringify(found) !== JSON.stringify(expected))
        expect({ asked, found }).toEqual({ asked, found: expected });
      compared += found.length;
    }
    expect(compared).toBeGreaterThan(20_000);
  });

  it('come from memory that threads share, without a copy', () => {
    expect(places.latitudes.buffer).toBe(shared);
  });

  it('are none where the data has no coordinates', () => {
    const bare = buildPlaces({ ...rows, cities: [] });
    const open = openPlaces(bare);
    const none = openPoints(buildPoints(open), open);
    expect(none.near({ latitude: 0, longitude: 0, limit: 5 })).toEqual([]);
  });

  it('are as far as the great circle', () => {
    expect(distanceKm(90, 0, -90, 0)).toBeCloseTo(Math.PI * 6371, 6);
    expect(distanceKm(0, 179.5, 0, -179.5)).toBeCloseTo((Math.PI * 6371) / 180, 6);
  });
});
