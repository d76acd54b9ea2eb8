/**
 * Questions with the place that is meant, made from the data itself. A place is meant by its name when it is the largest
 * of that name in its country. Other towns may well bear the name that is asked for: no list can reach 1.
 */
import { fold } from '../../../src/find/fold.ts';
import type { GeonamesJoin } from '../../../src/find/geonames.ts';
import { kmBetween, standingsOf } from '../../../src/find/standings.ts';
import type { SourceCity, SourceRows } from '../../../src/find/source-rows.ts';

export interface Question {
  readonly q: string;
  /** The ids of the city that is meant: more than one where the data has it more than once. */
  readonly ids: readonly number[];
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

/** Rows of one name that lie no farther apart are one place that the data has twice. */
const SAME_PLACE_KM = 15;

interface Sized {
  readonly city: SourceCity;
  readonly population: number;
  /** The rows that are this place. */
  readonly ids: readonly number[];
}

/** A city as a list asks for it. */
type Meant = SourceCity & { readonly ids: readonly number[] };

export function makeLists(rows: SourceRows, geonames: GeonamesJoin): Map<string, Question[]> {
  const largest = largestOfName(rows, geonames);
  const above = (population: number): Meant[] =>
    largest.filter((sized) => sized.population >= population).map(({ city, ids }) => ({ ...city, ids }));
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
        above(100_000).map(({ name, ids }) => ({ q: name, ids })),
        3,
      ),
    ],
  ]);
  const largestOfAll = largest.slice(0, 300).map(({ city, ids }) => ({ ...city, ids }));
  for (const length of [3, 4, 5, 6]) {
    lists.set(`${length} letters, the 300 largest`, beginnings(largestOfAll, length));
    lists.set(`${length} letters, from 1,000,000`, beginnings(large, length));
  }
  return lists;
}

/** Towns of one name, as people tell them apart: within a country, with or without the word for a city. */
function keyOf({ countryCode, name }: SourceCity): string {
  return `${countryCode} ${fold(name).replace(/ (?:shi|city)$/, '')}`;
}

function largestOfName(rows: SourceRows, geonames: GeonamesJoin): Sized[] {
  const standingOf = standingsOf(rows.cities, geonames, rows.states);
  const sized = rows.cities.map((city) => ({ city, population: standingOf(city).size }));
  sized.sort((one, other) => other.population - one.population || one.city.id - other.city.id);
  const seen = new Set<string>();
  const named = Map.groupBy(rows.cities, keyOf);
  return sized
    .filter(({ city }) => !seen.has(keyOf(city)) && seen.add(keyOf(city)))
    .map(({ city, population }) => {
      const same = (named.get(keyOf(city)) ?? []).filter((other) => kmBetween(city, other) <= SAME_PLACE_KM);
      return { city, population, ids: [...new Set([city, ...same].map(({ id }) => id))] };
    });
}

/**
 * The data's own translations, as far as they are other names. Those of the data's large countries are not there. Rows that
 * have the name, too, and lie no farther apart than one place does, are the same place: Warsaw and Warszawa.
 */
function exonyms(cities: readonly Meant[]): Question[] {
  const bearers = new Map<string, Meant[]>();
  const named = cities.map((city) => ({ city, names: otherNamesOf(city) }));
  for (const { city, names } of named) {
    for (const name of new Set([city.name, ...names].map(fold)))
      bearers.set(name, [...(bearers.get(name) ?? []), city]);
  }
  return named.flatMap(({ city, names }) =>
    names
      .filter((q) => fold(q) !== fold(city.name))
      .map((q) => {
        const same = (bearers.get(fold(q)) ?? []).filter((other) => kmBetween(city, other) <= SAME_PLACE_KM);
        return { q, ids: [...new Set([city, ...same].flatMap(({ ids }) => ids))] };
      }),
  );
}

function otherNamesOf({ translations }: SourceCity): string[] {
  return [...new Set(Object.values(JSON.parse(translations ?? '{}') as Record<string, string>))];
}

function accents(cities: readonly Meant[]): Question[] {
  return cities.flatMap(({ ids, name }) => {
    const q = name.normalize('NFD').replace(/\p{M}/gu, '');
    return q === name ? [] : [{ q, ids }];
  });
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** One letter left out, put in, replaced or swapped with the next, anywhere behind the first. */
function typos(cities: readonly Meant[], start: number): Question[] {
  const random = randomNumbers(start);
  return latin(cities).flatMap(({ ids, name }) => {
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
    return fold(q) === fold(name) ? [] : [{ q, ids }];
  });
}

function firstLetters(cities: readonly Meant[], start: number): Question[] {
  const random = randomNumbers(start);
  return latin(cities).flatMap(({ ids, name }) => {
    const q = (LETTERS[Math.floor(random() * LETTERS.length)] ?? 'a') + name.slice(1);
    return fold(q) === fold(name) ? [] : [{ q, ids }];
  });
}

function latin(cities: readonly Meant[]): Meant[] {
  return cities.filter(({ name }) => name.length >= 5 && /^[a-z .'-]+$/.test(fold(name)));
}

/** Each city with one of seven ways to say where it lies. */
function contexts(rows: SourceRows, cities: readonly Meant[]): Question[] {
  const states = new Map(rows.states.map((state) => [state.id, state]));
  const countries = new Map(rows.countries.map((country) => [country.iso2, country]));
  return cities.flatMap(({ ids, name, stateId, countryCode }, index) => {
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
    return [{ q: ways[index % ways.length] ?? name, ids }];
  });
}

function beginnings(cities: readonly Meant[], length: number): Question[] {
  return cities
    .filter(({ name }) => name.length > length)
    .map(({ ids, name }) => ({ q: name.slice(0, length).toLowerCase(), ids }));
}

function everyNth<T>(all: readonly T[], n: number): T[] {
  return all.filter((_, index) => index % n === 0);
}
