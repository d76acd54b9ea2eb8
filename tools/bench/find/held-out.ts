/**
 * Questions made from GeoNames' places, the largest first, with other ways to err than those of lists.ts: half of the
 * places are there to set weights by, the other half only to be reported. Right is every row that is the place: in its
 * country, within 15 km, under one of its names.
 */
import { fold } from '../../../src/find/fold.ts';
import type { GeonamesJoin, GeonamesPlace } from '../../../src/find/geonames.ts';
import { distanceKm } from '../../../src/find/near.ts';
import type { SourceCity, SourceRows } from '../../../src/find/source-rows.ts';
import { type Question, randomNumbers } from './lists.ts';

const SAME_PLACE_KM = 15;
/** Feature codes of parts of towns and of what is no more. */
const NO_TOWN = /^PPL[XHQW]$/;

interface Meant {
  readonly place: GeonamesPlace;
  readonly ids: readonly number[];
  readonly city: SourceCity;
}

export function makeHeldOut(
  rows: SourceRows,
  geonames: GeonamesJoin,
  listed: readonly GeonamesPlace[],
  half: 'weighed' | 'reported',
): Map<string, Question[]> {
  const meant = placesMeant(rows, geonames, listed).filter(
    ({ place }) => (place.id * 2_654_435_761) % 4_294_967_296 < 2_147_483_648 === (half === 'weighed'),
  );
  const above = (population: number): Meant[] => meant.filter(({ place }) => place.population >= population);
  const largest = meant.slice(0, 250);
  const random = randomNumbers(half === 'weighed' ? 41 : 42);
  return new Map([
    ['other names, from 500,000', otherNames(above(500_000), random)],
    ['without accents, hyphens, apostrophes', bare(above(100_000))],
    ['slips of the hand, from 500,000', slips(above(500_000), random)],
    ['slips of the hand, from 100,000', slips(above(100_000), random)],
    ['spelt by ear, from 200,000', byEar(above(200_000), random)],
    ['St, Ft, Mt, words without blanks', rewritten(above(20_000))],
    ['with context, from 20,000', inContext(rows, above(20_000), random)],
    ['3 letters, the 500 largest', begun(largest, 3)],
    ['4 letters, the 500 largest', begun(largest, 4)],
    ['5 letters, the 500 largest', begun(largest, 5)],
    ['6 letters, the 500 largest', begun(largest, 6)],
  ]);
}

/** The largest place of a name in each country. */
function placesMeant(rows: SourceRows, geonames: GeonamesJoin, listed: readonly GeonamesPlace[]): Meant[] {
  const joined = new Map([...geonames].map(([id, place]) => [place.id, id]));
  const byId = new Map(rows.cities.map((city) => [city.id, city]));
  const byName = Map.groupBy(rows.cities, ({ countryCode, name }) => countryCode + fold(name));
  const seen = new Set<string>();
  return listed
    .filter(({ featureCode, population }) => population >= 20_000 && !NO_TOWN.test(featureCode))
    .toSorted((one, other) => other.population - one.population || one.id - other.id)
    .flatMap((place) => {
      const key = place.countryCode + fold(place.name);
      if (seen.has(key)) return [];
      seen.add(key);
      const named = new Set([place.name, ...place.alternateNames].map((name) => place.countryCode + fold(name)));
      const near = [...named]
        .flatMap((name) => byName.get(name) ?? [])
        .filter((city) => kmTo(city, place) <= SAME_PLACE_KM);
      const own = byId.get(joined.get(place.id) ?? -1);
      const [city = own] = near;
      if (city === undefined) return [];
      return [{ place, city: own ?? city, ids: [...near, ...(own === undefined ? [] : [own])].map(({ id }) => id) }];
    });
}

function kmTo({ latitude, longitude }: SourceCity, place: GeonamesPlace): number {
  return distanceKm(latitude, longitude, place.latitude, place.longitude);
}

/** Three other names of each place, in any script; codes and names of fewer than four letters of an alphabet are none. */
function otherNames(meant: readonly Meant[], random: () => number): Question[] {
  return meant.flatMap(({ place, ids }) => {
    const others = [...new Set(place.alternateNames)].filter(
      (name) => fold(name) !== fold(place.name) && !/^[A-Z]{2,4}$/.test(name) && (name.length > 3 || name > '\u0e00'),
    );
    return pick(others, 3, random).map((q) => ({ q, ids }));
  });
}

function bare(meant: readonly Meant[]): Question[] {
  return meant.flatMap(({ place, ids }) => {
    const plain = place.name
      .normalize('NFD')
      .replace(/[\p{M}'’‘]/gu, '')
      .replaceAll('-', ' ')
      .toLowerCase();
    return plain === place.name.toLowerCase() ? [] : [{ q: plain, ids }];
  });
}

const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Neighbouring keys, doubled letters, letters left out, letters in another order: as they happen to hands. */
function slips(meant: readonly Meant[], random: () => number): Question[] {
  return plainNames(meant).flatMap(({ name, ids }) => {
    const at = 1 + Math.floor(random() * (name.length - 2));
    const [before, letter, behind] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)];
    const made = [
      before + behind,
      before + letter + letter + behind,
      before + neighbour(letter, random) + behind,
      before + behind.charAt(0) + letter + behind.slice(1),
    ];
    const q = made[Math.floor(random() * made.length)] ?? name;
    return fold(q) === fold(name) ? [] : [{ q, ids }];
  });
}

function neighbour(letter: string, random: () => number): string {
  const row = KEYS.find((keys) => keys.includes(letter)) ?? letter;
  const at = row.indexOf(letter);
  return (random() < 0.5 ? row.charAt(at - 1) : row.charAt(at + 1)) || row.charAt(at - 1) || letter;
}

const EAR: readonly (readonly [RegExp, string])[] = [
  [/(.)\1/, '$1'],
  [/c(?=[aou])/, 'k'],
  [/ph/, 'f'],
  [/sh/, 'sch'],
  [/ou/, 'u'],
  [/y/, 'i'],
  [/z/, 's'],
  [/v/, 'w'],
  [/kh/, 'k'],
  [/e(?=[a-z])/, 'a'],
];

/** One sound written otherwise, behind the first letter. */
function byEar(meant: readonly Meant[], random: () => number): Question[] {
  return plainNames(meant).flatMap(({ name, ids }) => {
    const [first, rest] = [name.slice(0, 1), name.slice(1)];
    const heard = EAR.map(([sound, letters]) => first + rest.replace(sound, letters)).filter((each) => each !== name);
    return pick(heard, 1, random).map((q) => ({ q, ids }));
  });
}

function plainNames(meant: readonly Meant[]): { name: string; ids: readonly number[] }[] {
  return meant
    .map(({ place, ids }) => ({ name: fold(place.name), ids }))
    .filter(({ name }) => name.length >= 5 && /^[a-z ]+$/.test(name));
}

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^saint[ -]/i, 'St. '],
  [/^st\.? /i, 'Saint '],
  [/^fort /i, 'Ft '],
  [/^mount /i, 'Mt. '],
  [/^sainte[ -]/i, 'Ste '],
  [/[ -](?=[^ -]+$)/, ''],
];

function rewritten(meant: readonly Meant[]): Question[] {
  return meant.flatMap(({ place, ids }) => {
    const [rule] = SHORT.filter(([long]) => long.test(place.name));
    return rule === undefined ? [] : [{ q: place.name.replace(...rule), ids }];
  });
}

/** Behind the name, before it, in other languages, unfinished. */
function inContext(rows: SourceRows, meant: readonly Meant[], random: () => number): Question[] {
  const states = new Map(rows.states.map((state) => [state.id, state]));
  const countries = new Map(rows.countries.map((country) => [country.iso2, country]));
  return pick(meant, 3_000, random).flatMap(({ place, city, ids }) => {
    const [state, country] = [states.get(city.stateId), countries.get(city.countryCode)];
    if (state === undefined || country === undefined) return [];
    const { de = country.name, fr = country.name } = JSON.parse(country.translations ?? '{}') as Record<string, string>;
    const ways = [
      `${country.name} ${place.name}`,
      `${place.name} ${de}`,
      `${place.name}, ${fr}`,
      `${place.name} ${country.iso2.toLowerCase()}`,
      `${place.name}, ${country.name.slice(0, 5)}`,
      `${place.name} ${state.name}`,
      `${place.name}, ${country.name}, ${state.name}`,
      `${place.name.toLowerCase()} ${country.iso3.toLowerCase()}`,
    ];
    return [{ q: ways[Math.floor(random() * ways.length)] ?? place.name, ids }];
  });
}

function begun(meant: readonly Meant[], length: number): Question[] {
  return meant
    .filter(({ place }) => place.name.length > length)
    .map(({ place, ids }) => ({ q: fold(place.name).slice(0, length), ids }));
}

function pick<T>(all: readonly T[], count: number, random: () => number): T[] {
  const left = [...all];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [one] = left.splice(Math.floor(random() * left.length), 1);
    return one;
  }).filter((one) => one !== undefined);
}
