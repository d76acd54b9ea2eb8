/** Typo-tolerant search over one table's names and native names: what PostgreSQL's `similarity()` finds, from memory. */
import { BestMatches } from './best-matches.ts';
import { bytesOfBitmap, countryNumber } from './build-trigram-index.ts';
import type { Letters } from './letters.ts';
import { lowerBoundIn } from './lower-bound.ts';
import { type Sections, section } from './sections.ts';
import { NO_BITMAP, type Range, TrigramList } from './trigram-list.ts';
import { createTrigramMaker } from './trigrams.ts';

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

/** Opens an index; the scratch space of searches is its own, so an opened index belongs to one thread. */
export function openTrigramIndex(sections: Sections, letters: Letters): TrigramIndex {
  const trigrams = section(sections, 'trigrams', Uint32Array);
  const starts = section(sections, 'starts', Uint32Array);
  const texts = section(sections, 'texts', Uint32Array);
  const sizeStarts = section(sections, 'sizeStarts', Uint32Array);
  const frequent = section(sections, 'frequent', Uint32Array);
  const bitmaps = section(sections, 'bitmaps', Uint8Array);
  const owners = section(sections, 'owners', Uint32Array);
  const countries = section(sections, 'countries', Uint32Array);
  const trigramsOf = createTrigramMaker(letters);
  /** How many of the query's trigrams each text of the sizes at hand has, from the first one on; all zero in between. What is in use stays in the cache. */
  const counts = new Uint8Array(owners.length);
  /** With room behind the last one. */
  const touched = new Uint32Array(owners.length + 1);

  /** The lists of the query's trigrams, shortest first. */
  function listsOf(wanted: readonly number[]): TrigramList[] {
    const lists: TrigramList[] = [];
    for (const trigram of wanted) {
      const found = lowerBoundIn(trigrams, trigram);
      if (trigrams[found] !== trigram) continue;
      const list = new TrigramList(texts, starts[found] ?? 0, starts[found + 1] ?? 0, bitmapOf(found));
      // Put where it belongs: to sort so few at the end takes longer.
      let at = lists.push(list) - 1;
      for (; at > 0 && (lists[at - 1] as TrigramList).length > list.length; at--)
        lists[at] = lists[at - 1] as TrigramList;
      lists[at] = list;
    }
    return lists;
  }

  function bitmapOf(trigram: number): number {
    const at = lowerBoundIn(frequent, trigram);
    return frequent[at] === trigram ? at * bytesOfBitmap(owners.length) : NO_BITMAP;
  }

  /** The texts of sizes, or those of one size in one country. */
  function textsOf({ from: least, to: most }: Range, country: number | undefined): Range {
    const from = sizeStarts[least] ?? 0;
    const to = sizeStarts[most] ?? from;
    if (country === undefined) return { from, to };
    const start = lowerBoundIn(countries, country, from, to);
    return { from: start, to: lowerBoundIn(countries, country + 1, start, to) };
  }

  // Which of the texts are new, or stay, is no question of the loops below but a number that is added: a processor guesses how each
  // question ends, and a wrong guess takes as long as several texts. What is written behind the last one is written over.

  /** Counts a part of a list for every text and returns how many texts are touched by now. */
  function countAll(part: Range, first: number, before: number): number {
    let known = before;
    for (let at = part.from; at < part.to; at++) {
      const text = ((texts[at] as number) - first) | 0; // In bounds, as everywhere below: a check would be the costliest part of the search.
      const count = counts[text] as number;
      touched[known] = text;
      known += isAtLeast(0, count);
      counts[text] = count + 1;
    }
    return known;
  }

  /** Counts a part of a list for the first `candidates` of the touched texts only. */
  function countCandidates(part: Range, first: number, candidates: number): void {
    if (candidates * SEEK_COST > part.to - part.from) {
      for (let at = part.from; at < part.to; at++) {
        const text = ((texts[at] as number) - first) | 0; // In bounds.
        const count = counts[text] as number;
        counts[text] = count + isAtLeast(count, 1);
      }
      return;
    }
    for (let at = 0; at < candidates; at++) {
      const text = touched[at] as number; // In bounds.
      const place = lowerBoundIn(texts, first + text, part.from, part.to);
      if (place < part.to && texts[place] === first + text) counts[text] = (counts[text] as number) + 1;
    }
  }

  /** Keeps those of the touched texts that have at least so many of the trigrams, and forgets the others. */
  function keep(known: number, atLeast: number): number {
    let kept = 0;
    for (let at = 0; at < known; at++) {
      const text = touched[at] as number; // In bounds.
      const count = counts[text] as number;
      const isKept = isAtLeast(count, atLeast);
      touched[kept] = text;
      kept += isKept;
      counts[text] = count & -isKept;
    }
    return kept;
  }

  /** The same two for a trigram that has a bitmap: there a text is not looked for. */
  function countAndKeep(bitmap: number, first: number, known: number, atLeast: number): number {
    let kept = 0;
    for (let at = 0; at < known; at++) {
      const text = touched[at] as number; // In bounds, as is the bit.
      const bit = (first + text) | 0;
      const count = (counts[text] as number) + (((bitmaps[bitmap + (bit >>> 3)] as number) >>> (bit & 7)) & 1);
      const isKept = isAtLeast(count, atLeast);
      touched[kept] = text;
      kept += isKept;
      counts[text] = count & -isKept;
    }
    return kept;
  }

  /** Offers the texts of these sizes with at least `common` of the lists to `best`. */
  function findOfSizes(
    sizes: Range,
    common: number,
    lists: readonly TrigramList[],
    { wanted, country, best }: Task,
  ): void {
    const asked = textsOf(sizes, country);
    // Who is in `common` of the lists is in one of those that are left without the longest `common − 1`.
    const first = lists.length - (common - 1);
    let known = 0;
    for (let at = 0; at < lists.length; at++) {
      if (at >= first && known === 0) return;
      const list = lists[at] as TrigramList; // In bounds.
      if (at >= first && list.bitmap !== NO_BITMAP) {
        known = countAndKeep(list.bitmap, asked.from, known, at - first + 2);
        continue;
      }
      list.lookUp(asked);
      if (at < first) known = countAll(list, asked.from, known);
      else {
        countCandidates(list, asked.from, known);
        known = keep(known, at - first + 2);
      }
    }
    for (let at = 0; at < known; at++) {
      const text = touched[at] as number; // In bounds.
      let size = sizes.from;
      while (asked.from + text >= (sizeStarts[size + 1] as number)) size++; // A few: in bounds.
      const score = similarity(counts[text] as number, wanted, size);
      counts[text] = 0;
      const owner = owners[asked.from + text] as number; // In bounds.
      if (score >= best.least) best.add({ place: owner >>> 1, score, byNative: (owner & 1) === 1 });
    }
  }

  return {
    search({ q, country, limit, threshold }) {
      const wanted = trigramsOf(q);
      if (wanted.length > MOST_COUNTED) throw new RangeError(`The text has more than ${MOST_COUNTED} trigrams.`);
      const lists = listsOf(wanted);
      const task: Task = {
        wanted: wanted.length,
        country: country === undefined ? undefined : countryNumber(country),
        best: new BestMatches(limit, Math.fround(threshold)),
      };
      // The highest score that a text of a size can have is that of all lists or of all its trigrams, so the best sizes come first
      // when they are taken outward from the number of lists: most of them need no look once some rows are found.
      const most = (size: number) => similarity(Math.min(lists.length, size), wanted.length, size);
      const end = sizeStarts.length - 1;
      let below = Math.min(lists.length, end - 1);
      let above = below + 1;
      while (below > 0 || above < end) {
        const step = above >= end || (below > 0 && most(below) >= most(above)) ? -1 : 1;
        const { least } = task.best;
        const first = step < 0 ? below : above;
        if (most(first) < least) break;
        const common = fewestCommon(least, wanted.length, first);
        // Sizes side by side that take as many common trigrams are looked at as one: in each list their texts stand side by side,
        // unless those of one country are asked for.
        const isAlike = (size: number) =>
          country === undefined && most(size) >= least && fewestCommon(least, wanted.length, size) === common;
        let next = first + step;
        while (next > 0 && next < end && isAlike(next)) next += step;
        if (step < 0) below = next;
        else above = next;
        const sizes = step < 0 ? { from: next + 1, to: first + 1 } : { from: first, to: next };
        if (sizeStarts[sizes.from] !== sizeStarts[sizes.to]) findOfSizes(sizes, common, lists, task);
      }
      return task.best.sorted();
    },
  };
}

/** What is searched for in texts of each size. */
interface Task {
  /** How many trigrams the query has. */
  readonly wanted: number;
  /** The only country that is asked for. */
  readonly country: number | undefined;
  readonly best: BestMatches;
}

/** The fewest common trigrams that make a score of `least`. */
function fewestCommon(least: number, sizeA: number, sizeB: number): number {
  // In single precision a score may be rounded up to `least`: the formula's number less one is tried as well.
  let common = Math.max(1, Math.floor((least * (sizeA + sizeB)) / (1 + least)) - 1);
  while (similarity(common, sizeA, sizeB) < least) common++;
  return common;
}

const MOST_COUNTED = 0xff;

/** What it costs to look a text up in a list, in steps of walking the list. */
const SEEK_COST = 60;

/** 1 or 0, for whole numbers below 2³¹: the sign of what they lack. */
function isAtLeast(count: number, least: number): 0 | 1 {
  return ((least - 1 - count) >>> 31) as 0 | 1;
}

/** `similarity()`: the share of common trigrams in all trigrams, in single precision. */
function similarity(common: number, sizeA: number, sizeB: number): number {
  return Math.fround(common / (sizeA + sizeB - common));
}
