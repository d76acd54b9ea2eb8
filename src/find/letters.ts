/** Which code points are letters and digits to a database, and what they are in lower case: its locale decides both. */
import { type Sections, section } from './sections.ts';
import { trigramOf } from './trigrams.ts';

/** A code point as the database sees it: its number, `lower()` and `show_trgm()` of it. */
export type LetterProbe = readonly [codePoint: number, lowered: string, trigrams: readonly string[]];

/** What the database says of 256 code points: `show_trgm()` of all of them with spaces between. */
export interface LetterBlock {
  /** The first of them. */
  readonly first: number;
  /** Three ASCII characters each, or `0x` and six hexadecimal digits. */
  readonly trigrams: readonly string[];
  /** Each letter by itself, where `lower()` changes any of them; else null. */
  readonly letters: readonly LetterProbe[] | null;
}

/** A code point in lower case, or -1 for what is neither letter nor digit. */
export type Letters = (codePoint: number) => number;

/** No table explains what a locale makes of letters. */
export class UnknownLettersError extends Error {
  override readonly name = 'UnknownLettersError';
}

const PAGE = 256;
const PAGES = 0x11_0000 / PAGE;
/** Stands in a page for what is no letter. */
const NONE = 0x7fff_ffff;
const SPACE = 0x20;

/**
 * The table of all letters, from what their trigrams say, since those are what a search compares; `lower()` only suggests.
 * Throws UnknownLettersError where no table explains the trigrams: then a search can't be answered for this locale but by its database.
 */
export function buildLetters(blocks: Iterable<LetterBlock>): Sections {
  const shifts = new Map<number, Int32Array>();
  for (const block of blocks) {
    const page = block.letters ? pageOfCased(block.letters) : pageOfUncased(block);
    shifts.set(block.first / PAGE, page);
  }
  // Most pages are like another one: all letters, none of them with a lower case.
  const places = new Map([[new Int32Array(PAGE).fill(NONE).join(), 0]]);
  const kept: Int32Array[] = [new Int32Array(PAGE).fill(NONE)];
  const letterPages = new Uint16Array(PAGES);
  for (const [number, page] of shifts) {
    const key = page.join();
    const place = places.get(key) ?? kept.push(page) - 1;
    places.set(key, place);
    letterPages[number] = place;
  }
  const letterShifts = new Int32Array(kept.length * PAGE);
  for (const [place, page] of kept.entries()) letterShifts.set(page, place * PAGE);
  return { letterPages, letterShifts };
}

export function openLetters(sections: Sections): Letters {
  const pages = section(sections, 'letterPages', Uint16Array);
  const shifts = section(sections, 'letterShifts', Int32Array);
  return (codePoint) => {
    const shift = shifts[(pages[codePoint >>> 8] ?? 0) * PAGE + (codePoint & 0xff)] ?? NONE;
    return shift === NONE ? -1 : codePoint + shift;
  };
}

/** Letters that have no lower case are those whose trigrams are there. */
function pageOfUncased({ first, trigrams }: LetterBlock): Int32Array {
  const page = new Int32Array(PAGE).fill(NONE);
  const there = new Set(trigrams.map(parseTrigram));
  const explained = new Set<number>();
  for (let at = 0; at < PAGE; at++) {
    const own = trigramsOfLetter(first + at);
    if (!own.every((each) => there.has(each))) continue;
    page[at] = 0;
    for (const each of own) explained.add(each);
  }
  if (explained.size !== there.size) throw unknownLetter(first);
  return page;
}

function pageOfCased(letters: readonly LetterProbe[]): Int32Array {
  const page = new Int32Array(PAGE).fill(NONE);
  for (const [codePoint, lowered, trigrams] of letters) {
    const there = new Set(trigrams.map(parseTrigram));
    const suggested = [...lowered, ...String.fromCodePoint(codePoint).toLowerCase()].map((each) => each.codePointAt(0));
    const lower = [codePoint, ...suggested].find((each) => {
      if (each === undefined) return false;
      const own = new Set(trigramsOfLetter(each));
      return own.size === there.size && [...own].every((trigram) => there.has(trigram));
    });
    if (lower === undefined) throw unknownLetter(codePoint);
    page[codePoint % PAGE] = lower - codePoint;
  }
  return page;
}

function trigramsOfLetter(letter: number): readonly [number, number] {
  return [trigramOf(SPACE, SPACE, letter), trigramOf(SPACE, letter, SPACE)];
}

function unknownLetter(codePoint: number): UnknownLettersError {
  const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  return new UnknownLettersError(
    `the database's locale makes something other than one letter of ${name} or one that follows it`,
  );
}

/** A trigram as `show_trgm` writes it, as the number that {@link trigramOf} gives. */
export function parseTrigram(written: string): number {
  if (written.length === 8) return Number(written);
  return (written.charCodeAt(0) << 16) | (written.charCodeAt(1) << 8) | written.charCodeAt(2);
}
