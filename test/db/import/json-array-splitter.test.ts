/** The splitter against JSON.parse: whatever the elements and wherever the file is cut into chunks. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonArraySplitter } from '../../../src/db/import/json-array-splitter.ts';

function split(text: string | Buffer, chunkBytes: number): unknown[] {
  const bytes = Buffer.from(text);
  const splitter = new JsonArraySplitter('cities.json');
  const rows: unknown[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    rows.push(...splitter.push(bytes.subarray(at, at + chunkBytes)));
  splitter.end();
  return rows;
}

const chunkBytes = fc.integer({ min: 1, max: 40 });

describe('splitting a JSON array', () => {
  it('gives the elements that JSON.parse gives, however the file is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ noUnicodeString: false })),
        fc.constantFrom(0, 1, '\t'),
        chunkBytes,
        (rows, indent, size) => {
          const text = JSON.stringify(rows, undefined, indent);
          expect(split(text, size)).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  it('never takes a file that ends early', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(), chunkBytes, (rows, cut, size) => {
        const text = Buffer.from(JSON.stringify(rows));
        expect(() => split(text.subarray(0, cut % text.length), size)).toThrow(
          /is empty|not valid JSON|not valid UTF-8/,
        );
      }),
    );
  });

  it('takes what is nested as deep as may be', () => {
    const text = `[${'['.repeat(100)}${']'.repeat(100)}]`;
    expect(split(text, 7)).toEqual(JSON.parse(text));
  });

  it('keeps texts with brackets, quotes and backslashes whole', () => {
    const rows = [{ a: '}],[{"\\' }, { '"]\\"': '\\\\' }, 'x],[', []];
    for (const size of [1, 2, 3, 7, 1000]) expect(split(JSON.stringify(rows), size)).toEqual(rows);
  });

  it('takes a byte order mark and white space around everything', () => {
    expect(split('\ufeff \r\n[ {"a" : 1} ,\n\t2 , "b" ]\n\n', 1000)).toEqual([{ a: 1 }, 2, 'b']);
    expect(split('[]', 1)).toEqual([]);
  });

  it.each([
    ['', 'cities.json: the file is empty'],
    [' \n', 'cities.json: the file is empty'],
    ['{"a":1}', 'cities.json: the top level is not an array'],
    ['"a"', 'cities.json: the top level is not an array'],
    ['<html>', 'cities.json: not valid JSON: unexpected "<" at byte 1, line 1'],
    ['[{"a":1}\n{"a":2}]', 'cities.json: not valid JSON: unexpected "{" at byte 10, line 2'],
    ['[{"a":1},\n]', 'cities.json: not valid JSON: unexpected "]" at byte 11, line 2'],
    ['[,1]', 'cities.json: not valid JSON: unexpected "," at byte 2, line 1'],
    ['[1]]', 'cities.json: not valid JSON: unexpected "]" at byte 4, line 1'],
    ['[1]\n\n{}', 'cities.json: not valid JSON: unexpected "{" at byte 6, line 3'],
    ['[{"a":1},{"a":2', 'cities.json: not valid JSON: the file ends inside row 2 (at byte 15)'],
    ['[{"a":1}', 'cities.json: not valid JSON: the file ends before the closing ] (at byte 8)'],
    [
      `[1,${'['.repeat(101)}${']'.repeat(101)}]`,
      'cities.json row 2: nested deeper than 100 levels (the row starts at byte 4, line 1)',
    ],
  ])('says what is wrong with %j and where', (text, message) => {
    expect(() => split(text, 1000)).toThrow(message);
    expect(() => split(text, 1)).toThrow(message);
  });

  it.each([
    '[{"a":1},\n{"a":x}]',
    '[{"a":1},\n{"a":1]]',
    '[{"a":1},\n{\'a\':1}]',
    '[{"a":1},\n}]',
    '[{"a":1},\n{"a":"\u0001"}]',
  ])('says in which row and at which byte %j is no JSON, in one line', (text) => {
    expect(() => split(text, 1000)).toThrow(
      /^cities\.json row 2: not valid JSON: .*\(the row starts at byte 11, line 2\)$/,
    );
  });

  it('refuses bytes that are not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('[{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}]')]);
    expect(() => split(bytes, 1000)).toThrow('cities.json row 1: not valid UTF-8 (the row starts at byte 2, line 1)');
  });

  it('gives up on a text that is never closed before it fills the memory', () => {
    const splitter = new JsonArraySplitter('cities.json');
    splitter.push(Buffer.from('["'));
    const feed = () => {
      for (let megabyte = 0; megabyte < 64; megabyte++) splitter.push(Buffer.alloc(1024 * 1024, 'a'));
    };
    expect(feed).toThrow(/row 1: longer than \d+ bytes, or a text in it is not closed/);
  });
});
