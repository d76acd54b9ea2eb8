import { describe, expect, it } from 'vitest';
import { bothNames, withoutArticle } from '../../src/find/cell-forms.ts';
import { buildPlaceIndex, openPlaceIndex } from '../../src/find/place-index.ts';
import { Reconciler } from '../../src/find/reconcile.ts';
import { country, state } from './find-rows.ts';

const index = openPlaceIndex(
  buildPlaceIndex({
    countries: [
      country('GB', 1, { name: 'United Kingdom' }),
      country('US', 2, { name: 'United States' }),
      country('NL', 3, { name: 'Netherlands' }),
      country('GM', 4, { name: 'The Gambia' }),
      country('GN', 5, { name: 'Guinea' }),
    ],
    states: [
      state('Texas', 1, 'US', { iso2: 'TX' }),
      state('Taxes', 2, 'NL', { iso2: 'TX' }),
      state('Moscow', 3, 'GB', { native: 'Москва' }),
      state('Toscana', 4, 'GB', { iso2: '52' }),
    ],
    cities: [],
  }),
);

function told(row: { readonly country?: string; readonly state?: string }) {
  const { country: whole, state: part } = new Reconciler(index.places, index.names).row(row, 0);
  const { place = -1, verdict } = row.state === undefined ? whole : part;
  return [index.places.ids[place], verdict];
}

describe('a name as tables have it', () => {
  it.each([
    ['The United Kingdom', 1, 'folded'],
    ['the  uk', 1, 'folded'],
    ['Netherlands, The', 3, 'folded'],
    ['Netherlands (the)', 3, 'folded'],
    ['United States (US)', 2, 'folded'],
    ['USA - United States', 2, 'folded'],
    ['USA-United States', 2, 'folded'],
    ['United States-US', 2, 'folded'],
    ['US – United States', 2, 'folded'],
    ['US — United States', 2, 'folded'],
    ['Us-United States', 2, 'folded'],
    ['The Gambia', 4, 'exact'],
    ['EUA', 2, 'exact'],
  ])('is its country: %s', (text, id, verdict) => {
    expect(told({ country: text })).toEqual([id, verdict]);
  });

  it.each([
    ['Texas (TX)', 1],
    ['TX - Texas', 1],
    ['TX-Texas', 1],
    ['tx–texas', 1],
    ['52-Toscana', 4],
    ['US-Texas', 1],
    ['Texas (USA)', 1],
    ['(TX) Texas', 1],
    ['Texas [TX]', 1],
    ['Texas, TX', 1],
    ['Texas, United States', 1],
    ['Texas, US', 1],
    ['TX: Texas', 1],
    ['TX:Texas', 1],
    ['TX Texas', 1],
    ['Texas TX', 1],
    ['TX/Texas', 1],
    ['TX_Texas', 1],
    ['USA-TX', 1],
    ['United States - Texas', 1],
    ['TX / Taxes', 2],
  ])('is the state that has both names: %s', (text, id) => {
    expect(told({ state: text })).toEqual([id, 'folded']);
  });

  it.each([
    'United States (UK)',
    'Guinea (The)x',
    '(US)',
    'the',
    'US - UK - NL',
    'US-UK',
    'GB-United States',
    '-',
    'Texas (GB)',
  ])('is none where the two are not the same place: %s', (text) => {
    expect(told({ country: text })[1]).not.toBe('folded');
  });

  it('is none behind a word that is not written as a code', () => {
    expect(told({ state: 'tx Texas' })[1]).not.toBe('folded');
  });

  it.each([
    'the '.repeat(25_000),
    ' - '.repeat(30_000),
    'AB-'.repeat(30_000),
    '('.repeat(100_000),
    `x${')'.repeat(100_000)}`,
  ])('is read in time, %#', (text) => {
    const lengths = [withoutArticle(text) ?? '', ...bothNames(text).flat()].map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThan(1e5);
  });
});
