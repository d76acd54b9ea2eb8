/** Makes the lists behind typo-tolerant search: which names have which trigrams. */
import { Column } from './column.ts';
import { openLetters } from './letters.ts';
import type { Sections } from './sections.ts';
import { createTrigramMaker } from './trigrams.ts';

/** A row to be found. Rows come in their order of importance: by population, null last, then id. */
export interface NamedRow {
  readonly name: string;
  readonly native: string | null;
  /** Null for countries, which are not searched by country. */
  readonly countryCode: string | null;
}

/*
 * A row has two texts: its name, and its native name where that is another one. Texts are numbered by how many trigrams they
 * have, then by country: those of n trigrams are `sizeStarts[n]` up to `sizeStarts[n + 1]`. `countries` tells of each text its
 * country's two letters, and `owners` its row's place times two, plus one for a native name.
 * `trigrams` are all that occur, ascending; those texts that have number i are `texts[starts[i]]` up to
 * `texts[starts[i + 1]]`, ascending. Trigrams that many texts have are `frequent`, numbers of theirs, ascending; `bitmaps` tells for each of
 * them which texts have it, a bit a text from the lowest on, in as many whole bytes as that takes.
 */
export function buildTrigramIndex(rows: readonly NamedRow[], letters: Sections): Sections {
  const trigramsOf = createTrigramMaker(openLetters(letters));
  // Of each text: the place of its row times two, plus one for a native name; its country; where its trigrams end.
  const [owners, countries, ends, made] = [new Column(), new Column(), new Column(), new Column()];
  for (const [place, { name, native, countryCode }] of rows.entries()) {
    const country = countryNumber(countryCode);
    for (const [side, text] of [name, native === name ? null : native].entries()) {
      const own = text === null ? NO_TRIGRAMS : trigramsOf(text);
      if (own.length === 0) continue;
      owners.push(2 * place + side);
      countries.push(country);
      for (const trigram of own) made.push(trigram);
      ends.push(made.length);
    }
  }
  const startOf = (text: number) => (text === 0 ? 0 : ends.at(text - 1));
  const sizeOf = (text: number) => ends.at(text) - startOf(text);
  const order = [...Array(ends.length).keys()].sort(
    (a, b) => sizeOf(a) - sizeOf(b) || countries.at(a) - countries.at(b),
  );
  const sizeStarts = new Uint32Array(sizeOf(order.at(-1) ?? 0) + 2);
  for (const [at, text] of order.entries()) sizeStarts.fill(at + 1, sizeOf(text) + 1);
  const inOrder = (column: Column) => Uint32Array.from(order, (text) => column.at(text));
  const all = made.numbers();
  const lists = listTexts(order.length, (at) => all.subarray(startOf(order[at] ?? 0), ends.at(order[at] ?? 0)));
  return { ...lists, sizeStarts, owners: inOrder(owners), countries: inOrder(countries) };
}

const NO_TRIGRAMS: readonly number[] = [];

/** Which of so many texts have each trigram. */
function listTexts(count: number, trigramsOf: (text: number) => Uint32Array): Sections {
  const counts = new Map<number, number>();
  for (let text = 0; text < count; text += 1) {
    for (const trigram of trigramsOf(text)) counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
  }
  const trigrams = Uint32Array.from(counts.keys()).sort();
  const starts = new Uint32Array(trigrams.length + 1);
  const next = new Map<number, number>();
  for (const [at, trigram] of trigrams.entries()) {
    next.set(trigram, starts[at] ?? 0);
    starts[at + 1] = (starts[at] ?? 0) + (counts.get(trigram) ?? 0);
  }
  const texts = new Uint32Array(starts[trigrams.length] ?? 0);
  for (let text = 0; text < count; text += 1) {
    for (const trigram of trigramsOf(text)) {
      const at = next.get(trigram) ?? 0;
      texts[at] = text;
      next.set(trigram, at + 1);
    }
  }
  const frequent = Uint32Array.from(trigrams.keys()).filter((at) =>
    isFrequent((starts[at + 1] ?? 0) - (starts[at] ?? 0), count),
  );
  return { trigrams, starts, texts, frequent, bitmaps: bitmapsOf(frequent, starts, texts, bytesOfBitmap(count)) };
}

/** True for a list of which a bitmap takes three times the room at most. */
function isFrequent(length: number, texts: number): boolean {
  return length * 96 >= texts;
}

/** How many bytes the bitmap of one trigram takes. */
export function bytesOfBitmap(texts: number): number {
  return Math.ceil(texts / 8);
}

function bitmapsOf(frequent: Uint32Array, starts: Uint32Array, texts: Uint32Array, bytes: number): Uint8Array {
  const bitmaps = new Uint8Array(frequent.length * bytes);
  for (const [at, trigram] of frequent.entries()) {
    const first = at * bytes;
    for (const text of texts.subarray(starts[trigram], starts[trigram + 1])) {
      const place = first + (text >>> 3);
      bitmaps[place] = (bitmaps[place] ?? 0) | (1 << (text & 7));
    }
  }
  return bitmaps;
}

/** Two capital letters as one number; 0 for anything else. */
export function countryNumber(code: string | null): number {
  return code !== null && /^[A-Z]{2}$/.test(code) ? (code.charCodeAt(0) << 8) | code.charCodeAt(1) : 0;
}
