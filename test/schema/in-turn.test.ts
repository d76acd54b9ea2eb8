import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Graph, openGraph } from './graph.ts';

/** None finds anything that it takes turns to write. */
const SEARCHES = [
  'placesNear(lat: 0, lng: -140, radiusKm: 1) { distanceKm }',
  'country(code: "JP") { near(radiusKm: 0) { distanceKm } }',
  'state(country: "JP", iso2: "13") { near(radiusKm: 0) { distanceKm } }',
  'city(id: 1) { near(radiusKm: 0) { distanceKm } }',
  'locate(lat: 35.7, lng: 139.7) { timezone }',
  'suggestPlaces(q: "qqxxqqxx") { id }',
  'checkPlace(country: "JP", city: "Tokyo") { consistent }',
  'searchCities(q: "qqxxqqxx", threshold: 1) { matchScore }',
  'searchStates(q: "qqxxqqxx", threshold: 1) { matchScore }',
  'searchCountries(q: "qqxxqqxx", threshold: 1) { matchScore }',
];

describe.each(inject('homes'))('searches of one operation on $home', (home) => {
  let graph: Graph;
  beforeAll(async () => {
    graph = await openGraph(home);
  });
  afterAll(() => graph.close());

  it.each(SEARCHES)('wait for a turn each where there is no time left: %s', async (search) => {
    const query = `{ a: ${search} b: ${search} c: ${search} }`;
    const { result, turns } = await graph.outOfTime('Business', query);
    expect(result).toEqual({ data: await graph.data(query) });
    expect(turns).toBe(3);
  });
});
