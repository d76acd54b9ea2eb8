/** Names of several words of which people write some as a letter or two: "Frankfurt a. M.", "Halle a d Saale", "E. St. Louis". */
import type { Names } from './names.ts';
import { textsFrom } from './text-range.ts';

/** More letters are a word of their own. */
const LONGEST_SHORT = 2;
const MOST_WORDS = 6;
/** Names that begin with the same word, at most: "San" alone begins thousands. */
const MOST_TEXTS = 4_000;

const BLANK = 0x20;

/** What people shorten a first word to, folded, and what each may stand for: "E. St. Louis", "S. Paulo", "Cd. Juárez". */
const FIRST_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['n', ['north', 'northern', 'new']],
  ['s', ['south', 'southern', 'san', 'sao']],
  ['e', ['east', 'eastern']],
  ['w', ['west', 'western']],
  ['cd', ['ciudad']],
  ['sta', ['santa']],
  ['sto', ['santo']],
  ['pto', ['puerto']],
]);
const FIRST_WORD = /^(\p{L}{1,3})\.?\s+\p{L}/u;

/** Texts of as many words as this one, which is folded: the first of them is whole, short ones and the last are how words begin. */
export function textsShortenedTo(names: Names, folded: string): number[] {
  const [first = '', ...behind] = folded.split(' ', MOST_WORDS + 1);
  if (behind.length >= MOST_WORDS || !behind.some(isShort)) return [];
  const { from, to } = textsFrom(names, `${first} `);
  const found: number[] = [];
  if (to - from > MOST_TEXTS) return found;
  for (let text = from; text < to; text += 1) {
    if (isShortened(names, text, first.length + 1, behind)) found.push(text);
  }
  return found;
}

/** The text with each word that its first one may be short for in the place of that; none where it is short for none. */
export function spelledOut(text: string): string[] {
  const trimmed = text.trimStart();
  const [, word = ''] = FIRST_WORD.exec(trimmed) ?? [];
  const behind = trimmed.slice(word.length + (trimmed[word.length] === '.' ? 1 : 0));
  return (FIRST_WORDS.get(word.toLowerCase()) ?? []).map((whole) => whole + behind);
}

/** "i.Br." is two words, though "U.S." is one. */
export function stopsSpaced(text: string): string {
  return text.replace(/\.(?=\p{L})/gu, '. ');
}

function isShort(word: string): boolean {
  return word.length <= LONGEST_SHORT;
}

/** `start` is where the text's second word begins. */
function isShortened({ units, textStarts }: Names, text: number, start: number, short: readonly string[]): boolean {
  const end = textStarts[text + 1] ?? 0;
  let at = (textStarts[text] ?? 0) + start;
  for (const [number, word] of short.entries()) {
    const mayGoOn = isShort(word) || number === short.length - 1;
    if (at >= end) return false;
    for (let index = 0; index < word.length; index += 1) if (units[at + index] !== word.charCodeAt(index)) return false;
    at += word.length;
    if (at < end && units[at] !== BLANK && !mayGoOn) return false;
    while (at < end && units[at] !== BLANK) at += 1;
    at += 1;
  }
  return at > end;
}
