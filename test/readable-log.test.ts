import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { readableLine } from '../src/readable-log.ts';

const LINE = { level: 30, time: '2026-11-22T12:00:00.123Z', pid: 7 };
const read = (line: object) => stripVTControlCharacters(readableLine(`${JSON.stringify({ ...LINE, ...line })}\n`));

it.each([
  [
    { id: 'x', method: 'GET', route: 'CountryDetails', status: 200, ms: 1.2, plan: 'business', key: 3, cache: 'HIT' },
    '12:00:00.123 info  GET CountryDetails 200 1.2 ms business HIT key=3\n',
  ],
  [{ method: 'GET', route: 'unknown', status: 404, ms: 0.1 }, '12:00:00.123 info  GET unknown 404 0.1 ms\n'],
  [
    { level: 40, reason: 'away', msg: 'database out of reach' },
    '12:00:00.123 warn  database out of reach reason=away\n',
  ],
  [
    { level: 50, err: { stack: 'Error: a\n    at b' }, msg: 'fault' },
    '12:00:00.123 error fault\n    Error: a\n        at b\n',
  ],
])('%j is read at a terminal', (line, expected) => {
  expect(read(line)).toBe(expected);
});

it('what is no line of the log stays as it is', () => {
  expect(readableLine('Debugger attached.\n')).toBe('Debugger attached.\n');
  expect(readableLine('{"a":1}\n')).toBe('{"a":1}\n');
});
