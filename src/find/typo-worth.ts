/** How likely hands and ears make of a name what was typed: what one typo is worth, in decimal logarithms. */
import type { Names } from './names.ts';
import { lengthOf } from './typos.ts';

const WORTH = {
  /** A blank that was left out, or put in. */
  blank: -0.2,
  /** One letter for two of the kind, or two for one. */
  doubled: -0.1,
  swapped: -0.15,
  leftOut: -0.3,
  /** A key beside it. */
  near: -0.6,
  /** A letter that sounds alike. */
  heard: -0.8,
  putIn: -1.2,
  other: -1.2,
};

const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const SOUNDS = ['aeiouy', 'ckqx', 'szc', 'vwfb', 'dt', 'bp', 'gkjhx', 'mn', 'lr', 'iyj', 'ая', 'еэё', 'иы', 'оа', 'ую'];
const NEAR: ReadonlySet<string> = new Set(neighbours().flatMap(([one, other]) => [one + other, other + one]));
const HEARD: ReadonlySet<string> = new Set(
  SOUNDS.flatMap((group) => Array.from(group, (one) => Array.from(group, (other) => one + other)).flat()),
);

/** Each key with the one right of it and the two that it touches in the row below. */
function neighbours(): (readonly [string, string])[] {
  return KEYS.flatMap((row, number) =>
    Array.from(row, (key, at) =>
      [row.charAt(at + 1), KEYS[number + 1]?.charAt(at - 1), KEYS[number + 1]?.charAt(at)].map(
        (other) => [key, other || key] as const,
      ),
    ).flat(),
  );
}

/** `text` is the number of a text of which the first `length` letters, or all, are one edit away from `typed`. */
export function typoWorth(names: Names, text: number, typed: string, length = lengthOf(names, text)): number {
  const start = names.textStarts[text] ?? 0;
  const letterAt = (at: number): string => (at < length ? String.fromCharCode(names.units[start + at] ?? 0) : '');
  let at = 0;
  while (at < typed.length && typed.charAt(at) === letterAt(at)) at += 1;
  const [had, meant] = [typed.charAt(at), letterAt(at)];
  if (length === typed.length) {
    if (had === letterAt(at + 1) && meant === typed.charAt(at + 1)) return WORTH.swapped;
    return alike(had + meant) ?? WORTH.other;
  }
  // Of two letters of a kind the second one is the one too many.
  const before = typed.charAt(at - 1);
  if (length > typed.length) return meant === ' ' ? WORTH.blank : meant === before ? WORTH.doubled : WORTH.leftOut;
  if (had === ' ') return WORTH.blank;
  if (had === before) return WORTH.doubled;
  return alike(had + before) ?? alike(had + typed.charAt(at + 1)) ?? WORTH.putIn;
}

/** What two letters are worth for each other, if they are taken for each other more than any two. */
function alike(pair: string): number | undefined {
  if (NEAR.has(pair)) return WORTH.near;
  return HEARD.has(pair) ? WORTH.heard : undefined;
}
