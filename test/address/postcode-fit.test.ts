import { describe, expect, it } from 'vitest';
import { createPostcodeFit } from '../../src/address/postcode-fit.ts';
import { buildPlaceIndex, openPlaceIndex } from '../../src/find/place-index.ts';
import { Reconciler } from '../../src/find/reconcile.ts';
import { city, country, state } from '../find/find-rows.ts';

const illinois = state('Illinois', 1, 'US', { iso2: 'IL' });
const missouri = state('Missouri', 2, 'US', { iso2: 'MO' });
const texas = state('Texas', 3, 'US', { iso2: 'TX' });
const paris = state('Île-de-France', 4, 'FR', { iso2: 'IDF' });
const loire = state('Loire', 6, 'FR', { iso2: '42' });
const corsica = state('Haute-Corse', 7, 'FR', { iso2: '2B' });
const reunion = state('La Réunion', 8, 'FR', { iso2: '974' });
const ontario = state('Ontario', 5, 'CA', { iso2: 'ON' });
const index = openPlaceIndex(
  buildPlaceIndex({
    countries: [country('US', 1), country('FR', 2), country('CA', 3)],
    states: [illinois, missouri, texas, paris, ontario, loire, corsica, reunion],
    cities: [
      city('Springfield', 1, illinois),
      city('Springfield', 2, missouri),
      city('Paris', 3, texas, { population: 24_000 }),
      city('Paris', 4, paris, { population: 2_100_000 }),
      city('Paris', 5, ontario, { population: 12_000 }),
      city('Moulins', 6, loire, { population: 20_000 }),
      city('Moulins', 7, corsica),
      city('Moulins', 8, reunion),
    ],
  }),
);
const reconciler = new Reconciler(index.places, index.names, createPostcodeFit(index));

describe('a postcode decides between places of one name', () => {
  it.each([
    ['Springfield', '62701', 1, 'exact'],
    ['Springfield', '65801-1234', 2, 'exact'],
    ['Springfield', undefined, 1, 'ambiguous'],
    ['Springfield', 'nonsense', 1, 'ambiguous'],
    ['Paris', 'N3L 2M9', 5, 'exact'],
    // Départements have numbers, and their postcodes begin with them.
    ['Moulins', '42110', 6, 'exact'],
    ['Moulins', '20200', 7, 'exact'],
    ['Moulins', 'F-97400', 8, 'exact'],
    // As likely French as Texan: the larger one is meant.
    ['Paris', '75001', 4, undefined],
  ])('%s %s', (name, postcode, id, verdict) => {
    const { city: found } = reconciler.row({ city: name, postcode }, 5);
    expect(index.places.ids[found.place ?? -1]).toBe(id);
    if (verdict !== undefined) expect(found.verdict).toBe(verdict);
  });

  it('counts in the last row of a batch as in the first, however many postcodes came before', () => {
    const fitOf = createPostcodeFit(index);
    const places = Array.from(index.places.ids.keys());
    const fits = (postcode: string) => places.map((place) => fitOf(postcode, place));
    const first = fits('62701');
    expect(new Set(first).size).toBeGreaterThan(1);
    for (let postcode = 10_000; postcode < 13_000; postcode += 1) fits(String(postcode));
    const fresh = createPostcodeFit(index);
    expect(fits('62702')).toEqual(places.map((place) => fresh('62702', place)));
    expect(fits('62702')).toEqual(first);
  });

  it('says nothing against a place that is called by its country and state', () => {
    const { city: found } = reconciler.row({ city: 'Springfield', state: 'IL', country: 'US', postcode: '65801' }, 5);
    expect([index.places.ids[found.place ?? -1], found.verdict]).toEqual([1, 'exact']);
  });
});
