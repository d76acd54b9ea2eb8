/**
 * Questions with the place that is meant, made from the data itself. A place is meant by its name when it is the largest
 * of that name in its country. Other towns may well bear the name that is asked for: no list can reach 1.
 */
import { fold } from '../../../src/find/fold.ts';
import type { GeonamesJoin } from '../../../src/find/geonames.ts';
import type { SourceCity, SourceRows } from '../../../src/find/source-rows.ts';

export interface Question {
  readonly q: string;
  /** The id of the city that is meant. */
  readonly id: number;
}

/** A sequence that is the same in every run (mulberry32). */
export function randomNumbers(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Sized {
  readonly city: SourceCity;
  readonly population: number;
}

export function makeLists(rows: SourceRows, geonames: GeonamesJoin): Map<string, Question[]> {
  const largest = largestOfName(rows, geonames);
  const above = (population: number): SourceCity[] =>
    largest.filter((sized) => sized.population >= population).map(({ city }) => city);
  const large = above(1_000_000);
  const lists = new Map<string, Question[]>([
    ['exonyms, from 1,000,000', exonyms(large)],
    ['exonyms, from 300,000', everyNth(exonyms(above(300_000)), 9)],
    ['accents left out, from 100,000', accents(above(100_000))],
    ['one typo, from 1,000,000', typos(large, 1)],
    ['one typo, from 200,000', everyNth(typos(above(200_000), 2), 2)],
    ['a wrong first letter, from 1,000,000', firstLetters(large, 3)],
    ['with context, from 5,000', everyNth(contexts(rows, above(5_000)), 9)],
    [
      'whole names, from 100,000',
      everyNth(
        above(100_000).map(({ name, id }) => ({ q: name, id })),
        3,
      ),
    ],
  ]);
  const largestOfAll = largest.slice(0, 300).map(({ city }) => city);
  for (const length of [3, 4, 5, 6]) {
    lists.set(`${length} letters, the 300 largest`, beginnings(largestOfAll, length));
    lists.set(`${length} letters, from 1,000,000`, beginnings(large, length));
  }
  return lists;
}

function largestOfName(rows: SourceRows, geonames: GeonamesJoin): Sized[] {
  const sized = rows.cities.map((city) => ({
    city,
    population: city.population || geonames.get(city.id)?.population || 0,
  }));
  sized.sort((one, other) => other.population - one.population || one.city.id - other.city.id);
  const seen = new Set<string>();
  return sized.filter(({ city }) => {
    const key = city.countryCode + fold(city.name);
    return !seen.has(key) && seen.add(key);
  });
}

/** The data's own translations, as far as they are other names. Those of the data's large countries are not there. */
function exonyms(cities: readonly SourceCity[]): Question[] {
  return cities.flatMap(({ id, name, translations }) => {
    const names = new Set(Object.values(JSON.parse(translations ?? '{}') as Record<string, string>));
    return [...names].filter((q) => fold(q) !== fold(name)).map((q) => ({ q, id }));
  });
}

function accents(cities: readonly SourceCity[]): Question[] {
  return cities.flatMap(({ id, name }) => {
    const q = name.normalize('NFD').replace(/\p{M}/gu, '');
    return q === name ? [] : [{ q, id }];
  });
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** One letter left out, put in, replaced or swapped with the next, anywhere behind the first. */
function typos(cities: readonly SourceCity[], start: number): Question[] {
  const random = randomNumbers(start);
  return latin(cities).flatMap(({ id, name }) => {
    const at = 1 + Math.floor(random() * (name.length - 2));
    const letter = LETTERS[Math.floor(random() * LETTERS.length)] ?? 'a';
    const [before, behind] = [name.slice(0, at), name.slice(at)];
    const made = [
      before + behind.slice(1),
      before + letter + behind,
      before + letter + behind.slice(1),
      before + behind.charAt(1) + behind.charAt(0) + behind.slice(2),
    ];
    const q = made[Math.floor(random() * made.length)] ?? name;
    return fold(q) === fold(name) ? [] : [{ q, id }];
  });
}

function firstLetters(cities: readonly SourceCity[], start: number): Question[] {
  const random = randomNumbers(start);
  return latin(cities).flatMap(({ id, name }) => {
    const q = (LETTERS[Math.floor(random() * LETTERS.length)] ?? 'a') + name.slice(1);
    return fold(q) === fold(name) ? [] : [{ q, id }];
  });
}

function latin(cities: readonly SourceCity[]): SourceCity[] {
  return cities.filter(({ name }) => name.length >= 5 && /^[a-z .'-]+$/.test(fold(name)));
}

/** Each city with one of seven ways to say where it lies. */
function contexts(rows: SourceRows, cities: readonly SourceCity[]): Question[] {
  const states = new Map(rows.states.map((state) => [state.id, state]));
  const countries = new Map(rows.countries.map((country) => [country.iso2, country]));
  return cities.flatMap(({ id, name, stateId, countryCode }, index) => {
    const [state, country] = [states.get(stateId), countries.get(countryCode)];
    if (state === undefined || country === undefined) return [];
    const code = /^[A-Z]+$/.test(state.iso2 ?? '') ? state.iso2 : countryCode;
    const ways = [
      `${name}, ${country.name}`,
      `${name} ${country.iso3}`,
      `${name}, ${state.name}`,
      `${name} ${state.name}`,
      `${name}, ${code}`,
      `${name} ${countryCode}`,
      `${name}, ${state.name}, ${country.name}`,
    ];
    return [{ q: ways[index % ways.length] ?? name, id }];
  });
}

function beginnings(cities: readonly SourceCity[], length: number): Question[] {
  return cities
    .filter(({ name }) => name.length > length)
    .map(({ id, name }) => ({ q: name.slice(0, length).toLowerCase(), id }));
}

function everyNth<T>(all: readonly T[], n: number): T[] {
  return all.filter((_, index) => index % n === 0);
}
