import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MUTATIONS } from '../../tools/mutations-list.ts';

const ROOT = join(import.meta.dirname, '..', '..');

it.each(MUTATIONS)('the guard is where the list of mutations has it: $guard', ({ file, from, to, test }) => {
  expect(readFileSync(join(ROOT, file), 'utf8').split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
  expect(existsSync(join(ROOT, 'test', test))).toBe(true);
});
