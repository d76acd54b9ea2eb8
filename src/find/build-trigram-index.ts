/** Makes the lists behind typo-tolerant search: which names have which trigrams. */
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
 * `texts[starts[i + 1]]`, ascending.
 */
export function buildTrigramIndex(rows: readonly NamedRow[], letters: Sections): Sections {
  const trigramsOf = createTrigramMaker(openLetters(letters));
  const own: { readonly owner: number; readonly country: number; readonly made: Uint32Array }[] = [];
  for (const [place, { name, native, countryCode }] of rows.entries()) {
    const country = countryNumber(countryCode);
    for (const [side, text] of [name, native === name ? null : native].entries()) {
      const made = text === null ? NO_TRIGRAMS : trigramsOf(text);
      if (made.length > 0) own.push({ owner: 2 * place + side, country, made });
    }
  }
  own.sort((a, b) => a.made.length - b.made.length || a.country - b.country);
  const sizeStarts = new Uint32Array((own.at(-1)?.made.length ?? 0) + 2);
  for (const [at, { made }] of own.entries()) sizeStarts.fill(at + 1, made.length + 1);
  const owners = Uint32Array.from(own, ({ owner }) => owner);
  const countries = Uint32Array.from(own, ({ country }) => country);
  return { ...listTexts(own.map(({ made }) => made)), sizeStarts, owners, countries };
}

const NO_TRIGRAMS = new Uint32Array(0);

/** Which texts have each trigram. */
function listTexts(made: readonly Uint32Array[]): Sections {
  const counts = new Map<number, number>();
  for (const own of made) for (const trigram of own) counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
  const trigrams = Uint32Array.from(counts.keys()).sort();
  const starts = new Uint32Array(trigrams.length + 1);
  const next = new Map<number, number>();
  for (const [at, trigram] of trigrams.entries()) {
    next.set(trigram, starts[at] ?? 0);
    starts[at + 1] = (starts[at] ?? 0) + (counts.get(trigram) ?? 0);
  }
  const texts = new Uint32Array(starts[trigrams.length] ?? 0);
  for (const [text, own] of made.entries()) {
    for (const trigram of own) {
      const at = next.get(trigram) ?? 0;
      texts[at] = text;
      next.set(trigram, at + 1);
    }
  }
  return { trigrams, starts, texts };
}

/** Two capital letters as one number; 0 for anything else. */
export function countryNumber(code: string | null): number {
  return code !== null && /^[A-Z]{2}$/.test(code) ? (code.charCodeAt(0) << 8) | code.charCodeAt(1) : 0;
}
