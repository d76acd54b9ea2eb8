/** What building the indexes needs no more is not in memory while the largest of them is made. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { buildFindIndex } from '../../src/find/find-index.ts';
import type { GeonamesPlace } from '../../src/find/geonames.ts';
import { PackedRows } from '../../src/find/packed-rows.ts';

function add(table: PackedRows, row: Readonly<Record<string, unknown>>): void {
  const columns = Object.keys(row).map((name) => ({ name, kind: 'text' }) as const);
  table.add(columns, [Object.values(row)]);
}

it('the places of GeoNames are gone when the names are laid out', async () => {
  const tables = { countries: new PackedRows(), states: new PackedRows(), cities: new PackedRows() };
  const rest = { native: null, capital: null, translations: null };
  add(tables.countries, { id: 1, name: 'France', iso2: 'FR', iso3: 'FRA', numericCode: '250', ...rest });
  add(tables.cities, { id: 1, name: 'Paris', countryCode: 'FR', latitude: '48.85', longitude: '2.35', ...rest });
  let listed: GeonamesPlace[] | undefined = [
    {
      id: 7,
      name: 'Paris',
      alternateNames: ['Lutetia'],
      latitude: 48.85,
      longitude: 2.35,
      countryCode: 'FR',
      adminCode: '11',
      featureCode: 'PPLC',
      population: 2_000_000,
    },
  ];
  const forgotten = new WeakRef(listed[0] ?? {});
  await setImmediate(); // What was made in this turn is kept until it ends.
  const seen: [text: string, isThere: boolean][] = [];
  const taker = {
    addBytes(bytes: Uint8Array) {
      const text = Buffer.from(bytes).toString('utf16le');
      if (text.includes('lutetia')) seen.push(['names', forgotten.deref() !== undefined]);
    },
    addGeonames: (json: string) => void seen.push([json.slice(0, 12), true]),
  };
  buildFindIndex(tables, { blocks: [], words: [] }, taker, () => {
    const places = listed;
    listed = undefined;
    return places;
  });
  expect(seen).toEqual([
    ['[{"cityId":1', true],
    ['names', false],
  ]);
});
