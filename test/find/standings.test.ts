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
  expect(standingsOf([row], joined, [guangdong])(row).size).toBe(expected);
});

const listed = (population: number): GeonamesPlace =>
  ({ id: 10, name: 'Nanjing', population, alternateNames: ['Nankin'] }) as unknown as GeonamesPlace;
const jiangsu = state('Jiangsu', 2, 'CN', { latitude: 33, longitude: 119.9 });
const taiwan = state('Taiwan', 3, 'CN', { latitude: 23.7, longitude: 121 });

it('of two rows of a place the one that lies in its state is the place', () => {
  const there = city('Nanjing', 1, taiwan, { latitude: 32.06, longitude: 118.78, population: 9_314_685 });
  const here = city('NanJing', 2, jiangsu, { latitude: 32.04, longitude: 118.78, population: 9_314_685 });
  const joined = new Map([[1, listed(9_314_685)]]);
  const standing = standingsOf([there, here], joined, [jiangsu, taiwan]);
  expect(standing(here)).toMatchObject({ size: 9_314_685, geonames: listed(9_314_685), isSecond: false });
  expect(standing(there)).toEqual({ size: 0, geonames: undefined, isSecond: true });
});

it.each([
  ['lies in its state, too', jiangsu, { latitude: 33, longitude: 119.5 }],
  ['has a state of which nobody knows where it lies', state('Jiangsu', 2, 'CN'), {}],
])('the row that GeoNames has stands first where it %s', (_what, first, at) => {
  const point = { latitude: 32.06, longitude: 118.78, ...at };
  const there = city('Nanjing', 1, first, point);
  const here = city('Nanjing', 2, jiangsu, point);
  const standing = standingsOf([there, here], new Map([[1, listed(1_000)]]), [first]);
  expect([there, here].map((row) => standing(row).isSecond)).toEqual([false, true]);
});

it('a place that is in two countries has the size of the one that GeoNames has, and stands behind it', () => {
  const own = state('San Juan', 4, 'PR');
  const ofUnion = state('Puerto Rico', 5, 'US');
  const point = { latitude: 18.46, longitude: -66.11 };
  const first = city('San Juan', 1, own, point);
  const second = city('San Juan', 2, ofUnion, { ...point, population: 500_000 });
  const texan = city('San Juan', 3, state('Texas', 6, 'US'), { latitude: 26.19, longitude: -98.16 });
  const standing = standingsOf([first, second, texan], new Map([[1, listed(418_140)]]), [own, ofUnion]);
  expect([first, second, texan].map((row) => [standing(row).size, standing(row).isSecond])).toEqual([
    [500_000, false],
    [500_000, true],
    [0, false],
  ]);
});

it('a row that lies far from its state, at another town of its name, is not that town', () => {
  const spanish = state('Gipuzkoa', 7, 'ES', { latitude: 43.1, longitude: -2.2 });
  const puertoRican = state('San Sebastián', 8, 'PR', { latitude: 18.34, longitude: -66.99 });
  const point = { latitude: 43.32, longitude: -1.98 };
  const first = city('San Sebastián', 1, spanish, point);
  const second = city('San Sebastián', 2, puertoRican, point);
  const standing = standingsOf([first, second], new Map([[1, listed(185_357)]]), [spanish, puertoRican]);
  expect([standing(first).size, standing(second).size]).toEqual([185_357, 0]);
});

/** Rows of one name in different places, with what GeoNames counts of each, if anything. */
function sizesOf(people: number, counts: readonly (number | undefined)[]): number[] {
  const rows = counts.map((_, at) => city('Jingzhou', at + 1, guangdong, { latitude: 20 + at, population: people }));
  const joined = new Map(counts.flatMap((count, at) => (count === undefined ? [] : [[at + 1, listed(count)]])));
  const standing = standingsOf(rows, joined, [guangdong]);
  return rows.map((row) => standing(row).size);
}

it.each([
  ['the largest city that it may be the prefecture of', [undefined, 1_052_282, 30_000], [0, 5_231_180, 30_000]],
  [
    'the first that is not counted, where what is counted is too small',
    [155_762, undefined, undefined],
    [155_762, 5_231_180, 0],
  ],
  [
    'the first that is not counted, where what is counted has more people',
    [5_300_000, undefined],
    [5_300_000, 5_231_180],
  ],
  ['nobody, where all are counted as something else', [30_000, 5_300_000], [30_000, 5_300_000]],
])('people that stand in several rows of one name are those of %s', (_what, counts, sizes) => {
  expect(sizesOf(5_231_180, counts)).toEqual(sizes);
});

it('people that stand in several rows of one name are those of the largest place, though GeoNames has it in another row', () => {
  const point = { latitude: 31.31, longitude: 120.62, population: 12_748_262 };
  const rows = [
    city('SuZhou', 1, jiangsu, point),
    city('Suzhou', 2, jiangsu, { ...point, population: 6_715_559 }),
    city('Suzhou', 3, guangdong, { ...point, latitude: 33.65 }),
  ];
  const standing = standingsOf(
    rows,
    new Map([
      [2, listed(6_715_559)],
      [3, listed(1_647_642)],
    ]),
    [jiangsu, guangdong],
  );
  expect(rows.map((row) => standing(row).size)).toEqual([12_748_262, 12_748_262, 1_647_642]);
});

it('people that fit a large city of the name only are not those of another row', () => {
  const rows = [
    city('Yancheng', 1, guangdong, { latitude: 33.6, longitude: 114, population: 6_709_629 }),
    city('Yancheng', 2, jiangsu, { latitude: 33.4, longitude: 120.1, population: 1_615_717 }),
    city('Yancheng', 3, guangdong, { latitude: 37, longitude: 114, population: 40_000_000 }),
  ];
  const sizes = (count: number) => {
    const standing = standingsOf(rows, new Map([[2, listed(count)]]), []);
    return rows.map((row) => standing(row).size);
  };
  expect(sizes(1_615_717)).toEqual([0, 1_615_717, 40_000_000]);
  // Too few for so many to be counted with them.
  expect(sizes(400_000)).toEqual([6_709_629, 1_615_717, 40_000_000]);
  expect(sizes(900_000)).toEqual([0, 1_615_717, 40_000_000]);
});

it.each([
  ['a district that has the people of the city beside it has none of its own', {}, 0],
  ['a town that has by accident as many as a city far away keeps them', { latitude: 33 }, 15_388_000],
  ['a town with other people than the city beside it keeps them', { population: 209_437 }, 209_437],
])('%s', (_what, more, size) => {
  const point = { latitude: 32, longitude: 118.8, population: 15_388_000 };
  const row = city('Victoria Island', 1, jiangsu, { ...point, ...more });
  const lagos = city('Lagos', 2, jiangsu, { ...point, latitude: 32.03, population: 15_070_000 });
  const standing = standingsOf([row, lagos], new Map([[2, listed(15_388_000)]]), []);
  expect([standing(row).size, standing(lagos).size]).toEqual([size, 15_070_000]);
});

it('takes more rows of one name than a call takes arguments', () => {
  const rows = Array.from({ length: 150_000 }, (_, at) =>
    city('Yancheng', at + 1, jiangsu, { latitude: at % 80, longitude: at % 170, population: 1_000 }),
  );
  const standing = standingsOf(rows, new Map(), []);
  expect(rows.filter((row) => standing(row).size > 0)).toHaveLength(1);
});
