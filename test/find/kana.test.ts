import { describe, expect, it } from 'vitest';
import { buildNames } from '../../src/find/build-names.ts';
import { romanised } from '../../src/find/kana.ts';
import { openNames } from '../../src/find/names.ts';
import { buildPlaces } from '../../src/find/build-places.ts';
import { openPlaces } from '../../src/find/places.ts';
import { suggest } from '../../src/find/suggest.ts';
import { city, country, state } from './find-rows.ts';

describe('kana', () => {
  it.each([
    ['とうきょう', 'tokyo'],
    ['トウキョウ', 'tokyo'],
    ['ﾄｳｷｮｳ', 'tokyo'],
    ['さっぽろ', 'sapporo'],
    ['おおさか', 'osaka'],
    ['くっちゃん', 'kutchan'],
    ['とうKY', 'toky'],
    ['じょうえつ', 'joetsu'],
    ['しゅうなん', 'shunan'],
    ['しんじゅく く', 'shinjuku ku'],
    ['とうky', 'toky'],
    ['東京', undefined],
    ['tokyo', undefined],
    ['', undefined],
    ['ー', undefined],
    ['ゃっっ', undefined],
  ])('in Latin letters: %s', (kana, letters) => {
    expect(romanised(kana)).toBe(letters);
  });

  it('finds places of Japan, whole and unfinished, and no others', () => {
    const [tokyo, milan] = [state('Tokyo', 1, 'JP'), state('Milan', 2, 'IT')];
    const cities = [city('Tōkyō', 1, tokyo, { population: 9_000_000 }), city('Tokyo', 2, milan)];
    const rows = { countries: [country('JP', 1), country('IT', 2)], states: [tokyo, milan], cities };
    const sections = buildPlaces(rows);
    const places = openPlaces(sections);
    const names = openNames(buildNames(rows, sections));
    const found = (q: string) =>
      suggest(places, names, { q, types: ['city'], limit: 8 }).map(({ place }) => places.ids[place]);
    expect(found('とうきょう')).toEqual([1]);
    expect(found('とうky')).toEqual([1]);
  });
});
