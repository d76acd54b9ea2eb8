import { describe, expect, it } from 'vitest';
import { buildNames } from '../../src/find/build-names.ts';
import { openNames } from '../../src/find/names.ts';
import { buildPlaces } from '../../src/find/build-places.ts';
import { beginningsWithTypo, textsWithTypos } from '../../src/find/typos.ts';
import { city, country, state } from './find-rows.ts';

/** A sequence that is the same in every run. */
let seed = 1;
function below(most: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
  return (seed >>> 8) % most;
}

const word = (): string => Array.from({ length: 3 + below(8) }, () => 'abc'[below(3)]).join('');
const texts = [...new Set(Array.from({ length: 300 }, word))];
const home = state('Home', 1, 'AA');
const rows = {
  countries: [country('AA', 1)],
  states: [home],
  cities: [...texts, 'москва', 'munchen'].map((name, index) => city(name, index + 1, home)),
};
const names = openNames(buildNames(rows, buildPlaces(rows)));
const textOf = (text: number): string =>
  String.fromCharCode(...names.units.subarray(names.textStarts[text], names.textStarts[text + 1]));
const found = (q: string): Map<string, number> =>
  new Map([...textsWithTypos(names, q)].map(([text, edits]) => [textOf(text), edits]));

/** Optimal string alignment: edits with swapped neighbours, by the table of the textbook. */
function editsBetween(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, i) =>
    Array.from({ length: other.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number): number => table[i]?.[j] ?? 99;
  for (let i = 1; i <= one.length; i += 1) {
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, at(i - 2, j - 2) + 1);
      }
      (table[i] ?? [])[j] = least;
    }
  }
  return at(one.length, other.length);
}

describe('names with typos', () => {
  it('are all names at one edit, wherever it is, and none farther away', () => {
    for (const name of texts.filter(({ length }) => length >= 4 && length < 7)) {
      const expected = texts.filter((text) => editsBetween(name, text) === 1).sort();
      expect([...found(name).keys()].filter((text) => texts.includes(text)).sort(), name).toEqual(expected);
    }
  });

  it('are from seven letters on those at two edits too', () => {
    for (const name of texts.filter(({ length }) => length >= 7)) {
      const expected = texts.filter((text) => [1, 2].includes(editsBetween(name, text))).sort();
      const typos = found(name);
      expect([...typos.keys()].sort(), name).toEqual(expected);
      for (const [text, edits] of typos) expect(edits, `${name} ${text}`).toBe(editsBetween(name, text));
    }
  });

  it('stay in their script', () => {
    expect([...found('мсква').keys()]).toEqual(['москва']);
    expect([...found('mунchen').keys()]).not.toContain('munchen');
  });

  it('are not looked for in what is short', () => {
    expect(found('abc').size).toBe(0);
  });
});

describe('beginnings with a typo', () => {
  const begun = (q: string): string[] => {
    const ranges = beginningsWithTypo(names, q);
    const all = ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => textOf(from + at)));
    return [...new Set(all)].sort();
  };
  /** Whether any beginning of a text is one edit away, its first letter right, or its first two swapped. */
  const isBegunBy = (q: string, text: string): boolean =>
    text.startsWith((q[1] ?? '') + (q[0] ?? '') + q.slice(2)) ||
    (text[0] === q[0] &&
      Array.from(text, (_, at) => text.slice(1, at + 1)).some((rest) => editsBetween(q.slice(1), rest) === 1));

  it('are those of all names at one edit behind the first letter', () => {
    for (const q of Array.from({ length: 200 }, word).filter(({ length }) => length >= 5)) {
      if (texts.some((text) => text.startsWith(q))) continue;
      expect(begun(q), q).toEqual(texts.filter((text) => isBegunBy(q, text)).sort());
    }
  });

  it('are not looked for in what is short', () => {
    expect(beginningsWithTypo(names, 'munh')).toEqual([]);
    expect(begun('muhch')).toEqual(['munchen']);
  });
});
