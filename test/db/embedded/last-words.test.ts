import { describe, expect, it } from 'vitest';
import { lastWords } from '../../../src/db/embedded/last-words.ts';

const BACKUP = 'HINT:  If you are sure, you will have to use the last backup for recovery.';

describe('the last words of a database', () => {
  it.each([
    ['2026 [1] FATAL:  no space left', ['FATAL:  no space left']],
    ['LOG:  HINT:  of the DETAIL', ['HINT:  of the DETAIL']],
    [BACKUP, []],
    [`${BACKUP} HINT:  more`, ['HINT:  more']],
    [`the last backup HINT:  more`, ['HINT:  more']],
    [`HINT PANIC:  the last backup`, ['PANIC:  the last backup']],
    ['LOG:  started', []],
    ['', []],
  ])('in %j are %j', (line, expected) => {
    expect(lastWords([line])).toEqual(expected);
  });

  it('are the last three lines that tell something', () => {
    const lines = ['FATAL 1', 'LOG', 'DETAIL 2', BACKUP, 'PANIC 3', 'LOG', 'HINT 4', 'LOG'];
    expect(lastWords(lines)).toEqual(['DETAIL 2', 'PANIC 3', 'HINT 4']);
  });
});
