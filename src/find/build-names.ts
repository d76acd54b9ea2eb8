/** Builds the dictionary of all names: gathers them place by place, then lays them out in the order of the texts. */
import { CODE, type Kinds, languagesOf, namesOf, withOthers } from './collect-names.ts';
import { foreignNames, usualNames } from './country-names.ts';
import { foldings } from './fold.ts';
import { otherNamesOfState } from './former-states.ts';
import type { GeonamesJoin } from './geonames.ts';
import { importanceOf } from './importance.ts';
import { BLOCK, kindWeight, WEIGHT_STEPS } from './names.ts';
import { inOrder, openPlaces } from './places.ts';
import type { Sections } from './sections.ts';
import type { SourceRows } from './source-rows.ts';
import { type Standing, standingsOf } from './standings.ts';
import { initialsOf, sizesOfStates } from './stand-ins.ts';

/** Names longer than this are no names that anybody types. */
const LONGEST_NAME = 100;

/** `placeSections` are those of buildPlaces for the same rows. */
export function buildNames(rows: SourceRows, placeSections: Sections, geonames: GeonamesJoin = new Map()): Sections {
  const places = openPlaces(placeSections);
  const { countries, states, cities } = inOrder(rows);
  const languages = languagesOf([...countries, ...states, ...cities]);
  const bits = new Map(languages.map((language, bit) => [language, bit]));
  const standings = standingsOf(cities, geonames);
  const dictionary = new Dictionary(places.firstCity);
  const importances = new Float32Array(places.size);
  const add = (
    place: number,
    names: ReadonlyMap<string, Kinds>,
    standing?: Standing,
    foreign: readonly string[] = [],
  ): void => {
    // That CLDR has a name for every country in every language says nothing of how well one is known.
    importances[place] = importanceOf(places, place, names.size, standing);
    dictionary.add(place, withOthers(names, foreign));
  };
  let place = 0;
  for (const row of countries) {
    const names = namesOf(row, [row.iso2, row.iso3, row.numericCode], bits, usualNames(row.iso2));
    add(place++, names, undefined, foreignNames(row.iso2));
  }
  const sizes = sizesOfStates(places, states, cities, standings);
  for (const row of states) {
    const names = namesOf(row, [row.iso2, row.iso31662, numberIn(row.iso2)], bits, otherNamesOfState(row));
    add(place, names, { size: row.population || (sizes[place] ?? 0), geonames: undefined, isSecond: false });
    place += 1;
  }
  for (const row of cities) {
    const standing = standings.get(row.id);
    const listed = standing?.geonames;
    const others = listed === undefined ? [] : [listed.name, ...listed.alternateNames];
    add(place++, namesOf(row, initialsOf(row, standing), bits, others), standing);
  }
  return { ...dictionary.sections(importances), 'names.languages': Buffer.from(languages.join('\0')) };
}

/** Paris is 75 to its people, FR-75C to ISO 3166-2. */
function numberIn(code: string | null): string | undefined {
  return code === null ? undefined : /^(\d{2,3})[A-Z]$/.exec(code)?.[1];
}

/** Gathers entries, then lays them out in the order of the texts. */
class Dictionary {
  readonly #texts = new Map<string, number>();
  readonly #shown = new Map<string, number>();
  readonly #entryTexts: number[] = [];
  readonly #entryPlaces: number[] = [];
  readonly #entryMasks: number[] = [];
  readonly #entryShown: number[] = [];
  readonly #entryRare: (readonly number[])[] = [];
  readonly #firstCity: number;

  constructor(firstCity: number) {
    this.#firstCity = firstCity;
  }

  /** Of names that fold to the same text the one of the strongest kind is shown. */
  add(place: number, names: ReadonlyMap<string, Kinds>): void {
    const byText = new Map<string, { name: string; mask: number; rare: readonly number[] }>();
    for (const [name, { mask, rare }] of names) {
      for (const text of name.length > LONGEST_NAME ? [] : foldings(name)) {
        const known = byText.get(text);
        if (known === undefined) byText.set(text, { name, mask, rare });
        else {
          known.mask |= mask;
          known.rare = [...known.rare, ...rare];
        }
      }
    }
    for (const [text, { name, mask, rare }] of byText) {
      this.#entryTexts.push(numberOf(this.#texts, text));
      this.#entryPlaces.push(place);
      this.#entryMasks.push(mask);
      this.#entryShown.push(numberOf(this.#shown, name));
      this.#entryRare.push(rare);
    }
  }

  sections(importances: Float32Array): Sections {
    const texts = [...this.#texts.keys()].sort();
    const ranks = new Uint32Array(texts.length);
    for (const [rank, text] of texts.entries()) ranks[this.#texts.get(text) ?? 0] = rank;
    const count = this.#entryTexts.length;
    const rankOf = (entry: number): number => ranks[this.#entryTexts[entry] ?? 0] ?? 0;
    const { first, order } = entriesByRank(count, texts.length, rankOf);
    const entryPlaces = order.map((entry) => this.#entryPlaces[entry] ?? 0);
    const entryMasks = order.map((entry) => this.#entryMasks[entry] ?? 0);
    const entryWeights = Uint8Array.from(order, (_, entry) =>
      Math.max(0, Math.min(255, WEIGHT_STEPS * entryWeight(importances, entryPlaces, entryMasks, entry))),
    );
    return {
      'names.units': unitsOf(texts),
      'names.textStarts': startsOf(texts, (text) => text.length),
      'names.firstEntries': first,
      'names.entryPlaces': entryPlaces,
      'names.entryMasks': entryMasks,
      'names.entryWeights': entryWeights,
      'names.blockWeights': blockMaxima(entryWeights),
      'names.reversed': reversedOrder(texts),
      ...wordStarts(texts),
      'names.areaTexts': this.#areaTexts(first, entryPlaces, entryMasks),
      ...rareSections(Array.from(order, (entry) => this.#entryRare[entry] ?? [])),
      'names.importances': importances,
      'names.entryShown': order.map((entry) => this.#entryShown[entry] ?? 0),
      ...this.#shownSections(),
      ...entriesByPlace(entryPlaces, importances.length),
    };
  }

  #areaTexts(first: Uint32Array, entryPlaces: Uint32Array, entryMasks: Uint32Array): Uint32Array {
    const isArea = (text: number): boolean => {
      for (let entry = first[text] ?? 0; entry < (first[text + 1] ?? 0); entry += 1) {
        if ((entryPlaces[entry] ?? 0) < this.#firstCity && entryMasks[entry] !== CODE) return true;
      }
      return false;
    };
    return Uint32Array.from({ length: first.length - 1 }, (_, text) => text).filter(isArea);
  }

  #shownSections(): Sections {
    const shown = [...this.#shown.keys()];
    return {
      'names.shownStarts': startsOf(shown, (name) => Buffer.byteLength(name)),
      'names.shownBytes': Buffer.from(shown.join('')),
    };
  }
}

/** Languages that have no bit: an entry stands once for each of them. */
function rareSections(entryRare: readonly (readonly number[])[]): Sections {
  const pairs = entryRare.flatMap((rare, entry) => [...new Set(rare)].map((language) => ({ entry, language })));
  return {
    'names.rareEntries': Uint32Array.from(pairs, ({ entry }) => entry),
    'names.rareLanguages': Uint16Array.from(pairs, ({ language }) => language),
  };
}

/** Codes are found whole only: as the end of something unfinished they are worth nothing. */
function entryWeight(importances: Float32Array, places: Uint32Array, masks: Uint32Array, entry: number): number {
  const mask = masks[entry] ?? 0;
  if (mask === CODE) return 0;
  return (importances[places[entry] ?? 0] ?? 0) + kindWeight(mask);
}

function numberOf(numbers: Map<string, number>, text: string): number {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
}

function unitsOf(texts: readonly string[]): Uint16Array {
  const units = new Uint16Array(texts.reduce((sum, text) => sum + text.length, 0));
  let at = 0;
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) units[at++] = text.charCodeAt(index);
  }
  return units;
}

function startsOf(texts: readonly string[], lengthOf: (text: string) => number): Uint32Array {
  const starts = new Uint32Array(texts.length + 1);
  for (const [index, text] of texts.entries()) starts[index + 1] = (starts[index] ?? 0) + lengthOf(text);
  return starts;
}

/** Entries were added in the order of places: counting keeps it within each text. */
function entriesByRank(
  count: number,
  textCount: number,
  rankOf: (entry: number) => number,
): { first: Uint32Array; order: Uint32Array } {
  const first = new Uint32Array(textCount + 1);
  for (let entry = 0; entry < count; entry += 1) first[rankOf(entry) + 1] = (first[rankOf(entry) + 1] ?? 0) + 1;
  for (let text = 0; text < textCount; text += 1) first[text + 1] = (first[text + 1] ?? 0) + (first[text] ?? 0);
  const next = first.slice();
  const order = new Uint32Array(count);
  for (let entry = 0; entry < count; entry += 1) {
    const at = next[rankOf(entry)] ?? 0;
    order[at] = entry;
    next[rankOf(entry)] = at + 1;
  }
  return { first, order };
}

function blockMaxima(weights: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: Math.ceil(weights.length / BLOCK) }, (_, block) =>
    weights.subarray(block * BLOCK, (block + 1) * BLOCK).reduce((most, weight) => Math.max(most, weight), 0),
  );
}

function reversedOrder(texts: readonly string[]): Uint32Array {
  const reversed = texts.map((text) => text.split('').reverse().join(''));
  const numbers = new Map(reversed.map((text, number) => [text, number]));
  // Sorting texts by themselves takes a third of the time that a comparison in JavaScript does.
  return Uint32Array.from(reversed.sort(), (text) => numbers.get(text) ?? 0);
}

function wordStarts(texts: readonly string[]): Sections {
  const starts: { text: number; offset: number; rest: string }[] = [];
  for (const [text, name] of texts.entries()) {
    for (let blank = name.indexOf(' '); blank !== -1 && blank < 255; blank = name.indexOf(' ', blank + 1)) {
      starts.push({ text, offset: blank + 1, rest: name.slice(blank + 1) });
    }
  }
  starts.sort((one, other) => compare(one.rest, other.rest) || one.text - other.text);
  return {
    'names.wordTexts': Uint32Array.from(starts, ({ text }) => text),
    'names.wordOffsets': Uint8Array.from(starts, ({ offset }) => offset),
  };
}

function entriesByPlace(entryPlaces: Uint32Array, placeCount: number): Sections {
  const starts = new Uint32Array(placeCount + 1);
  for (const place of entryPlaces) starts[place + 1] = (starts[place + 1] ?? 0) + 1;
  for (let place = 0; place < placeCount; place += 1)
    starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
  const next = starts.slice();
  const entries = new Uint32Array(entryPlaces.length);
  for (const [entry, place] of entryPlaces.entries()) {
    const at = next[place] ?? 0;
    entries[at] = entry;
    next[place] = at + 1;
  }
  return { 'names.placeStarts': starts, 'names.placeEntries': entries };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
