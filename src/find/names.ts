/** The dictionary of all names: folded texts in order, and for each text the places that bear it. */
import { ALTERNATE, FIRST_LANGUAGE, MOST_LANGUAGE_BITS, NAME, NATIVE } from './collect-names.ts';
import { lowerBoundIn } from './lower-bound.ts';
import { type Sections, section } from './sections.ts';

/** Steps of importance a weight has: a byte holds up to 12.75. */
export const WEIGHT_STEPS = 20;
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
  /** Texts that name a country or state, in order. */
  readonly areaTexts: Uint32Array;
  /** BCP 47, those that the most names are in first. */
  readonly languages: readonly string[];
  /** Whether an entry is the name in a language, by the language's place in `languages`. */
  isIn(entry: number, language: number): boolean;
  /** The text of an entry as it is written. */
  shown(entry: number): string;
  /** The entries of a place. */
  entriesOf(place: number): Uint32Array;
  /** Whether an entry is its place's own name, in the language of the data. */
  isOwn(entry: number): boolean;
  /** A place's own name as it is written; undefined for one that is too long for the dictionary. */
  ownName(place: number): string | undefined;
}

export function weightOf(entryWeight: number): number {
  return entryWeight / WEIGHT_STEPS;
}

export function openNames(sections: Sections): Names {
  const entryShown = section(sections, 'names.entryShown', Uint32Array);
  const shownStarts = section(sections, 'names.shownStarts', Uint32Array);
  const shownBytes = section(sections, 'names.shownBytes', Uint8Array);
  const placeStarts = section(sections, 'names.placeStarts', Uint32Array);
  const placeEntries = section(sections, 'names.placeEntries', Uint32Array);
  const textStarts = section(sections, 'names.textStarts', Uint32Array);
  const entryMasks = section(sections, 'names.entryMasks', Uint32Array);
  const rareEntries = section(sections, 'names.rareEntries', Uint32Array);
  const rareLanguages = section(sections, 'names.rareLanguages', Uint16Array);
  const shown = (entry: number): string => {
    const text = entryShown[entry] ?? 0;
    const { buffer, byteOffset } = shownBytes;
    const start = shownStarts[text] ?? 0;
    return Buffer.from(buffer, byteOffset + start, (shownStarts[text + 1] ?? start) - start).toString();
  };
  const entriesOf = (place: number): Uint32Array => placeEntries.subarray(placeStarts[place], placeStarts[place + 1]);
  const isOwn = (entry: number): boolean => ((entryMasks[entry] ?? 0) & NAME) !== 0;
  return {
    textCount: textStarts.length - 1,
    units: section(sections, 'names.units', Uint16Array),
    textStarts,
    firstEntries: section(sections, 'names.firstEntries', Uint32Array),
    entryPlaces: section(sections, 'names.entryPlaces', Uint32Array),
    entryMasks,
    entryWeights: section(sections, 'names.entryWeights', Uint8Array),
    blockWeights: section(sections, 'names.blockWeights', Uint8Array),
    reversed: section(sections, 'names.reversed', Uint32Array),
    wordTexts: section(sections, 'names.wordTexts', Uint32Array),
    wordOffsets: section(sections, 'names.wordOffsets', Uint8Array),
    importances: section(sections, 'names.importances', Float32Array),
    areaTexts: section(sections, 'names.areaTexts', Uint32Array),
    isIn: (entry, language) =>
      language < MOST_LANGUAGE_BITS
        ? ((entryMasks[entry] ?? 0) >>> (FIRST_LANGUAGE + language)) % 2 === 1
        : rareLanguages.subarray(...rangeOf(rareEntries, entry)).includes(language),
    languages: Buffer.from(section(sections, 'names.languages', Uint8Array))
      .toString()
      .split('\0'),
    shown,
    entriesOf,
    isOwn,
    ownName: (place) => {
      const own = entriesOf(place).find(isOwn);
      return own === undefined ? undefined : shown(own);
    },
  };
}

/** Where a number stands in a list that rises. */
function rangeOf(rising: Uint32Array, wanted: number): [from: number, to: number] {
  const from = lowerBoundIn(rising, wanted);
  let to = from;
  while (rising[to] === wanted) to += 1;
  return [from, to];
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
