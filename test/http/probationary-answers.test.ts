/** Answers that were asked for once, compared with a list of them from which the oldest goes first. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Answer } from '../../src/http/answer.ts';
import { hashOf, ProbationaryAnswers } from '../../src/http/probationary-answers.ts';

const CAPACITY = 16_000;
/** The power of two that is enough for one a 256 bytes. */
const SLOTS = 128;
const SLOTS_OF_HASH = 4;
const LATER = Number.MAX_SAFE_INTEGER;

function answer(text: string, validUntil?: number): Answer {
  return new Answer(Buffer.from(text), 'full', validUntil);
}

/** An answer that was added, after how many bytes, and whether as many newer ones as a hash has slots took those of its hash. */
interface Kept {
  readonly body: string;
  readonly tag: string;
  readonly begin: number;
  isPushedOut: boolean;
}

/** Which slots a key may have. */
function slotsOf(name: string): number {
  return hashOf(name) & (SLOTS - 1) & -SLOTS_OF_HASH;
}

const key = fc.oneof(
  fc.constantFrom('a', 'b', '東京', '\ud800', '\ufffd'),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('k', 'é'), minLength: 200, maxLength: 400 }),
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ key, add: fc.constant(true), length: fc.integer({ min: 200, max: 2_000 }) }) },
  { weight: 1, arbitrary: fc.record({ key, add: fc.constant(false), length: fc.constant(0) }) },
);

test('gives each answer back once, whole, under its own key, for as long as at most the oldest are forgotten', () => {
  let given = 0;
  let forgotten = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 300 }), (steps) => {
      const answers = new ProbationaryAnswers(CAPACITY);
      // All that was added and not taken, the oldest first, with how much was added up to its end.
      const kept = new Map<string, Kept>();
      let added = 0;
      const take = (name: string) => {
        const known = kept.get(name);
        const taken = answers.take(name);
        kept.delete(name);
        if (taken) {
          expect([taken.answer.identity.toString(), taken.answer.tag]).toEqual([known?.body, known?.tag]);
          expect(answers.take(name)).toBeUndefined();
          given += 1;
        } else if (known) {
          forgotten += 1;
          // Heads and ends of the ring cost something: a third of it at most.
          expect(known.isPushedOut || added - known.begin > CAPACITY / 3).toBe(true);
        }
      };
      for (const [at, { key: name, add, length }] of steps.entries()) {
        if (add) {
          const made = answer(`${at} `.repeat(length / `${at} `.length), at % 3 === 0 ? at : undefined);
          const bytes = made.identity.length + name.length * 2;
          const isKept = answers.add(name, made, LATER);
          expect(isKept || bytes > CAPACITY / 16).toBe(true);
          kept.delete(name);
          if (isKept) {
            const rivals = [...kept].filter(
              ([other, { isPushedOut }]) => !isPushedOut && slotsOf(other) === slotsOf(name),
            );
            if (rivals.length === SLOTS_OF_HASH) (rivals[0] as (typeof rivals)[0])[1].isPushedOut = true;
            kept.set(name, { body: made.identity.toString(), tag: made.tag, begin: added, isPushedOut: false });
          }
          if (isKept) added += bytes;
          else answers.take(name);
        } else take(name);
        expect(answers.bytes).toBeLessThanOrEqual(CAPACITY);
        expect(answers.size).toBeGreaterThanOrEqual(0);
      }
      for (const name of [...kept.keys()]) take(name); // Few keys that are drawn come a second time.
    }),
    { numRuns: 200 },
  );
  expect(given).toBeGreaterThan(100);
  expect(forgotten).toBeGreaterThan(10);
});

test('another key of the same hash is told from it', () => {
  const byHash = new Map<number, string>();
  let pair: readonly [string, string] | undefined;
  for (let at = 0; !pair; at++) {
    const name = `key ${at.toString(36)}`;
    const other = byHash.get(hashOf(name));
    if (other !== undefined) pair = [other, name];
    byHash.set(hashOf(name), name);
  }
  const answers = new ProbationaryAnswers(CAPACITY);
  answers.add(pair[0], answer('of the first'), LATER);
  expect(answers.take(pair[1])).toBeUndefined();
  expect(answers.take(pair[0])?.answer.identity.toString()).toBe('of the first');
});

test('a key that is added over and over pushes no other out', () => {
  const names: string[] = [];
  for (let at = 0; names.length < 2; at++) if (slotsOf(`key ${at}`) === 0) names.push(`key ${at}`);
  const [kept = '', again = ''] = names;
  const answers = new ProbationaryAnswers(CAPACITY);
  answers.add(kept, answer('kept'), LATER);
  for (let at = 0; at <= SLOTS_OF_HASH; at++) answers.add(again, answer(`again ${at}`), LATER);
  expect(answers.take(again)?.answer.identity.toString()).toBe(`again ${SLOTS_OF_HASH}`);
  expect(answers.take(kept)?.answer.identity.toString()).toBe('kept');
});

test('an answer that was given back stays as it is when all its memory is written over', () => {
  const answers = new ProbationaryAnswers(CAPACITY);
  answers.add('key', answer('x'.repeat(1_000), 4_000), LATER);
  const taken = answers.take('key');
  for (let at = 0; at < 100; at++) answers.add(`other ${at}`, answer('y'.repeat(1_000)), LATER);
  expect(taken?.answer.identity.toString()).toBe('x'.repeat(1_000));
  expect([taken?.answer.validUntil, taken?.keptUntil]).toEqual([4_000, LATER]);
});

test('is kept until its time and no longer', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  try {
    const answers = new ProbationaryAnswers(CAPACITY);
    for (const name of ['one', 'two']) answers.add(name, answer(name), 2_000);
    now.mockReturnValue(1_999);
    expect(answers.take('one')?.keptUntil).toBe(2_000);
    now.mockReturnValue(2_000);
    expect(answers.take('two')).toBeUndefined();
    expect(answers.size).toBe(0);
  } finally {
    now.mockRestore();
  }
});
