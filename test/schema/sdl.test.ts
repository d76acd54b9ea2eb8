import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/schema.ts';
import { sdlOf, undeclaredBreakingChanges } from '../../src/schema/sdl.ts';

const GENERATED = join(import.meta.dirname, '..', '..', 'generated');

it('has the schema checked in as the code makes it', () => {
  expect(readFileSync(join(GENERATED, 'schema.graphql'), 'utf8')).toBe(sdlOf(schema));
});

describe('undeclaredBreakingChanges', () => {
  const released = 'type Query { a(x: Int): String b: Int } enum Way { UP DOWN }';
  const current = 'type Query { a(x: Int!): String c: Int } enum Way { UP }';
  const log = (notes: string) =>
    `# Changelog\n\n## Unreleased\n\n### Added\n- Query.b\n\n${notes}\n## 1.0\n### Breaking\n- Query.b\n`;

  it('finds what breaks and takes additions for what they are', () => {
    expect(undeclaredBreakingChanges(released, current, log('')).sort()).toEqual([
      'DOWN was removed from enum type Way.',
      'Query.a arg x has changed type from Int to Int!.',
      'Query.b was removed.',
    ]);
    expect(undeclaredBreakingChanges(current, `${current} type New { id: ID }`, '')).toEqual([]);
  });

  it('is content with what the changelog names under Breaking, and with nothing else', () => {
    const notes = '### Breaking\n- `Query.b` is gone; `Query.a` needs `x`\n';
    expect(undeclaredBreakingChanges(released, current, log(notes))).toEqual(['DOWN was removed from enum type Way.']);
    expect(undeclaredBreakingChanges(released, current, log('### Breaking\n- Query.bc, AQuery.a\n'))).toHaveLength(3);
  });
});
