/** The dictionary of all names: folded texts in order, and for each text the places that bear it. */
import { ALTERNATE, CODE, FIRST_LANGUAGE, languagesOf, NAME, NATIVE, namesOf } from './collect-names.ts';
import { foldings } from './fold.ts';
import type { GeonamesJoin } from './geonames.ts';
import { importanceOf } from './importance.ts';
import { inOrder, openPlaces } from './places.ts';
import { type Sections, section } from './sections.ts';
import type { SourceRows } from './source-rows.ts';

/** Names longer than this are no names that anybody types. */
const LONGEST_NAME = 100;
/** Steps of importance a weight has: a byte holds up to 12.75. */
const WEIGHT_STEPS = 20;
/** Entries that one maximum stands for. */
export const BLOCK = 64;

/**
 * Texts are numbered in the order of their UTF-16 code units. A text's entries, one a place that bears it, stand
 * together, so that a range of texts is a range of entries.
 */
export interface Names {
  readonly textCount: number;
  /** Code units of all texts; text t is units[textStarts[t]] to units[textStarts[t + 1]]. */
  readonly units: Uint16Array;
  readonly textStarts: Uint32Array;
  /** Text t's entries are firstEntries[t] to firstEntries[t + 1]. */
  readonly firstEntries: Uint32Array;
  readonly entryPlaces: Uint32Array;
  readonly entryMasks: Uint32Array;
  /** How much an entry is worth as the end of an unfinished text: importance and kind of name, in steps of 1/20. */
  readonly entryWeights: Uint8Array;
  /** The greatest weight of each {@link BLOCK} entries. */
  readonly blockWeights: Uint8Array;
  /** Texts in the order of their reversed code units. */
  readonly reversed: Uint32Array;
  /** Starts of words other than the first, in order of what follows them: text and offset in it. */
  readonly wordTexts: Uint32Array;
  readonly wordOffsets: Uint8Array;
  readonly importances: Float32Array;
  /** BCP 47, in the order of their bits. */
  readonly languages: readonly string[];
  /** The text of an entry as it is written. */
  shown(entry: number): string;
  /** The entries of a place. */
  entriesOf(place: number): Uint32Array;
}

export function weightOf(entryWeight: number): number {
  return entryWeight / WEIGHT_STEPS;
}

/** `placeSections` are those of buildPlaces for the same rows. */
export function buildNames(rows: SourceRows, placeSections: Sections, geonames: GeonamesJoin = new Map()): Sections {
  const places = openPlaces(placeSections);
  const { countries, states, cities } = inOrder(rows);
  const languages = languagesOf([...countries, ...states, ...cities]);
  const bits = new Map(languages.map((language, bit) => [language, bit]));
  const dictionary = new Dictionary();
  const importances = new Float32Array(places.size);
  const add = (place: number, names: Map<string, number>): void => {
    importances[place] = importanceOf(places, place, names.size);
    dictionary.add(place, names);
  };
  let place = 0;
  for (const row of countries) add(place++, namesOf(row, [row.iso2, row.iso3], bits));
  for (const row of states) add(place++, namesOf(row, [row.iso2, row.iso31662, numberIn(row.iso2)], bits));
  for (const row of cities) add(place++, namesOf(row, [], bits, geonames.get(row.id)));
  return { ...dictionary.sections(importances), 'names.languages': Buffer.from(languages.join('\0')) };
}

/** Paris is 75 to its people, FR-75C to ISO 3166-2. */
function numberIn(code: string | null): string | undefined {
  return code === null ? undefined : /^(\d{2,3})[A-Z]$/.exec(code)?.[1];
}

export function openNames(sections: Sections): Names {
  const entryShown = section(sections, 'names.entryShown', Uint32Array);
  const shownStarts = section(sections, 'names.shownStarts', Uint32Array);
  const shownBytes = section(sections, 'names.shownBytes', Uint8Array);
  const placeStarts = section(sections, 'names.placeStarts', Uint32Array);
  const placeEntries = section(sections, 'names.placeEntries', Uint32Array);
  const textStarts = section(sections, 'names.textStarts', Uint32Array);
  return {
    textCount: textStarts.length - 1,
    units: section(sections, 'names.units', Uint16Array),
    textStarts,
    firstEntries: section(sections, 'names.firstEntries', Uint32Array),
    entryPlaces: section(sections, 'names.entryPlaces', Uint32Array),
    entryMasks: section(sections, 'names.entryMasks', Uint32Array),
    entryWeights: section(sections, 'names.entryWeights', Uint8Array),
    blockWeights: section(sections, 'names.blockWeights', Uint8Array),
    reversed: section(sections, 'names.reversed', Uint32Array),
    wordTexts: section(sections, 'names.wordTexts', Uint32Array),
    wordOffsets: section(sections, 'names.wordOffsets', Uint8Array),
    importances: section(sections, 'names.importances', Float32Array),
    languages: Buffer.from(section(sections, 'names.languages', Uint8Array))
      .toString()
      .split('\0'),
    shown: (entry) => {
      const shown = entryShown[entry] ?? 0;
      const { buffer, byteOffset } = shownBytes;
      const start = shownStarts[shown] ?? 0;
      return Buffer.from(buffer, byteOffset + start, (shownStarts[shown + 1] ?? start) - start).toString();
    },
    entriesOf: (place) => placeEntries.subarray(placeStarts[place], placeStarts[place + 1]),
  };
}

/** Gathers entries, then lays them out in the order of the texts. */
class Dictionary {
  readonly #texts = new Map<string, number>();
  readonly #shown = new Map<string, number>();
  readonly #entryTexts: number[] = [];
  readonly #entryPlaces: number[] = [];
  readonly #entryMasks: number[] = [];
  readonly #entryShown: number[] = [];

  /** Of names that fold to the same text the one of the strongest kind is shown. */
  add(place: number, names: ReadonlyMap<string, number>): void {
    const byText = new Map<string, { name: string; mask: number }>();
    for (const [name, mask] of names) {
      for (const text of name.length > LONGEST_NAME ? [] : foldings(name)) {
        const known = byText.get(text);
        if (known === undefined) byText.set(text, { name, mask });
        else known.mask |= mask;
      }
    }
    for (const [text, { name, mask }] of byText) {
      this.#entryTexts.push(numberOf(this.#texts, text));
      this.#entryPlaces.push(place);
      this.#entryMasks.push(mask);
      this.#entryShown.push(numberOf(this.#shown, name));
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
      'names.importances': importances,
      'names.entryShown': order.map((entry) => this.#entryShown[entry] ?? 0),
      ...this.#shownSections(),
      ...entriesByPlace(entryPlaces, importances.length),
    };
  }

  #shownSections(): Sections {
    const shown = [...this.#shown.keys()];
    return {
      'names.shownStarts': startsOf(shown, (name) => Buffer.byteLength(name)),
      'names.shownBytes': Buffer.from(shown.join('')),
    };
  }
}

/** Codes are found whole only: as the end of something unfinished they are worth nothing. */
function entryWeight(importances: Float32Array, places: Uint32Array, masks: Uint32Array, entry: number): number {
  const mask = masks[entry] ?? 0;
  if (mask === CODE) return 0;
  return (importances[places[entry] ?? 0] ?? 0) + kindWeight(mask);
}

/** What a name is worth against the place's own: the more languages use it the more. */
export function kindWeight(mask: number): number {
  if (mask & NAME) return 0;
  if (mask & NATIVE) return -0.3;
  const languages = mask >>> FIRST_LANGUAGE;
  if (languages !== 0) return Math.min(-0.3, -1.6 + 0.15 * bitCount(languages));
  return mask & ALTERNATE ? -2 : -3;
}

function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
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
