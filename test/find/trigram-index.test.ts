/** Typo-tolerant search without a database: compared with scoring every row by the rules of pg_trgm, written down plainly. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildTrigramIndex, type NamedRow } from '../../src/find/build-trigram-index.ts';
import { buildFindIndex, type LetterEvidence, openFindIndex } from '../../src/find/find-index.ts';
import { PackedRows } from '../../src/find/packed-rows.ts';
import { buildLetters, type LetterBlock, openLetters } from '../../src/find/letters.ts';
import { openTrigramIndex, type TrigramMatch, type TrigramSearch } from '../../src/find/trigram-index.ts';
import { createTrigramMaker, trigramOf } from '../../src/find/trigrams.ts';

const SPACE = 0x20;

/** What a database says of some blocks of code points, when `lower` gives the letter that each of them is to it. */
function blocksOf(firsts: readonly number[], lower: (codePoint: number) => number | undefined): LetterBlock[] {
  return firsts.map((first) => {
    const codePoints = Array.from({ length: 256 }, (_, at) => first + at);
    const letters = codePoints.flatMap((codePoint) => {
      const letter = lower(codePoint);
      return letter === undefined ? [] : [[codePoint, String.fromCodePoint(letter), trigramsOfOne(letter)] as const];
    });
    const cased = letters.some(([codePoint, lowered]) => lowered !== String.fromCodePoint(codePoint));
    return { first, trigrams: letters.flatMap(([, , own]) => own), letters: cased ? letters : null };
  });
}

function trigramsOfOne(letter: number): string[] {
  return [trigramOf(SPACE, SPACE, letter), trigramOf(SPACE, letter, SPACE)].map(written);
}

function written(trigram: number): string {
  return `0x${trigram.toString(16).padStart(6, '0')}`;
}

function unicodeLower(codePoint: number): number | undefined {
  const letter = String.fromCodePoint(codePoint);
  if (!/^[\p{L}\p{N}]$/u.test(letter)) return undefined;
  const lowered = [...letter.toLowerCase()];
  return lowered.length === 1 ? lowered[0]?.codePointAt(0) : codePoint;
}

const BLOCKS = blocksOf([0, 0x100, 0x300, 0x400, 0x6700], unicodeLower);
const SECTIONS = buildLetters(BLOCKS);
const letters = openLetters(SECTIONS);

function similarity(a: string, b: string): number {
  const [ofA, ofB] = [trigramSet(a), trigramSet(b)];
  const common = [...ofA].filter((trigram) => ofB.has(trigram)).length;
  return common === 0 ? 0 : Math.fround(common / (ofA.size + ofB.size - common));
}

/** Runs of letters and digits, two spaces before and one behind, every three characters of them. */
function trigramSet(text: string): Set<string> {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => [...'  ', ...word.toLowerCase(), ' ']);
  return new Set(words.flatMap((word) => word.slice(2).map((_, at) => word.slice(at, at + 3).join(''))));
}

function byScoringAll(
  rows: readonly NamedRow[],
  { q, country, limit, threshold }: TrigramSearch,
): readonly TrigramMatch[] {
  return rows
    .map(({ name, native, countryCode }, place) => {
      const [byName, byNative] = [similarity(name, q), native === null ? 0 : similarity(native, q)];
      return { place, countryCode, score: Math.max(byName, byNative), byNative: byNative > byName };
    })
    .filter(({ score, countryCode }) => score >= Math.fround(threshold) && (country ?? countryCode) === countryCode)
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .slice(0, limit)
    .map(({ place, score, byNative }) => ({ place, score, byNative }));
}

// Few letters, so that texts resemble each other, scores are shared, and limits cut through equal ones.
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'é', 'Ж', 'ж', '札', '7'), minLength: 0, maxLength: 6 });
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const code = fc.constantFrom('AD', 'US', 'ZW');
const row = fc.record({ name: text, native: fc.option(text), countryCode: fc.option(code, { freq: 20 }) });

/** Of the shorter list every trigram has a bitmap, of the longer one only those that many texts have. */
test.each([
  { rows: 60, runs: 150 },
  { rows: 400, runs: 25 },
])(
  'finds the rows that scoring every row finds, in their order, with the same scores and the same of two names: $rows rows',
  ({ rows: most, runs }) => {
    let found = 0;
    fc.assert(
      fc.property(
        fc.array(row, { minLength: Math.floor(most / 2), maxLength: most }),
        fc.array(
          fc.record({
            q: text,
            country: fc.option(code, { nil: undefined }),
            limit: fc.constantFrom(1, 2, 5, 50),
            threshold: fc.constantFrom(0.01, 0.1, 0.25, 0.3, 0.5, 0.7, 1),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        (rows, searches) => {
          const index = openTrigramIndex(buildTrigramIndex(rows, SECTIONS), letters);
          for (const search of searches) {
            const matches = index.search(search);
            expect(matches).toEqual(byScoringAll(rows, search));
            found += matches.length;
          }
        },
      ),
      { numRuns: runs },
    );
    expect(found).toBeGreaterThan(2 * runs);
  },
);

test('a text of too many trigrams is refused, and one without any finds nothing', () => {
  const index = openTrigramIndex(buildTrigramIndex([{ name: 'Ab', native: '', countryCode: null }], SECTIONS), letters);
  const distinct = Array.from({ length: 300 }, (_, at) => String.fromCodePoint(0x6700 + (at % 256), 0x61 + (at % 7)));
  expect(() => index.search({ q: distinct.join(' '), limit: 1, threshold: 0.1 })).toThrow('more than 255 trigrams');
  expect(index.search({ q: '?! -', limit: 1, threshold: 0.1 })).toEqual([]);
});

test("letters and their lower case are the database's, letter by letter, and what it calls none splits words", () => {
  for (const { first } of BLOCKS) {
    for (let codePoint = first; codePoint < first + 256; codePoint++) {
      expect([codePoint, letters(codePoint)]).toEqual([codePoint, unicodeLower(codePoint) ?? -1]);
    }
  }
  expect(letters(0x1_f600)).toBe(-1);
  const turkish = openLetters(
    buildLetters(blocksOf([0, 0x100], (each) => (each === 0x49 ? 0x131 : unicodeLower(each)))),
  );
  expect([...createTrigramMaker(turkish)('I')]).toEqual([...createTrigramMaker(letters)('ı')]);
});

test('a locale whose letters no table tells has no table, and the error names the letter', () => {
  const two = blocksOf([0x100], unicodeLower).map((block) => ({
    ...block,
    // İ as a database may lower it: two characters.
    letters:
      block.letters?.map((each) => (each[0] === 0x130 ? ([0x130, 'i̇', ['  i', ' i ', '0x123456']] as const) : each)) ??
      null,
  }));
  expect(() => buildLetters(two)).toThrow(/U\+0130/);
  const [cjk] = blocksOf([0x6700], unicodeLower);
  if (!cjk) throw new Error('there is one block');
  expect(() => buildLetters([{ ...cjk, trigrams: [...cjk.trigrams, '0xabcdef'] }])).toThrow(/U\+6700/);
});

test('a locale in which a letter depends on those around it gets an index without trigrams, and the reason names the text', () => {
  const none = () => new PackedRows();
  const build = (words: LetterEvidence['words']) => {
    const pieces: Uint8Array[] = [];
    const taker = { addBytes: (bytes: Uint8Array) => pieces.push(bytes), addGeonames: () => undefined };
    const tables = { countries: none(), states: none(), cities: none() };
    const { head, noTrigrams } = buildFindIndex(tables, { blocks: BLOCKS, words }, taker);
    return { bytes: Uint8Array.from([head, ...pieces].flatMap((each) => [...each])), noTrigrams };
  };
  const maker = createTrigramMaker(letters);
  const usual = build([['ΑΣ', [...maker('ασ')].map(written)]]);
  expect([usual.noTrigrams, openFindIndex(usual.bytes).cities.trigrams]).toEqual([undefined, expect.anything()]);
  const strange = build([['ΑΣ', [...maker('ας')].map(written)]]);
  expect(strange.noTrigrams).toContain('other letters of "ΑΣ" as a whole');
  expect(openFindIndex(strange.bytes).cities.trigrams).toBeUndefined();
});
