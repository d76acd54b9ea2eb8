/** What the dictionary of names is laid out by, against the same made of texts and their own order. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextSet } from '../../src/find/text-set.ts';
import { reversed, textsInOrder, words as wordsOf } from '../../src/find/texts-in-order.ts';
import { ANY_SIGN } from '../any-sign.ts';

/** Many that begin, end or go on alike, of all kinds of code units. */
const text = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', 'é', '\ud83d', '\udf09', '\uffff', '京'),
  maxLength: 12,
});
const texts = fc.array(fc.oneof(text, fc.string({ unit: ANY_SIGN, maxLength: 300 })), { maxLength: 400 });

function setOf(all: readonly string[]): TextSet {
  const set = new TextSet();
  for (const each of all) set.add(each);
  return set;
}

it('a set of texts numbers each once, as it comes, and gives it back', () => {
  fc.assert(
    fc.property(texts, (all) => {
      const set = new TextSet();
      const numbers = new Map<string, number>();
      for (const each of all) {
        if (!numbers.has(each)) numbers.set(each, numbers.size);
        expect(set.add(each)).toBe(numbers.get(each));
      }
      expect(set.size).toBe(numbers.size);
      for (const [each, number] of numbers) expect(set.text(number)).toBe(each);
    }),
  );
});

it('a set keeps more texts than it had room for', () => {
  const all = Array.from({ length: 100_000 }, (_, at) => `${at % 7} ${at.toString(36)}`);
  const set = setOf([...all, ...all]);
  expect(set.size).toBe(all.length);
  expect(all.every((each, at) => set.text(at) === each)).toBe(true);
});

it('texts stand in their order, in that of their ends, and in that of what follows each blank', () => {
  fc.assert(
    fc.property(texts, (all) => {
      const sorted = [...new Set(all)].sort();
      const { ranks, units, starts } = textsInOrder(setOf(all));
      expect([...ranks]).toEqual([...new Set(all)].map((each) => sorted.indexOf(each)));
      const start = (at: number) => starts[at] ?? 0;
      const unitsOf = (each: string) => Array.from({ length: each.length }, (_, at) => each.charCodeAt(at));
      expect([...units]).toEqual(unitsOf(sorted.join('')));
      expect(sorted.map((_, at) => start(at + 1) - start(at))).toEqual(sorted.map(({ length }) => length));
      const backwards = sorted.map((each) => each.split('').reverse().join(''));
      expect([...reversed(units, starts)]).toEqual([...backwards].sort().map((each) => backwards.indexOf(each)));
      const words = sorted.flatMap((each, number) =>
        [...each.slice(0, 255).matchAll(/ /g)].map(({ index }) => ({ number, index, rest: each.slice(index + 1) })),
      );
      words.sort((one, other) => (one.rest < other.rest ? -1 : one.rest > other.rest ? 1 : one.number - other.number));
      const found = wordsOf(units, starts);
      expect([...found.texts]).toEqual(words.map(({ number }) => number));
      expect([...found.offsets]).toEqual(words.map(({ index }) => index + 1));
    }),
  );
});
