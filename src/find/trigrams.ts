/** The trigrams of a text, the same ones that PostgreSQL's pg_trgm takes. */
import type { Letters } from './letters.ts';

const SPACE = 0x20;

/**
 * Makes the function that gives a text's trigrams, each once, ascending: words are runs of letters and digits in lower
 * case with two spaces before and one behind.
 */
export function createTrigramMaker(lowerCaseOf: Letters): (text: string) => number[] {
  return (text) => {
    const made: number[] = [];
    const add = (trigram: number) => insert(made, trigram);
    let first = SPACE;
    let second = SPACE;
    for (let at = 0; at < text.length; at++) {
      const codePoint = text.codePointAt(at) ?? SPACE;
      if (codePoint > 0xffff) at++;
      const letter = lowerCaseOf(codePoint);
      if (letter !== -1) {
        add(trigramOf(first, second, letter));
        first = second;
        second = letter;
      } else if (second !== SPACE) {
        add(trigramOf(first, second, SPACE));
        first = SPACE;
        second = SPACE;
      }
    }
    if (second !== SPACE) add(trigramOf(first, second, SPACE));
    return made;
  };
}

/** Puts a number where it belongs among rising ones, of which there are a few: to sort them at the end takes longer. */
function insert(rising: number[], one: number): void {
  let at = rising.length;
  while (at > 0 && (rising[at - 1] as number) > one) at--; // In bounds.
  if (at > 0 && rising[at - 1] === one) return;
  rising.push(one);
  for (let place = rising.length - 1; place > at; place--) rising[place] = rising[place - 1] as number; // In bounds.
  rising[at] = one;
}

/**
 * Three code points as pg_trgm's number of 24 bits: ASCII as it is, all else by the low bits of a CRC-32 of its UTF-8. Two
 * trigrams may share a number; PostgreSQL does not tell them apart either.
 */
export function trigramOf(a: number, b: number, c: number): number {
  if (a < 0x80 && b < 0x80 && c < 0x80) return (a << 16) | (b << 8) | c;
  const crc = ~addUtf8(addUtf8(addUtf8(-1, a), b), c);
  return ((crc & 0xff) << 16) | (crc & 0xff00) | ((crc >>> 16) & 0xff);
}

function addUtf8(crc: number, codePoint: number): number {
  if (codePoint < 0x80) return addByte(crc, codePoint);
  const last = 0x80 | (codePoint & 0x3f);
  if (codePoint < 0x800) return addByte(addByte(crc, 0xc0 | (codePoint >> 6)), last);
  const third = 0x80 | ((codePoint >> 6) & 0x3f);
  if (codePoint < 0x1_0000) return addByte(addByte(addByte(crc, 0xe0 | (codePoint >> 12)), third), last);
  const second = 0x80 | ((codePoint >> 12) & 0x3f);
  return addByte(addByte(addByte(addByte(crc, 0xf0 | (codePoint >> 18)), second), third), last);
}

// PostgreSQL's "legacy" CRC-32: the table of the reflected polynomial, read as if it were not reflected.
function addByte(crc: number, byte: number): number {
  return (CRC_TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0) ^ (crc << 8);
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  return crc;
});
