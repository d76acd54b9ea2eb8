import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { documentCache } from '../../src/graphql/use-document-limits.ts';

const MB = 1024 * 1024;

it('keeps parsed documents by their bytes and lets the oldest go', () => {
  const { documentCache: cache } = documentCache(2 * MB);
  const texts = Array.from({ length: 100 }, (_, index) => `{ a${index}: __typename } #${'x'.repeat(50_000)}`);
  for (const text of texts) cache.set(text, parse(text));
  const kept = texts.filter((text) => cache.get(text) !== undefined);
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.join('').length * 2).toBeLessThanOrEqual(2 * MB);
  expect(kept.at(-1)).toBe(texts.at(-1));
});

it('keeps no document that is larger than all of it, and none at all where it has no room', () => {
  const large = `{ __typename } #${'x'.repeat(MB)}`;
  for (const bytes of [0, MB]) {
    const { documentCache: cache } = documentCache(bytes);
    cache.set(large, parse(large));
    expect(cache.get(large)).toBeUndefined();
  }
});
