import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { generateKey, hashKey, isWellFormedKey, keyPrefix } from '../../src/auth/key-format.ts';

it('makes keys of one shape, each of them new', () => {
  const keys = Array.from({ length: 3_000 }, generateKey);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) {
    expect(key).toMatch(/^geo_[0-9A-Za-z]{36}$/);
    expect(isWellFormedKey(key)).toBe(true);
  }
  // Every letter and digit turns up in every place of the body.
  for (let at = 4; at < 34; at++) expect(new Set(keys.map((key) => key[at])).size).toBe(62);
});

it('tells every single wrong, missing, doubled or swapped character by the checksum', () => {
  const key = generateKey();
  for (let at = 0; at < key.length; at++) {
    for (const other of ['a', 'Z', '0', '_', 'é', '\n']) {
      if (other !== key[at]) expect(isWellFormedKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
    expect(isWellFormedKey(key.slice(0, at) + key.slice(at + 1))).toBe(false);
    expect(isWellFormedKey(key.slice(0, at) + key[at] + key.slice(at))).toBe(false);
    const swapped = key.slice(0, at) + (key[at + 1] ?? '') + key[at] + key.slice(at + 2);
    if (swapped !== key) expect(isWellFormedKey(swapped)).toBe(false);
  }
  for (const text of [
    '',
    'geo_',
    key.slice(4),
    ` ${key}`,
    `${key} `,
    `${key}\n`,
    key.toUpperCase(),
    key.repeat(2),
    'x'.repeat(100_000),
  ]) {
    expect(isWellFormedKey(text)).toBe(false);
  }
});

it('is known by its SHA-256, and shown by no more than ten characters', () => {
  const key = generateKey();
  expect(hashKey(key)).toEqual(createHash('sha256').update(key).digest());
  expect(keyPrefix(key)).toBe(key.slice(0, 10));
});
