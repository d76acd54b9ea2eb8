import { describe, expect, it } from 'vitest';
import { buildPlaceIndex, openPlaceIndex } from '../../src/find/place-index.ts';
import { Reconciler } from '../../src/find/reconcile.ts';
import { partsBySigns } from '../../src/find/signs.ts';
import { suggest } from '../../src/find/suggest.ts';
import { city, country, state } from './find-rows.ts';

const kanagawa = state('Kanagawa', 1, 'JP', { native: '神奈川県' });
const gyeonggi = state('Gyeonggi', 2, 'KR', { native: '경기도' });
const aichi = state('Aichi', 3, 'JP', { native: '愛知県' });
const index = openPlaceIndex(
  buildPlaceIndex({
    countries: [country('JP', 1, { name: 'Japan' }), country('KR', 2, { name: 'South Korea' })],
    states: [kanagawa, gyeonggi, aichi],
    cities: [
      city('Yokohama', 1, kanagawa, { native: '横浜市', population: 3_700_000 }),
      city('Suwon', 2, gyeonggi, { native: '수원시', population: 1_200_000 }),
      city('Nagoya', 3, aichi, { native: '名古屋市', population: 2_300_000 }),
      city('Jung-gu', 4, gyeonggi, { native: '中区', population: 90_000 }),
    ],
  }),
);

describe('a text without blanks', () => {
  it.each([
    ['神奈川県横浜市', '神奈川県 横浜市'],
    ['京都府京都市', '京都府 京都市'],
    ['東京都渋谷区', '東京都 渋谷区'],
    ['中国广东省深圳市', '中国 广东省 深圳市'],
    ['广西壮族自治区南宁市', '广西壮族自治区 南宁市'],
    ['경기도 수원시', '경기도 수원시'],
    ['名古屋市中区', '名古屋市 中区'],
  ])('is cut behind what ends a part: %s', (text, parts) => {
    expect(partsBySigns(text)?.join(' ')).toBe(parts);
  });

  it.each(['市川市', '成都市', '府中市', '横浜市', 'Yokohama', '', '国国国国', '東京'])('is one: %s', (text) => {
    expect(partsBySigns(text)).toBeUndefined();
  });

  it.each(['市'.repeat(100_000), '中国'.repeat(50_000), ' '.repeat(100_000)])('is cut in time, %#', (text) => {
    expect(partsBySigns(text)?.join('').length ?? 0).toBeLessThanOrEqual(text.length);
  });
});

describe('a city behind its state', () => {
  const ids = (places: readonly number[]) => places.map((place) => index.places.ids[place]);

  it('is suggested', () => {
    const found = suggest(index.places, index.names, { q: '神奈川県横浜市', limit: 5 });
    expect(ids(found.map(({ place }) => place))).toEqual([1]);
  });

  it.each([
    ['神奈川県横浜市', 1, 1, 'exact'],
    ['경기도 수원시', 2, 2, 'exact'],
    ['名古屋市中区', 3, 3, 'exact'],
    ['愛知県横浜市', 3, 1, 'contradiction'],
  ])('is reconciled: %s', (text, stateId, cityId, verdict) => {
    const { state: above, city: found } = new Reconciler(index.places, index.names).row({ city: text }, 0);
    expect([...ids([above.place ?? -1, found.place ?? -1]), found.verdict]).toEqual([stateId, cityId, verdict]);
  });
});
