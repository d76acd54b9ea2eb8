import { expect, it } from 'vitest';
import type { GeonamesPlace } from '../../src/find/geonames.ts';
import { standingsOf } from '../../src/find/standings.ts';
import { city, state } from './find-rows.ts';

const guangdong = state('Guangdong', 1, 'CN');

it.each([
  ['the row’s people', 900_000, 1_000_000, 900_000],
  ['those of GeoNames where the row has none', null, 1_000_000, 1_000_000],
  ['those of GeoNames where the row’s are somebody else’s', 5_712, 17_494_398, 17_494_398],
  ['the row’s where GeoNames has none', 5_712, 0, 5_712],
  ['none where nobody counted', null, 0, 0],
])('a place has the size of %s', (_what, population, counted, expected) => {
  const row = city('Shenzhen', 1, guangdong, { latitude: 22.5, longitude: 114.1, population });
  const joined = new Map([
    [1, { id: 10, name: 'Shenzhen', population: counted, alternateNames: [] } as unknown as GeonamesPlace],
  ]);
  expect(standingsOf([row], joined)(row).size).toBe(expected);
});
