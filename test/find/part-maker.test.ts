import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PartMaker } from '../../src/find/part-maker.ts';

it('parts follow one another as the bytes did, all but the last as long as the memory', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 30 })), fc.integer({ min: 1, max: 12 }), (pieces, length) => {
      const parts: number[][] = [];
      const maker = new PartMaker(new Uint8Array(length), (part) => parts.push([...part]));
      for (const piece of pieces) maker.add(piece);
      maker.finish();
      expect(parts.flat()).toEqual(pieces.flatMap((piece) => [...piece]));
      expect(parts.slice(0, -1).every((part) => part.length === length)).toBe(true);
      expect(parts.at(-1)?.length).not.toBe(0);
    }),
  );
});
