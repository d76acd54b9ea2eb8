/** How likely hands and ears make of a name what was typed: what one typo is worth, in decimal logarithms. */
import type { Names } from './names.ts';

const WORTH = {
  /** A blank that was left out, or put in. */
  blank: -0.2,
  /** One letter for two of the kind, or two for one. */
  doubled: -0.3,
  swapped: -0.3,
  leftOut: -0.5,
  /** The key beside it, or a letter that sounds alike. */
  alike: -0.6,
  putIn: -1,
  other: -1.1,
};

const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const SOUNDS = ['aeiouy', 'ckqx', 'szc', 'vwfb', 'dt', 'bp', 'gkjhx', 'mn', 'lr', 'iyj', 'ая', 'еэё', 'иы', 'оа', 'ую'];
const ALIKE: ReadonlySet<string> = new Set([
  ...KEYS.flatMap((row) => Array.from(row.slice(1), (key, at) => [row.charAt(at) + key, key + row.charAt(at)]).flat()),
  ...SOUNDS.flatMap((group) => Array.from(group, (one) => Array.from(group, (other) => one + other)).flat()),
]);

/** `text` is the number of a text that is one edit away from `typed`. */
export function typoWorth(names: Names, text: number, typed: string): number {
  const start = names.textStarts[text] ?? 0;
  const length = (names.textStarts[text + 1] ?? 0) - start;
  const letterAt = (at: number): string => (at < length ? String.fromCharCode(names.units[start + at] ?? 0) : '');
  let at = 0;
  while (at < typed.length && typed.charAt(at) === letterAt(at)) at += 1;
  const [had, meant] = [typed.charAt(at), letterAt(at)];
  if (length === typed.length) {
    if (had === letterAt(at + 1) && meant === typed.charAt(at + 1)) return WORTH.swapped;
    return ALIKE.has(had + meant) ? WORTH.alike : WORTH.other;
  }
  // Of two letters of a kind the second one is the one too many.
  const before = typed.charAt(at - 1);
  if (length > typed.length) return meant === ' ' ? WORTH.blank : meant === before ? WORTH.doubled : WORTH.leftOut;
  if (had === ' ') return WORTH.blank;
  if (had === before) return WORTH.doubled;
  return ALIKE.has(had + before) || ALIKE.has(had + typed.charAt(at + 1)) ? WORTH.alike : WORTH.putIn;
}
