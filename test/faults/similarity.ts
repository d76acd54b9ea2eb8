/** Trigram similarity as the manual of pg_trgm defines it, for two texts: written a second time, since the service's own is what is checked. */

/** Trigrams that both have, of those that either has. */
export function similarity(one: string, other: string): number {
  const [left, right] = [trigrams(one), trigrams(other)];
  const both = [...left].filter((trigram) => right.has(trigram)).length;
  return both === 0 ? 0 : both / (left.size + right.size - both);
}

/** Each word of letters and digits counts with two blanks before it and one behind. */
function trigrams(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.flatMap((word) => {
      const letters = [...`  ${word} `];
      return letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`);
    }),
  );
}
