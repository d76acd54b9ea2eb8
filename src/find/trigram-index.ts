/** Typo-tolerant search over one table's names and native names: what PostgreSQL's `similarity()` finds, from memory. */
import { type Letters, openLetters } from './letters.ts';
import { BestMatches } from './best-matches.ts';
import { type Sections, section } from './sections.ts';
import { createTrigramMaker } from './trigrams.ts';

/** A row to be found. Rows come in their order of importance: by population, null last, then id. */
export interface NamedRow {
  readonly name: string;
  readonly native: string | null;
  /** Null for countries, which are not searched by country. */
  readonly countryCode: string | null;
}

export interface TrigramSearch {
  readonly q: string;
  /** ISO 3166-1 alpha-2 in upper case: only rows of this country. */
  readonly country?: string | undefined;
  readonly limit: number;
  /** The lowest score of a match, above 0 and at most 1; compared in single precision, as scores are computed. */
  readonly threshold: number;
}

export interface TrigramMatch {
  /** The row's place in the order of importance. */
  readonly place: number;
  /** The better of the two names' similarity, in single precision. */
  readonly score: number;
  /** True when the native name scored higher than the name. */
  readonly byNative: boolean;
}

export interface TrigramIndex {
  /** The best matches by score, then place. Throws RangeError for a text of more than 255 trigrams; one of 100 characters has fewer. */
  search(search: TrigramSearch): TrigramMatch[];
}

/*
 * Each row has two texts: `2 × place` is its name, `2 × place + 1` its native name where that is another one.
 * `trigrams` are all that occur, ascending; those texts that have number i are `texts[starts[i]] … texts[starts[i + 1]]`,
 * ascending. `sizes` tells of each text how many trigrams it has, `countries` of each row its country's two letters.
 */
export function buildTrigramIndex(rows: readonly NamedRow[], letters: Sections): Sections {
  const trigramsOf = createTrigramMaker(openLetters(letters));
  const sizes = new Uint16Array(rows.length * 2);
  const countries = new Uint16Array(rows.length);
  const counts = new Map<number, number>();
  const own: Uint32Array[] = [];
  for (const [place, { name, native, countryCode }] of rows.entries()) {
    countries[place] = countryNumber(countryCode);
    for (const text of [name, native === name ? null : native]) {
      const made = text === null ? NO_TRIGRAMS : trigramsOf(text);
      if (made.length > MOST_TRIGRAMS) throw new RangeError(`A name has more than ${MOST_TRIGRAMS} trigrams.`);
      sizes[own.push(made) - 1] = made.length;
      for (const trigram of made) counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
    }
  }
  const trigrams = Uint32Array.from(counts.keys()).sort();
  const starts = new Uint32Array(trigrams.length + 1);
  const next = new Map<number, number>();
  for (const [at, trigram] of trigrams.entries()) {
    next.set(trigram, starts[at] ?? 0);
    starts[at + 1] = (starts[at] ?? 0) + (counts.get(trigram) ?? 0);
  }
  const texts = new Uint32Array(starts[trigrams.length] ?? 0);
  for (const [text, made] of own.entries()) {
    for (const trigram of made) {
      const at = next.get(trigram) ?? 0;
      texts[at] = text;
      next.set(trigram, at + 1);
    }
  }
  return { trigrams, starts, texts, sizes, countries };
}

const NO_TRIGRAMS = new Uint32Array(0);
const MOST_TRIGRAMS = 0xffff;

/** Opens an index; the scratch space of searches is its own, so an opened index belongs to one thread. */
export function openTrigramIndex(sections: Sections, letters: Letters): TrigramIndex {
  const trigrams = section(sections, 'trigrams', Uint32Array);
  const starts = section(sections, 'starts', Uint32Array);
  const texts = section(sections, 'texts', Uint32Array);
  const sizes = section(sections, 'sizes', Uint16Array);
  const countries = section(sections, 'countries', Uint16Array);
  const trigramsOf = createTrigramMaker(letters);
  /** How many of the query's trigrams each text has; all zero between searches. One byte each stays in the processor's cache. */
  const counts = new Uint8Array(sizes.length);
  const touched = new Uint32Array(sizes.length);

  function listsOf(wanted: Uint32Array): List[] {
    const lists: List[] = [];
    for (const trigram of wanted) {
      const at = lowerBound(trigrams, trigram, 0, trigrams.length);
      if (trigrams[at] === trigram) lists.push({ start: starts[at] ?? 0, end: starts[at + 1] ?? 0 });
    }
    return lists.sort((a, b) => a.end - a.start - (b.end - b.start));
  }

  /** Counts a list for every text and returns how many texts are touched by now. */
  function countAll({ start, end }: List, before: number): number {
    let known = before;
    for (let at = start; at < end; at++) {
      const text = texts[at] as number; // In bounds, as everywhere below: a check would be the costliest part of the search.
      const count = counts[text] as number;
      if (count === 0) touched[known++] = text;
      counts[text] = count + 1;
    }
    return known;
  }

  /** Counts a list for the first `candidates` of the touched texts only. */
  function countCandidates({ start, end }: List, candidates: number): void {
    if (candidates * SEEK_COST > end - start) {
      for (let at = start; at < end; at++) {
        const text = texts[at] as number; // In bounds.
        const count = counts[text] as number;
        if (count > 0) counts[text] = count + 1;
      }
      return;
    }
    for (let at = 0; at < candidates; at++) {
      const text = touched[at] as number; // In bounds.
      if (texts[lowerBound(texts, text, start, end)] === text) counts[text] = (counts[text] as number) + 1;
    }
  }

  /** The best matches of at least the score `least`. */
  function find(wanted: Uint32Array, least: number, { country, limit }: TrigramSearch): TrigramMatch[] {
    const size = wanted.length;
    const lists = listsOf(wanted);
    const onlyCountry = country === undefined ? undefined : countryNumber(country);
    // A match has at least so many of the trigrams, so it is in one of the lists that are left without that many less one.
    let fewest = 1;
    while (similarity(fewest, size, fewest) < least) fewest++;
    const scanned = Math.max(0, lists.length - fewest + 1);
    let known = 0;
    for (const list of lists.slice(0, scanned)) known = countAll(list, known);

    // The others are looked up for those that can still be a match. What can't is forgotten at once.
    const rest = lists.slice(scanned);
    let candidates = 0;
    for (let at = 0; at < known; at++) {
      const text = touched[at] as number; // In bounds.
      const most = Math.min((counts[text] as number) + rest.length, sizes[text] as number);
      const there = onlyCountry === undefined || countries[text >>> 1] === onlyCountry;
      if (there && similarity(most, size, sizes[text] as number) >= least) touched[candidates++] = text;
      else counts[text] = 0;
    }
    for (const list of rest) countCandidates(list, candidates);

    const best = new BestMatches(limit);
    for (let at = 0; at < candidates; at++) {
      const text = touched[at] as number; // In bounds.
      const score = similarity(counts[text] as number, size, sizes[text] as number);
      if (score < least || !best.wants(score, text >>> 1)) continue;
      const other = similarity(counts[text ^ 1] as number, size, sizes[text ^ 1] as number);
      const byNative = (text & 1) === 1;
      // The better of a row's two texts stands for it, the name where they are equal.
      if (byNative ? score > other : score >= other) best.add({ place: text >>> 1, score, byNative });
    }
    for (let at = 0; at < candidates; at++) counts[touched[at] as number] = 0; // In bounds.
    return best.sorted();
  }

  return {
    search(search) {
      const wanted = trigramsOf(search.q);
      if (wanted.length === 0) return [];
      if (wanted.length > MOST_COUNTED) throw new RangeError(`The text has more than ${MOST_COUNTED} trigrams.`);
      const least = Math.fround(search.threshold);
      // The lower the score, the more rows have to be looked at; mostly there are enough above a usual one.
      const above = least < STAGE ? find(wanted, STAGE, search) : [];
      return above.length < search.limit ? find(wanted, least, search) : above;
    },
  };
}

const STAGE = Math.fround(0.3);
const MOST_COUNTED = 0xff;

/** A part of `texts`. */
interface List {
  readonly start: number;
  readonly end: number;
}

/** What it costs to look a text up in a list, in steps of walking the list. */
const SEEK_COST = 20;

/** `similarity()`: the share of common trigrams in all trigrams, in single precision. */
function similarity(common: number, sizeA: number, sizeB: number): number {
  return Math.fround(common / (sizeA + sizeB - common));
}

/** Where the first number of at least `wanted` stands in an ascending part of an array. */
function lowerBound(numbers: Uint32Array, wanted: number, start: number, end: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) < wanted)
      low = middle + 1; // In bounds.
    else high = middle;
  }
  return low;
}

/** Two capital letters as one number; 0, which no search asks for, for anything else. */
function countryNumber(code: string | null): number {
  return code !== null && /^[A-Z]{2}$/.test(code) ? (code.charCodeAt(0) << 8) | code.charCodeAt(1) : 0;
}
